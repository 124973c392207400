package stats

import (
	"cmp"
	"math"
	"slices"
)

// RankCorrelation is Spearman's coefficient of pairs: 1 where y always grows with x,
// −1 where it always falls, near 0 where x says nothing. Equal values share the mean
// of their ranks. It is false where one of both never changes.
func RankCorrelation(x, y []float64) (float64, bool) {
	a, b := ranks(x), ranks(y)
	middle := float64(len(x)-1) / 2
	var together, first, second float64
	for i := range a {
		together += float64((a[i] - middle) * (b[i] - middle))
		first += float64((a[i] - middle) * (a[i] - middle))
		second += float64((b[i] - middle) * (b[i] - middle))
	}
	if first == 0 || second == 0 {
		return 0, false
	}
	return settled(together / math.Sqrt(float64(first*second))), true
}

// ranks counts from 0.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(values[i], values[k]) })
	ranks := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+to-1) / 2
		}
		from = to
	}
	return ranks
}
