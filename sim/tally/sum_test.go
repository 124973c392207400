package tally

import (
	"math"
	"testing"
)

func TestSumGoesBeyond64Bits(t *testing.T) {
	var sum Sum
	for range 6 {
		sum.Add(math.MaxInt64)
	}
	if got, want := sum.integer().String(), "55340232221128654842"; got != want { // 6·(2^63−1)
		t.Errorf("sum %s, want %s", got, want)
	}
	if got, want := sum.Float64(), 6*0x1p63; got != want {
		t.Errorf("sum %v, want %v", got, want)
	}
}

func TestSumOfProducts(t *testing.T) {
	var sum Sum
	sum.AddProduct(3_000_000_000_000, 5_000_000_000_000)
	sum.Add(7)
	if got, want := sum.integer().String(), "15000000000000000000000007"; got != want {
		t.Errorf("sum %s, want %s", got, want)
	}
}

// Sums that are merged in any order are equal, carries included.
func TestSumsMergeExactly(t *testing.T) {
	var all, odd, even Sum
	for i := range int64(1001) {
		x := math.MaxInt64 - i*i
		all.Add(x)
		if i%2 == 0 {
			even.Add(x)
		} else {
			odd.Add(x)
		}
	}
	forth, back := odd, even
	forth.Merge(even)
	back.Merge(odd)
	if forth != all || back != all {
		t.Errorf("merged %v and %v, want %v", forth, back, all)
	}
}
