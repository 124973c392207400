package theory

import (
	"math/rand/v2"
	"testing"
)

// Exponential 100 ms, hedged after 100 ms: 1/e of the calls are, and the mean is
// 100·(1 - e⁻¹) + 50·e⁻¹ ms.
func TestHedges(t *testing.T) {
	h := Hedge{ExponentialTail(0.1), 0.1}
	near(t, "hedged", h.Hedged(), 0.36787944, 1e-7)
	near(t, "mean", h.Mean(), 0.081606028, 1e-7)
	near(t, "p99", h.Quantile(0.99), 0.2802585, 1e-6)
	h = Hedge{QuantileTail(0.040, 0.300), 0.100}
	near(t, "log-normal: hedged", h.Hedged(), 0.14504542, 1e-6)
	near(t, "log-normal: mean", h.Mean(), 0.0525000768, 1e-6)
	near(t, "log-normal: p95", h.Quantile(0.95), 0.1322825, 1e-6)
	h = Hedge{QuantileTail(0.010, 1), 0.050}
	near(t, "wide: mean", h.Mean(), 0.0242375407, 1e-5)
	near(t, "wide: p90", h.Quantile(0.9), 0.05834888, 1e-6)
}

// By drawing both copies: 3 million calls.
func TestCancelledHedges(t *testing.T) {
	c := Cancelled{Work: 0.1, After: 0.07, Network: 0.01}
	luck := rand.New(rand.NewPCG(4, 4))
	const calls = 3000000
	hedged, twice, sum := 0, 0, 0.0
	for range calls {
		one, other := luck.ExpFloat64()*c.Work, c.After+luck.ExpFloat64()*c.Work // ends at the server, seen a way later
		first := one
		if one+2*c.Network > c.After {
			hedged++
			first = min(one, other)
			if max(one, other) <= first+c.Network {
				twice++
			}
		}
		sum += first + 2*c.Network
	}
	near(t, "hedged", float64(hedged)/calls, c.Hedged(), 2e-3)
	near(t, "duplicates", float64(twice)/calls, c.Duplicates(), 1e-2)
	near(t, "mean", sum/calls, c.Mean(), 3e-3)
}
