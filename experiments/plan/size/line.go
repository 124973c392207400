package size

import (
	"math"
	"math/bits"
	"slices"

	"herdcast/experiments/result"
)

// line is the search along one direction: places 0 to last, of which the first
// hold most easily.
type line struct {
	last int
	risk float64 // that may be spent on one side
	ask  func(place int, risk float64, least int) (string, error)
	// verdict is what is known of a place, and whether it was asked.
	verdict   func(place int) (string, bool)
	foreseen  []bracket // intervals of the bisection, the whole line first
	confirmed bool      // the narrowest that can be is confirmed, and what is around it known
}

// found is what a line search comes to.
type found struct {
	holds    int  // the last place that holds; -1 where none does
	fails    int  // the first place beyond it that fails; last+1 where none does
	monotone bool // no place that fails lies before one that holds
}

// bisect finds the threshold of a monotone line to one step, or to where it can
// no longer be told: the last place that surely holds and the first that surely
// fails are each searched for, and between them lies what is unclear. The answer
// is held over at least so many replications.
func (l *line) bisect(least int) (found, error) {
	var err error
	if l.confirmed, err = l.confirm(l.foreseen); err != nil {
		return found{}, err
	}
	if !l.confirmed {
		for _, place := range l.first() {
			if _, err := l.at(place, 0); err != nil {
				return found{}, err
			}
		}
	}
	for {
		if !l.monotone() {
			return found{holds: -1, fails: l.last + 1}, nil
		}
		f, err := l.threshold()
		if err != nil || f.holds < 0 {
			return f, err
		}
		// What looked good at once is looked at again; where it is not, search on.
		verdict, err := l.at(f.holds, least)
		if err != nil {
			return f, err
		}
		if f.monotone = l.monotone(); verdict == result.Holds && f.monotone {
			return f, nil
		}
	}
}

// at asks a place with the risk of its level in the bisection: the ends are level
// 0, the middle is level 1.
func (l *line) at(place, least int) (string, error) {
	level, low, high := 0, 0, l.last
	for middle := -1; place != 0 && place != l.last && middle != place; level++ {
		middle = (low + high) / 2
		if place > middle {
			low = middle
		} else {
			high = middle
		}
	}
	deepest := bits.Len(uint(l.last))
	return l.ask(place, math.Ldexp(l.risk, level-deepest-1), least)
}

// first gives the ends, the middle and the quarters of the line: those that
// bisection meets first, and their counterparts.
func (l *line) first() []int {
	middle := l.last / 2
	var all []int
	for _, place := range []int{0, l.last, middle, middle / 2, (middle + l.last) / 2} {
		if !slices.Contains(all, place) {
			all = append(all, place)
		}
	}
	return all
}

// threshold bisects for the last place that holds and for the first that fails,
// in turn, so that both come as close as the replications allow.
func (l *line) threshold() (found, error) {
	f := found{holds: -1, fails: l.last + 1, monotone: true}
	first, _ := l.verdict(0)
	end, _ := l.verdict(l.last)
	var sides []*bisection
	switch {
	case end == result.Holds:
		f.holds = l.last
	case first == result.Holds:
		sides = append(sides, &bisection{high: l.last, passes: func(v string) bool { return v == result.Holds }})
	}
	switch {
	case first == result.Fails:
		f.fails = 0
	case end == result.Fails:
		sides = append(sides, &bisection{high: l.last, passes: func(v string) bool { return v != result.Fails }})
	}
	for open := true; open; {
		open = false
		for _, b := range sides {
			if b.high-b.low <= 1 {
				continue
			}
			open = true
			middle := (b.low + b.high) / 2
			verdict, known := "", false
			if l.confirmed {
				verdict, known = l.inferred(middle)
			}
			if !known {
				var err error
				if verdict, err = l.at(middle, 0); err != nil {
					return f, err
				}
			}
			if b.passes(verdict) {
				b.low = middle
			} else {
				b.high = middle
			}
		}
	}
	if first == result.Holds && end != result.Holds {
		f.holds = sides[0].low
	}
	if first != result.Fails && end == result.Fails {
		f.fails = sides[len(sides)-1].high
	}
	return f, nil
}

// bisection is one halving search: low passes and high does not.
type bisection struct {
	low, high int
	passes    func(verdict string) bool
}

// monotone tells whether what was asked agrees that places only get worse: none
// that fails lies before one that holds.
func (l *line) monotone() bool {
	failed := false
	for place := 0; place <= l.last; place++ {
		verdict, asked := l.verdict(place)
		if asked && failed && verdict == result.Holds {
			return false
		}
		failed = failed || asked && verdict == result.Fails
	}
	return true
}

// mostOfGrid is how many values a grid has at most; between them it cannot tell.
const mostOfGrid = 101

// grid asks places over the whole line and takes the last that holds, whatever
// lies before it.
func (l *line) grid(least int) (found, error) {
	places := l.evenly(mostOfGrid)
	risk := l.risk / float64(len(places))
	// A first look everywhere shows the whole picture.
	for _, place := range places {
		if _, err := l.ask(place, risk, 0); err != nil {
			return found{}, err
		}
	}
	f := found{holds: -1, fails: l.last + 1}
	for i := len(places) - 1; i >= 0; i-- {
		verdict, err := l.ask(places[i], risk, 0)
		if err == nil && verdict == result.Holds {
			verdict, err = l.ask(places[i], risk, least)
		}
		if err != nil {
			return f, err
		}
		if verdict == result.Holds {
			f.holds = places[i]
			return f, nil
		}
		if verdict == result.Fails {
			f.fails = places[i]
		}
	}
	return f, nil
}

// evenly spreads so many places over the line, both ends included.
func (l *line) evenly(most int) []int {
	count := min(l.last+1, most)
	places := make([]int, count)
	for i := range places {
		places[i] = i * l.last / (count - 1)
	}
	return places
}
