package finding

import (
	"math"
	"slices"

	"herdcast/experiments/result"
)

// Names of the series that add up to what arrives.
const (
	firstTries = "arrivals.first"
	retries    = "arrivals.retries"
	hedges     = "arrivals.hedges"
)

// Arrivals gives what arrives at the dependency in each bin of the series
// arrivals.first, per second, mean over replications: first tries, retries and
// hedges together.
func Arrivals(r *result.Result) []float64 {
	sum := make([]float64, len(r.Series[firstTries].Mean))
	for _, name := range []string{firstTries, retries, hedges} {
		for i, value := range r.Series[name].Mean {
			if i < len(sum) {
				sum[i] += value
			}
		}
	}
	return sum
}

// Busiest gives the bin with the most arrivals among those that are measured, from
// the end of the warm-up on; false where there is none or nothing arrives.
func Busiest(r *result.Result) (bin int, found bool) {
	most := 0.0
	for i, value := range measured(r) {
		if value > most {
			bin, most, found = i, value, true
		}
	}
	return bin, found
}

// byChance is how many standard deviations of Poisson arrivals the bins of a steady
// fleet stay within: of a thousand bins one is farther off in one run of sixteen.
const byChance = 4

// Level tells that the measured bins lie no farther from their mean than chance puts
// them, so that the largest says nothing of when: Poisson arrivals, in the mean over
// replications. Where nothing arrives they are not level.
func Level(r *result.Result) bool {
	arrivals, width := Arrivals(r), r.Series[firstTries].Bin
	if width == 0 || r.Replications == 0 {
		return false
	}
	arrivals = arrivals[min(len(arrivals), int(math.Ceil(r.Facts.Warmup/width))):]
	sum := 0.0
	for _, value := range arrivals {
		sum += value
	}
	if sum == 0 {
		return false
	}
	mean := sum / float64(len(arrivals))
	chance := byChance * math.Sqrt(mean/(width*float64(r.Replications)))
	return !slices.ContainsFunc(arrivals, func(value float64) bool { return math.Abs(value-mean) > chance })
}

// Overload gives the bin in which arrivals are farthest above what the dependency
// can serve at its start, among those that are measured; false where they never
// are, or the dependency is not limited. An excess that a dependency asked for just
// what it can serve would see by chance is none: three standard deviations of
// Poisson arrivals at that rate, in the mean over replications.
func Overload(r *result.Result) (bin int, found bool) {
	most, width := 0.0, r.Series[firstTries].Bin
	for i, value := range measured(r) {
		serves, limited := r.Facts.CapacityAt(float64(i) * width)
		chance := 3 * math.Sqrt(serves/(width*float64(r.Replications)))
		if excess := value - serves; limited && excess > chance && excess > most {
			bin, most, found = i, excess, true
		}
	}
	return bin, found
}

// measured gives arrivals with those of bins that begin in the warm-up as none.
func measured(r *result.Result) []float64 {
	arrivals := Arrivals(r)
	if bin := r.Series[firstTries].Bin; bin > 0 {
		clear(arrivals[:min(len(arrivals), int(math.Ceil(r.Facts.Warmup/bin)))])
	}
	return arrivals
}
