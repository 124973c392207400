package sensitivity

import (
	"math"

	"herdcast/experiments/stats"
)

// Group is what an output came to at two independent points, and at the first with
// each input in turn taken from the second.
type Group struct {
	First  float64
	Mixed  []float64 // by input
	Second float64
}

// Index is what an input has of an output's variance: by itself (Main), and with all
// that it does together with others (Total).
type Index struct{ Main, Total stats.Interval }

// Sobol gives the index of each input (Sobol' 1993) after Jansen (1999): with the
// variance V = ½·E(first − second)²,
//
//	main  = 1 − ½·E(second − mixed)² / V
//	total = ½·E(first − mixed)² / V
//
// An input that changes nothing has exactly 0 in both, and one that alone changes
// everything exactly 1. Small samples may lead a little below 0 or above 1. It is
// false where the output never changes between the points.
func Sobol(groups []Group, r Resamples) ([]Index, bool) {
	all := make([]Index, len(groups[0].Mixed))
	for i := range all {
		var ok bool
		all[i].Main, ok = r.interval(func(drawn []int) float64 { main, _ := indices(groups, drawn, i); return main })
		if !ok {
			return nil, false
		}
		all[i].Total, _ = r.interval(func(drawn []int) float64 { _, total := indices(groups, drawn, i); return total })
	}
	return all, true
}

// indices are NaN where there is no variance.
func indices(groups []Group, drawn []int, input int) (main, total float64) {
	var all, others, own float64 // squares of what changes: all inputs, all but this one, this one
	for _, g := range drawn {
		group := &groups[g]
		all += square(group.First - group.Second)
		others += square(group.Second - group.Mixed[input])
		own += square(group.First - group.Mixed[input])
	}
	if all == 0 {
		return math.NaN(), math.NaN()
	}
	return 1 - others/all, own / all
}

func square(x float64) float64 { return float64(x * x) }
