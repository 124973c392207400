package dist

import "math"

// Bounds gives the least and the most that a value can be; +Inf where no bound is
// written.
func (s Spec) Bounds() (least, most float64) {
	least, most = 0, math.Inf(1)
	switch s.Kind {
	case Constant:
		least, most = s.A, s.A
	case Uniform, Between:
		least, most = s.A, s.B
	case Pareto:
		least = s.A
	}
	if s.AtMost > 0 {
		least, most = min(least, s.AtMost), min(most, s.AtMost)
	}
	return least, most
}
