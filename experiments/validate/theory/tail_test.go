package theory

import "testing"

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
}

// The largest of ten exponential times of 1 s takes 1 + 1/2 + … + 1/10 s in the mean,
// the ninth of them 1/2 + … + 1/10. The slowest of three calls takes 1 + 1/2 + 1/3.
func TestMeansOfRanks(t *testing.T) {
	near(t, "largest of ten", rankedMean(ExponentialTail(1), 1, 10), 2.9289682540, 1e-7)
	// 1/10 + … + 1/99, where ln 10 is 2.3026.
	near(t, "p90 of 99", rankedMean(ExponentialTail(1), 0.9, 99), 2.3484092636, 1e-7)
	near(t, "ninth of ten", rankedMean(ExponentialTail(1), 0.9, 10), 1.9289682540, 1e-7)
	near(t, "slowest of three", Slowest{ExponentialTail(1), 3}.Ranked(1, 1), 11.0/6, 1e-7)
}
