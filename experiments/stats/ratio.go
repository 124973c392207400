package stats

import "math"

// Ratio is the sum of counts over the sum of totals, with its standard error and
// Student's interval over replications (the ratio estimator of survey sampling:
// replication i lies off by counts[i] - ratio·totals[i]). With totals of 1 it is
// Mean. It needs at least two replications and totals that are not all 0.
func Ratio(counts, totals []float64, level float64) (i Interval, standardError float64) {
	n, base := len(counts), Average(totals)
	i.Value = Average(counts) / base
	var squares float64
	for k := range counts {
		off := (counts[k] - float64(i.Value*totals[k])) / base
		squares += float64(off * off)
	}
	standardError = math.Sqrt(squares / float64(n-1) / float64(n))
	half := float64(studentQuantile((1+level)/2, float64(n-1)) * standardError)
	i.Low, i.High = i.Value-half, i.Value+half
	return i, standardError
}

// Spread is the mean and the standard deviation of at least two values.
func Spread(values []float64) (mean, deviation float64) {
	mean, squares := deviations(values)
	return mean, math.Sqrt(squares / float64(len(values)-1))
}

// deviations gives the mean and the sum of the squares of what lies beside it.
func deviations(values []float64) (mean, squares float64) {
	mean = Average(values)
	for _, v := range values {
		squares += float64((v - mean) * (v - mean))
	}
	return mean, squares
}
