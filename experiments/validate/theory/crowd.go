package theory

import "math"

// Fullest is the mean of the largest count in bins of equal chance when so many fall
// into them independently: from P(no count above k), the coefficient that the
// truncated exponential series of all bins have, as a convolution of truncated
// Poisson counts.
func Fullest(balls, bins int) float64 {
	rate := float64(balls) / float64(bins)
	whole := poisson(float64(balls), balls)
	highest := min(balls, 4*int(rate)+60) // nothing lies beyond
	sum := float64(highest)
	for k := highest - 1; k >= 0; k-- { // the mean is the sum of P(some count above k)
		one := make([]float64, k+1)
		for n := range one {
			one[n] = poisson(rate, n)
		}
		below := power(one, bins, balls)[balls] / whole
		if below < 1e-12 {
			break
		}
		sum -= below
	}
	return sum
}

func poisson(rate float64, n int) float64 {
	gamma, _ := math.Lgamma(float64(n) + 1)
	return math.Exp(float64(n)*math.Log(rate) - rate - gamma)
}

// power convolves a law with itself so many times, up to a last value.
func power(law []float64, times, last int) []float64 {
	out := []float64{1}
	for square := law; ; square = convolved(square, square, last) {
		if times%2 == 1 {
			out = convolved(out, square, last)
		}
		if times /= 2; times == 0 {
			break
		}
	}
	for len(out) <= last {
		out = append(out, 0)
	}
	return out
}

func convolved(a, b []float64, last int) []float64 {
	out := make([]float64, min(len(a)+len(b)-1, last+1))
	for i, x := range a {
		for j := 0; j < len(b) && i+j < len(out); j++ {
			out[i+j] += x * b[j]
		}
	}
	return out
}
