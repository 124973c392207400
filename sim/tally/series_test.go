package tally

import (
	"slices"
	"testing"

	"herdcast/sim"
)

func TestCountSeries(t *testing.T) {
	s := NewCountSeries(10, 45)
	for _, at := range []sim.Time{0, 9, 10, 38, 39, 44} {
		s.Add(at, 1)
	}
	s.Add(44, 5)
	if got, want := s.Counts(), []int64{2, 1, 0, 2, 6}; !slices.Equal(got, want) {
		t.Errorf("counts %v, want %v", got, want)
	}
}
