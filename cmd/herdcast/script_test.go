package main

import (
	"bytes"
	"os"
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
	for range 1000 {
		if text, err := os.ReadFile(ts.MkAbs(args[0])); err == nil && bytes.Count(text, []byte("\n")) >= lines {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s did not come within 10 s", strings.Join(args, " "))
}
