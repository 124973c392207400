package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// Where nobody says how wide a terminal is, help, lists and checks fit into 80 columns.
func TestHelpAndListsFitATerminal(t *testing.T) {
	said := [][]string{{"scenarios", "list"}, {"policies", "list"}, {"policies", "diff", "--help"}, {"check", "research-fleet"}, {"--help"}}
	for _, command := range newRoot().Commands() {
		if command.IsAvailableCommand() {
			said = append(said, []string{command.Name(), "--help"})
		}
	}
	for _, words := range said {
		var out bytes.Buffer
		root := newRoot()
		root.SetOut(&out)
		root.SetArgs(words)
		if err := root.Execute(); err != nil || out.Len() == 0 {
			t.Errorf("%v: %v, %d bytes", words, err, out.Len())
		}
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > 80 {
				t.Errorf("%v: %q", words, line)
			}
		}
	}
}
