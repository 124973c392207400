package size

import (
	"math"

	"herdcast/experiments/result"
)

// room is how far a value stays on the good side of its bound, in the measure's
// unit; below 0 it is on the other side. Without a value there is none.
func room(o result.Objective) (float64, bool) {
	if o.Value == nil {
		return 0, false
	}
	switch v := *o.Value; o.Sign {
	case "<=", "<":
		return o.Bound - v, true
	case ">=", ">":
		return v - o.Bound, true
	case "in":
		return min(v-o.Bound, *o.Upper-v), true
	default:
		return -math.Abs(v - o.Bound), true
	}
}

// relative is the room as a share of the bound, so that objectives of different
// measures compare; a bound of 0 is taken for 1.
func relative(o result.Objective) float64 {
	r, ok := room(o)
	if !ok {
		return math.Inf(-1)
	}
	size := math.Abs(o.Bound)
	if o.Upper != nil {
		size = max(size, math.Abs(*o.Upper))
	}
	if size == 0 {
		size = 1
	}
	return r / size
}

// worst gives the objective of a probe that has the least room, one that does not
// hold before one that does, and its relative room.
func (p *probe) worst() (at int, least float64) {
	rank := func(i int) (int, float64) {
		order := map[string]int{result.Fails: 0, result.Unclear: 1, result.Holds: 2}
		return order[p.objectives[i].Verdict], relative(p.objectives[i].Objective)
	}
	for i := range p.objectives {
		verdict, r := rank(i)
		known, best := rank(at)
		if verdict < known || verdict == known && r < best {
			at = i
		}
	}
	return at, relative(p.objectives[at].Objective)
}
