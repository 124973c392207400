package dist

import "math"

// Mean gives the mean of the draws before rounding, AtMost considered, and
// false where it is infinite or too large for a number. Every family has a
// closed form; its relative error is about 1e-13 (with AtMost, gamma: 1e-15/cv²
// if that is more). Durations from a uniform distribution are rounded down,
// which takes half a nanosecond off. The spec must have passed Check.
func (s Spec) Mean() (float64, bool) {
	most := math.Inf(1)
	if s.AtMost > 0 {
		most = s.AtMost
	}
	mean := s.mean(most)
	return mean, !math.IsInf(mean, 1)
}

// mean gives the mean of min(X, most).
func (s Spec) mean(most float64) float64 {
	if value, ok := s.single(); ok {
		return min(value, most)
	}
	if math.IsInf(most, 1) {
		return s.openMean()
	}
	switch s.Kind {
	case Exponential:
		return most * decay(most/s.A)
	case Uniform:
		return uniformMean(s.A, s.B, most)
	case Quantiles:
		return linesThrough(s.Points).mean(most)
	case Lognormal:
		return s.lognormal().mean(most)
	case Gamma:
		shape := 1 / (s.B * s.B)
		x := most * shape / s.A
		return float64(s.A*gammaBelow(shape+1, x)) + float64(most*(1-gammaBelow(shape, x)))
	case Normal:
		return foldedMean(s.A, s.B, most)
	case Weibull:
		return s.openMean() * gammaBelow(1/s.B, Power(most/s.A, s.B))
	case Pareto:
		if most <= s.A {
			return most
		}
		reach := log(most / s.A)
		return s.A + float64(s.A*reach*decay((s.B-1)*reach))
	case Choice:
		return s.choiceMean(most)
	case Empirical:
		return average(s.Values, most)
	}
	return betweenMean(s.A, s.B, math.Floor(most))
}

// openMean gives the mean of a distribution without AtMost.
func (s Spec) openMean() float64 {
	switch s.Kind {
	case Uniform, Between:
		return s.A + float64((s.B-s.A)/2)
	case Quantiles:
		return linesThrough(s.Points).mean(math.Inf(1))
	case Normal:
		return foldedMean(s.A, s.B, math.Inf(1))
	case Weibull:
		return s.A * exp(logGamma(1+1/s.B))
	case Pareto:
		if s.B <= 1 {
			return math.Inf(1)
		}
		return s.A * s.B / (s.B - 1)
	case Choice:
		return s.choiceMean(math.Inf(1))
	case Empirical:
		return average(s.Values, math.Inf(1))
	}
	return s.A // Exponential, Lognormal and Gamma are written by their mean
}

// logMedian gives ln of the median of a log-normal distribution.
func (s Spec) logMedian() float64 { return log(s.A) - float64(s.B*s.B/2) }

func (s Spec) lognormal() lines {
	return lines{{level: s.logMedian(), slope: s.B, until: math.Inf(1)}}
}

func (s Spec) choiceMean(most float64) float64 {
	sum := 0.0
	for _, c := range s.Choices {
		if c.Share == 0 {
			continue
		}
		bound := most
		if c.Of.AtMost > 0 {
			bound = min(most, c.Of.AtMost)
		}
		sum += float64(c.Share * c.Of.mean(bound))
	}
	return sum
}

func uniformMean(low, high, most float64) float64 {
	switch {
	case most <= low:
		return most
	case most >= high:
		return low + float64((high-low)/2)
	}
	inside := (most - low) / (high - low)
	return float64(inside*(low+most)/2) + float64((1-inside)*most)
}

func betweenMean(low, high, most float64) float64 {
	switch {
	case most <= low:
		return most
	case most >= high:
		return low + float64((high-low)/2)
	}
	inside, all := most-low+1, high-low+1
	return (float64(inside*(low+most)/2) + float64((all-inside)*most)) / all
}

// foldedMean gives the mean of min(|N|, most) for normal N.
func foldedMean(mean, sd, most float64) float64 {
	if math.IsInf(most, 1) {
		z := mean / sd
		return float64(2*sd*density(z)) + float64(mean*(1-float64(2*normalBelow(-z))))
	}
	low, zero, high := (-most-mean)/sd, -mean/sd, (most-mean)/sd
	right := float64(mean*(normalBelow(high)-normalBelow(zero))) - float64(sd*(density(high)-density(zero)))
	left := float64(mean*(normalBelow(zero)-normalBelow(low))) - float64(sd*(density(zero)-density(low)))
	beyond := normalBelow(low) + normalBelow(-high)
	return right - left + float64(most*beyond)
}

func average(values []float64, most float64) float64 {
	sum := 0.0
	for _, x := range values {
		sum += min(x, most)
	}
	return sum / float64(len(values))
}
