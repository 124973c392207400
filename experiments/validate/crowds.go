package validate

import "herdcast/experiments/validate/theory"

var crowds = family{
	"Crowds of retries",
	"500 agents fail together and come again with full jitter: how many still come within 100 ms.",
	[]Case{
		{Name: "crowd-1s", comparisons: crowd(1)},
		{Name: "crowd-4s", comparisons: crowd(4)},
		{Name: "crowd-16s", comparisons: crowd(16)},
	},
}

func crowd(seconds int) func() []comparison {
	return func() []comparison {
		sliding := theory.SlidingPeak[seconds]
		return []comparison{
			{what: "fullest bin of 100 ms", measure: "herd.peak(attempt=2)", reference: reference{
				value: theory.Fullest(500, seconds*10), source: "multinomial maximum, exact"}},
			{what: "fullest 100 ms anywhere", measure: "herd.peak_sliding(attempt=2)", reference: estimated(sliding, "scan statistic, by brute force")},
			{what: "variance over mean of the bins", measure: "herd.dispersion(attempt=2)", reference: reference{
				value: 1, source: "multinomial counts, exact"}},
		}
	}
}
