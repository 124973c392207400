package validate

import (
	"fmt"

	"herdcast/experiments/result"
	"herdcast/experiments/validate/theory"
)

var contention = family{
	"Contention (published)",
	"Marc Brooker's experiment on optimistic locking: clients that read a row, write it and start over when another was faster. " +
		"The program counts writes and the time of the last client. It waits 10 ms after the first conflict, twice its base, for it counts before it computes; so do these scenarios. " +
		"The server never slows down: trying again at once makes the most calls and yet is done first, and jitter saves calls, not time. " +
		"Of the ranks that are published two are those of one size: equal jitter makes more calls than full jitter, and full jitter takes longer than decorrelated, up to 100 clients; at 200 both are the other way round.",
	[]Case{
		{Name: "contention-2-none", comparisons: func() []comparison {
			return from("by hand: one wins, then the other", of("writes", "attempts", 3))
		}},
		contend(10, "none", estimate(50.9, 0.13), estimate(0.3799, 0.0011)),
		contend(10, "exponential", estimate(50.6, 0.13), estimate(3.4169, 0.0416)),
		contend(10, "equal", estimate(42.5, 0.08), estimate(0.7287, 0.0055)),
		contend(10, "full", estimate(39.0, 0.07), estimate(0.4639, 0.0034)),
		contend(10, "decorrelated", estimate(37.72, 0.07), estimate(0.4376, 0.0029)),
		contend(20, "none", estimate(152.59, 0.39), estimate(0.6045, 0.0017)),
		contend(20, "exponential", estimate(149.7, 0.44), estimate(14.4085, 0.0893)),
		contend(20, "equal", estimate(107.99, 0.13), estimate(1.6292, 0.0144)),
		contend(20, "full", estimate(100.2, 0.11), estimate(1.0087, 0.0089)),
		contend(20, "decorrelated", estimate(100.8, 0.15), estimate(0.8073, 0.0053)),
		contend(50, "none", estimate(689.97, 0.54), estimate(1.1423, 0.0014)),
		contend(50, "exponential", estimate(624.3, 0.93), estimate(36.5667, 0.1041)),
		contend(50, "equal", estimate(347.5, 0.19), estimate(4.2450, 0.0178)),
		contend(50, "full", estimate(332.7, 0.16), estimate(2.8853, 0.0175)),
		contend(50, "decorrelated", estimate(373.9, 0.38), estimate(2.2295, 0.0161),
			direction{what: "last client done", measure: "latency.max", expected: result.Less, than: "contention-50-full"}),
		contend(100, "none", estimate(2423.6, 1.03), estimate(2.0281, 0.0014),
			direction{what: "last client done", measure: "latency.max", expected: result.Less, than: "contention-100-decorrelated"}),
		contend(100, "exponential", estimate(1858.0, 1.85), estimate(63.7277, 0.1207),
			direction{what: "writes", measure: "attempts", expected: result.Less, than: "contention-100-none"}),
		contend(100, "equal", estimate(812.5, 0.25), estimate(6.6109, 0.0206),
			direction{what: "writes", measure: "attempts", expected: result.Less, than: "contention-100-decorrelated"},
			direction{what: "last client done", measure: "latency.max", expected: result.Less, than: "contention-100-exponential"}),
		contend(100, "full", estimate(795.36, 0.21), estimate(4.8852, 0.0169),
			direction{what: "writes", measure: "attempts", expected: result.Less, than: "contention-100-equal"},
			direction{what: "last client done", measure: "latency.max", expected: result.Less, than: "contention-100-equal"}),
		contend(100, "decorrelated", estimate(1002.8, 0.89), estimate(4.5572, 0.0203),
			direction{what: "writes", measure: "attempts", expected: result.Less, than: "contention-100-exponential"},
			direction{what: "last client done", measure: "latency.max", expected: result.Less, than: "contention-100-equal"}),
		contend(200, "none", estimate(8816.39, 2.24), estimate(3.7002, 0.0014)),
		contend(200, "exponential", estimate(5609.98, 3.90), estimate(104.9717, 0.1342)),
		contend(200, "equal", estimate(1871.58, 0.39), estimate(9.7002, 0.0202)),
		contend(200, "full", estimate(1889.8, 0.40), estimate(7.6891, 0.0170),
			direction{what: "writes", measure: "attempts", expected: result.More, than: "contention-200-equal"},
			direction{what: "last client done", measure: "latency.max", expected: result.Less, than: "contention-200-decorrelated"}),
		contend(200, "decorrelated", estimate(2613.6, 1.95), estimate(8.2871, 0.0280)),
		inStep("20-in-step", 20, 0.8),
		inStep("100-in-step", 100, 4),
		// 20 rounds, and the waits between: 8 that double from 10 ms, 11 of 2 s.
		inStep("20-in-step-exponential", 20, 0.8+0.010*255+11*2),
	},
}

const brooker2015 = "program of M. Brooker, Exponential Backoff And Jitter, AWS Architecture Blog, 2015 (aws-samples/aws-arch-backoff-simulator), 1000 runs of one written apart that agrees with it"

func contend(clients int, rule string, calls, done theory.Estimate, directions ...direction) Case {
	return Case{Name: fmt.Sprintf("contention-%d-%s", clients, rule), directions: published(brooker2015, directions...), comparisons: func() []comparison {
		return []comparison{
			{what: "writes", measure: "attempts", reference: estimated(calls, brooker2015)},
			{what: "last client done", measure: "latency.max", reference: estimated(done, brooker2015)},
		}
	}}
}

// inStep is clients none of which is ever ahead: one wins each round.
func inStep(name string, clients int, done float64) Case {
	return Case{Name: "contention-" + name, comparisons: func() []comparison {
		return from("by hand: one winner a round of 40 ms, n(n+1)/2 writes",
			of("writes", "attempts", float64(clients*(clients+1)/2)),
			of("last client done", "latency.max", done),
		)
	}}
}
