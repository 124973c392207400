package validate

import (
	"math/rand/v2"

	"herdcast/experiments/validate/theory"
)

var budgets = family{
	"Retry budgets and throttling",
	"Budgets of retries in an outage and outside of it, and calls turned away by the client; calls come one after the other, answers at once.",
	[]Case{
		{Name: "refilled-10", comparisons: refilled(10, 60, 100, 60)},
		{Name: "refilled-100", comparisons: refilled(100, 600, 500, 30)},
		{Name: "refilled-5", comparisons: refilled(5, 30, 7, 120)},
		{Name: "refilled-1000", comparisons: refilled(1000, 3000, 200, 10)},
		{Name: "refilled-1000-short", comparisons: refilled(1000, 3000, 200, 5)},
		{Name: "budget-outage", comparisons: outage(20, 120, theory.EvenCalls{Rate: 100, Since: 20, Layers: funded(3, 20, 0, 10)})},
		{Name: "budget-outage-floor", comparisons: outage(20, 120, theory.EvenCalls{Rate: 100, Since: 20, Layers: funded(3, 20, 10, 10)})},
		{Name: "budget-outage-50", comparisons: outage(20, 120, theory.EvenCalls{Rate: 50, Since: 20, Layers: funded(4, 10, 0, 10)})},
		{Name: "budget-outage-200", comparisons: outage(60, 180, theory.EvenCalls{Rate: 200, Since: 60, Layers: funded(3, 5, 0, 60)})},
		{Name: "budget-tenth", comparisons: partial(100, 220, 0.1, funded(3, 20, 0, 10))},
		{Name: "budget-third", comparisons: partial(100, 220, 0.3, funded(3, 20, 0, 10))},
		{Name: "budget-half", comparisons: partial(20, 120, 0.5, funded(3, 20, 0, 10))},
		{Name: "client-budget-outage", comparisons: outage(120, 240, theory.EvenCalls{Rate: 100, Layers: []theory.Windowed{client}})},
		{Name: "client-budget-twentieth", comparisons: partial(120, 240, 0.05, []theory.Windowed{client})},
		{Name: "client-budget-half", comparisons: partial(120, 240, 0.5, []theory.Windowed{client})},
		{Name: "client-budget-layers", comparisons: outage(120, 240, theory.EvenCalls{Rate: 100, Layers: []theory.Windowed{client, client}})},
		{Name: "channel-20", comparisons: channel(0.2)},
		{Name: "channel-30", comparisons: channel(0.3)},
		{Name: "purse-10", comparisons: purse(0.1)},
		{Name: "purse-20", comparisons: purse(0.2)},
		{Name: "purse-50", comparisons: purse(0.5)},
		{Name: "throttle-outage", comparisons: throttled(200, 2, 0)},
		{Name: "throttle-forty", comparisons: throttled(200, 2, 0.4)},
		{Name: "throttle-thirty", comparisons: throttled(1200, 2, 0.3)},
		{Name: "throttle-half", comparisons: throttled(1200, 1.1, 0.5)},
	},
}

// client is a budget of a tenth of the calls of two minutes, as the book on site
// reliability has it.
var client = theory.Windowed{Percent: 10, Window: 120, Most: 3, Before: true}

// funded is a budget whose window moves on in tenths.
func funded(most, percent, floor, window int) []theory.Windowed {
	return []theory.Windowed{{Percent: percent, Floor: floor, Window: window, Slices: 10, Most: most}}
}

// refilled is calls that take a token each: what a bucket grants does not ask whether
// they are retries.
func refilled(size, perMinute, demands, seconds int) func() []comparison {
	return func() []comparison {
		granted := float64(theory.Refilled(size, perMinute, demands, seconds))
		return from("token bucket, size + rate · time",
			of("granted", "attempts", granted),
			of("turned away", "rejections", float64(demands*seconds)-granted),
		)
	}
}

// outage is one in which all calls fail, so that no chance is left.
func outage(begin, end int, calls theory.EvenCalls) func() []comparison {
	calls.Fails = 1
	return func() []comparison {
		attempts, fullest := calls.Run(begin, end, rand.New(rand.NewPCG(1, 1)))
		all := []comparison{of("attempts a call", "amplification", attempts)}
		if calls.Since > 0 { // a window full of calls, and none has failed
			all = append(all, of("most attempts of a second", "herd.peak", float64(fullest)))
		}
		return from("retry by retry: 1 + share + floor/rate over whole windows; layers multiply", all...)
	}
}

func partial(from, to int, fails float64, layers []theory.Windowed) func() []comparison {
	return func() []comparison {
		calls := theory.EvenCalls{Rate: 100, Fails: fails, Layers: layers}
		return []comparison{{what: "attempts a call", measure: "amplification",
			reference: estimated(calls.Mean(from, to, 300), "retry by retry, simulated apart")}}
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

func throttled(calls int, k, accepted float64) func() []comparison {
	return func() []comparison {
		return from("mean of a linear self-exciting process",
			ratio("share of calls sent", "attempts", "calls", theory.Throttled(calls, k, accepted)))
	}
}
