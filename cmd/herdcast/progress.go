package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// progress tells on a terminal how far a run is; elsewhere it says nothing.
type progress struct {
	to    io.Writer
	began time.Time
}

func newProgress(stderr io.Writer, quiet bool) *progress {
	if file, ok := stderr.(*os.File); quiet || !ok || !term.IsTerminal(int(file.Fd())) {
		stderr = io.Discard
	}
	return &progress{stderr, time.Now()}
}

// tell writes over its own line.
func (p *progress) tell(finished, planned int) {
	took := time.Since(p.began)
	left := took * time.Duration(planned-finished) / time.Duration(finished)
	fmt.Fprintf(p.to, "\r\x1b[K  %d of %d replications, about %s left", finished, planned, left.Round(time.Second))
}

// at says which of several steps goes on.
func (p *progress) at(step string, finished, planned int) {
	fmt.Fprintf(p.to, "\r\x1b[K  %d of %d: %s", finished+1, planned, step)
}

// search says how many replications a search has simulated, and how many it may.
func (p *progress) search(spent, most int) {
	fmt.Fprintf(p.to, "\r\x1b[K  %d replications simulated, at most %d", spent, most)
}

// end clears the line.
func (p *progress) end() { fmt.Fprint(p.to, "\r\x1b[K") }
