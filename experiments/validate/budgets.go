package validate

import "herdcast/experiments/validate/theory"

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
