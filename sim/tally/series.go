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

// LevelSeries follows a whole number of at least 0 and gives its mean in each
// bin of [0, end). It starts at 0.
type LevelSeries struct {
	grid
	areas []Sum // level times nanoseconds
	bin   int
	until sim.Time // end of the present bin
	at    sim.Time // the level is accounted for up to here
	level int64
}

// NewLevelSeries follows a level over [0, end) in bins of a width above 0.
func NewLevelSeries(width time.Duration, end sim.Time) LevelSeries {
	g := grid{width, end}
	return LevelSeries{grid: g, areas: make([]Sum, g.bins()), until: g.finish(0)}
}

// Set says that the level is so from now on. Instants come in order.
func (s *LevelSeries) Set(now sim.Time, level int64) {
	s.pass(now)
	s.level = level
}

// Change says that the level rises by so much now, or falls.
func (s *LevelSeries) Change(now sim.Time, by int64) { s.Set(now, s.level+by) }

// pass accounts for the level that held until now, at most to the end.
func (s *LevelSeries) pass(now sim.Time) {
	now = min(now, s.end)
	for now > s.until {
		s.areas[s.bin].AddProduct(s.level, int64(s.until-s.at))
		s.at = s.until
		s.bin++
		s.until = s.finish(s.bin)
	}
	if now > s.at {
		s.areas[s.bin].AddProduct(s.level, int64(now-s.at))
		s.at = now
	}
}

// Means gives the mean level of each bin; the last level holds to the end, so
// nothing can be set after that.
func (s *LevelSeries) Means() []float64 {
	s.pass(s.end)
	means := make([]float64, len(s.areas))
	for bin, area := range s.areas {
		began := sim.Time(bin) * sim.Time(s.width)
		means[bin] = area.Float64() / float64(s.finish(bin)-began)
	}
	return means
}
