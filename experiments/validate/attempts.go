package validate

import (
	"fmt"

	"herdcast/experiments/validate/theory"
)

var retries = family{
	"Amplification",
	"Attempts fail independently and are tried again at once; layers of retries multiply.",
	[]Case{
		{Name: "three-attempts", comparisons: attempts(theory.Outcomes{Again: 0.5, Most: 3})},
		{Name: "five-attempts", comparisons: attempts(theory.Outcomes{Again: 0.3, Most: 5})},
		{Name: "final-errors-5", comparisons: attempts(theory.Outcomes{Again: 0.5, Final: 0.02, Most: 5})},
		{Name: "final-errors-4", comparisons: attempts(theory.Outcomes{Again: 0.2, Final: 0.3, Most: 4})},
		{Name: "layers-3-3-3", comparisons: layers(3, 3, 3)},
		{Name: "layers-5-3-2", comparisons: layers(5, 3, 2)},
		{Name: "layers-half", comparisons: func() []comparison {
			return from("truncated geometric law with the product of the caps",
				of("attempts a call", "amplification", theory.MeanAttempts(0.5, 3*3)),
				// The outer layer sees tries of three attempts.
				of("tries of the outer layer", "layers.outer", theory.MeanAttempts(0.5*0.5*0.5, 3)),
				of("tries of the inner layer", "layers.inner", theory.MeanAttempts(0.5, 3)),
			)
		}},
	},
}

func attempts(o theory.Outcomes) func() []comparison {
	return func() []comparison {
		return from("truncated geometric law",
			of("attempts a call", "amplification", o.Attempts()),
			of("share of calls that succeed", "calls.success", o.Succeeds()),
			ratio("share with a second attempt", "attempts(attempt=2)", "calls", o.Needs(2)),
			ratio("share with a third attempt", "attempts(attempt=3)", "calls", o.Needs(3)),
		)
	}
}

func layers(outer, middle, inner float64) func() []comparison {
	return func() []comparison {
		return from("product of the caps",
			of("attempts a call", "amplification", outer*middle*inner),
			of("tries of the outer layer", "layers.outer", outer),
			of("tries of the middle layer", "layers.middle", middle),
			of("tries of the inner layer", "layers.inner", inner),
			of("share of calls that succeed", "calls.success", 0),
		)
	}
}

// agents is how many wait in each replication of a case of waits.
const agents = 2000

var waits = family{
	"Time in backoff",
	"Every attempt is refused at once, so that a call takes the sum of its waits. Quantiles are of 2,000 calls by nearest rank.",
	[]Case{
		{Name: "full-jitter-4", comparisons: spans(theory.Full(0.1, 2, 10, 4))},
		{Name: "full-jitter-7", comparisons: spans(theory.Full(1, 2, 20, 7))},
		{Name: "full-jitter-9", comparisons: spans(theory.Full(0.05, 2, 2, 9))},
		{Name: "equal-jitter-4", comparisons: spans(theory.Equal(0.1, 2, 10, 4))},
		{Name: "equal-jitter-7", comparisons: spans(theory.Equal(1, 2, 20, 7))},
		{Name: "plus-minus-4", comparisons: spans(theory.PlusMinus(1, 1.6, 120, 4, 0.2))},
		{Name: "plus-minus-6", comparisons: spans(theory.PlusMinus(0.5, 1.5, 60, 6, 0.5))},
		{Name: "decorrelated-4", comparisons: func() []comparison { return decorrelated(0.1, 4, 4, 20) }},
		{Name: "decorrelated-5", comparisons: func() []comparison { return decorrelated(1, 8, 5, 40) }},
	},
}

// waited is a law of the time in backoff.
type waited interface {
	Mean() float64
	Ranked(q float64, observations int) float64
}

func spans(s theory.Spans) func() []comparison {
	return func() []comparison { return sums("sum of independent uniform waits, exact", s) }
}

func decorrelated(base, most float64, waits, cells int) []comparison {
	return sums("chain of the last wait and the sum, on a lattice",
		theory.Decorrelated{Base: base, Cap: most, Waits: waits}.Solve(cells))
}

func sums(source string, law waited) []comparison {
	return from(source,
		of("mean", "latency.mean", law.Mean()),
		of("median", "latency.p50", law.Ranked(0.5, agents)),
		of("p95", "latency.p95", law.Ranked(0.95, agents)),
	)
}

var crowds = family{
	"Crowds of retries",
	"500 agents fail together and come again with full jitter: how many still come within 100 ms.",
	[]Case{
		{Name: "crowd-1s", comparisons: crowd(1)},
		{Name: "crowd-4s", comparisons: crowd(4)},
		{Name: "crowd-16s", comparisons: crowd(16)},
	},
}

func crowd(seconds int) func() []comparison {
	return func() []comparison {
		sliding := theory.SlidingPeak[seconds]
		return []comparison{
			{what: "fullest bin of 100 ms", measure: "herd.peak(attempt=2)", reference: reference{
				value: theory.Fullest(500, seconds*10), source: "multinomial maximum, exact"}},
			{what: "fullest 100 ms anywhere", measure: "herd.peak_sliding(attempt=2)", reference: estimated(sliding, "scan statistic, by brute force")},
			{what: "variance over mean of the bins", measure: "herd.dispersion(attempt=2)", reference: reference{
				value: 1, source: "multinomial counts, exact"}},
		}
	}
}

// estimated is a reference that only simulation gives.
func estimated(e theory.Estimate, source string) reference {
	return reference{value: e.Value, err: e.Error, source: source}
}

