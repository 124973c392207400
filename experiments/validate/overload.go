package validate

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/experiments/validate/theory"
)

var overload = family{
	"Overload (published)",
	"Figures of Site Reliability Engineering: layers of retries, refused calls that come again, and throttling by the client. " +
		"Throttled clients reach K times what is accepted where the backend can smooth, whatever the load; one that refuses at once at a small limit settles where it rejects 1 − 1/K. " +
		"Failures that ignore the load set it off above a share of 1 − 1/K, and then all but stop the clients; they come back the slower the more each of them calls.",
	[]Case{
		{Name: "layers-4-4-4", comparisons: layered(64, 1)},
		{Name: "layers-3-five", comparisons: layered(243, 1)},
		{Name: "layers-3-five-ninety", comparisons: layered(243, 0.9)},
		{Name: "refused-growth-1", comparisons: growth(1)},
		{Name: "refused-growth-2", comparisons: growth(2)},
		refused(2), refused(4), refused(10),
		{Name: "threads-busy", comparisons: func() []comparison {
			return from(sre+"22: 100 of 1,000 threads", of("share of threads busy", "utilisation", 0.1), of("share of calls that succeed", "calls.success", 1))
		}},
		{Name: "hanging-calls", comparisons: func() []comparison {
			return from(sre+"22, Erlang B for 950 · 0.1 + 50 · 100 threads",
				ratio("share refused", "attempts.unavailable", "attempts", theory.ErlangB(1000, 5095)))
		}},
		{Name: "throttle-2-at-2", comparisons: func() []comparison {
			// At the edge of throttling chance throttles a little more than it should.
			return []comparison{
				{what: "attempts a second that reach the backend", measure: "offered", reference: estimated(estimate(98.208, 0.045), sre+"21, a simulation written apart; without chance 100/s")},
				{what: "calls a second that succeed", measure: "goodput", reference: estimated(estimate(50, 0.0005), sre+"21, a simulation written apart")},
			}
		}},
		adaptive("2", 4, 25, 2), adaptive("2", 10, 10, 2), adaptive("1-1", 2, 50, 1.1), adaptive("1-1", 4, 25, 1.1),
		{Name: "throttle-2-thousand", comparisons: smoothed(25, 2)},
		smallLimit("2", estimate(182.5447, 0.1749), estimate(91.3044, 0.0747)),
		smallLimit("1-1", estimate(73.5260, 0.1936), estimate(66.6272, 0.1322)),
		failing("30", estimate(1200, 0)),
		failing("60", estimate(4.9954, 0.1367)),
		failing("75", estimate(2.0506, 0.0351)),
		{Name: "throttle-returns-slow", comparisons: func() []comparison {
			return from("by hand: the outage is over", ratio("successes an attempt", "calls.succeeded", "attempts", 1))
		}},
		{Name: "throttle-returns-fast", directions: []direction{
			{"share of calls that succeed", "calls.success", result.Less, "throttle-returns-slow", sre + "21, a simulation written apart: from one call a window, accepted ones double every 52 s"},
		}},
	},
}

const sre = "Site Reliability Engineering, 2016, ch. "

// layered is one layer of so many attempts: a layer fails where all of its attempts do.
func layered(attempts int, fails float64) func() []comparison {
	return func() []comparison {
		return from(fmt.Sprintf("%s22, and M. Brooker, Timeouts, retries, and backoff with jitter: %d attempts, layers multiply", sre, attempts),
			of("attempts a call", "amplification", theory.MeanAttempts(fails, attempts)))
	}
}

// growth is 100 a second more in each second.
func growth(second float64) func() []comparison {
	return func() []comparison {
		return from(sre+"22: 10,100, 10,200, 10,300", of("attempts a second", "offered", 10100+100*second))
	}
}

// refused is three attempts at so many times of what is served. A share 1 − q of the
// attempts is, and q³ of the calls never are.
func refused(overload float64) Case {
	return Case{Name: fmt.Sprintf("refused-%g", overload), comparisons: func() []comparison {
		q := math.Cbrt(1 - 1/overload)
		all := from(sre+"21: three times the attempts at the most; refusals independent",
			of("attempts a second", "offered", 1000/overload/(1-q)),
			of("calls a second that succeed", "goodput", 1000/overload),
		)
		all[0].within = 1 / all[0].value // by chance of what comes in a window, of the order of one in all of it
		return all
	}}
}

// adaptive is the book's steady state: K times what the backend accepts reaches it.
func adaptive(k string, overload int, capacity, factor float64) Case {
	return Case{Name: fmt.Sprintf("throttle-%s-at-%d", k, overload), comparisons: smoothed(capacity, factor)}
}

func smoothed(capacity, factor float64) func() []comparison {
	return func() []comparison {
		all := from(sre+"21: K times what is accepted",
			of("attempts a second that reach the backend", "offered", factor*capacity),
			of("calls a second that succeed", "goodput", capacity),
		)
		for i := range all {
			all[i].within = 0.02
		}
		return all
	}
}

// smallLimit is ten servers without a queue; Erlang B is 1 − 1/K at 182.7 and 73.0 a second.
func smallLimit(k string, sent, accepted theory.Estimate) Case {
	return Case{Name: "throttle-" + k + "-limited", comparisons: func() []comparison {
		const source = sre + "21, a simulation written apart: Erlang B is 1 − 1/K"
		return []comparison{
			{what: "attempts a second that reach the backend", measure: "offered", reference: estimated(sent, source)},
			{what: "calls a second that succeed", measure: "goodput", reference: estimated(accepted, source)},
		}
	}}
}

// failing is what each of five clients still sends in 120 s.
func failing(percent string, sent theory.Estimate) Case {
	return Case{Name: "throttle-failures-" + percent, comparisons: func() []comparison {
		const source = sre + "21, a simulation written apart: near 1 / (1 − K(1 − f)) calls a window above 1 − 1/K"
		return []comparison{{what: "attempts a second", measure: "offered", reference: estimated(estimate(sent.Value*5/120, sent.Error*5/120), source)}}
	}}
}
