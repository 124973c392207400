package validate

import (
	"fmt"
	"math"

	"herdcast/experiments/validate/theory"
)

var storms = family{
	"Retry storms",
	"Calls that time out are tried again while the server still works on what was abandoned. The same load is healthy or collapsed, by what came before. " +
		"Between both the mean field has a third fixed point that no run keeps, for 500 calls a second at 1,001 attempts a second. On which side a storm goes, " +
		"how long the servers stood still decides: beyond timeout · (2 − calls/capacity), 750 ms for 500 calls a second and 650 ms for 700, it lasts.",
	[]Case{
		{Name: "storm-healthy", comparisons: healthy(500)},
		{Name: "storm-healthy-800", comparisons: healthy(800)},
		{Name: "storm-collapsed", comparisons: collapsed},
		{Name: "storm-below-the-edge", comparisons: healthy(500)},
		{Name: "storm-above-the-edge", comparisons: collapsed},
		{Name: "storm-partial", comparisons: partly(900, 520)},
		{Name: "storm-partial-515", comparisons: partly(800, 515)},
		{Name: "storm-partial-530", comparisons: partly(800, 530)},
		{Name: "storm-partial-560", comparisons: partly(700, 560)},
		{Name: "storm-partial-below-the-edge", comparisons: healthy(700)},
		{Name: "storm-partial-above-the-edge", comparisons: partly(700, 560)},
		{Name: "storm-dies-out", comparisons: diesOut(490)},
		{Name: "storm-dies-out-505", comparisons: diesOut(505)},
		{Name: "storm-drains", comparisons: healthy(300)},
		{Name: "storm-grows", comparisons: grows(400, 3)},
		{Name: "storm-grows-250", comparisons: grows(250, 5)},
		{Name: "fleet-with-timeouts-200", comparisons: timeouts(theory.FleetOf200, 100)},
		{Name: "fleet-with-timeouts-60", comparisons: timeouts(theory.FleetOf60, 100)},
	},
}

// storm is ten servers of 10 ms with so many places, servers included, and a timeout of
// 500 ms.
func storm(calls float64, attempts, places int) theory.Storm {
	return theory.Storm{Calls: calls, Attempts: attempts, Timeout: 0.5,
		Bounded: theory.Bounded{Queue: theory.Queue{Service: 0.010, Servers: 10}, Room: places}}
}

func healthy(calls float64) func() []comparison {
	return func() []comparison {
		q := theory.Queue{Rate: calls, Service: 0.010, Servers: 10}
		return from("M/M/c queue, no attempt being late",
			of("attempts a second", "offered", q.Rate),
			of("successes a second", "goodput", q.Rate),
			of("mean number waiting", "queue.mean", q.MeanWaiting()),
			of("attempts a call", "amplification", 1),
		)
	}
}

func collapsed() []comparison {
	s := storm(500, 3, 1000).Collapsed()
	return from("mean field over M/M/c/K, its highest fixed point",
		of("attempts a second", "offered", s.Attempts),
		ratio("share of attempts refused", "attempts.unavailable", "attempts", s.Refused),
		of("successes a second", "goodput", 0),
		of("mean number waiting", "queue.mean", s.Inside-10),
	)
}

// partly is a collapse in which some attempts succeed.
func partly(calls, room int) func() []comparison {
	const source = "event simulation written apart (the mean field is off by up to 1 %)"
	return func() []comparison {
		p := theory.PartlyOf[[2]int{calls, room}]
		return []comparison{
			{what: "attempts a second", measure: "offered", reference: estimated(p.Made, source)},
			{what: "successes a second", measure: "goodput", reference: estimated(p.Succeeded, source)},
		}
	}
}

func diesOut(room int) func() []comparison {
	return func() []comparison {
		s := storm(600, 3, room).Collapsed()
		return from("mean field over M/M/c/K, its only fixed point",
			of("attempts a second", "offered", s.Attempts),
			of("mean number waiting", "queue.mean", theory.Queue{Rate: 600, Service: 0.010, Servers: 10}.MeanWaiting()),
		)
	}
}

func grows(calls, attempts float64) func() []comparison {
	return func() []comparison {
		return from("fluid balance: attempts × calls a second less what is served",
			of("growth of the queue a second", "queue.slope", attempts*calls-1000),
			of("successes a second", "goodput", 0),
		)
	}
}

// timeouts compares only what the end of the run does not cut: a call that is open then
// lacks its later attempts, which would take a tenth of a percent off attempts a call. In
// a closed fleet the tasks that start in a time are the calls that end in it.
func timeouts(f theory.Fleet, seconds float64) func() []comparison {
	const source = "two event simulations written apart"
	ended := theory.Estimate{
		Value: (f.Succeeded.Value + f.Failed.Value) * seconds,
		Error: math.Hypot(f.Succeeded.Error, f.Failed.Error) * seconds,
	}
	return func() []comparison {
		return []comparison{
			{what: "successes a second", measure: "goodput", reference: estimated(f.Succeeded, source)},
			{what: "attempts a second", measure: "offered", reference: estimated(f.Attempts, source)},
			{what: fmt.Sprintf("calls ended in %v s", seconds), measure: "tasks.started", reference: estimated(ended, source)},
			{what: "share of attempts refused", measure: "attempts.unavailable", per: "attempts", reference: estimated(f.Refused, source)},
			{what: "mean duration of a success", measure: "latency.ok.mean", reference: estimated(f.SucceededIn, source)},
		}
	}
}
