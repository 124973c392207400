package plan

import (
	"math"
	"testing"
)

// Each of the n slices of each dimension holds one point.
func TestLatinHypercubeHasOnePointInEachSlice(t *testing.T) {
	for _, n := range []int{1, 2, 7, 64} {
		points := latinHypercube(n, 5, 3)
		for d := range 5 {
			seen := make([]bool, n)
			for _, p := range points {
				slice := int(p[d] * float64(n))
				if seen[slice] {
					t.Fatalf("%d points, dimension %d: two in slice %d", n, d, slice)
				}
				seen[slice] = true
			}
		}
	}
	// Dimensions are shuffled apart: on the diagonal the correlation would be 1.
	var sum float64
	points := latinHypercube(1000, 2, 3)
	for _, p := range points {
		sum += (p[0] - 0.5) * (p[1] - 0.5) * 12 / 1000
	}
	if math.Abs(sum) > 0.13 { // four standard errors of 1/√1000
		t.Errorf("two dimensions are correlated by %v", sum)
	}
}

// The first 2^m points of Sobol's sequence have one point in each of 2^m equal
// slices of each dimension, and the first two dimensions one in each box of every
// grid of 2^m boxes (they are a (0, m, 2)-net). A wrong direction number breaks it.
func TestSobolIsANet(t *testing.T) {
	const m = 8
	points := sobol(1<<m, len(directions), 1)
	for d := range directions {
		seen := map[int]bool{}
		for _, p := range points {
			seen[int(p[d]*(1<<m))] = true
		}
		if len(seen) != 1<<m {
			t.Errorf("dimension %d: %d of %d slices have a point", d+1, len(seen), 1<<m)
		}
	}
	for k := range m + 1 {
		seen := map[[2]int]bool{}
		for _, p := range points {
			seen[[2]int{int(p[0] * float64(int(1)<<k)), int(p[1] * float64(int(1)<<(m-k)))}] = true
		}
		if len(seen) != 1<<m {
			t.Errorf("%d by %d: %d of %d boxes have a point", 1<<k, 1<<(m-k), len(seen), 1<<m)
		}
	}
}

// The unshifted sequence begins 0, 1/2, 3/4, 1/4 in its first dimension and 0, 1/2,
// 1/4, 3/4 in its second (Gray's order); a digital shift keeps the differences of
// digits.
func TestSobolBeginsAsInTheBook(t *testing.T) {
	points := sobol(4, 3, 9)
	digits := func(i, d int) uint32 {
		return (uint32(points[i][d]*(1<<32)) ^ uint32(points[0][d]*(1<<32))) >> 30
	}
	for d, want := range [][]uint32{{0, 2, 3, 1}, {0, 2, 1, 3}, {0, 2, 1, 3}} {
		for i, w := range want {
			if got := digits(i, d); got != w {
				t.Errorf("dimension %d, point %d: got %d quarters, want %d", d+1, i, got, w)
			}
		}
	}
}

func TestDesignsAreTheSameEveryTime(t *testing.T) {
	for name, design := range map[string]func(n, d int, seed uint64) [][]float64{"latin": latinHypercube, "sobol": sobol} {
		a, b, other := design(8, 3, 1), design(8, 3, 1), design(8, 3, 2)
		if a[5][2] != b[5][2] || a[5][2] == other[5][2] {
			t.Errorf("%s: %v, %v, with another seed %v", name, a[5][2], b[5][2], other[5][2])
		}
	}
}
