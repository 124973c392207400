package dist

import (
	"math"

	"herdcast/sim"
)

// standardGamma draws from the gamma distribution with the given shape and scale
// 1 by the method of Marsaglia and Tsang (ACM Transactions on Mathematical
// Software 26, 2000). It rejects a few tries in a hundred, so it needs draws of
// its own: all are at addresses below the given key.
func standardGamma(shape float64, key sim.Key, p sim.Purpose) float64 {
	boost := 1.0
	if shape < 1 { // by the product of a draw for shape+1 and U^(1/shape)
		boost = Power(1-key.Child(0).Uniform(p, 0), 1/shape)
		shape++
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for i := uint64(0); ; i += 2 {
		z := standardNormal(key.Uniform(p, i))
		v := 1 + float64(c*z)
		if v <= 0 {
			continue
		}
		v *= v * v
		u := 1 - key.Uniform(p, i+1)
		if log(u) < float64(z*z/2)+float64(d*((1-v)+log(v))) {
			return boost * d * v
		}
	}
}

// logGamma gives the logarithm of the gamma function at x > 0 by Stirling's
// series, below 10 after steps of Γ(x) = Γ(x+1)/x.
func logGamma(x float64) float64 {
	product := 1.0
	for ; x < 10; x++ {
		product *= x
	}
	z := 1 / (x * x)
	series := 1.0 / 156
	series = -691.0/360360 + float64(z*series)
	series = 1.0/1188 + float64(z*series)
	series = -1.0/1680 + float64(z*series)
	series = 1.0/1260 + float64(z*series)
	series = -1.0/360 + float64(z*series)
	series = 1.0/12 + float64(z*series)
	const halfLogTwoPi = 0.918938533204672741780329736406
	return float64((x-0.5)*log(x)) - x + halfLogTwoPi + series/x - log(product)
}

// gammaBelow gives the share of the gamma distribution with the given shape and
// scale 1 below x: the regularized incomplete gamma function P(shape, x). It
// sums the power series below the mean and evaluates Legendre's continued
// fraction above it (Abramowitz and Stegun 6.5.29 and 6.5.31).
func gammaBelow(shape, x float64) float64 {
	if x <= 0 {
		return 0
	}
	front := exp(float64(shape*log(x)) - x - logGamma(shape+1))
	if x < shape+1 {
		sum, term := 1.0, 1.0
		for n := shape + 1; term > float64(sum*0x1p-56); n++ {
			term = float64(term * (x / n))
			sum += term
		}
		return front * sum
	}
	if front == 0 {
		return 1
	}
	// Lentz's method as modified by Thompson and Barnett (1986).
	b := x + 1 - shape
	c, d := math.Inf(1), 1/b
	fraction := d
	for n := 1.0; ; n++ {
		a := -n * (n - shape)
		b += 2
		d = 1 / (float64(a*d) + b)
		c = b + a/c
		step := float64(c * d)
		fraction *= step
		if math.Abs(step-1) < 0x1p-50 {
			return 1 - float64(front*shape*fraction)
		}
	}
}
