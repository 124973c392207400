package dist

import "math"

// The functions here use nothing but additions, multiplications, divisions and
// square roots of IEEE 754, which are rounded alike on every machine. Those of
// package math are partly written in assembly and differ in their last bits.
// A product that is added to something, be it statements later, is converted to
// float64 first: the language then forbids to fuse the two into one operation
// with one rounding.

const (
	mantissaBits = 52
	rootOfHalf   = 0x3fe6a09e667f3bcd // bits of √½

	// ln 2 in two parts; the first has 33 significant bits, so that its product
	// with an exponent is exact.
	ln2High = 0x1.62e42feep-1
	ln2Low  = math.Ln2 - ln2High
)

// log gives the natural logarithm of a positive normal number, within one unit
// in the last place. With x = 2^k·(1+f), √½ ≤ 1+f < √2, and s = f/(2+f) it is
//
//	ln x = k·ln 2 + f − s·(f − R),  R = 2s²/3 + 2s⁴/5 + 2s⁶/7 + …
//
// the series of the inverse hyperbolic tangent, cut where the next term is
// below 2^-55 of the sum.
func log(x float64) float64 {
	bits := math.Float64bits(x)
	exponent := int64(bits-rootOfHalf) >> mantissaBits
	f := math.Float64frombits(bits-uint64(exponent)<<mantissaBits) - 1
	s := f / (2 + f)
	z := s * s
	w := z * z
	v := w * w
	low := (2.0/3 + float64(2.0/5*z)) + float64(w*(2.0/7+float64(2.0/9*z)))
	high := (2.0/11 + float64(2.0/13*z)) + float64(w*(2.0/15+float64(2.0/17*z)))
	r := float64(z * ((low + float64(v*high)) + float64(v*v*(2.0/19))))
	k := float64(exponent)
	return float64(k*ln2High) - ((float64(s*(f-r)) - float64(k*ln2Low)) - f)
}

const (
	largestExponent  = 709.78  // exp of more is beyond the largest number
	smallestExponent = -708.39 // exp of less is not a normal number
)

// exp gives e^x with a relative error of at most 2^-52, 0 where the result
// would not be a normal number, +Inf where it would be too large. With
// x = k·ln 2 + r, |r| ≤ ½ ln 2, it is 2^k times the Taylor series in r, cut
// where the next term is below 2^-57.
func exp(x float64) float64 {
	switch {
	case x > largestExponent:
		return math.Inf(1)
	case x < smallestExponent:
		return 0
	}
	k := math.Floor(float64(x*(1/math.Ln2)) + 0.5)
	r := (x - float64(k*ln2High)) - float64(k*ln2Low)
	z := r * r
	even := 1.0 / 479001600
	even = 1.0/3628800 + float64(z*even)
	even = 1.0/40320 + float64(z*even)
	even = 1.0/720 + float64(z*even)
	even = 1.0/24 + float64(z*even)
	even = 1.0/2 + float64(z*even)
	odd := 1.0 / 6227020800
	odd = 1.0/39916800 + float64(z*odd)
	odd = 1.0/362880 + float64(z*odd)
	odd = 1.0/5040 + float64(z*odd)
	odd = 1.0/120 + float64(z*odd)
	odd = 1.0/6 + float64(z*odd)
	tail := float64(z*even) + float64(r*z*odd)
	return scale(1+(r+tail), int64(k))
}

// scale gives y·2^k for y near 1 and a normal result.
func scale(y float64, k int64) float64 {
	if k == 1024 { // 2^k itself is too large
		return y * 2 * 0x1p1023
	}
	return y * math.Float64frombits(uint64(k+1023)<<mantissaBits)
}

// power gives x^y for positive x; its relative error grows with |y·ln x|, about
// 2^-53 of that.
func power(x, y float64) float64 { return exp(y * log(x)) }

// decay gives (1 − e^-y)/y, 1 at 0, without the loss of digits near 0.
func decay(y float64) float64 {
	if math.Abs(y) > 0.5 {
		return (1 - exp(-y)) / y
	}
	sum, term := 1.0, 1.0
	for n := 2.0; math.Abs(term) > 0x1p-60; n++ {
		term = float64(term * (-y / n))
		sum += term
	}
	return sum
}
