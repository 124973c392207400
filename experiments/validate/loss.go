package validate

import "herdcast/experiments/validate/theory"

var lost = family{
	"Limit without queue",
	"A concurrency limit that refuses beyond it. What is refused depends on the mean service alone, so every shape of service must give the same answer.",
	[]Case{
		{Name: "loss-10-exponential", comparisons: limit(10, 9)},
		{Name: "loss-10-constant", comparisons: limit(10, 9)},
		{Name: "loss-10-lognormal", comparisons: limit(10, 9)},
		{Name: "loss-20-exponential", comparisons: limit(20, 30)},
		{Name: "loss-20-constant", comparisons: limit(20, 30)},
		{Name: "loss-20-lognormal", comparisons: limit(20, 30)},
		{Name: "loss-64-exponential", comparisons: limit(64, 80)},
		{Name: "loss-64-constant", comparisons: limit(64, 80)},
		{Name: "loss-64-lognormal", comparisons: limit(64, 80)},
		{Name: "loss-1000", comparisons: limit(1000, 1000)},
		{Name: "loss-1000-constant", comparisons: limit(1000, 1000)},
		{Name: "loss-1000-lognormal", comparisons: limit(1000, 1000)},
	},
}

// limit is a limit with calls of 1 s that arrive at a rate.
func limit(servers int, rate float64) func() []comparison {
	return func() []comparison {
		lost := theory.ErlangB(servers, rate)
		return from("Erlang's loss formula, insensitive to the shape of service",
			ratio("share refused", "attempts.unavailable", "attempts", lost),
			of("served a second", "goodput", rate*(1-lost)),
		)
	}
}
