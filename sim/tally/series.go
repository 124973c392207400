package tally

import (
	"time"

	"herdcast/sim"
)

// grid lays bins [k·width, (k+1)·width) over [0, end); the last one may be
// shorter.
type grid struct {
	width time.Duration
	end   sim.Time
}

func (g grid) bins() int { return int((g.end + sim.Time(g.width) - 1) / sim.Time(g.width)) }

// finish gives the end of a bin.
func (g grid) finish(bin int) sim.Time {
	return min(sim.Time(bin+1)*sim.Time(g.width), g.end)
}

// CountSeries counts happenings in each bin of [0, end).
type CountSeries struct {
	grid
	counts []int64
	bin    int
	until  sim.Time // end of the present bin
}

// NewCountSeries counts over [0, end) in bins of a width above 0.
func NewCountSeries(width time.Duration, end sim.Time) CountSeries {
	g := grid{width, end}
	return CountSeries{grid: g, counts: make([]int64, g.bins()), until: g.finish(0)}
}

// Add counts n happenings at an instant before the end. Instants come in order.
func (s *CountSeries) Add(now sim.Time, n int64) {
	if now >= s.until {
		s.bin = int(now / sim.Time(s.width))
		s.until = s.finish(s.bin)
	}
	s.counts[s.bin] += n
}

// Counts gives the count of each bin.
func (s *CountSeries) Counts() []int64 { return s.counts }