var budgets = family{
	"Retry budgets and throttling",
	"Budgets of retries in an outage and outside of it, and calls turned away by the client; calls come one after the other, answers at once.",
	[]Case{
		{Name: "budget-outage", comparisons: granted(1.2)},
		{Name: "budget-outage-floor", comparisons: granted(1.3)},
		{Name: "budget-half", comparisons: granted(1.2)},
		{Name: "budget-tenth", comparisons: func() []comparison {
			return []comparison{{what: "attempts a call", measure: "amplification", reference: estimated(theory.BudgetedAtATenth, "event simulation of a sliding window")}}
		}},
		{Name: "client-budget-outage", comparisons: granted(1.1)},
		{Name: "client-budget-layers", comparisons: granted(1.1 * 1.1)},
		{Name: "channel-20", comparisons: channel(0.2)},
		{Name: "channel-30", comparisons: channel(0.3)},
		{Name: "purse-10", comparisons: purse(0.1)},
		{Name: "purse-20", comparisons: purse(0.2)},
		{Name: "purse-50", comparisons: purse(0.5)},
		{Name: "throttle-outage", comparisons: throttled(0)},
		{Name: "throttle-forty", comparisons: throttled(0.4)},
	},
}

// granted is a budget that is always asked for more than it has.
func granted(amplification float64) func() []comparison {
	return func() []comparison {
		c := of("attempts a call", "amplification", amplification)
		c.within = 0.0005 // a window that the run's ends cut
		return from("1 + share + floor/rate; layers multiply", c)
	}
}

func channel(fails float64) func() []comparison {
	return func() []comparison {
		return from("chain of the bucket's level before each call",
			of("attempts a call", "amplification", theory.Channel{Fails: fails, Most: 3, Size: 100}.Attempts()))
	}
}

func purse(fails float64) func() []comparison {
	return func() []comparison {
		return from("chain of the bucket's level before each call",
			of("attempts a call", "amplification", theory.Purse{Fails: fails, Most: 3, Size: 50, Cost: 5}.Attempts()))
	}
}

// throttled counts the last 200 calls, with k = 2.
func throttled(accepted float64) func() []comparison {
	return func() []comparison {
		return from("mean of a linear self-exciting process",
			ratio("share of calls sent", "attempts", "calls", theory.Throttled(200, 2, accepted)))
	}
}

var hedges = family{
	"Hedging",
	"A second copy of a call is sent if there is no answer after a time; servers are without bound, the first answer wins, and both copies land their effect.",
	[]Case{
		{Name: "hedge-exponential-50", comparisons: hedged(theory.ExponentialTail(0.1), 0.050)},
		{Name: "hedge-exponential-100", comparisons: hedged(theory.ExponentialTail(0.1), 0.100)},
		{Name: "hedge-exponential-200", comparisons: hedged(theory.ExponentialTail(0.1), 0.200)},
		{Name: "hedge-lognormal-40", comparisons: hedged(theory.QuantileTail(0.040, 0.300), 0.040)},
		{Name: "hedge-lognormal-100", comparisons: hedged(theory.QuantileTail(0.040, 0.300), 0.100)},
		{Name: "hedge-wide-50", comparisons: hedged(theory.QuantileTail(0.010, 1), 0.050)},
	},
}

func hedged(latency theory.Tail, after float64) func() []comparison {
	return func() []comparison {
		h := theory.Hedge{Latency: latency, After: after}
		all := []comparison{
			of("mean latency", "latency.mean", h.Mean()),
			ratio("share hedged", "attempts.hedges", "calls", h.Hedged()),
			ratio("duplicates a call", "effects.duplicates(cause=hedge)", "calls", h.Hedged()),
		}
		for _, percent := range []float64{50, 90, 99} {
			all = append(all, of(fmt.Sprintf("p%.0f latency", percent), fmt.Sprintf("latency.p%.0f", percent), h.Quantile(percent/100)))
		}
		return from("minimum of two shifted times", all...)
	}
}

var breakers = family{
	"Breakers",
	"A breaker that opens at failures in a row, before attempts that fail independently.",
	[]Case{
		{Name: "breaker-5-half", comparisons: cycle(theory.Cycle{Rate: 10, Fails: 0.5, Failures: 5, Open: 30})},
		{Name: "breaker-5-most", comparisons: cycle(theory.Cycle{Rate: 20, Fails: 0.9, Failures: 5, Open: 5})},
		{Name: "breaker-5-third", comparisons: cycle(theory.Cycle{Rate: 50, Fails: 0.3, Failures: 5, Open: 10})},
		{Name: "breaker-1-tenth", comparisons: cycle(theory.Cycle{Rate: 10, Fails: 0.1, Failures: 1, Open: 5})},
		{Name: "breaker-1-half", comparisons: cycle(theory.Cycle{Rate: 1, Fails: 0.5, Failures: 1, Open: 5})},
		{Name: "breaker-10-half", comparisons: cycle(theory.Cycle{Rate: 200, Fails: 0.5, Failures: 10, Open: 5})},
	},
}

func cycle(c theory.Cycle) func() []comparison {
	return func() []comparison {
		return from("renewal of the breaker's cycle",
			ratio("share of calls rejected", "rejections", "calls", c.Rejected()),
			of("share of time not closed", "breaker.open_time", c.NotClosed()),
			of("attempts a second", "offered", c.Attempts()),
			of("successes a second", "goodput", c.Attempts()*(1-c.Fails)),
		)
	}
}
