package size

import (
	"context"
	"fmt"

	"herdcast/experiments/journal"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// Question is what a search is asked.
type Question struct {
	Smallest     bool // else the largest
	Of           []Parameter
	Confidence   float64 // that the answer holds, and that its interval has the threshold: 0.95
	Replications int     // that the answer must hold over at least, of each scenario
	Scenarios    int     // how many scenarios one replication simulates
}

// Parameter is a key of the scenario and the values that it may take.
type Parameter struct {
	Path  string
	Scale Scale
}

// Setting is a key with a value.
type Setting struct {
	Path  string
	Value scenario.Amount
}

// Sample is what so many replications at one point showed.
type Sample interface {
	// Judge gives every objective in every scenario its verdict, by bounds that
	// are wrong with at most 1 − confidence on each side.
	Judge(confidence float64) ([]result.ProbeObjective, error)
}

// Evaluate simulates a point until it has so many replications. It is asked for
// the same point again with more of them, and every point meets the same luck.
type Evaluate func(ctx context.Context, set []Setting, replications int) (Sample, error)

// Options are what a search needs beside the question.
type Options struct {
	Workers int              // replications at once, where they are simulated
	Journal *journal.Journal // keeps those; nil: nothing is kept
	// Progress is told after each look how many replications were simulated and
	// how many there are at most; may be nil.
	Progress func(spent, most int)
	// Foresee places the first looks of a search for one key, which verify what it
	// says: it saves looks and changes no answer. May be nil.
	Foresee Foresee
}

// Ask answers the question. Without a value that holds, the answer is null and
// says why. An error of Evaluate ends the search.
func Ask(ctx context.Context, q Question, evaluate Evaluate, options Options) (*result.Size, error) {
	if len(q.Of) == 0 || !(q.Confidence > 0.5 && q.Confidence < 1) || q.Replications < 1 {
		return nil, fmt.Errorf("a search needs a key, a confidence between 50%% and 100%% and replications")
	}
	s := newSearch(ctx, q, evaluate, options)
	if len(q.Of) == 1 {
		return s.one()
	}
	return s.several()
}
