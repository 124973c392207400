package validate

import (
	"herdcast/experiments/result"
	"herdcast/experiments/validate/theory"
)

var incidents = family{
	"Incidents (published)",
	"Denis Isaev's incidents: from half a second on all attempts fail, or some, or all of some users. What is measured while it lasts begins 0.1 s later. " +
		"There a request travels for 5 ms and its answer not at all, here either does for 2.5 ms; a request past its deadline still costs 5 % of its service there, here nothing. " +
		"Backoff spreads the load of an outage and prolongs it; budgets and breakers on retries, a deadline that the server knows, or a bound on open calls end it.",
	[]Case{
		{Name: "incident-none", comparisons: incident(1)},
		{Name: "incident-immediate", comparisons: lasting(2000, 4, isaev+": stuck in all runs")},
		{Name: "incident-jitter", comparisons: lasting(2000, 4, isaev+": stuck in all runs")},
		{Name: "incident-twice", comparisons: lasting(2000, 3, isaev+": stuck in all runs")},
		{Name: "incident-budget", comparisons: incident(3)},
		{Name: "incident-budget-jitter", comparisons: incident(3)},
		{Name: "incident-breaker", comparisons: incident(3)},
		{Name: "incident-deadline", comparisons: incident(3)},
		{Name: "incident-closed-after", comparisons: incident(4)},
		{Name: "incident-near-budget", comparisons: incident(3)},
		{Name: "incident-near-jitter", directions: []direction{
			{"share of calls that succeed", "calls.success", result.More, "incident-near-immediate", isaev + ": near the edge more runs recover"},
		}},
		{Name: "incident-near-immediate", directions: []direction{
			{"share of calls that succeed", "calls.success", result.Less, "incident-near-budget", isaev + ": near the edge more runs recover"},
		}},
		sent("light-immediate", estimate(3.958, 0.019), "incident-light-jitter"),
		sent("light-jitter", estimate(3.173, 0.016), "incident-light-backoff"),
		{Name: "incident-light-backoff", directions: []direction{
			{"attempts a second", "offered", result.More, "incident-light-budget", isaev},
		}},
		// The last attempts of before the outage leave the bucket of 30 full: all of its
		// retries are spent in the first 0.1 s.
		sent("light-budget", estimate(1, 0)),
		sent("light-jitter-longer", estimate(3.610, 0.009)),
		sent("during-immediate", estimate(2.969, 0.014)),
		sent("closed-quarter-immediate", estimate(3.943, 0.026)),
		sent("closed-quarter-jitter", estimate(0.872, 0.013)),
		sent("closed-half-immediate", estimate(2.048, 0.022)),
		sent("closed-half-backoff", estimate(0.496, 0.004)),
		succeeding("partial-none", theory.Outcomes{Again: 0.3, Most: 1}),
		succeeding("partial-immediate", theory.Outcomes{Again: 0.3, Most: 3}, "incident-partial-budget"),
		succeeded("partial-budget", estimate(0.762, 0.005), "incident-partial-breaker"),
		succeeded("partial-breaker", estimate(0.722, 0.006)),
		// One retry for ten first attempts that succeed.
		sent("partial-budget-load", estimate(1.07, 0)),
		sent("partial-breaker-load", estimate(1, 0)),
		succeeding("users-none", theory.Outcomes{Final: 0.2, Most: 1}),
		{Name: "incident-users-half", directions: []direction{
			{"share of calls that succeed", "calls.success", result.More, "incident-users-tenth", isaev},
		}},
		{Name: "incident-users-tenth", directions: []direction{
			{"share of calls that succeed", "calls.success", result.Less, "incident-users-none", isaev + ": below 40 %, healthy users are cut off"},
		}},
		succeeding("processes-none", theory.Outcomes{Again: 0.07, Most: 1}),
		succeeding("processes-immediate", theory.Outcomes{Again: 0.07, Most: 3}),
		succeeding("processes-budget-1", theory.Outcomes{Again: 0.07, Most: 3}),
		succeeded("processes-breaker-10", estimate(0.972, 0.002)),
		succeeded("processes-budget-10", estimate(0.991, 0.001)),
		succeeding("processes-breaker-100", theory.Outcomes{Again: 0.07, Most: 1}),
		succeeded("processes-budget-100", estimate(0.969, 0.001), "incident-processes-breaker-100"),
	},
}

const isaev = "worlds of D. Isaev, Good Retry, Bad Retry: An Incident Story, 2024 (jirfag/simulations), a simulation written apart"

// incident is what follows a recovery: one attempt in two hundred fails, as before.
func incident(most int) func() []comparison {
	return func() []comparison {
		o := theory.Outcomes{Again: 0.005, Most: most}
		all := from(isaev+": recovered in all runs; truncated geometric law",
			of("attempts a second", "offered", 2000*o.Attempts()),
			of("share of calls that succeed", "calls.success", o.Succeeds()),
		)
		// Three tries fail once in eight million calls, which no run has: all succeed.
		all[1].within = 1e-6
		return all
	}
}

// sent is how many attempts are sent for each call that comes in the same time.
func sent(name string, attempts theory.Estimate, less ...string) Case {
	c := Case{Name: "incident-" + name, comparisons: func() []comparison {
		return []comparison{{what: "attempts a second", measure: "offered", reference: estimated(estimate(2000*attempts.Value, 2000*attempts.Error), isaev)}}
	}}
	for _, than := range less {
		c.directions = append(c.directions, direction{"attempts a second", "offered", result.More, than, isaev})
	}
	return c
}

// succeeded compares the calls that begin while it lasts.
func succeeded(name string, share theory.Estimate, less ...string) Case {
	return success(name, estimated(share, isaev), less)
}

// succeeding does where all retries are granted, or none.
func succeeding(name string, o theory.Outcomes, less ...string) Case {
	return success(name, reference{value: o.Succeeds(), source: isaev + ", truncated geometric law"}, less)
}

func success(name string, share reference, less []string) Case {
	c := Case{Name: "incident-" + name, comparisons: func() []comparison {
		return []comparison{{what: "share of calls that succeed", measure: "calls.success", reference: share}}
	}}
	for _, than := range less {
		c.directions = append(c.directions, direction{"share of calls that succeed", "calls.success", result.More, than, isaev})
	}
	return c
}
