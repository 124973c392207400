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
	partBits     = 7                  // of the mantissa say which part of logarithms
	leastBits    = 0x3fe6800000000000 // bits of 0.703125

	// ln 2 in two parts; the first has 33 significant bits, so that its product
	// with an exponent is exact.
	ln2High = 0x1.62e42feep-1
	ln2Low  = math.Ln2 - ln2High
)

// log gives the natural logarithm of a positive normal number, within one unit
// in the last place. With x = 2^k·z, 0.703125 ≤ z < 1.40625, c the number that
// stands for the part that z lies in, and r = (z−c)/c, |r| ≤ 2^-7, it is
//
//	ln x = k·ln 2 + ln c + r − r²/2 + r³/3 − …
//
// cut where the next term is below 2^-58 of the sum (after Tang 1990). What
// depends on r is arranged to be short, not to be few operations: a draw waits for
// it.
func log(x float64) float64 {
	bits := math.Float64bits(x)
	above := bits - leastBits
	exponent := int64(above) >> mantissaBits
	part := &logarithms[above>>(mantissaBits-partBits)%(1<<partBits)]
	z := math.Float64frombits(bits - uint64(exponent)<<mantissaBits)
	k := float64(exponent)
	high := float64(k*ln2High) + part.high
	low := float64(k*ln2Low) + part.low
	r := float64((z - part.c) * part.inverse)
	s := float64(r * r)
	q := ((float64(r*(1.0/3)) - 1.0/2) + float64(s*(float64(r*(1.0/5))-1.0/4))) +
		float64(float64(s*s)*((float64(r*(1.0/7))-1.0/6)-float64(s*(1.0/8))))
	return high + (r + (float64(s*q) + low))
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

// Power gives x^y for positive x; its relative error grows with |y·ln x|, about
// 2^-53 of that.
func Power(x, y float64) float64 { return exp(y * log(x)) }

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
