package tally

import (
	"math/big"
	"math/bits"
)

// Sum adds whole numbers of at least 0 without overflow, in 128 bits: the sum of
// 2^64 of the largest durations still fits. The zero value is an empty sum.
type Sum struct{ high, low uint64 }

// Add adds one number, which must not be negative.
func (s *Sum) Add(x int64) {
	low, carry := bits.Add64(s.low, uint64(x), 0)
	s.low, s.high = low, s.high+carry
}

// AddProduct adds x times y, neither of which may be negative.
func (s *Sum) AddProduct(x, y int64) {
	high, low := bits.Mul64(uint64(x), uint64(y))
	s.Merge(Sum{high, low})
}

// Merge adds another sum.
func (s *Sum) Merge(other Sum) {
	low, carry := bits.Add64(s.low, other.low, 0)
	s.low, s.high = low, s.high+other.high+carry
}

// Float64 gives the sum as a floating point number, within one unit in the last
// place, exactly up to 2^53.
func (s Sum) Float64() float64 { return float64(float64(s.high)*0x1p64) + float64(s.low) }

// integer gives the sum as a whole number of any size.
func (s Sum) integer() *big.Int {
	high := new(big.Int).SetUint64(s.high)
	return high.Lsh(high, 64).Add(high, new(big.Int).SetUint64(s.low))
}
