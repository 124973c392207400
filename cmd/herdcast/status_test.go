package main

import (
	"errors"
	"strings"
	"testing"
)

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// The schema is longer than what is buffered, so that the command sees the error
// itself; the version is not, so that it is seen at the end.
func TestFullOutputIsToldOnce(t *testing.T) {
	for _, verb := range []string{"schema", "version"} {
		var stderr strings.Builder
		if status := execute([]string{verb}, strings.NewReader(""), full{}, &stderr); status != couldNotRun {
			t.Errorf("%s: status %d", verb, status)
		}
		if got := stderr.String(); got != "herdcast: no space left\n" {
			t.Errorf("%s: %q", verb, got)
		}
	}
}
