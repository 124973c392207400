package validate

import "herdcast/experiments/validate/theory"

// agents is how many wait in each replication of a case of waits.
const agents = 2000

var waits = family{
	"Time in backoff",
	"Every attempt is refused at once, so that a call takes the sum of its waits. Quantiles are of 2,000 calls by nearest rank.",
	[]Case{
		{Name: "full-jitter-2", comparisons: spans(theory.Full(1, 2, 20, 2))},
		{Name: "full-jitter-4", comparisons: spans(theory.Full(0.1, 2, 10, 4))},
		{Name: "full-jitter-4-slow", comparisons: spans(theory.Full(1, 1.6, 120, 4))},
		{Name: "full-jitter-7", comparisons: spans(theory.Full(1, 2, 20, 7))},
		{Name: "full-jitter-9", comparisons: spans(theory.Full(0.05, 2, 2, 9))},
		{Name: "equal-jitter-4", comparisons: spans(theory.Equal(0.1, 2, 10, 4))},
		{Name: "equal-jitter-6", comparisons: spans(theory.Equal(0.1, 2, 1, 6))},
		{Name: "equal-jitter-7", comparisons: spans(theory.Equal(1, 2, 20, 7))},
		{Name: "plus-minus-4", comparisons: spans(theory.PlusMinus(1, 1.6, 120, 4, 0.2))},
		{Name: "plus-minus-5", comparisons: spans(theory.PlusMinus(0.2, 2, 5, 5, 0.1))},
		{Name: "plus-minus-6", comparisons: spans(theory.PlusMinus(0.5, 1.5, 60, 6, 0.5))},
		{Name: "decorrelated-3", comparisons: func() []comparison { return decorrelated(0.1, 2.7, 3, 40) }}, // the third wait is 2.7 s at most
		{Name: "decorrelated-4", comparisons: func() []comparison { return decorrelated(0.1, 4, 4, 20) }},
		{Name: "decorrelated-5", comparisons: func() []comparison { return decorrelated(1, 8, 5, 40) }},
		{Name: "decorrelated-9", comparisons: func() []comparison { return decorrelated(0.05, 2, 9, 20) }},
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
		of("p99", "latency.p99", law.Ranked(0.99, agents)),
	)
}
