package validate

import "herdcast/experiments/validate/theory"

var effects = family{
	"Effects",
	"What lands twice, and what is reported as failed although it landed, when replies are lost or come too late.",
	[]Case{
		{Name: "replies-lost-2", comparisons: losses(theory.Losses{Reply: 0.01, Most: 2})},
		{Name: "replies-lost-3", comparisons: losses(theory.Losses{Reply: 0.1, Most: 3})},
		{Name: "replies-lost-5", comparisons: losses(theory.Losses{Reply: 0.3, Most: 5})},
		{Name: "replies-lost-10", comparisons: losses(theory.Losses{Reply: 0.5, Most: 10})},
		{Name: "requests-lost-2", comparisons: losses(theory.Losses{Request: 0.2, Reply: 0.2, Most: 2})},
		{Name: "requests-lost-3", comparisons: losses(theory.Losses{Request: 0.1, Reply: 0.1, Most: 3})},
		{Name: "requests-lost-4", comparisons: losses(theory.Losses{Request: 0.3, Reply: 0.1, Most: 4})},
		{Name: "requests-lost-5", comparisons: losses(theory.Losses{Request: 0.05, Reply: 0.4, Most: 5})},
		{Name: "keys-2", comparisons: keyed(theory.Keyed{Service: 0.2, Timeout: 0.1, Pause: 0.1, Most: 2})},
		{Name: "keys-3-late", comparisons: keyed(theory.Keyed{Service: 0.1, Timeout: 0.2, Pause: 0.2, Most: 3})},
		{Name: "keys-3-early", comparisons: keyed(theory.Keyed{Service: 0.1, Timeout: 0.1, Pause: 0.05, Most: 3})},
		{Name: "keys-5", comparisons: keyed(theory.Keyed{Service: 1, Timeout: 0.5, Pause: 0.25, Most: 5})},
		{Name: "key-expires-3", comparisons: expiring(0.3, 1, 1.5, 3)},
		{Name: "key-expires-4", comparisons: expiring(0.5, 0.5, 0.4, 4)},
		{Name: "key-expires-5", comparisons: expiring(0.3, 1, 2.5, 5)},
		{Name: "key-expires-6", comparisons: expiring(0.5, 1, 1.5, 6)},
	},
}

func losses(l theory.Losses) func() []comparison {
	return func() []comparison {
		return from("truncated geometric law with two places of loss",
			of("attempts a call", "amplification", l.Attempts()),
			ratio("effects a call", "effects.landed", "calls", l.Landed()),
			ratio("duplicates a call", "effects.duplicates", "calls", l.Duplicates()),
			ratio("share of false failures", "effects.false_failures", "calls", l.FalseFailures()),
		)
	}
}

func keyed(k theory.Keyed) func() []comparison {
	return func() []comparison {
		return from("one exponential work met at known instants",
			of("attempts a call", "amplification", k.Attempts()),
			ratio("conflicts a call", "attempts.conflict", "calls", k.Conflicts()),
			ratio("share of false failures", "effects.false_failures", "calls", k.FalseFailures()),
			ratio("effects a call", "effects.landed", "calls", 1),
			of("duplicates", "effects.duplicates", 0),
		)
	}
}

func expiring(lost, apart, kept float64, most int) func() []comparison {
	return func() []comparison {
		landed := theory.Expired(lost, apart, kept, most)
		return from("geometric law over the attempts that meet no key",
			ratio("effects a call", "effects.landed", "calls", landed),
			ratio("duplicates a call", "effects.duplicates(cause=key_expired)", "calls", landed-1),
			ratio("share of false failures", "effects.false_failures", "calls", theory.Losses{Reply: lost, Most: most}.FalseFailures()),
		)
	}
}
