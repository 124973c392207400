package validate

import "herdcast/experiments/validate/theory"

var retries = family{
	"Amplification",
	"Attempts fail independently and are tried again at once; layers of retries multiply.",
	[]Case{
		{Name: "three-attempts", comparisons: attempts(theory.Outcomes{Again: 0.5, Most: 3})},
		{Name: "five-attempts", comparisons: attempts(theory.Outcomes{Again: 0.3, Most: 5})},
		{Name: "final-errors-5", comparisons: attempts(theory.Outcomes{Again: 0.5, Final: 0.02, Most: 5})},
		{Name: "final-errors-4", comparisons: attempts(theory.Outcomes{Again: 0.2, Final: 0.3, Most: 4})},
		{Name: "final-errors-3", comparisons: attempts(theory.Outcomes{Again: 0.3, Final: 0.1, Most: 3})},
		{Name: "all-errors-3", comparisons: attempts(theory.Outcomes{Again: 0.4, Most: 3})},
		{Name: "all-errors-5", comparisons: attempts(theory.Outcomes{Again: 0.52, Most: 5})},
		{Name: "all-errors-4", comparisons: attempts(theory.Outcomes{Again: 0.5, Most: 4})},
		{Name: "invalid-3-spared", comparisons: hopeless(theory.Hopeless{Share: 0.1, Fails: 0.3, Most: 3})},
		{Name: "invalid-3-retried", comparisons: hopeless(theory.Hopeless{Share: 0.1, Fails: 0.3, Most: 3, Retried: true})},
		{Name: "invalid-5-spared", comparisons: hopeless(theory.Hopeless{Share: 0.02, Fails: 0.5, Most: 5})},
		{Name: "invalid-5-retried", comparisons: hopeless(theory.Hopeless{Share: 0.02, Fails: 0.5, Most: 5, Retried: true})},
		{Name: "invalid-4-spared", comparisons: hopeless(theory.Hopeless{Share: 0.3, Fails: 0.2, Most: 4})},
		{Name: "invalid-4-retried", comparisons: hopeless(theory.Hopeless{Share: 0.3, Fails: 0.2, Most: 4, Retried: true})},
		{Name: "layers-3-3", comparisons: func() []comparison {
			return from("product of the caps",
				of("attempts a call", "amplification", 3*3),
				of("tries of the outer layer", "layers.outer", 3),
				of("tries of the inner layer", "layers.inner", 3),
			)
		}},
		{Name: "layers-3-3-3", comparisons: layers(3, 3, 3)},
		{Name: "layers-10-3-3", comparisons: layers(10, 3, 3)},
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

func hopeless(h theory.Hopeless) func() []comparison {
	return func() []comparison {
		return from("truncated geometric law beside calls that never succeed",
			of("attempts a call", "amplification", h.Attempts()),
			of("share of calls that succeed", "calls.success", h.Succeeds()),
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
