package validate

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/experiments/validate/theory"
)

var herds = family{
	"Herds of retries (published)",
	"Polly's decorrelated jitter of the second kind, whose retries each keep to an interval of their own, beside other rules: 20,000 agents fail together, and all that they do. " +
		"It makes no steps at multiples of its base, but is not the lowest: the decorrelated jitter of AWS is, and sends nothing in the first second. The median of its first wait is 0.90 of the one that is asked for; that of retries doubles.",
	[]Case{
		polly(1), polly(2), polly(4), polly(5),
		begun("polly", func() float64 { return theory.Polly{First: 1}.Sent(1, 5) }),
		begun("full", func() float64 { return theory.Full(1, 2, 16, 5).Sent(1) }),
		begun("decorrelated", func() float64 { return 0 }), // the shortest first wait is 1 s
		{Name: "herd-exponential", directions: above("equal"), comparisons: func() []comparison {
			return from("by hand: all at once", of("fullest 50 ms", "herd.retry_peak", 20000))
		}},
		{Name: "herd-equal", directions: above("full")},
		crowded("full", 1.55, "polly"), crowded("polly", 1.10, "decorrelated"), crowded("decorrelated", 0.65),
		{Name: "doubling-ten", comparisons: func() []comparison {
			return from("by hand, 1 + 2 + … + 512 s; 2^10 s, called nearly half an hour in a summary of M. Brooker, Timeouts, retries, and backoff with jitter, is 17 minutes as well",
				of("time in backoff", "latency.mean", 1023))
		}},
	},
}

const contrib = "readme of Polly.Contrib.WaitAndRetry"

func polly(retries int) Case {
	return Case{Name: fmt.Sprintf("polly-%d", retries), comparisons: func() []comparison {
		return sums(contrib+", its formula", theory.Polly{First: 1, Retry: retries})
	}}
}

// begun is how many retries an agent sends in the first second.
func begun(rule string, sent func() float64) Case {
	return Case{Name: "herd-" + rule + "-second", comparisons: func() []comparison {
		return from("sum of the laws of the times", ratio("retries of an agent in the first second", "attempts.retries", "calls", sent()))
	}}
}

// crowded is the fullest bin of 50 ms, as retries of an agent per second. The
// reference is of 200,000 agents: of 20,000 it is the fullest of a few bins that are
// alike, and fuller by about the standard deviation of such a count.
func crowded(rule string, peak float64, than ...string) Case {
	return Case{Name: "herd-" + rule, directions: above(than...), comparisons: func() []comparison {
		all := from(contrib+", draws of 200,000 agents", of("fullest 50 ms", "herd.retry_peak", peak*20000*0.05))
		all[0].within = 1 / math.Sqrt(all[0].value)
		return all
	}}
}

func above(rules ...string) []direction {
	var all []direction
	for _, rule := range rules {
		all = append(all, direction{"fullest 50 ms", "herd.retry_peak", result.More, "herd-" + rule, contrib})
	}
	return all
}
