package backoff

import (
	"math"
	"time"
)

// pollyEnd is the last retry whose wait is computed: a longer one could not be
// held in nanoseconds.
const pollyEnd = 62

// polly gives the k-th wait of the decorrelated jitter of Polly 8 (RetryHelper):
// the differences of a smooth curve taken at random points, so that all waits
// together are spread evenly although one alone may be nearly 0.
func polly(k int, first time.Duration, m *Memory, u float64) time.Duration {
	if k > pollyEnd {
		return Forever
	}
	previous := math.Float64frombits(uint64(*m))
	next := curve(float64(k-1) + u)
	*m = Memory(math.Float64bits(next))
	return nearest((next - previous) * float64(first) / 1.4)
}

// curve gives 2^t · tanh(√(4t)).
func curve(t float64) float64 {
	twice := 2 * math.Sqrt(4*t)
	tanh := 1 - 2/(exp2(float64(twice*math.Log2E))+1)
	return float64(exp2(t) * tanh)
}

// exp2 gives 2^x for x >= 0 by the series of e^(x·ln 2) for the fraction of x.
// The standard library's is written in assembly for some machines only, and
// results must be the same on all.
func exp2(x float64) float64 {
	whole := math.Floor(x)
	y := (x - whole) * math.Ln2
	sum, term := 1.0, 1.0
	for n := 1.0; n <= 18; n++ {
		term = term * y / n
		sum += term
	}
	return math.Ldexp(sum, int(whole))
}
