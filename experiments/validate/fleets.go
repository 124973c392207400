package validate

import "herdcast/experiments/validate/theory"

var fleets = family{
	"Closed fleet",
	"Agents think, call once, wait for the answer and think again. Rates and means do not depend on the shape of thinking.",
	[]Case{
		{Name: "fleet-80", comparisons: closed(theory.Closed{Agents: 80, Think: 0.9, Service: 0.1, Servers: 8}, true)},
		{Name: "fleet-80-constant", comparisons: closed(theory.Closed{Agents: 80, Think: 0.9, Service: 0.1, Servers: 8}, false)},
		{Name: "fleet-80-lognormal", comparisons: closed(theory.Closed{Agents: 80, Think: 0.9, Service: 0.1, Servers: 8}, false)},
		{Name: "fleet-70", comparisons: closed(theory.Closed{Agents: 70, Think: 0.9, Service: 0.1, Servers: 8}, true)},
		{Name: "fleet-100", comparisons: closed(theory.Closed{Agents: 100, Think: 0.9, Service: 0.1, Servers: 8}, true)},
		{Name: "fleet-16", comparisons: closed(theory.Closed{Agents: 16, Think: 0.5, Service: 0.2, Servers: 4}, true)},
		{Name: "fleet-limited-50", comparisons: limited(theory.Limited{Agents: 50, Think: 1, Service: 0.2, Limit: 4})},
		{Name: "fleet-limited-200", comparisons: limited(theory.Limited{Agents: 200, Think: 2, Service: 0.25, Limit: 16})},
	},
}

// closed compares quantiles only where thinking is exponential.
func closed(c theory.Closed, quantiles bool) func() []comparison {
	return func() []comparison {
		all := []comparison{
			of("calls a second", "goodput", c.Rate()),
			of("mean response", "latency.mean", c.MeanResponse()),
			of("share of time busy", "utilisation", c.Utilisation()),
		}
		if quantiles {
			all = append(all,
				of("median wait", "wait.p50", c.WaitQuantile(0.5)),
				of("p90 wait", "wait.p90", c.WaitQuantile(0.9)),
				of("p99 wait", "wait.p99", c.WaitQuantile(0.99)),
			)
		}
		return from("M/M/c//N (machine repair), arrival theorem", all...)
	}
}

func limited(l theory.Limited) func() []comparison {
	return func() []comparison {
		return from("Engset's loss formula, insensitive to the shapes of thinking and service",
			ratio("share of attempts refused", "attempts.unavailable", "attempts", l.Refused()),
			of("served a second", "goodput", l.Served()),
			of("attempts a second", "offered", l.Attempts()),
		)
	}
}
