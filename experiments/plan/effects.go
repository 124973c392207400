package plan

import (
	"slices"

	"herdcast/sim"
)

// The purposes of the draws of a walk.
const (
	level sim.Purpose = iota
	turn
)

// saltelli gives n groups of points, each of dimensions + 2: a point a, then a with
// one dimension after the other taken from a second point b, then b (Saltelli et
// al. 2010). Both are halves of one point of Sobol's sequence.
func saltelli(n, dimensions int, seed uint64) [][]float64 {
	var points [][]float64
	for _, both := range sobol(n, 2*dimensions, seed) {
		a, b := both[:dimensions], both[dimensions:]
		points = append(points, slices.Clone(a))
		for d := range dimensions {
			mixed := slices.Clone(a)
			mixed[d] = b[d]
			points = append(points, mixed)
		}
		points = append(points, slices.Clone(b))
	}
	return points
}

// morris gives n walks of dimensions + 1 points each over the levels 0, 1/3, 2/3 and
// 1: from a point that is drawn, each dimension moves once by 2/3, in an order that
// is drawn (Morris 1991, four levels).
func morris(n, dimensions int, seed uint64) [][]float64 {
	const levels = 4
	var points [][]float64
	root := sim.NewKey(seed, 0).Named("morris")
	for walk := range n {
		key := root.Child(uint64(walk))
		at := make([]int, dimensions)
		for d := range at {
			at[d] = int(key.Bits(level, uint64(d)) % levels)
		}
		place := func() {
			point := make([]float64, dimensions)
			for d := range point {
				point[d] = float64(at[d]) / (levels - 1)
			}
			points = append(points, point)
		}
		place()
		for _, d := range shuffled(key, turn, dimensions) {
			if at[d] < levels/2 {
				at[d] += levels / 2
			} else {
				at[d] -= levels / 2
			}
			place()
		}
	}
	return points
}
