package validate

import (
	"math"

	"herdcast/experiments/result"
	"herdcast/experiments/validate/theory"
)

var collapse = family{
	"Collapse (published)",
	"Marc Brooker's collapse by timeout and retry: a server that takes the longer the more it has inside, under a load that rises and falls, or surges for 5 s. " +
		"After the surge, retries at once have two ends: three runs of four stay down, the others recover, and the mean describes none. Jitter over tens of seconds saves the surge, not the ramp, where no retry is best. " +
		"The program counts a retry when it decides on it, not when it is sent: only successes are compared where it waits.",
	[]Case{
		window("ramp-again-5", estimate(49.41, 0.06), estimate(55.95, 0.08), estimate(0.07, 0)),
		window("ramp-again-25", estimate(0.45, 0.06), estimate(75.70, 0.13), estimate(140.44, 0.48)),
		window("ramp-jitter-30", estimate(0, 0)),
		window("ramp-jitter-50", estimate(0, 0)),
		window("ramp-once-50", estimate(37.35, 0.06), estimate(32.03, 0.06)),
		window("surge-again-70", estimate(11.03, 0.57), estimate(39.91, 0.07), estimate(57.82, 1.13)),
		window("surge-jitter-25", estimate(34.44, 0.37)),
		window("surge-jitter-30", estimate(48.62, 0.12)),
		window("surge-jitter-70", estimate(40.04, 0.07)),
		window("surge-once-20", estimate(51.51, 0.05), estimate(79.75, 0.13)),
		window("surge-once-40", estimate(40.00, 0.06), estimate(40.08, 0.06)),
		whole("ramp-again", estimate(0.3018, 0.0008), estimate(2.3978, 0.0016)),
		whole("ramp-jitter", estimate(0.313, 0.0005), theory.Estimate{}),
		whole("ramp-once", estimate(0.5813, 0.0014), estimate(1, 0), "collapse-ramp-jitter"),
		whole("surge-again", estimate(0.5101, 0.0092), estimate(1.9031, 0.0172)),
		whole("surge-jitter", estimate(0.9774, 0.0004), estimate(1.0437, 0.0010), "collapse-surge-once"),
		whole("surge-once", estimate(0.9363, 0.0007), estimate(1, 0), "collapse-surge-again"),
	},
}

const collapsing = "program of M. Brooker (mbrooker/simulator_example, simple_collapse_sim), 1000 runs of one written apart that agrees with it"

// window compares a part of the run: successes, and the attempts that are sent, of
// each kind.
func window(name string, succeed theory.Estimate, attempts ...theory.Estimate) Case {
	return Case{Name: "collapse-" + name, comparisons: func() []comparison {
		all := []comparison{{what: "successes a second", measure: "goodput", reference: estimated(succeed, collapsing)}}
		var sum theory.Estimate
		for _, a := range attempts {
			sum = estimate(sum.Value+a.Value, math.Hypot(sum.Error, a.Error))
		}
		if sum.Value > 0 {
			all = append(all, comparison{what: "attempts a second", measure: "offered", reference: estimated(sum, collapsing)})
		}
		return all
	}}
}

// whole compares all of the run; attempts are 0 where they are not known.
func whole(name string, succeed, attempts theory.Estimate, fewer ...string) Case {
	c := Case{Name: "collapse-" + name, comparisons: func() []comparison {
		all := []comparison{{what: "successes a call", measure: "calls.succeeded", per: "calls", reference: estimated(succeed, collapsing)}}
		if attempts.Value > 0 {
			all = append(all, comparison{what: "attempts a call", measure: "attempts", per: "calls", reference: estimated(attempts, collapsing)})
		}
		return all
	}}
	for _, than := range fewer {
		c.directions = append(c.directions, direction{"successes", "calls.succeeded", result.More, than, collapsing})
	}
	return c
}
