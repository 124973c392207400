package finding

import (
	"slices"
	"testing"

	"herdcast/experiments/result"
)

// Each row is what a fleet with so many attempts does as the fault grows from 1s to 3s.
func TestBoundaryIsToldByStretchesOfTheSame(t *testing.T) {
	const well, ill, worst = result.Recovers, result.Degrades, result.Collapses
	m := &result.Map{
		X: result.MapAxis{Path: "attempts", Values: []string{"1", "2", "3", "4", "5", "6"}}, Y: result.MapAxis{Path: "for", Values: []string{"1s", "2s", "3s"}},
		Phases: [][]string{
			{well, well, well, well, worst, ""},
			{well, well, ill, worst, worst, worst},
			{well, well, worst, well, worst, worst},
		},
	}
	want := []Stretch{
		{"1 to 2", "recovers throughout"},
		{"3", "recovers up to 1s, degrades or collapses from 2s on"},
		{"4", "recovers at 2 of 3 values, not in one piece"},
		{"5", "collapses throughout"},
		{"6", "collapses or cannot be told throughout"},
	}
	if got := Boundary(m); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// Wilson's interval of 8 of 8 is 68 to 100 %, of 6 of 8 it is 41 to 93 %.
func TestAPhaseThatHalfMayHaveIsNotSure(t *testing.T) {
	m := &result.Map{Replications: 8, Points: []result.MapPoint{
		{Phase: result.Recovers, Recovers: result.Estimate{Value: 1, Low: 0.68, High: 1}},
		{Phase: result.Collapses, Collapses: result.Estimate{Value: 0.75, Low: 0.41, High: 0.93}},
	}}
	if got := Unsure(m); got != "At 1 of 2 simulated points the phase is not sure: its share of the 8 replications may be a half or less (95 %)." {
		t.Errorf("got %q", got)
	}
	m.Points = m.Points[:1]
	if got := Unsure(m); got != "" {
		t.Errorf("got %q", got)
	}
}
