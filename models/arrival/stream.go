package arrival

import (
	"cmp"
	"slices"
	"time"

	"herdcast/sim"
	"herdcast/sim/dist"
)

// Flow gives the arrivals of one stream one after the other. Arrivals fall on a
// clock of the stream's own, which runs faster where the profile is higher and
// while the fault `load` lasts; so neither changes any of their draws.
type Flow struct {
	warp    Warp
	poisson bool
	even    bool
	per     time.Duration
	count   float64
	gap     dist.Sampler
	trace   []time.Duration
	speed   float64
	at      []Moment // sorted; what is still to come of the stream's list
	key     sim.Key
	next    uint64
	own     float64 // the stream's own clock at the last arrival, ns
}

// NewFlow prepares a stream under faults; key is the cohort's address.
func NewFlow(s *Stream, loads []Span, key sim.Key) *Flow {
	f := &Flow{key: key}
	profile := s.Profile
	if s.Rate != nil {
		profile = []Step{{Rate: *s.Rate}}
	}
	unit, some := slowest(profile)
	switch {
	case s.Trace != nil:
		f.trace, f.speed = s.Trace.At, float64(s.Trace.Speed)
	case s.At != nil:
		f.at = slices.Clone(s.At)
		slices.SortStableFunc(f.at, func(a, b Moment) int { return cmp.Compare(a.Time, b.Time) })
	case !some: // nobody ever comes
	case s.Pattern == "even":
		f.even, f.per, f.count = true, unit.Per, unit.Count
	default:
		f.poisson = true
		f.gap = dist.Spec{Kind: dist.Exponential, A: float64(unit.Per) / unit.Count}.Compile()
	}
	f.warp = NewWarp(profile, unit, loads)
	return f
}

// Next gives the number and the instant of the next arrival; false: there is none.
func (f *Flow) Next() (number uint64, at sim.Time, ok bool) {
	number = f.next
	f.next++
	switch {
	case f.even:
		f.own = float64(float64(number)*float64(f.per)) / f.count
	case f.poisson:
		f.own += float64(f.gap.Duration(f.key, sim.PurposeArrival, number))
	case number < uint64(len(f.trace)):
		f.own = float64(f.trace[number]) / f.speed
	case len(f.at) > 0:
		f.own = float64(f.at[0].Time)
		if f.at[0].Count--; f.at[0].Count == 0 {
			f.at = f.at[1:]
		}
	default:
		return number, sim.Never, false
	}
	return number, f.warp.Instant(f.own), true
}

// DrawAnew moves the stream to another address: the gaps that are still to be drawn
// differ, the next arrival that was given does not.
func (f *Flow) DrawAnew(salt uint64) { f.key ^= sim.Key(salt) }
