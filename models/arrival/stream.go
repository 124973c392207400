package arrival

import (
	"math"
	"time"

	"herdcast/sim"
	"herdcast/sim/dist"
)

// Flow gives the arrivals of one stream one after the other. Arrivals fall on a
// clock of the stream's own, which runs faster while the fault `load` lasts; so
// a fault moves arrivals and changes none of their draws.
type Flow struct {
	warp    Warp
	poisson bool
	even    bool
	per     time.Duration
	count   float64
	gap     dist.Sampler
	trace   []time.Duration
	speed   float64
	key     sim.Key
	next    uint64
	own     float64 // the stream's own clock at the last arrival, ns
}

// NewFlow prepares a stream; key is the cohort's address.
func NewFlow(s *Stream, warp Warp, key sim.Key) *Flow {
	f := &Flow{warp: warp, key: key}
	switch {
	case s.Trace != nil:
		f.trace, f.speed = s.Trace.At, float64(s.Trace.Speed)
	case s.Pattern == "even":
		f.even, f.per, f.count = true, s.Rate.Per, s.Rate.Count
	default:
		f.poisson = true
		f.gap = dist.Spec{Kind: dist.Exponential, A: float64(s.Rate.Per) / s.Rate.Count}.Compile()
	}
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
	case number >= uint64(len(f.trace)):
		return number, sim.Never, false
	default:
		f.own = float64(f.trace[number]) / f.speed
	}
	return number, f.warp.Instant(f.own), true
}

// Warp maps a stream's own clock to the world's: piecewise straight lines.
type Warp []Stretch

// Stretch is one piece: from the instant From on the stream's clock runs at
// Speed; Own is what it shows at From.
type Stretch struct {
	From  sim.Time
	Own   float64
	Speed float64
}

// Span is one fault `load`: a factor over [Begin, End).
type Span struct {
	Begin, End sim.Time
	Factor     float64
}

// NewWarp makes the clock of streams under faults; factors multiply.
func NewWarp(spans []Span) Warp {
	edges := []sim.Time{0}
	for _, s := range spans {
		edges = insert(insert(edges, s.Begin), s.End)
	}
	var w Warp
	own := 0.0
	for i, at := range edges {
		if i > 0 {
			own += float64(float64(at-edges[i-1]) * w[i-1].Speed)
		}
		speed := 1.0
		for _, s := range spans {
			if s.Begin <= at && at < s.End {
				speed = float64(speed * s.Factor)
			}
		}
		w = append(w, Stretch{From: at, Own: own, Speed: speed})
	}
	return w
}

func insert(edges []sim.Time, at sim.Time) []sim.Time {
	if at == sim.Never {
		return edges
	}
	i := 0
	for i < len(edges) && edges[i] < at {
		i++
	}
	if i < len(edges) && edges[i] == at {
		return edges
	}
	edges = append(edges, 0)
	copy(edges[i+1:], edges[i:])
	edges[i] = at
	return edges
}

// Instant gives the world's instant at which the stream's clock shows own,
// rounded to the nearest ns.
func (w Warp) Instant(own float64) sim.Time {
	i := len(w) - 1
	for i > 0 && w[i].Own > own {
		i--
	}
	at := math.Round(float64((own-w[i].Own)/w[i].Speed)) + float64(w[i].From)
	if at >= float64(sim.Never) {
		return sim.Never
	}
	return sim.Time(at)
}
