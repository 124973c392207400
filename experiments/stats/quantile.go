package stats

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"
)

// Percentile is the nearest-rank percentile of the values: the smallest one with
// at least that share at or below it. It needs at least one value and a percent
// in 1..100; the values keep their order.
func Percentile(values []float64, percent int) float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	rank := (percent*len(sorted) + 99) / 100
	return sorted[rank-1]
}

func normalQuantile(p float64) float64 { return settled(distuv.UnitNormal.Quantile(p)) }

func studentQuantile(p, freedom float64) float64 {
	return settled(distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(p))
}

// StudentTails is the probability that |t| is at least so large.
func StudentTails(t, freedom float64) float64 {
	return settled(2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.CDF(-t))
}

// manyEvents is the number of degrees of freedom beyond which the Wilson–Hilferty
// cube is as exact as the inverse of the incomplete gamma function, which loses
// its footing there.
const manyEvents = 1e5

func chiSquaredQuantile(p, freedom float64) float64 {
	if freedom > manyEvents {
		ninth := 2 / (9 * freedom)
		root := 1 - ninth + float64(normalQuantile(p)*math.Sqrt(ninth))
		return settled(freedom * root * root * root)
	}
	return settled(distuv.ChiSquared{K: freedom}.Quantile(p))
}

// settled rounds to 12 significant digits: the functions underneath differ in the
// last bits from processor to processor.
func settled(x float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return rounded
}
