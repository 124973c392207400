package tally

import (
	"testing"

	"herdcast/sim"
)

func TestBins(t *testing.T) {
	for _, c := range []struct {
		name       string
		from, to   sim.Time
		at         []sim.Time
		most       int64
		whole      int64
		mean       float64
		dispersion float64 // -1: none
	}{
		{"nothing", 0, 40, nil, 0, 4, 0, -1},
		// 2, 0, 1, 3: mean 1.5, squares of the distances 0.25 + 2.25 + 0.25 + 2.25.
		{"edges belong to the later bin", 0, 40, []sim.Time{0, 9, 20, 30, 31, 39}, 3, 4, 1.5, 5.0 / 3 / 1.5},
		{"empty bins at the end", 0, 40, []sim.Time{5, 6}, 2, 4, 0.5, 1.0 / 0.5},
		{"all alike", 0, 30, []sim.Time{5, 15, 25}, 1, 3, 1, 0},
		// The bins [10, 20) and [20, 30) are whole, [5, 10) and [30, 35) are not.
		{"off the grid", 5, 35, []sim.Time{1, 2, 3, 4, 5, 6, 7, 12, 21, 22, 31, 32, 33, 34}, 4, 2, 1.5, 0.5 / 1.5},
		{"before and after", 10, 30, []sim.Time{1, 2, 3, 9, 10, 20, 30, 31, 32, 45, 46}, 1, 2, 1, 0},
		{"within one bin", 12, 18, []sim.Time{11, 13, 17, 18}, 2, 0, 0, -1},
		{"one whole bin", 0, 15, []sim.Time{1, 2}, 2, 1, 2, -1},
	} {
		b := NewBins(10, c.from, c.to)
		for i, at := range c.at {
			b.Add(at)
			if i%2 == 0 {
				b.Max() // to ask in between changes nothing
			}
		}
		if b.Max() != c.most || b.Whole() != c.whole {
			t.Errorf("%s: largest %d, whole bins %d, want %d, %d", c.name, b.Max(), b.Whole(), c.most, c.whole)
		}
		if got, ok := b.Mean(); ok != (c.whole > 0) || got != c.mean {
			t.Errorf("%s: mean %v, %v, want %v", c.name, got, ok, c.mean)
		}
		got, ok := b.Dispersion()
		if !ok {
			got = -1
		}
		if d := got - c.dispersion; d > 1e-15 || d < -1e-15 {
			t.Errorf("%s: dispersion %v, want %v", c.name, got, c.dispersion)
		}
	}
}

func BenchmarkBins(b *testing.B) {
	bins := NewBins(1000, 0, sim.Never)
	now := sim.Time(0)
	for b.Loop() {
		bins.Add(now)
		now += 13
	}
}
