package explain

import (
	"math"

	"herdcast/models/agent"
	"herdcast/models/arrival"
)

// arrivals counts the agents of a stream that come in [from, to), on average; from
// and to are seconds.
func arrivals(cohort *agent.Spec, from, to float64) float64 {
	switch {
	case cohort.Arrivals != nil:
		return times(cohort.Arrivals.PerSecond(), to-from)
	case cohort.Profile != nil:
		return followed(cohort.Profile, to) - followed(cohort.Profile, from)
	}
	all := 0.0
	if trace := cohort.Trace; trace != nil {
		for _, at := range trace.At {
			if instant := at.Seconds() / float64(trace.Speed); instant >= from && instant < to {
				all++
			}
		}
	}
	for _, moment := range cohort.At {
		if instant := moment.Time.Seconds(); instant >= from && instant < to {
			all += float64(moment.Count)
		}
	}
	return all
}

// followed counts the arrivals of a profile before an instant: the area below its
// rates, each of which holds until the next, or goes there in a straight line.
func followed(profile []arrival.Step, until float64) float64 {
	all := 0.0
	for i := range profile {
		from, to := profile[i].From.Seconds(), math.Inf(1)
		begin := profile[i].Rate.PerSecond()
		end := begin
		if i+1 < len(profile) {
			to = profile[i+1].From.Seconds()
			if profile[i+1].Ramp {
				end = profile[i+1].Rate.PerSecond()
			}
		}
		if until <= from {
			break
		}
		gone := math.Min(until, to) - from
		if end != begin {
			end = begin + float64((end-begin)*gone/(to-from))
		}
		all += float64(gone * (begin + end) / 2)
	}
	return all
}
