package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"herdcast/experiments/result"
)

// Exit statuses.
const (
	done        = 0   // and every objective holds
	fails       = 1   // an objective fails
	badInput    = 2   // or bad usage
	unclear     = 3   // an objective is unclear and none fails
	couldNotRun = 4   // or incomplete
	interrupted = 130 // what was finished is kept
)

// exit is an error with its status; without an err everything is said already.
type exit struct {
	status int
	err    error
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

// Unwrap gives the err.
func (e *exit) Unwrap() error { return e.err }

// refuse says that the input or the usage is wrong.
func refuse(format string, args ...any) error {
	return &exit{badInput, fmt.Errorf(format, args...)}
}

// verb wraps the work of a command: whatever it returns that is not an exit
// already could not be run. Errors that come from outside of it are cobra's and
// are about usage.
func verb(work func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(command *cobra.Command, args []string) error {
		err := work(command, args)
		var known *exit
		if err == nil || errors.As(err, &known) {
			return err
		}
		return &exit{couldNotRun, err}
	}
}

// statusOf tells the user what is left to say and gives the exit status.
func statusOf(err error, stderr io.Writer) int {
	if err == nil {
		return done
	}
	var known *exit
	if !errors.As(err, &known) {
		known = &exit{badInput, err}
	}
	if known.err != nil {
		fmt.Fprintf(stderr, "herdcast: %v\n", known.err)
	}
	return known.status
}

// verdict turns the objectives' verdicts into an exit.
func verdict(r *result.Result) error {
	status := done
	for _, o := range r.Objectives {
		switch {
		case o.Verdict == result.Fails:
			return &exit{status: fails}
		case o.Verdict == result.Unclear:
			status = unclear
		}
	}
	if status == done {
		return nil
	}
	return &exit{status: status}
}
