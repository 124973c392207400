package validate

import (
	"herdcast/experiments/result"
	"herdcast/experiments/validate/theory"
)

var spikes = family{
	"Spikes on a bounded queue (published)",
	"The retry storm of DesCartes and the server of Metafor: who meets a full queue is lost for good. There without a word, here by an answer that is not tried again, which is the same for the queue. " +
		"At 9.3 of 10 a second a queue of no retries passes the timeout by chance, so that some runs tip without any spike: what lasts and what passes is seen better at 2 and 5 a second.",
	[]Case{
		spiked("three", 9.3, estimate(0, 0), estimate(1.99, 0.01), estimate(99.83, 0.07)),
		spiked("one", 9.3, estimate(0, 0), estimate(1.66, 0.005), estimate(99.27, 0.09)),
		spiked("backoff", 9.3, estimate(0, 0), estimate(2.00, 0.01), estimate(99.76, 0.06)),
		spiked("three-6", 6, estimate(0, 0), estimate(2.46, 0.01), estimate(98.64, 0.13)),
		spiked("three-7", 7, estimate(0, 0), estimate(2.27, 0.01), estimate(99.40, 0.08)),
		{Name: "spike-three-2", comparisons: lasting(2, 1, descartes+": recovered in all runs")},
		{Name: "spike-three-5", comparisons: func() []comparison {
			return from(descartes+": stuck in all runs", of("successes a second", "goodput", 0))
		}},
		spiked("absent", 9.3, estimate(3.19, 0.70), estimate(1.65, 0.08), estimate(68.33, 6.87)),
		spiked("none", 9.3, estimate(8.75, 0.27), estimate(1, 0), estimate(13.94, 1.48)),
		spiked("budget", 9.3, estimate(8.28, 0.32), estimate(1.01, 0.005), estimate(17.20, 1.98)),
		spiked("patient", 9.3, estimate(9.36, 0.06), estimate(1, 0), estimate(13.86, 1.47)),
		{
			Name:       "spike-short-queue",
			directions: []direction{{"successes a second", "goodput", result.More, "spike-three", descartes + ": where a full queue is waited in for less than the timeout, no run is stuck"}},
			comparisons: func() []comparison {
				return from(descartes+": hardly any attempt is late", of("attempts a second", "offered", 9.3))
			},
		},
		{Name: "tipping-9-5", comparisons: func() []comparison {
			return []comparison{
				{what: "mean number waiting", measure: "queue.mean", reference: estimated(estimate(96.9, 0.05), metafor)},
				{what: "successes a second", measure: "goodput", reference: reference{source: metafor}},
			}
		}},
		{Name: "tipping-none", comparisons: func() []comparison {
			q := theory.Bounded{Queue: theory.Queue{Rate: 9.5, Service: 0.1, Servers: 1}, Room: 99}
			return from("M/M/1/K queue", of("mean number waiting", "queue.mean", q.MeanWaiting()))
		}},
		{Name: "tipping-filled-1-5", comparisons: lasting(1.5, 1, metafor+": empty after 44 s")},
		{Name: "tipping-filled-4", comparisons: func() []comparison {
			return from(metafor+": never empty", of("successes a second", "goodput", 0))
		}},
	},
}

const (
	descartes = "example of DesCartes (rupakm/DesCartes), a simulation written apart"
	metafor   = "README example of Metafor (mpi-sws-rse/metafor), a simulation written apart"
)

// spiked compares the end of a run: successes, attempts a call sent in the same
// time, and how many are inside, one of them in service.
func spiked(name string, calls float64, succeed, attempts, inside theory.Estimate) Case {
	return Case{Name: "spike-" + name, comparisons: func() []comparison {
		return []comparison{
			{what: "successes a second", measure: "goodput", reference: estimated(succeed, descartes)},
			{what: "attempts a second", measure: "offered", reference: estimated(estimate(calls*attempts.Value, calls*attempts.Error), descartes)},
			{what: "mean number waiting", measure: "queue.mean", reference: estimated(estimate(inside.Value-1, inside.Error), descartes)},
		}
	}}
}
