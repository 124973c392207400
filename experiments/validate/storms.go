package validate

import "herdcast/experiments/validate/theory"

var storms = family{
	"Retry storms",
	"Calls that time out are tried again while the server still works on what was abandoned. The same load is healthy or collapsed, by what came before.",
	[]Case{
		{Name: "storm-healthy", comparisons: func() []comparison {
			q := theory.Queue{Rate: 500, Service: 0.010, Servers: 10}
			return from("M/M/c queue, no attempt being late",
				of("attempts a second", "offered", q.Rate),
				of("successes a second", "goodput", q.Rate),
				of("mean number waiting", "queue.mean", q.MeanWaiting()),
				of("attempts a call", "amplification", 1),
			)
		}},
		{Name: "storm-collapsed", comparisons: func() []comparison {
			s := theory.Storm{Calls: 500, Attempts: 3, Timeout: 0.5, Bounded: room(1000)}.Collapsed()
			return from("mean field over M/M/c/K, its highest fixed point",
				of("attempts a second", "offered", s.Attempts),
				ratio("share of attempts refused", "attempts.unavailable", "attempts", s.Refused),
				of("successes a second", "goodput", 0),
				of("mean number waiting", "queue.mean", s.Inside-10),
			)
		}},
		{Name: "storm-partial", comparisons: func() []comparison {
			const source = "event simulation written apart (the mean field is off by up to 1 %)"
			field := theory.Storm{Calls: 900, Attempts: 4, Timeout: 0.5, Bounded: room(520)}.Collapsed()
			mean := of("attempts a second, mean field", "offered", field.Attempts)
			mean.source, mean.within = "mean field over M/M/c/K, its highest fixed point", 0.01
			return []comparison{
				{what: "attempts a second", measure: "offered", reference: estimated(theory.StormedPartly.Attempts, source)},
				{what: "successes a second", measure: "goodput", reference: estimated(theory.StormedPartly.Succeeded, source)},
				mean,
			}
		}},
		{Name: "storm-dies-out", comparisons: func() []comparison {
			s := theory.Storm{Calls: 600, Attempts: 3, Timeout: 0.5, Bounded: room(490)}.Collapsed()
			return from("mean field over M/M/c/K, its only fixed point",
				of("attempts a second", "offered", s.Attempts),
				of("mean number waiting", "queue.mean", theory.Queue{Rate: 600, Service: 0.010, Servers: 10}.MeanWaiting()),
			)
		}},
		{Name: "storm-grows", comparisons: func() []comparison {
			return from("fluid balance: attempts × calls a second less what is served",
				of("growth of the queue a second", "queue.slope", 3*400-1000),
				of("successes a second", "goodput", 0),
			)
		}},
		{Name: "fleet-with-timeouts-200", comparisons: timeouts(theory.FleetOf200)},
		{Name: "fleet-with-timeouts-60", comparisons: timeouts(theory.FleetOf60)},
	},
}

// room is ten servers of 10 ms with so many places, servers included.
func room(places int) theory.Bounded {
	return theory.Bounded{Queue: theory.Queue{Service: 0.010, Servers: 10}, Room: places}
}

func timeouts(f theory.Fleet) func() []comparison {
	const source = "two event simulations written apart"
	return func() []comparison {
		var all []comparison
		for _, m := range []struct {
			what, measure string
			theory.Estimate
		}{
			{"successes a second", "goodput", f.Succeeded},
			{"attempts a second", "offered", f.Attempts},
			{"attempts a call", "amplification", f.Amplification},
			{"mean duration of a success", "latency.ok.mean", f.SucceededIn},
		} {
			all = append(all, comparison{what: m.what, measure: m.measure, reference: estimated(m.Estimate, source)})
		}
		return all
	}
}
