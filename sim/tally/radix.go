package tally

import (
	"math/bits"
	"slices"
)

const (
	digitBits = 11 // three digits hold two seconds of nanoseconds, four hold five hours
	// fewForDigits is the number of values below which comparing them is faster.
	fewForDigits = 1 << 10
)

// sortWhole sorts whole numbers of at least 0, digit by digit from the least: a pass
// over the values for each digit that the largest has, where comparing takes one for
// each doubling of their number.
func sortWhole(values []int64) {
	if len(values) < fewForDigits {
		slices.Sort(values)
		return
	}
	from, to := values, make([]int64, len(values))
	width := bits.Len64(uint64(slices.Max(values)))
	for shift := 0; shift < width; shift += digitBits {
		var next [1 << digitBits]int32 // where the next value with a digit goes
		for _, x := range from {
			next[x>>shift&(1<<digitBits-1)]++
		}
		before := int32(0)
		for digit, n := range next {
			next[digit], before = before, before+n
		}
		for _, x := range from {
			at := &next[x>>shift&(1<<digitBits-1)]
			to[*at] = x
			*at++
		}
		from, to = to, from
	}
	if &from[0] != &values[0] {
		copy(values, from)
	}
}
