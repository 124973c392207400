package stats

import "math"

// Interval is an estimate with the ends of its two-sided interval. With one
// replication the ends are the estimate itself.
type Interval struct {
	Value, Low, High float64
}

// Mean is the mean over replications with Student's t interval at the given
// level (0.95 for 95 %): mean ± t(n-1)·s/√n. The ends of a 90 % interval are the
// one-sided 95 % bounds. It needs at least one value.
func Mean(values []float64, level float64) Interval {
	if len(values) == 1 {
		return Interval{values[0], values[0], values[0]}
	}
	mean := Average(values)
	half := float64(studentQuantile((1+level)/2, float64(len(values)-1)) * StandardError(values))
	return Interval{mean, mean - half, mean + half}
}

// LogMean is the mean of values that are at least 0, with Student's t interval of its
// logarithm by the delta method: mean·exp(±t(n-1)·s/(√n·mean)). The ends are above 0,
// as is right for estimates whose errors are factors; a mean of 0 has no such interval,
// and its ends are 0. It needs at least one value.
func LogMean(values []float64, level float64) Interval {
	plain := Mean(values, level)
	if plain.Value == 0 {
		return plain
	}
	factor := settled(math.Exp((plain.High - plain.Value) / plain.Value))
	return Interval{plain.Value, plain.Value / factor, plain.Value * factor}
}

// StandardError is that of the mean: s/√n. It needs at least two values.
func StandardError(values []float64) float64 {
	_, squares := deviations(values)
	n := float64(len(values))
	return math.Sqrt(squares / (n - 1) / n)
}

// Share is the mean over replications of counts[i]/totals[i] with Wilson's score
// interval of the pooled counts. Where replications vary more than independent
// observations would, the interval is widened to Student's over replications, so
// that what moves a whole replication is not mistaken for noise of single
// observations. The ends stay within [0, 1]. Totals must be above 0.
func Share(counts, totals []float64, level float64) Interval {
	shares := make([]float64, len(counts))
	for i := range counts {
		shares[i] = counts[i] / totals[i]
	}
	over := Mean(shares, level)
	if len(counts) == 1 {
		return over
	}
	low, high := wilson(sum(counts), sum(totals), level)
	return Interval{over.Value, max(0, min(low, over.Low)), min(1, max(high, over.High))}
}

// Fraction is the share of replications that are 1, each value being 0 or 1,
// with Wilson's score interval.
func Fraction(values []float64, level float64) Interval {
	n := float64(len(values))
	total := sum(values)
	if len(values) == 1 {
		return Interval{total, total, total}
	}
	low, high := wilson(total, n, level)
	return Interval{total / n, low, high}
}

// NeverSeen is the largest probability of what none of n independent runs had, with one-sided
// confidence of the given level: Clopper and Pearson's exact bound, at which (1-p)^n is
// 1-level. At 95 % it is a little below 3/n, the rule of three.
func NeverSeen(n, level float64) float64 { return settled(-math.Expm1(math.Log(1-level) / n)) }

// Rare is the mean over replications of scale·counts[i]/totals[i] with the exact
// Poisson interval (Garwood 1936) of the pooled count. Events that come in
// clusters make replications differ more than a Poisson count can; where the
// dispersion test finds that at 1 %, the interval is widened to Student's over
// replications. Totals must be above 0.
func Rare(counts, totals []float64, scale, level float64) Interval {
	rates := make([]float64, len(counts))
	for i := range counts {
		rates[i] = float64(scale*counts[i]) / totals[i]
	}
	over := Mean(rates, level)
	if len(counts) == 1 {
		return over
	}
	count, total := sum(counts), sum(totals)
	low, high := poisson(count, level)
	interval := Interval{over.Value, float64(scale*low) / total, float64(scale*high) / total}
	if clustered(counts, totals) {
		interval.Low = max(0, min(interval.Low, over.Low))
		interval.High = max(interval.High, over.High)
	}
	return interval
}

// wilson is the score interval of a share: the shares p0 with
// |p - p0| <= z·√(p0(1-p0)/n).
func wilson(count, total, level float64) (low, high float64) {
	z := normalQuantile((1 + level) / 2)
	p := count / total
	squared := float64(z * z)
	scale := 1 + squared/total
	center := (p + squared/(2*total)) / scale
	half := float64(z*math.Sqrt(float64(p*(1-p))/total+squared/float64(4*total*total))) / scale
	// Rounding must not turn the exact ends 0 and 1 into something beside them.
	if count > 0 {
		low = center - half
	}
	high = 1
	if count < total {
		high = center + half
	}
	return low, high
}

// poisson is the exact interval of the mean of a Poisson count: half the
// quantiles of χ² with 2k and 2k+2 degrees of freedom.
func poisson(count, level float64) (low, high float64) {
	if count > 0 {
		low = chiSquaredQuantile((1-level)/2, 2*count) / 2
	}
	return low, chiSquaredQuantile((1+level)/2, 2*(count+1)) / 2
}

// clustered tells whether counts differ more than Poisson counts of one rate
// would in all but 1 % of cases (Fisher's dispersion test).
func clustered(counts, totals []float64) bool {
	rate := sum(counts) / sum(totals)
	if rate == 0 {
		return false
	}
	var dispersion float64
	for i := range counts {
		expected := float64(rate * totals[i])
		dispersion += float64((counts[i]-expected)*(counts[i]-expected)) / expected
	}
	return dispersion > chiSquaredQuantile(0.99, float64(len(counts)-1))
}

// Average is the mean of at least one value. It is taken about the first, so that
// equal values have exactly their own mean and no spread.
func Average(values []float64) float64 {
	var above float64
	for _, v := range values {
		above += v - values[0]
	}
	return values[0] + above/float64(len(values))
}

func sum(values []float64) float64 {
	var total float64
	for _, v := range values {
		total += v
	}
	return total
}
