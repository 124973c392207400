package theory

import (
	"math"
	"math/cmplx"
)

// Fullest is the mean of the largest count in bins of equal chance when so many fall
// into them independently: the sum over k of P(some count above k), with P(no count
// above k) from Poisson counts that are cut off at k, given that all counts add up
// to the balls. That coefficient of the power of their generating function is an
// average over the unit circle.
func Fullest(balls, bins int) float64 {
	rate := float64(balls) / float64(bins)
	whole := poisson(float64(balls), balls)
	highest := min(balls, int(rate+12*math.Sqrt(rate))+40) // nothing lies beyond
	points := 2*balls + 100                                // what is folded onto the coefficient lies beyond all counts
	circle := make([]complex128, points)
	for i := range circle {
		circle[i] = cmplx.Rect(1, 2*math.Pi*float64(i)/float64(points))
	}
	count := make([]complex128, points/2+1) // the generating function; the other half mirrors it
	add := func(n int, times float64) {
		p := complex(times*poisson(rate, n), 0)
		for i := range count {
			count[i] += p * circle[i*n%points]
		}
	}
	for n := range highest + 1 {
		add(n, 1)
	}
	sum := float64(highest)
	for k := highest - 1; k >= 0; k-- {
		add(k+1, -1)
		var below float64
		for i, g := range count {
			term := real(power(g, bins) * cmplx.Conj(circle[i*balls%points]))
			if i > 0 && 2*i < points {
				term *= 2
			}
			below += term
		}
		if below /= float64(points) * whole; below < 1e-11 {
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

func power(x complex128, times int) complex128 {
	out := complex(1, 0)
	for ; times > 0; times /= 2 {
		if times%2 == 1 {
			out *= x
		}
		x *= x
	}
	return out
}
