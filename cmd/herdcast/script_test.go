package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"herdcast": main})
}

// Each script is one story: what a user types, what is printed, and the status.
func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
			"await":  await,
			"slain":  slain,
		},
	})
}

// status runs a command and asks for an exact exit status: status 3 herdcast run FILE.
func status(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND ARGS…")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = err.Error()
	}
	want := args[0]
	if want != "0" {
		want = "exit status " + want
	}
	if got != want {
		ts.Fatalf("got %s, want %s", got, want)
	}
}

// await waits until a command in the background has made a file, of so many lines
// at least: await FILE [LINES].
func await(ts *testscript.TestScript, _ bool, args []string) {
	lines := 0
	if len(args) > 1 {
		lines, _ = strconv.Atoi(args[1])
	}
	until(ts, ts.MkAbs(args[0]), lines)
}

func until(ts *testscript.TestScript, path string, lines int) {
	for range 6000 {
		if text, err := os.ReadFile(path); err == nil && bytes.Count(text, []byte("\n")) >= lines {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	ts.Fatalf("%s did not come to %d lines within 30 s", path, lines)
}

// slain runs a command again and again and kills it each time (SIGKILL), some
// milliseconds after it has kept some more pieces of work: slain TIMES JOURNAL COMMAND ARGS….
// A command that ends before is too short for this.
func slain(ts *testscript.TestScript, negated bool, args []string) {
	times, err := strconv.Atoi(args[0])
	if negated || err != nil || len(args) < 3 {
		ts.Fatalf("usage: slain TIMES JOURNAL COMMAND ARGS…")
	}
	journal, lines := ts.MkAbs(args[1]), 1
	for i := range times {
		command := exec.Command(filepath.Join(strings.Split(ts.Getenv("PATH"), string(filepath.ListSeparator))[0], args[2]), args[3:]...)
		command.Dir = ts.MkAbs(".")
		ts.Check(command.Start())
		until(ts, journal, lines+1+5*i%7)
		time.Sleep(time.Duration(7*i%13) * time.Millisecond)
		ts.Check(command.Process.Kill())
		if err := command.Wait(); err == nil || err.Error() != "signal: killed" {
			ts.Fatalf("kill %d: got %v", i+1, err)
		}
		text, err := os.ReadFile(journal)
		ts.Check(err)
		lines = bytes.Count(text, []byte("\n"))
		ts.Logf("killed with %d lines and %d bytes of another", lines, len(text)-1-bytes.LastIndexByte(text, '\n'))
	}
}
