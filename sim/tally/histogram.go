package tally

import "math/bits"

const (
	// stepBits sets the number of buckets an octave, 2^stepBits. A bucket is at
	// most 2^-stepBits of its values wide, so its middle is off by at most half
	// of that: 1/1024.
	stepBits = 9
	steps    = 1 << stepBits
)

// histogram counts whole numbers in log-linear buckets. Octave 0 holds the
// numbers below steps one by one; octave o > 0 holds [steps·2^(o-1), steps·2^o)
// in steps buckets of width 2^(o-1). Octaves without observations take no
// memory.
type histogram struct {
	octaves     [64 - stepBits]*[steps]int64
	count       int64
	sum         Sum
	least, most int64
}

// take counts a batch of observations.
func (h *histogram) take(batch []int64) {
	least, most, sum := h.least, h.most, h.sum
	for _, x := range batch {
		sum.Add(x)
		least, most = min(least, x), max(most, x)
		octave, step := place(x)
		counts := h.octaves[octave]
		if counts == nil {
			counts = new([steps]int64)
			h.octaves[octave] = counts
		}
		counts[step]++
	}
	h.least, h.most, h.sum = least, most, sum
	h.count += int64(len(batch))
}

// place gives the bucket of a number.
func place(x int64) (octave, step int) {
	octave = bits.Len64(uint64(x) >> stepBits)
	shift := max(octave-1, 0)
	return octave, int(x >> shift & (steps - 1))
}

// middle gives the middle of a bucket, rounded down.
func middle(octave, step int) int64 {
	if octave == 0 {
		return int64(step)
	}
	low := int64(steps+step) << (octave - 1)
	return low + (1<<(octave-1)-1)/2
}

func (h *histogram) merge(other *histogram) {
	h.count += other.count
	h.sum.Merge(other.sum)
	h.least, h.most = min(h.least, other.least), max(h.most, other.most)
	for octave, counts := range other.octaves {
		if counts == nil {
			continue
		}
		if h.octaves[octave] == nil {
			h.octaves[octave] = new([steps]int64)
		}
		for step, n := range counts {
			h.octaves[octave][step] += n
		}
	}
}

// at gives the middle of the bucket of the observation of a rank, counted from
// 1, but nothing outside of what was observed.
func (h *histogram) at(rank int64) int64 {
	passed := int64(0)
	for octave, counts := range h.octaves {
		if counts == nil {
			continue
		}
		for step, n := range counts {
			passed += n
			if passed >= rank {
				return min(max(middle(octave, step), h.least), h.most)
			}
		}
	}
	return h.most
}

// below gives the number of observations in buckets whose middle is below x.
func (h *histogram) below(x int64) int64 {
	total := int64(0)
	for octave, counts := range h.octaves {
		if counts == nil {
			continue
		}
		for step, n := range counts {
			if middle(octave, step) >= x {
				return total
			}
			total += n
		}
	}
	return total
}
