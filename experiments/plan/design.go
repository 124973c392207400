package plan

import "herdcast/sim"

// The purposes of the draws of a design.
const (
	shuffle sim.Purpose = iota
	place
	shift
)

// latinHypercube gives so many points in [0, 1)^dimensions: of each dimension's n
// equal slices each holds one point, anywhere in it; which point has which slice is
// drawn (McKay, Beckman, Conover 1979).
func latinHypercube(n, dimensions int, seed uint64) [][]float64 {
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, dimensions)
	}
	key := sim.NewKey(seed, 0).Named("latin hypercube")
	for d := range dimensions {
		own := key.Child(uint64(d))
		slice := shuffled(own, shuffle, n)
		for i := range points {
			points[i][d] = (float64(slice[i]) + own.Uniform(place, uint64(i))) / float64(n)
		}
	}
	return points
}

// shuffled gives 0 to n−1 in an order that is drawn (Fisher and Yates).
func shuffled(key sim.Key, purpose sim.Purpose, n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := int(key.Bits(purpose, uint64(i)) % uint64(i+1))
		all[i], all[j] = all[j], all[i]
	}
	return all
}

// direction is what begins Sobol's sequence in one dimension: a primitive
// polynomial (its degree, and its inner coefficients as bits) and the first odd
// numbers, after Joe and Kuo (2008), new-joe-kuo-6.
type direction struct {
	degree  int
	inner   uint32
	initial []uint32
}

var directions = []direction{
	{0, 0, nil}, // the first is van der Corput's sequence
	{1, 0, []uint32{1}},
	{2, 1, []uint32{1, 3}},
	{3, 1, []uint32{1, 3, 1}},
	{3, 2, []uint32{1, 1, 1}},
	{4, 1, []uint32{1, 1, 3, 3}},
	{4, 4, []uint32{1, 3, 5, 13}},
	{5, 2, []uint32{1, 1, 5, 5, 17}},
	{5, 4, []uint32{1, 1, 5, 5, 5}},
	{5, 7, []uint32{1, 1, 7, 11, 19}},
	{5, 11, []uint32{1, 1, 5, 1, 1}},
	{5, 13, []uint32{1, 1, 1, 3, 11}},
	{5, 14, []uint32{1, 3, 5, 5, 31}},
	{6, 1, []uint32{1, 3, 3, 9, 7, 49}},
	{6, 13, []uint32{1, 1, 1, 15, 21, 21}},
	{6, 16, []uint32{1, 3, 1, 13, 27, 49}},
	{6, 19, []uint32{1, 1, 1, 15, 7, 5}},
	{6, 22, []uint32{1, 3, 1, 15, 13, 25}},
	{6, 25, []uint32{1, 1, 5, 5, 19, 61}},
	{7, 1, []uint32{1, 3, 7, 11, 23, 15, 103}},
}

const sobolBits = 32

// numbers gives the direction numbers of a dimension, as binary fractions.
func (d direction) numbers() (v [sobolBits]uint32) {
	for k := range v {
		switch {
		case d.degree == 0:
			v[k] = 1 << (sobolBits - 1 - k)
		case k < d.degree:
			v[k] = d.initial[k] << (sobolBits - 1 - k)
		default:
			v[k] = v[k-d.degree] ^ v[k-d.degree]>>d.degree
			for i := 1; i < d.degree; i++ {
				if d.inner>>(d.degree-1-i)&1 == 1 {
					v[k] ^= v[k-i]
				}
			}
		}
	}
	return v
}

// sobol gives the first n points of Sobol's sequence in [0, 1)^dimensions, shifted
// digit by digit by one draw for each dimension, which keeps how evenly they lie.
func sobol(n, dimensions int, seed uint64) [][]float64 {
	points := make([][]float64, n)
	at := make([]uint32, dimensions)
	numbers := make([][sobolBits]uint32, dimensions)
	key := sim.NewKey(seed, 0).Named("sobol")
	for d := range dimensions {
		at[d] = uint32(key.Child(uint64(d)).Bits(shift, 0) >> 32)
		numbers[d] = directions[d].numbers()
	}
	for i := range points {
		points[i] = make([]float64, dimensions)
		for d, x := range at {
			points[i][d] = float64(x) / (1 << sobolBits)
		}
		flipped := 0 // the lowest bit of i that is 0: Gray's code
		for i>>flipped&1 == 1 {
			flipped++
		}
		for d := range at {
			at[d] ^= numbers[d][flipped]
		}
	}
	return points
}
