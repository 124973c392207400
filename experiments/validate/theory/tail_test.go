package theory

import (
	"math"
	"testing"
)

// Three published figures fix points of a tail: 2 % above 10 ms, a millionth above
// 1.8 s, and a thousandth about 69 ms, for a hedge after 10 ms leaves a millionth at 74.
func TestPointsTail(t *testing.T) {
	key := PointsTail(Point{0.010, 0.02}, Point{0.069, 0.0010164}, Point{1.8, 1e-6})
	near(t, "at a point", key(0.069), 0.0010164, 1e-9)
	near(t, "at the last", key(1.8), 1e-6, 1e-10)
	// Through two points it is the log-normal of two quantiles.
	two := PointsTail(Point{0.040, 0.5}, Point{0.300, 0.01})
	near(t, "log-normal", two(0.1), QuantileTail(0.040, 0.300)(0.1), 1e-9)
	near(t, "its median", two(0.040), 0.5, 1e-9)
	// 1 − (1 − p)^1000 = 1/2 at p = 0.000693.
	half := Slowest{key, 1000}.Ranked(0.5, 999)
	near(t, "slowest of a thousand", key(half), 1-math.Pow(0.5, 0.001), 1e-9)
}
