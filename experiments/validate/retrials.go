package validate

import "herdcast/experiments/validate/theory"

const (
	slotQueue  = "M/G/1 retrial queue"
	limitQueue = "M/M/c/c retrial queue, chain of busy servers and calls in backoff"
)

var retrials = family{
	"Retries at a limit",
	"A concurrency limit refuses, and refused calls come again after exponential pauses: for ever, or only so often.",
	[]Case{
		{Name: "one-slot-60", comparisons: slot(60, theory.Exponential(0.010), 0.050)},
		{Name: "one-slot-80", comparisons: slot(80, theory.Exponential(0.010), 0.020)},
		{Name: "one-slot-70", comparisons: slot(70, theory.Exponential(0.010), 0.001)},
		{Name: "one-slot-60-constant", comparisons: slot(60, theory.Constant(0.010), 0.050)},
		{Name: "one-slot-60-lognormal", comparisons: slot(60, theory.LogNormal{Average: 0.010, Sigma: 1}, 0.050)},
		{Name: "endless-5", comparisons: endless(theory.Retrial{Rate: 4, Service: 1, Limit: 5, Pause: 2})},
		{Name: "endless-10", comparisons: endless(theory.Retrial{Rate: 8, Service: 1, Limit: 10, Pause: 1})},
		{Name: "endless-70", comparisons: endless(theory.Retrial{Rate: 70, Service: 0.1, Limit: 10, Pause: 0.5})},
		{Name: "once-more-2s", comparisons: once(theory.Retrial{Rate: 12, Service: 1, Limit: 10, Pause: 2, Once: true})},
		{Name: "once-more-20s", comparisons: once(theory.Retrial{Rate: 12, Service: 1, Limit: 10, Pause: 20, Once: true})},
		{Name: "once-more-100", comparisons: once(theory.Retrial{Rate: 100, Service: 0.1, Limit: 10, Pause: 0.2, Once: true})},
		{Name: "four-tries-long-pauses", comparisons: longPauses(theory.FourTriesAt12)},
		{Name: "four-tries-long-pauses-15", comparisons: longPauses(theory.FourTriesAt15)},
		{Name: "five-tries-long-pauses", comparisons: longPauses(theory.FiveTriesAt80)},
	},
}

const (
	firstRefused = "attempts.unavailable(attempt=1)"
	first        = "attempts(attempt=1)"
)

func slot(rate float64, service theory.Service, pause float64) func() []comparison {
	return func() []comparison {
		return from(slotQueue,
			of("attempts a second", "offered", theory.OneSlotAttempts(rate, service, pause)),
			of("mean latency of calls", "latency.mean", theory.OneSlotLatency(rate, service, pause)),
			// Who arrives by chance meets the slot busy for the share of time that it is.
			ratio("share of first attempts refused", firstRefused, first, rate*service.Mean()),
		)
	}
}

// mostInBackoff is where the chains are cut: far beyond what they reach.
const mostInBackoff = 400

func endless(r theory.Retrial) func() []comparison {
	return func() []comparison {
		s := r.Solve(mostInBackoff)
		return from(limitQueue,
			ratio("share of first attempts refused", firstRefused, first, s.FirstRefused),
			ratio("share of all attempts refused", "attempts.unavailable", "attempts", s.Refused),
			of("attempts a second", "offered", s.Attempts),
			of("mean latency of calls", "latency.mean", s.InBackoff/r.Rate+r.Service),
		)
	}
}

func once(r theory.Retrial) func() []comparison {
	return func() []comparison {
		s := r.Solve(mostInBackoff)
		return from(limitQueue,
			ratio("share of first attempts refused", firstRefused, first, s.FirstRefused),
			of("attempts a second", "offered", s.Attempts),
			of("served a second", "goodput", r.Rate*(1-s.Failed)),
		)
	}
}

// longPauses lies within half a percent of the fixed point for endless pauses, in which
// attempts come as if by chance: too far for what a full suite can tell.
func longPauses(p theory.LongPause) func() []comparison {
	const source = "chain of busy servers and of calls in backoff by their attempts, simulated apart from empty on"
	return func() []comparison {
		return []comparison{
			{what: "attempts a second", measure: "offered", reference: estimated(p.Attempts, source)},
			{what: "served a second", measure: "goodput", reference: estimated(p.Served, source)},
		}
	}
}
