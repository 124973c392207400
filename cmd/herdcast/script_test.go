package main

import (
	"os"
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

// await waits until a command in the background has made a file.
func await(ts *testscript.TestScript, _ bool, args []string) {
	for range 1000 {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s did not appear within 10 s", args[0])
}
