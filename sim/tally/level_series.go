package tally

import (
	"time"

	"herdcast/sim"
)

// LevelSeries follows a whole number of at least 0, and gives its mean in each
// bin of [0, end), and its mean and its largest value over [from, end). It starts
// at 0.
type LevelSeries struct {
	grid
	from  sim.Time
	until sim.Time // the next stop: the end of the present bin, or from
	at    sim.Time // the level is accounted for up to here
	level int64
	most  int64 // since from, once that has come
	area  Sum   // level times nanoseconds, since the last stop
	bin   int
	areas []Sum
	whole Sum // of [from, end), up to the last stop
	peak  int64
}

// NewLevelSeries follows a level over [0, end) in bins of a width above 0, and as
// a whole from an instant before the end.
func NewLevelSeries(width time.Duration, from, end sim.Time) LevelSeries {
	g := grid{width, end}
	s := LevelSeries{grid: g, from: from, areas: make([]Sum, g.bins())}
	s.until = s.next()
	return s
}

// Set says that the level is so from now on. Instants come in order.
func (s *LevelSeries) Set(now sim.Time, level int64) {
	if now >= s.until {
		s.stop(now)
	}
	s.area.AddProduct(s.level, int64(now-s.at))
	s.at, s.level, s.most = now, level, max(s.most, level)
}

// stop makes every stop up to now. After the end none is left, and what is set
// then is looked at no more.
func (s *LevelSeries) stop(now sim.Time) {
	for now >= s.until {
		s.area.AddProduct(s.level, int64(s.until-s.at))
		s.areas[s.bin].Merge(s.area)
		if s.until > s.from {
			s.whole.Merge(s.area)
		}
		s.at, s.area = s.until, Sum{}
		if s.until == s.from {
			s.most = 0
			if now > s.from {
				s.most = s.level
			}
		}
		if s.until == s.end {
			s.peak, s.until = s.most, sim.Never
			return
		}
		if s.until == s.finish(s.bin) {
			s.bin++
		}
		s.until = s.next()
	}
}

// next gives the stop after the present instant.
func (s *LevelSeries) next() sim.Time {
	if s.from > s.at {
		return min(s.from, s.finish(s.bin))
	}
	return s.finish(s.bin)
}

// Means gives the mean level of each bin; the last level holds to the end, so
// nothing can be set after that.
func (s *LevelSeries) Means() []float64 {
	s.stop(s.end)
	means := make([]float64, len(s.areas))
	for bin, area := range s.areas {
		began := sim.Time(bin) * sim.Time(s.width)
		means[bin] = area.Float64() / float64(s.finish(bin)-began)
	}
	return means
}

// Mean gives the mean level over [from, end), on the same terms.
func (s *LevelSeries) Mean() float64 {
	s.stop(s.end)
	return s.whole.Float64() / float64(s.end-s.from)
}

// Max gives the largest level within [from, end), one held for no time included,
// on the same terms.
func (s *LevelSeries) Max() int64 {
	s.stop(s.end)
	return s.peak
}
