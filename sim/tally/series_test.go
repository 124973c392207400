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

func TestLevelSeries(t *testing.T) {
	s := NewLevelSeries(10, 45) // bins of 10, the last one of 5
	s.Set(5, 4)
	s.Set(10, 2)
	s.Change(18, +6)
	s.Change(18, -1)
	s.Set(41, 0)
	s.Set(43, 5)
	want := []float64{2, (8*2 + 2*7) / 10.0, 7, 7, (1*7 + 2*0 + 2*5) / 5.0}
	if got := s.Means(); !slices.Equal(got, want) {
		t.Errorf("means %v, want %v", got, want)
	}
}

// Set for the last time long before the end, and after it.
func TestLevelSeriesBeyondItsEnd(t *testing.T) {
	early := NewLevelSeries(10, 30)
	early.Set(0, 3)
	if got, want := early.Means(), []float64{3, 3, 3}; !slices.Equal(got, want) {
		t.Errorf("means %v, want %v", got, want)
	}
	late := NewLevelSeries(10, 30)
	late.Set(20, 3)
	late.Set(30, 9)
	late.Set(100, 9)
	if got, want := late.Means(), []float64{0, 0, 3}; !slices.Equal(got, want) {
		t.Errorf("means %v, want %v", got, want)
	}
}
