package plan

import (
	"math"
	"testing"
)

// Each group is a, then a with one dimension of b, then b.
func TestSaltelliMixesOneDimensionAtATime(t *testing.T) {
	const k = 3
	points := saltelli(16, k, 1)
	if len(points) != 16*(k+2) {
		t.Fatalf("%d points", len(points))
	}
	for g := 0; g < len(points); g += k + 2 {
		a, b := points[g], points[g+k+1]
		for i := range k {
			for d, x := range points[g+1+i] {
				want := a[d]
				if d == i {
					want = b[d]
				}
				if x != want {
					t.Fatalf("group %d, mixed %d, dimension %d: got %v, want %v", g/(k+2), i, d, x, want)
				}
			}
		}
	}
}

// A walk moves every dimension once, one at a time, by 2/3, and stays in the range.
func TestAWalkMovesEveryDimensionOnce(t *testing.T) {
	const k = 4
	points := morris(50, k, 1)
	if len(points) != 50*(k+1) {
		t.Fatalf("%d points", len(points))
	}
	lowest, first := 0, map[int]int{}
	for w := 0; w < len(points); w += k + 1 {
		moved := map[int]bool{}
		for i := w; i < w+k; i++ {
			for d := range k {
				step := math.Abs(points[i+1][d] - points[i][d])
				if step == 0 {
					continue
				}
				if math.Abs(step-2.0/3) > 1e-15 || moved[d] || points[i+1][d] < 0 || points[i+1][d] > 1 {
					t.Fatalf("walk %d: dimension %d goes from %v to %v", w/(k+1), d, points[i][d], points[i+1][d])
				}
				if len(moved) == 0 {
					first[d]++
				}
				moved[d] = true
			}
		}
		if len(moved) != k {
			t.Fatalf("walk %d moves %v", w/(k+1), moved)
		}
		if points[w][0] == 0 {
			lowest++
		}
	}
	// A quarter of 50 begins at the lowest of four levels, give or take 4 deviations of 3.1.
	if lowest < 1 || lowest > 25 || len(first) != k {
		t.Errorf("%d of 50 walks begin at the lowest level; first moved: %v", lowest, first)
	}
}
