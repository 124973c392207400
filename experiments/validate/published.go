package validate

import "herdcast/experiments/validate/theory"

// The cases of this file rebuild experiments that others have published. What the
// publication states stands as a number beside its source; where it shows only
// curves, the number is what the published program gives, or one written apart
// from its description.

var incidents = family{
	"Incidents (published)",
	"Retries that keep a server overloaded after the fault has gone. Once each attempt times out, a call of n attempts is n services: demand above capacity / n never drains, below it always does. Measured long after the fault.",
	[]Case{
		{Name: "sustained-140", comparisons: lasting(140, 1, bronson)},
		{Name: "sustained-160", comparisons: lasting(160, 2, bronson)},
		{Name: "sustained-280", comparisons: lasting(280, 2, bronson)},
		{Name: "sustained-280-once", comparisons: lasting(280, 1, bronson)},
		{Name: "edge-2-below", comparisons: lasting(72, 1, drained)},
		{Name: "edge-2-above", comparisons: lasting(88, 2, drained)},
		{Name: "edge-3-below", comparisons: lasting(48, 1, drained)},
		{Name: "edge-3-above", comparisons: lasting(58, 3, drained)},
		{Name: "edge-4-below", comparisons: lasting(42, 1, late)},
		{Name: "edge-4-above", comparisons: lasting(44, 4, late)},
		{Name: "edge-5-beyond", comparisons: lasting(36, 1, late)},
		{Name: "incident-none", comparisons: incident(1)},
		{Name: "incident-immediate", comparisons: lasting(2000, 4, isaev+": stuck in all runs")},
		{Name: "incident-jitter", comparisons: lasting(2000, 4, isaev+": stuck in all runs")},
		{Name: "incident-budget", comparisons: incident(3)},
		{Name: "incident-breaker", comparisons: incident(3)},
	},
}

const (
	bronson = "N. Bronson and others, Metastable Failures in Distributed Systems, HotOS 2021: stable below capacity / attempts = 150/s, stuck at 560/s for 280/s"
	drained = "fluid balance: storms last above capacity / attempts"
	late    = "a simulation written apart, edge at 42.9/s: the fault itself, not capacity / attempts, must make calls late"
	isaev   = "worlds of D. Isaev, Good Retry, Bad Retry: An Incident Story, 2024 (jirfag/simulations), a simulation written apart"
)

func estimate(value, standardError float64) theory.Estimate {
	return theory.Estimate{Value: value, Error: standardError}
}

// lasting says whether what is left after the fault is health (one attempt a call,
// all succeed) or a storm (all attempts a call, none succeeds).
func lasting(calls, attempts float64, source string) func() []comparison {
	success := 0.0
	if attempts == 1 {
		success = 1
	}
	return func() []comparison {
		return from(source,
			of("attempts a second", "offered", calls*attempts),
			of("share of calls that succeed", "calls.success", success),
		)
	}
}

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
