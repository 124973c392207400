package arrival

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"herdcast/sim"
	"herdcast/sim/quantity"
)

// Warp maps a stream's own clock to the world's. The own clock runs at the speed of
// the profile, as a multiple of one rate that the stream's draws are made for,
// times the factors of faults: piecewise straight lines.
type Warp []Stretch

// Stretch is one piece: at the instant From the stream's clock shows Own and runs
// at Speed, which changes by Gain each ns.
type Stretch struct {
	From  sim.Time
	Own   float64
	Speed float64
	Gain  float64
}

// Span is one fault `load`: a factor over [Begin, End).
type Span struct {
	Begin, End sim.Time
	Factor     float64
}

// NewWarp makes the clock of a stream that follows a profile (nil: one of the speed
// 1), as multiples of the rate unit, under faults; factors multiply.
func NewWarp(profile []Step, unit quantity.Rate, loads []Span) Warp {
	edges := []sim.Time{0}
	for _, s := range loads {
		edges = append(edges, s.Begin, s.End)
	}
	for _, s := range profile {
		edges = append(edges, sim.Time(s.From))
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	if last := len(edges) - 1; edges[last] == sim.Never {
		edges = edges[:last]
	}
	var w Warp
	own := 0.0
	waiting := slices.Clone(loads)
	slices.SortStableFunc(waiting, func(a, b Span) int { return cmp.Compare(a.Begin, b.Begin) })
	var active []Span
	for i, at := range edges {
		active = slices.DeleteFunc(active, func(s Span) bool { return s.End <= at })
		for len(waiting) > 0 && waiting[0].Begin <= at {
			if waiting[0].End > at {
				active = append(active, waiting[0])
			}
			waiting = waiting[1:]
		}
		factor := 1.0
		for _, s := range active {
			factor = float64(factor * s.Factor)
		}
		stretch := Stretch{From: at, Own: own, Speed: float64(speed(profile, unit, at, at) * factor)}
		if i+1 < len(edges) {
			end := float64(speed(profile, unit, at, edges[i+1]) * factor)
			span := float64(edges[i+1] - at)
			stretch.Gain = (end - stretch.Speed) / span
			own += float64(span * float64((stretch.Speed+end)/2))
		}
		w = append(w, stretch)
	}
	return w
}

// speed gives the speed at an instant by the line of the profile that holds from
// another on, no entry lying between the two.
func speed(profile []Step, unit quantity.Rate, from, at sim.Time) float64 {
	if profile == nil {
		return 1
	}
	next := sort.Search(len(profile), func(i int) bool { return sim.Time(profile[i].From) > from })
	if next == 0 {
		return 0
	}
	last := &profile[next-1]
	held := over(last.Rate, unit)
	if next == len(profile) || !profile[next].Ramp {
		return held
	}
	gone, whole := float64(at)-float64(last.From), float64(profile[next].From-last.From)
	return (float64(held*(whole-gone)) + float64(over(profile[next].Rate, unit)*gone)) / whole
}

// over gives a rate as a multiple of another, exactly where that can be written.
func over(r, unit quantity.Rate) float64 {
	return float64(r.Count*float64(unit.Per)) / float64(unit.Count*float64(r.Per))
}

// Instant gives the world's instant at which the stream's clock shows own, rounded
// to the nearest ns. One on an edge belongs to the later piece, so none lies where
// the clock stands still.
func (w Warp) Instant(own float64) sim.Time {
	i := max(0, sort.Search(len(w), func(i int) bool { return w[i].Own > own })-1)
	for ; ; i++ {
		at := w[i].instant(max(own, w[i].Own))
		if i+1 == len(w) || at < w[i+1].From {
			return at
		}
	}
}

func (s *Stretch) instant(own float64) sim.Time {
	// The clock has gone on by Speed·t + Gain·t²/2 after t; this solution loses no
	// digits where the gain is small.
	gone := own - s.Own
	switch {
	case s.Speed == 0 && s.Gain == 0:
		return sim.Never // it stands still
	case gone == 0:
		return s.From
	}
	root := math.Sqrt(max(0, float64(s.Speed*s.Speed)+float64(2*float64(s.Gain*gone))))
	after := math.Round(float64(2*gone) / (s.Speed + root))
	if at := after + float64(s.From); at < float64(sim.Never) {
		return sim.Time(at)
	}
	return sim.Never
}

// slowest gives the lowest of the rates of a profile that are not 0; false: there is
// none.
func slowest(profile []Step) (rate quantity.Rate, some bool) {
	for _, s := range profile {
		if s.Rate.Count > 0 && (!some || over(s.Rate, rate) < 1) {
			rate, some = s.Rate, true
		}
	}
	return rate, some
}
