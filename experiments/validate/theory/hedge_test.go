package theory

import "testing"

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
