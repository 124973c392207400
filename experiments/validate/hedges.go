package validate

import (
	"fmt"

	"herdcast/experiments/validate/theory"
)

var hedges = family{
	"Hedging",
	"A second copy of a call is sent if there is no answer after a time; servers are without bound, the first answer wins, and both copies land their effect unless the loser is stopped.",
	[]Case{
		{Name: "hedge-exponential-50", comparisons: hedged(theory.ExponentialTail(0.1), 0.050)},
		{Name: "hedge-exponential-100", comparisons: hedged(theory.ExponentialTail(0.1), 0.100)},
		{Name: "hedge-exponential-200", comparisons: hedged(theory.ExponentialTail(0.1), 0.200)},
		{Name: "hedge-exponential-300", comparisons: hedged(theory.ExponentialTail(0.1), 0.300)},
		{Name: "hedge-exponential-tail", comparisons: hedged(theory.ExponentialTail(0.1), 0.460517)},
		{Name: "hedge-lognormal-40", comparisons: hedged(theory.QuantileTail(0.040, 0.300), 0.040)},
		{Name: "hedge-lognormal-100", comparisons: hedged(theory.QuantileTail(0.040, 0.300), 0.100)},
		{Name: "hedge-lognormal-166", comparisons: hedged(theory.QuantileTail(0.040, 0.300), 0.166)},
		{Name: "hedge-lognormal-300", comparisons: hedged(theory.QuantileTail(0.040, 0.300), 0.300)},
		{Name: "hedge-wide-10", comparisons: hedged(theory.QuantileTail(0.010, 1), 0.010)},
		{Name: "hedge-wide-50", comparisons: hedged(theory.QuantileTail(0.010, 1), 0.050)},
		{Name: "hedge-wide-257", comparisons: hedged(theory.QuantileTail(0.010, 1), 0.257)},
		{Name: "hedge-cancelled", comparisons: func() []comparison {
			c := theory.Cancelled{Work: 0.1, After: 0.070, Network: 0.010}
			return from("minimum of two shifted exponential times, and their distance",
				of("mean latency", "latency.mean", c.Mean()),
				ratio("share hedged", "attempts.hedges", "calls", c.Hedged()),
				ratio("duplicates a call", "effects.duplicates(cause=hedge)", "calls", c.Duplicates()),
			)
		}},
	},
}

// hedged is 10,000 agents that call once. Where the second copy comes about as often as
// the quantile is passed, the law has a kink there, and the observation of a rank lies
// below the quantile in the mean.
func hedged(latency theory.Tail, after float64) func() []comparison {
	return func() []comparison {
		const calls = 10_000
		h := theory.Hedge{Latency: latency, After: after}
		all := []comparison{
			of("mean latency", "latency.mean", h.Mean()),
			ratio("share hedged", "attempts.hedges", "calls", h.Hedged()),
			ratio("duplicates a call", "effects.duplicates(cause=hedge)", "calls", h.Hedged()),
		}
		for _, percent := range []float64{50, 90, 95, 99} {
			all = append(all, of(fmt.Sprintf("p%.0f latency", percent), fmt.Sprintf("latency.p%.0f", percent), h.Ranked(percent/100, calls)))
		}
		return from("minimum of two shifted times", all...)
	}
}
