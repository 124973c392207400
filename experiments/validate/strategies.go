package validate

import (
	"strconv"

	"herdcast/experiments/result"
	"herdcast/experiments/validate/theory"
)

var strategies = family{
	"Strategies (published)",
	"Marc Brooker's comparison of retry strategies: none changes how often an attempt fails, only how many are made, so that successes are always attempts times the share that succeeds. " +
		"The text feeds the token bucket at each success, and so do these scenarios; its program feeds it when a call starts. " +
		"The breaker of the program divides a client's failed attempts by its calls, here they are divided by its attempts, and more than a tenth is a tenth or more: 1 % is allowed for that. " +
		"Where there are many clients with few calls each, breakers come to no retries and buckets to all that are wanted.",
	[]Case{
		{Name: "strategy-none-50", comparisons: inBetween(0.5, 1)},
		threeRetries(10), threeRetries(25),
		threeRetries(50, direction{what: "attempts a call", measure: "amplification", expected: result.More, than: "strategy-bucket-50"}),
		threeRetries(75),
		threeRetries(100, direction{what: "attempts a second", measure: "offered", expected: result.More, than: "strategy-three-10"}),
		// Far below a tenth the bucket never runs out, and a call is tried until it succeeds.
		{Name: "strategy-bucket-1", comparisons: func() []comparison {
			return from(brooker2022+", geometric law", of("attempts a call", "amplification", 1/0.99), perAttempt(0.01))
		}},
		bucket(10),
		bucket(25),
		bucket(50, direction{what: "attempts a call", measure: "amplification", expected: result.More, than: "strategy-breaker-50"}),
		bucket(75),
		breakerOnRetries("1", 0.01, estimate(1.0088, 0.0001), estimate(0.99897, 0.00006)),
		breakerOnRetries("5", 0.05, estimate(1.0386, 0.0004), estimate(0.98635, 0.00047)),
		breakerOnRetries("10", 0.1, estimate(1.0311, 0.0003), estimate(0.92744, 0.00073)),
		breakerOnRetries("20", 0.2, estimate(1.0035, 0.0001), estimate(0.80184, 0.00069)),
		breakerOnRetries("50", 0.5, estimate(1, 0), estimate(0.50084, 0.00067)),
		breakerOnRetries("75", 0.75, estimate(1, 0), estimate(0.24953, 0.00062)),
		{Name: "strategy-breaker-100", comparisons: inBetween(1, 1)},
		{Name: "strategy-bucket-10-clients", comparisons: fifthFails},
		{Name: "strategy-bucket-100-clients", comparisons: fifthFails},
		{Name: "strategy-bucket-1000-clients", directions: published(brooker2022,
			direction{what: "attempts a call", measure: "amplification", expected: result.More, than: "strategy-bucket-10-clients"},
			direction{what: "attempts a call", measure: "amplification", expected: result.More, than: "strategy-breaker-1000-clients"},
		), comparisons: func() []comparison {
			return append(fifthFails(), comparison{what: "attempts a call", measure: "amplification", reference: estimated(estimate(1.2497, 0.0009), written2022)})
		}},
		breakerOnRetries("10-clients", 0.2, estimate(1.0033, 0.0002), estimate(0.80466, 0.00094)),
		breakerOnRetries("100-clients", 0.2, estimate(1.0043, 0.0001), estimate(0.80269, 0.00085)),
		breakerOnRetries("1000-clients", 0.2, estimate(1, 0), estimate(0.79918, 0.00066),
			direction{what: "attempts a call", measure: "amplification", expected: result.Less, than: "strategy-breaker-10-clients"}),
		{Name: "strategy-serial-0", comparisons: func() []comparison {
			return from("by hand: each client is on time", of("attempts a second", "offered", 1000))
		}},
		{Name: "strategy-serial-100", directions: published(brooker2022,
			direction{what: "attempts a second", measure: "offered", expected: result.Less, than: "strategy-serial-0"},
		), comparisons: func() []comparison {
			// A call takes eight trips and three waits, 0.78 s, and the next one is due by
			// then. A window of 160 s holds 205 calls of a client; what it cuts at its ends is
			// less than one.
			all := from(brooker2022+", renewals", of("attempts a second", "offered", 100*4/0.78))
			all[0].within = 1.0 / 205
			return all
		}},
	},
}

const (
	brooker2022 = "M. Brooker, Fixing retries with token buckets and circuit breakers, 2022 (mbrooker/simulator_example)"
	written2022 = brooker2022 + ", a simulation written apart"
)

// perAttempt is what holds for every strategy: each attempt succeeds as often, and a
// success ends the call.
func perAttempt(fails float64) comparison {
	return ratio("successes an attempt", "calls.succeeded", "attempts", 1-fails)
}

func fifthFails() []comparison { return from(brooker2022, perAttempt(0.2)) }

// inBetween is the geometric law, cut after so many attempts.
func inBetween(fails float64, most int) func() []comparison {
	return func() []comparison {
		o := theory.Outcomes{Again: fails, Most: most}
		return from(brooker2022+", truncated geometric law",
			of("attempts a call", "amplification", o.Attempts()),
			of("share of calls that succeed", "calls.success", o.Succeeds()),
		)
	}
}

// threeRetries is 1+N attempts where all fail, by the blog.
func threeRetries(percent int, directions ...direction) Case {
	return Case{
		Name: "strategy-three-" + strconv.Itoa(percent), directions: published(brooker2022, directions...),
		comparisons: inBetween(float64(percent)/100, 4),
	}
}

// bucket is held to 1500 runs of what the program does, and to what holds for every
// strategy.
func bucket(percent int, directions ...direction) Case {
	return Case{Name: "strategy-bucket-" + strconv.Itoa(percent), directions: published(brooker2022, directions...), comparisons: func() []comparison {
		fails := float64(percent) / 100
		return append(from(brooker2022, perAttempt(fails)),
			comparison{what: "attempts a call", measure: "amplification", reference: estimated(theory.FedBySuccesses[fails], written2022)})
	}}
}

// breakerOnRetries allows 1 % for what the published breaker divides by.
func breakerOnRetries(name string, fails float64, attempts, succeed theory.Estimate, directions ...direction) Case {
	return Case{Name: "strategy-breaker-" + name, directions: published(brooker2022, directions...), comparisons: func() []comparison {
		identity := from(brooker2022, perAttempt(fails))
		return append(identity,
			comparison{what: "attempts a call", measure: "amplification", reference: estimated(attempts, written2022), within: 0.01},
			comparison{what: "share of calls that succeed", measure: "calls.success", reference: estimated(succeed, written2022), within: 0.01},
		)
	}}
}
