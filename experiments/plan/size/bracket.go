package size

import (
	"math/bits"

	"herdcast/experiments/result"
)

// Foresee tells without simulating whether every objective probably holds with a
// setting; not known where it cannot tell.
type Foresee func(set []Setting) (holds, known bool)

// bracket is an interval of the bisection of a line.
type bracket struct{ low, high int }

// foreseen asks what is foreseen of places over a line. It gives the intervals of the
// bisection, from the whole line halfway down, that hold the one place at which
// objectives cease to hold; none where there is no such place, there are several, or
// it cannot be told.
func (s *search) foreseen(l *line) []bracket {
	if s.foresee == nil || l.last < 2 {
		return nil
	}
	holds := func(place int) (holds, known bool) { return s.foresee(s.probeAt([]int{place}).settings) }
	last, fails := -1, -1 // that is foreseen to hold, and the next asked
	for _, place := range l.evenly(mostOfGrid) {
		good, known := holds(place)
		switch {
		case !known || good && fails >= 0:
			return nil
		case good:
			last = place
		case fails < 0:
			fails = place
		}
	}
	if last < 0 || fails < 0 {
		return nil
	}
	for fails-last > 1 {
		middle := (last + fails) / 2
		switch good, known := holds(middle); {
		case !known:
			return nil
		case good:
			last = middle
		default:
			fails = middle
		}
	}
	b := bracket{0, l.last}
	all := []bracket{b}
	for range bits.Len(uint(l.last)) / 2 {
		if middle := (b.low + b.high) / 2; last < middle {
			b.high = middle
		} else {
			b.low = middle
		}
		all = append(all, b)
	}
	return all
}

// confirm asks the ends of the line and of the narrowest bracket, and in place of one
// that is unclear that of the next wider bracket. It is confirmed where the lower end
// holds and the upper one fails; where a lower one fails or an upper one holds it misleads.
func (l *line) confirm(brackets []bracket) (confirmed bool, err error) {
	low, high := result.Unclear, result.Unclear
	ask := func(b bracket) {
		if low != result.Holds && err == nil {
			low, err = l.at(b.low, 0)
		}
		if high != result.Fails && err == nil {
			high, err = l.at(b.high, 0)
		}
	}
	if len(brackets) > 0 {
		ask(brackets[0])
	}
	if err != nil || low != result.Holds || high != result.Fails {
		return false, err
	}
	low, high = result.Unclear, result.Unclear
	for i := len(brackets) - 1; i > 0 && err == nil && low != result.Fails && high != result.Holds && !confirmed; i-- {
		ask(brackets[i])
		confirmed = low == result.Holds && high == result.Fails
	}
	return confirmed && l.monotone(), err
}

// inferred tells what a place must be as places only get worse: as good as one beyond
// it that holds, as bad as one before it that fails.
func (l *line) inferred(place int) (verdict string, known bool) {
	for other := range l.last + 1 {
		verdict, asked := l.verdict(other)
		if asked && (verdict == result.Holds && place < other || verdict == result.Fails && place > other) {
			return verdict, true
		}
	}
	return "", false
}
