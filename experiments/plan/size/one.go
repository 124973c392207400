package size

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
)

// along is the line through a point in the direction of one key, from the point's
// own place on.
func (s *search) along(parameter int, from []int, risk float64) *line {
	place := func(along int) []int {
		at := append([]int(nil), from...)
		at[parameter] += along
		return at
	}
	return &line{
		last: s.Of[parameter].Scale.Steps() - from[parameter],
		risk: risk,
		ask: func(along int, risk float64, least int) (string, error) {
			return s.ask(place(along), risk, least)
		},
		verdict: func(along int) (string, bool) {
			p := s.at[fmt.Sprint(place(along))]
			if p == nil || p.replications == 0 {
				return result.Unclear, false
			}
			return p.verdict, true
		},
	}
}

// one answers for one key.
func (s *search) one() (*result.Size, error) {
	l := s.along(0, []int{0}, (1-s.Confidence)/2)
	l.foreseen = s.foreseen(l)
	f, err := l.bisect(s.Replications)
	if err != nil {
		return nil, err
	}
	a := answer{search: s, monotone: f.monotone, line: l}
	switch {
	case !l.monotone():
		a.note = "the objectives are not monotone over the range (" + s.contradiction() + "), so the answer is from a grid of " + count(min(l.last+1, mostOfGrid), "value")
	case f.holds < 0 && s.bestInside(l.last):
		a.monotone = false
		a.note = "the objectives are not monotone over the range (they come closest to holding inside it), so the answer is from a grid of " + count(min(l.last+1, mostOfGrid), "value")
	}
	if !a.monotone {
		s.most = s.spent + s.Replications*min(l.last+1, mostOfGrid)
		s.short = false
		if f, err = l.grid(s.Replications); err != nil {
			return nil, err
		}
	}
	if f.holds >= 0 {
		a.place = []int{f.holds}
		a.fails = []int{f.fails}
	}
	return a.size(), nil
}

// contradiction names the first value that fails before one that holds.
func (s *search) contradiction() string {
	for _, bad := range s.probes {
		for _, good := range s.probes {
			if bad.verdict == result.Fails && good.verdict == result.Holds && bad.place[0] < good.place[0] {
				worst, _ := bad.worst()
				return fmt.Sprintf("%s fails at %s and all hold at %s", bad.objectives[worst].Text, bad.written(), good.written())
			}
		}
	}
	return ""
}

// bestInside tells whether objectives come closer to holding somewhere inside the
// line than at both its ends.
func (s *search) bestInside(last int) bool {
	inside, ends := math.Inf(-1), math.Inf(-1)
	for _, p := range s.probes {
		_, room := p.worst()
		if at := p.place[0]; at == 0 || at == last {
			ends = max(ends, room)
		} else {
			inside = max(inside, room)
		}
	}
	return inside > ends
}
