package validate

import "herdcast/experiments/validate/theory"

var crowds = family{
	"Crowds of retries",
	"Agents fail together and come again with full jitter: how many still come within 100 ms.",
	[]Case{
		{Name: "crowd-1s", comparisons: crowd(500, 1)},
		{Name: "crowd-4s", comparisons: crowd(500, 4)},
		{Name: "crowd-16s", comparisons: crowd(500, 16)},
		{Name: "crowd-2000-1s", comparisons: crowd(2000, 1)},
		{Name: "crowd-2000-4s", comparisons: crowd(2000, 4)},
		{Name: "crowd-2000-16s", comparisons: crowd(2000, 16)},
		{Name: "crowd-10000-1s", comparisons: crowd(10000, 1)},
		{Name: "crowd-10000-4s", comparisons: crowd(10000, 4)},
		{Name: "crowd-10000-16s", comparisons: crowd(10000, 16)},
	},
}

func crowd(agents, seconds int) func() []comparison {
	return func() []comparison {
		sliding := theory.SlidingPeak[theory.Window{Agents: agents, Seconds: seconds}]
		return []comparison{
			{what: "fullest bin of 100 ms", measure: "herd.peak(attempt=2)", reference: reference{
				value: theory.Fullest(agents, seconds*10), source: "multinomial maximum, exact"}},
			{what: "fullest 100 ms anywhere", measure: "herd.peak_sliding(attempt=2)", reference: estimated(sliding, "scan statistic, by brute force")},
			{what: "variance over mean of the bins", measure: "herd.dispersion(attempt=2)", reference: reference{
				value: 1, source: "multinomial counts, exact"}},
		}
	}
}
