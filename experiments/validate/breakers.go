package validate

import "herdcast/experiments/validate/theory"

var breakers = family{
	"Breakers",
	"A breaker that opens at failures in a row, before attempts that fail independently.",
	[]Case{
		{Name: "breaker-5-half", comparisons: cycle(theory.Cycle{Rate: 10, Fails: 0.5, Failures: 5, Open: 30})},
		{Name: "breaker-5-most", comparisons: cycle(theory.Cycle{Rate: 20, Fails: 0.9, Failures: 5, Open: 5})},
		{Name: "breaker-5-third", comparisons: cycle(theory.Cycle{Rate: 50, Fails: 0.3, Failures: 5, Open: 10})},
		{Name: "breaker-1-tenth", comparisons: cycle(theory.Cycle{Rate: 10, Fails: 0.1, Failures: 1, Open: 5})},
		{Name: "breaker-1-half", comparisons: cycle(theory.Cycle{Rate: 1, Fails: 0.5, Failures: 1, Open: 5})},
		{Name: "breaker-1-hundredth", comparisons: cycle(theory.Cycle{Rate: 100, Fails: 0.01, Failures: 1, Open: 30})},
		{Name: "breaker-10-seven", comparisons: cycle(theory.Cycle{Rate: 100, Fails: 0.7, Failures: 10, Open: 60})},
		{Name: "breaker-10-nine", comparisons: cycle(theory.Cycle{Rate: 20, Fails: 0.9, Failures: 10, Open: 60})},
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
