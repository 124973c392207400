package validate

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/experiments/validate/theory"
)

var sustained = family{
	"Lasting storms (published)",
	"Retries that keep a server overloaded after the fault has gone. Once each attempt times out, a call of n attempts is n services: demand above capacity / n never drains, below it always does, if it is left alone for long enough. " +
		"A fault must first make calls late to set that off: with four and more attempts it, not capacity / n, decides how much is too much. Measured long after the fault, unless it says otherwise.",
	[]Case{
		{Name: "sustained-140", comparisons: lasting(140, 1, bronson)},
		{Name: "sustained-160", comparisons: lasting(160, 2, bronson)},
		{Name: "sustained-280", comparisons: lasting(280, 2, bronson)},
		{Name: "sustained-280-once", comparisons: lasting(280, 1, bronson)},
		{Name: "sustained-90-twice", comparisons: lasting(90, 1, bronson+"; below 100/s with two retries")},
		{Name: "sustained-110-twice", comparisons: lasting(110, 3, bronson+"; below 100/s with two retries")},
		{Name: "relieved-140", comparisons: lasting(280, 2, bronson+"; 140/s is below 150/s, but 5 minutes work off 6,000 of 13,000")},
		{Name: "relieved-100", comparisons: lasting(280, 1, bronson)},
		recovery(100), recovery(120, "recovery-100"), recovery(140, "recovery-120"),
		{Name: "trigger-19-of-64s", comparisons: lasting(19, 1, huang)},
		{Name: "trigger-30-of-10s", comparisons: lasting(30, 1, huang+", shortest 14.4 s")},
		{Name: "trigger-30-of-20s", comparisons: lasting(30, 5, huang+", shortest 14.4 s")},
		{Name: "trigger-50-of-5s", comparisons: lasting(50, 1, huang+", shortest 6.9 s")},
		{Name: "trigger-50-of-10s", comparisons: lasting(50, 5, huang+", shortest 6.9 s")},
		trigger("a", 38.5, 13, "trigger-near-b"),
		trigger("b", 38.5, 21, ""),
		trigger("c", 38.5, 10, "trigger-near-b"),
		trigger("d", 28.875, 0, "trigger-near-a"),
		edge("2-below", 72, 1), edge("2-just-below", 79.5, 1), edge("2-just-above", 80.5, 2), edge("2-above", 88, 2),
		edge("3-below", 48, 1), edge("3-just-below", 52.8, 1), edge("3-just-above", 53.8, 3), edge("3-above", 58, 3),
		edge("4-below", 42, 1), edge("4-above", 44, 4), edge("5-below", 42, 1), edge("5-above", 44, 5),
		edge("4-longer-below", 41, 1), edge("4-longer-above", 42, 4),
		edge("2-dropped", 120, 1), edge("3-dropped", 101.3, 1), edge("4-dropped", 76, 1),
		drains(64), drains(72, "edge-2-drains-64"), drains(78, "edge-2-drains-72"),
	},
}

const (
	bronson = "N. Bronson and others, Metastable Failures in Distributed Systems, HotOS 2021: stable below capacity / attempts = 150/s, stuck at 560/s for 280/s"
	huang   = "after the MongoDB runs of L. Huang and others, Metastable Failures in the Wild, OSDI 2022 (lexiangh/Metastability), whose load is not published; which triggers tip, a simulation written apart"
	drained = "fluid balance: storms last above capacity / attempts, 80/s and 53.3/s; with four and more the fault itself must make calls late, a simulation written apart has the edge at 42.9/s, at 41.3/s for 6 s, and none at these rates where abandoned requests are dropped"
)

// lasting says whether what is left after the fault is health (one attempt a call,
// all succeed) or a storm (all attempts a call, none succeeds).
func lasting(calls, attempts float64, source string) func() []comparison {
	success := 0.0
	if attempts == 1 {
		success = 1
	}
	return func() []comparison {
		return from(source,
			of("attempts a second", "offered", calls*attempts),
			of("share of calls that succeed", "calls.success", success),
		)
	}
}

func edge(name string, calls, attempts float64) Case {
	return Case{Name: "edge-" + name, comparisons: lasting(calls, attempts, drained)}
}

// recovery takes the longer the nearer the calls are to half of the capacity.
func recovery(calls float64, shorter ...string) Case {
	s := theory.Slowdown{Calls: calls, Capacity: 300, Lasts: 10, Timeout: 1}
	return emptied(fmt.Sprintf("recovery-%g", calls), bronson, s, shorter)
}

func drains(calls float64, shorter ...string) Case {
	s := theory.Slowdown{Calls: calls, Capacity: 160, Slow: 40, Lasts: 3, Timeout: 0.2}
	return emptied(fmt.Sprintf("edge-2-drains-%g", calls), drained, s, shorter)
}

func emptied(name, source string, s theory.Slowdown, shorter []string) Case {
	c := Case{Name: name, comparisons: func() []comparison {
		all := from("fluid balance; recovery is told in whole seconds: one is allowed", of("recovery time", "recovery.time", s.Recovers()))
		all[0].within = 1 / s.Recovers()
		return all
	}}
	for _, than := range shorter {
		c.directions = append(c.directions, direction{"recovery time", "recovery.time", result.More, than, source})
	}
	return c
}

// trigger is a fault near the shortest that tips: so many of 24 runs did.
func trigger(name string, calls, tipped float64, than string) Case {
	c := Case{Name: "trigger-near-" + name, comparisons: func() []comparison {
		share := tipped / 24
		healthy := estimate(calls*(1-share), calls*math.Sqrt(share*(1-share)/24))
		return []comparison{{what: "successes a second", measure: "goodput", reference: estimated(healthy, fmt.Sprintf("%s: %g of 24 runs", huang, tipped))}}
	}}
	if than != "" {
		c.directions = []direction{{"successes a second", "goodput", result.More, than, huang}}
	}
	return c
}
