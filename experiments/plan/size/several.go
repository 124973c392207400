package size

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"herdcast/experiments/result"
)

const (
	mostKeys      = 4  // that are searched together
	mostScreened  = 64 // points of the lattice
	mostConfirmed = 12 // candidates that are looked at closely
)

// several answers for several keys at once: one value each, such that none can go
// further alone. Points of a coarse lattice are screened by a first look; of those
// whose means meet every objective the ones that go furthest, all keys together
// and each as a share of its range, are confirmed in turn; from the first that is,
// each key goes on as far as it can, in the order in which they are named.
func (s *search) several() (*result.Size, error) {
	if len(s.Of) > mostKeys {
		return nil, fmt.Errorf("a search over %d keys, but at most %d can be searched together", len(s.Of), mostKeys)
	}
	risk := (1 - s.Confidence) / 2
	lattice := s.lattice()
	var candidates []*probe
	for _, place := range lattice {
		p := s.probeAt(place)
		if err := s.grow(p, s.looks[0]); err != nil {
			return nil, err
		}
		if _, err := s.judge(p, risk/float64(2*len(lattice))); err != nil {
			return nil, err
		}
		if p.promises() {
			candidates = append(candidates, p)
		}
	}
	slices.SortStableFunc(candidates, func(a, b *probe) int { return cmp.Compare(s.reach(b), s.reach(a)) })

	a := answer{search: s, monotone: true}
	for i, p := range candidates {
		if i == mostConfirmed {
			break
		}
		verdict, err := s.ask(p.place, math.Ldexp(risk, -i-2), s.Replications)
		if err != nil {
			return nil, err
		}
		if verdict == result.Holds {
			a.place = slices.Clone(p.place)
			break
		}
	}
	if a.place == nil {
		return a.size(), nil
	}
	for i := range s.Of {
		if a.place[i] == s.Of[i].Scale.Steps() {
			a.fails = append(a.fails, a.place[i]+1)
			continue
		}
		f, err := s.along(i, a.place, risk/float64(2*len(s.Of))).bisect(s.Replications)
		if err != nil {
			return nil, err
		}
		if !f.monotone {
			a.monotone = false
			f.holds = 0
			a.note = "the objectives are not monotone in " + s.Of[i].Path + ", which stays where it was confirmed"
		}
		a.fails = append(a.fails, a.place[i]+f.fails)
		a.place[i] += max(0, f.holds)
	}
	return a.size(), nil
}

// lattice gives the points of a coarse grid over all keys, ends included, the
// last key changing fastest.
func (s *search) lattice() [][]int {
	points := [][]int{{}}
	each := 2
	for int(math.Pow(float64(each+1), float64(len(s.Of)))) <= mostScreened {
		each++
	}
	for _, parameter := range s.Of {
		along := (&line{last: parameter.Scale.Steps()}).evenly(each)
		var longer [][]int
		for _, point := range points {
			for _, place := range along {
				longer = append(longer, append(slices.Clone(point), place))
			}
		}
		points = longer
	}
	return points
}

// reach is how far a point goes: for each key the share of its range, summed up.
func (s *search) reach(p *probe) float64 {
	var sum float64
	for i, place := range p.place {
		sum += float64(place) / float64(s.Of[i].Scale.Steps())
	}
	return sum
}

// promises tells whether the means of a probe meet every objective.
func (p *probe) promises() bool {
	return !slices.ContainsFunc(p.objectives, func(o result.ProbeObjective) bool {
		r, ok := room(o.Objective)
		return !ok || r < 0
	})
}
