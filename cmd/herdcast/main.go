// Command herdcast forecasts what a fleet of agents does to a dependency that
// struggles. Each verb is one file here: flags in, exit status out.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

func main() {
	os.Exit(execute(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// execute runs one command line and gives its exit status.
func execute(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	defer func() {
		if broken := recover(); broken != nil {
			fmt.Fprintf(stderr, "herdcast: internal error, please report it: %v\n", broken)
			status = couldNotRun
		}
	}()
	out := bufio.NewWriter(stdout)
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.Execute()
	status = statusOf(err, stderr)
	if full := out.Flush(); full != nil {
		if !errors.Is(err, full) {
			fmt.Fprintf(stderr, "herdcast: %v\n", full)
		}
		return couldNotRun
	}
	return status
}
