package sensitivity

import (
	"math"
	"slices"

	"herdcast/experiments/stats"
	"herdcast/sim"
)

// times that samples are drawn anew for an interval.
const times = 1000

const again sim.Purpose = 0

// Resamples are groups (or walks) drawn anew, with repetition, as many as there are:
// the bootstrap of Efron (1979). The same seed gives the same ones.
type Resamples [][]int

// Resample draws from n groups.
func Resample(seed uint64, n int) Resamples {
	key := sim.NewKey(seed, 0).Named("bootstrap")
	all := make(Resamples, times)
	for i := range all {
		all[i] = make([]int, n)
		for k := range all[i] {
			all[i][k] = int(key.Child(uint64(i)).Bits(again, uint64(k)) % uint64(n))
		}
	}
	return all
}

// interval is an estimate from all groups with the range that holds 95 % of the
// estimates from resamples; of these some may be no number and are left out. It is
// false where the estimate itself is none.
func (r Resamples) interval(estimate func(groups []int) float64) (stats.Interval, bool) {
	groups := make([]int, len(r[0]))
	for i := range groups {
		groups[i] = i
	}
	value := estimate(groups)
	if math.IsNaN(value) {
		return stats.Interval{}, false
	}
	var drawn []float64
	for _, groups := range r {
		if x := estimate(groups); !math.IsNaN(x) {
			drawn = append(drawn, x)
		}
	}
	slices.Sort(drawn)
	n := len(drawn)
	if n == 0 {
		return stats.Interval{Value: value, Low: value, High: value}, true
	}
	tail := n / 40
	return stats.Interval{Value: value, Low: min(value, drawn[tail]), High: max(value, drawn[n-1-tail])}, true
}
