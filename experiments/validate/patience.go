package validate

import "herdcast/experiments/validate/theory"

var patience = family{
	"Callers with patience",
	"Calls wait for a permit of the wrapper, each only so long; who has a permit is served for as long as it takes.",
	[]Case{
		{Name: "patience-12", comparisons: impatient(12, 1, 0.5)},
		{Name: "patience-110", comparisons: impatient(110, 0.1, 0.2)},
		{Name: "patience-150", comparisons: impatient(150, 0.1, 0.25)},
		{Name: "patience-90", comparisons: impatient(90, 0.1, 0.5)},
		{Name: "patience-fixed-10", comparisons: strict(theory.Queue{Rate: 110, Service: 0.1, Servers: 10}, 0.2)},
		{Name: "patience-fixed-1-50", comparisons: strict(theory.Queue{Rate: 80, Service: 0.01, Servers: 1}, 0.05)},
		{Name: "patience-fixed-1-100", comparisons: strict(theory.Queue{Rate: 90, Service: 0.01, Servers: 1}, 0.1)},
		{Name: "patience-fixed-32", comparisons: strict(theory.Queue{Rate: 400, Service: 0.1, Servers: 32}, 0.1)},
	},
}

// impatient is ten permits for callers with exponential patience.
func impatient(rate, service, mean float64) func() []comparison {
	return func() []comparison {
		i := theory.Impatient{Queue: theory.Queue{Rate: rate, Service: service, Servers: 10}, Patience: mean}
		return from("M/M/c+M (Palm's Erlang A), birth-death chain",
			ratio("share that gives up", "rejections", "calls", i.GivesUp()),
			of("mean number waiting", "limit.waiting", i.MeanWaiting()),
			of("served a second", "goodput", i.Served()),
		)
	}
}

func strict(q theory.Queue, exactly float64) func() []comparison {
	return func() []comparison {
		s := theory.Strict{Queue: q, Patience: exactly}
		return from("M/M/c+D (Barrer), density of the virtual wait",
			ratio("share that gives up", "rejections", "calls", s.GivesUp()),
			of("mean number waiting", "limit.waiting", s.MeanWaiting()),
			of("served a second", "goodput", s.Served()),
			of("mean response of the served", "latency.ok.mean", s.MeanWait()+q.Service),
		)
	}
}
