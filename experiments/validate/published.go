package validate

import "herdcast/experiments/validate/theory"

// The cases of this file rebuild experiments that others have published. What the
// publication states stands as a number beside its source; where it shows only
// curves, the number is what the published program gives, or one written apart
// from its description.

var incidents = family{
	"Incidents (published)",
	"Denis Isaev's incidents: all attempts fail for half a second. Measured long after.",
	[]Case{
		{Name: "incident-none", comparisons: incident(1)},
		{Name: "incident-immediate", comparisons: lasting(2000, 4, isaev+": stuck in all runs")},
		{Name: "incident-jitter", comparisons: lasting(2000, 4, isaev+": stuck in all runs")},
		{Name: "incident-budget", comparisons: incident(3)},
		{Name: "incident-breaker", comparisons: incident(3)},
	},
}

const (
	isaev = "worlds of D. Isaev, Good Retry, Bad Retry: An Incident Story, 2024 (jirfag/simulations), a simulation written apart"
)

func estimate(value, standardError float64) theory.Estimate {
	return theory.Estimate{Value: value, Error: standardError}
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
