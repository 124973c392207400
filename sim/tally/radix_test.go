package tally

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Digits give the order that comparing gives, for few and many values of one to all
// 63 bits, equal ones among them.
func TestDigitsSortAsComparingDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for _, n := range []int{0, 1, fewForDigits - 1, fewForDigits, 5000} {
		for bits := 0; bits <= 63; bits++ {
			values := make([]int64, n)
			for i := range values {
				values[i] = int64(random.Uint64() & (1<<bits - 1))
			}
			want := slices.Sorted(slices.Values(values))
			if sortWhole(values); !slices.Equal(values, want) {
				t.Fatalf("%d values of %d bits are not in order", n, bits)
			}
		}
	}
}

// BenchmarkSort sorts spans of up to a minute by digits and by comparing.
func BenchmarkSort(b *testing.B) {
	for _, n := range []int{fewForDigits, 10_000, exactUpTo} {
		random := rand.New(rand.NewPCG(1, 0))
		spans := make([]int64, n)
		for i := range spans {
			spans[i] = random.Int64N(60e9)
		}
		values := make([]int64, n)
		for _, way := range []struct {
			name string
			sort func([]int64)
		}{{"digits", sortWhole}, {"comparing", slices.Sort[[]int64]}} {
			b.Run(fmt.Sprintf("%s/n=%d", way.name, n), func(b *testing.B) {
				for b.Loop() {
					copy(values, spans)
					way.sort(values)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/value")
			})
		}
	}
}
