package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// off gives the relative error of got.
func off(got, want float64) float64 {
	if got == want {
		return 0
	}
	return math.Abs(got-want) / math.Abs(want)
}

// worst gives the largest relative error of ours against theirs over many
// arguments, each drawn by argument from a uniform number.
func worst(argument, ours, theirs func(float64) float64) float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	largest := 0.0
	for range 200_000 {
		x := argument(rng.Float64())
		largest = max(largest, off(ours(x), theirs(x)))
	}
	return largest
}

// Two units in the last place: one of ours, one of package math.
const twoUnits = 0x1p-51

func TestElementaryFunctionsAgreeWithMath(t *testing.T) {
	for _, c := range []struct {
		name         string
		argument     func(u float64) float64
		ours, theirs func(float64) float64
		allowed      float64
	}{
		{"log of a share", func(u float64) float64 { return 1 - u }, log, math.Log, twoUnits},
		{"log near 1", func(u float64) float64 { return 0.99 + u/50 }, log, math.Log, twoUnits},
		{"log anywhere", func(u float64) float64 { return math.Exp(1400*u - 700) }, log, math.Log, twoUnits},
		{"exp near 0", func(u float64) float64 { return 2*u - 1 }, exp, math.Exp, twoUnits},
		{"exp anywhere", func(u float64) float64 { return 1416*u - 708 }, exp, math.Exp, twoUnits},
		{"power", func(u float64) float64 { return 20 * u }, func(x float64) float64 { return Power(x+0.01, 1.7) },
			func(x float64) float64 { return math.Pow(x+0.01, 1.7) }, 4e-15},
		{"decay", func(u float64) float64 { return 4*u - 2 }, decay,
			func(x float64) float64 { return -math.Expm1(-x) / x }, 2 * twoUnits},
		{"log gamma", func(u float64) float64 { return 3 + 300*u }, logGamma,
			func(x float64) float64 { y, _ := math.Lgamma(x); return y }, 1e-14},
		{"share below", func(u float64) float64 { return 40*u - 36 }, normalBelow,
			func(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }, 4e-13},
	} {
		if got := worst(c.argument, c.ours, c.theirs); got > c.allowed {
			t.Errorf("%s: relative error %.3g, want at most %.3g", c.name, got, c.allowed)
		}
	}
}

func TestElementaryFunctionsAtTheirEnds(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"log(1)", log(1), 0},
		{"log(2)", log(2), math.Ln2},
		{"log(2^-53)", log(0x1p-53), math.Log(0x1p-53)},
		{"exp(0)", exp(0), 1},
		{"exp(-709)", exp(-709), 0},
		{"exp(710)", exp(710), math.Inf(1)},
		{"exp(-inf)", exp(math.Inf(-1)), 0},
		{"decay(0)", decay(0), 1},
		{"half below", normalBelow(0), 0.5},
		{"all below", normalBelow(math.Inf(1)), 1},
		{"none below", normalBelow(math.Inf(-1)), 0},
		{"median", normalQuantile(0.5, 0.5), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
}

// The published digits of the normal quantile (for example Abramowitz and
// Stegun, table 26.5, extended) and, farther out, the inverse of the share.
func TestNormalQuantile(t *testing.T) {
	for _, c := range []struct{ share, want float64 }{
		{0.75, 0.674489750196081743202227},
		{0.9, 1.281551565544600466965103},
		{0.95, 1.644853626951472714863848},
		{0.975, 1.959963984540054235524595},
		{0.99, 2.326347874040841100885606},
		{0.999, 3.090232306167813541540399},
	} {
		if got := normalQuantile(c.share, 1-c.share); off(got, c.want) > 2e-15 {
			t.Errorf("quantile of %v = %.17g, want %.17g", c.share, got, c.want)
		}
		if got, mirrored := normalQuantile(1-c.share, c.share), normalQuantile(c.share, 1-c.share); got != -mirrored {
			t.Errorf("quantile of %v = %v, want %v", 1-c.share, got, -mirrored)
		}
	}
	for exponent := 1.0; exponent <= 300; exponent++ {
		share := math.Pow(10, -exponent)
		z := normalQuantile(share, 1-share)
		// A relative error e of z moves the share by about z²·e.
		if got := math.Erfc(-z/math.Sqrt2) / 2; off(got, share) > 1e-15*(10+z*z) {
			t.Errorf("share below the quantile of 1e-%v is off by %.3g", exponent, off(got, share))
		}
	}
}

func TestGammaBelow(t *testing.T) {
	for _, c := range []struct{ shape, x, want float64 }{
		{1, 0.5, -math.Expm1(-0.5)}, // exponential
		{1, 7, -math.Expm1(-7)},
		{4, 2, 1 - math.Exp(-2)*(1+2+2+8.0/6)}, // Erlang
		{4, 9, 1 - math.Exp(-9)*(1+9+81.0/2+729.0/6)},
		{0.5, 0.8, math.Erf(math.Sqrt(0.8))}, // half a chi-squared with one degree of freedom
		{0.5, 3, math.Erf(math.Sqrt(3))},
		{3, 0, 0},
		{3, math.Inf(1), 1},
	} {
		if got := gammaBelow(c.shape, c.x); off(got, c.want) > 1e-14 {
			t.Errorf("share of gamma(%v) below %v = %.17g, want %.17g", c.shape, c.x, got, c.want)
		}
	}
}
