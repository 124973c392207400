package tally

import "slices"

const (
	// exactUpTo is the number of observations up to which quantiles are exact.
	exactUpTo = 100_000
	// batchSize is the number of observations that a histogram takes at once:
	// keeping a value in a list costs less than finding its bucket, and a loop
	// over a batch finds the buckets faster.
	batchSize = 512
)

// Quantiles keeps observations, whole numbers of at least 0, for their quantiles,
// mean and extremes. It keeps every one up to exactUpTo; beyond that only counts
// in a histogram, with a relative error of at most 0.1 %. What it answers
// depends on the observations alone, not on their order or how they were
// merged. The zero value holds none. All methods may change the order of what
// is kept, so not even two that only ask may run at the same time.
type Quantiles struct {
	kept      []int64    // all observations, or those that the histogram has yet to take
	sorted    int        // the first of kept, which are in order
	histogram *histogram // nil while all are kept
}

// Observe takes one observation.
func (q *Quantiles) Observe(x int64) {
	if len(q.kept) == cap(q.kept) {
		q.makeRoom()
	}
	q.kept = append(q.kept, x)
}

// makeRoom makes room for one more observation.
func (q *Quantiles) makeRoom() {
	switch {
	case q.histogram != nil:
		q.settle()
	case len(q.kept) == exactUpTo:
		q.fold()
	default:
		grown := make([]int64, len(q.kept), min(max(2*len(q.kept), 16), exactUpTo))
		copy(grown, q.kept)
		q.kept = grown
	}
}

// fold moves to a histogram.
func (q *Quantiles) fold() {
	q.histogram = &histogram{least: 1<<63 - 1}
	q.histogram.take(q.kept)
	q.kept, q.sorted = make([]int64, 0, batchSize), 0
}

// settle leaves nothing behind that the histogram has not taken.
func (q *Quantiles) settle() {
	q.histogram.take(q.kept)
	q.kept = q.kept[:0]
}

// order sorts what is kept, or settles it.
func (q *Quantiles) order() {
	switch {
	case q.histogram != nil:
		q.settle()
	case q.sorted < len(q.kept):
		sortWhole(q.kept)
		q.sorted = len(q.kept)
	}
}

// Merge takes all observations of another one, which stays as it is but for the
// order of what it keeps.
func (q *Quantiles) Merge(other *Quantiles) {
	if other.histogram == nil {
		for _, x := range other.kept {
			q.Observe(x)
		}
		return
	}
	other.settle()
	if q.histogram == nil {
		q.fold()
	}
	q.histogram.merge(other.histogram)
}

// Reset forgets all observations, but not the room for those it kept.
func (q *Quantiles) Reset() {
	q.kept, q.sorted, q.histogram = q.kept[:0], 0, nil
}

// Count gives the number of observations.
func (q *Quantiles) Count() int64 {
	n := int64(len(q.kept))
	if q.histogram != nil {
		n += q.histogram.count
	}
	return n
}

// Sum gives the exact sum of the observations.
func (q *Quantiles) Sum() Sum {
	var sum Sum
	for _, x := range q.kept {
		sum.Add(x)
	}
	if q.histogram != nil {
		sum.Merge(q.histogram.sum)
	}
	return sum
}

// Mean gives the sum over the number of observations, 0 if there are none.
func (q *Quantiles) Mean() float64 {
	if q.Count() == 0 {
		return 0
	}
	return q.Sum().Float64() / float64(q.Count())
}

// Min gives the least observation, exactly; 0 if there are none.
func (q *Quantiles) Min() int64 {
	if q.Count() == 0 {
		return 0
	}
	q.order()
	if q.histogram != nil {
		return q.histogram.least
	}
	return q.kept[0]
}

// Max gives the largest observation, exactly; 0 if there are none.
func (q *Quantiles) Max() int64 {
	if q.Count() == 0 {
		return 0
	}
	q.order()
	if q.histogram != nil {
		return q.histogram.most
	}
	return q.kept[len(q.kept)-1]
}

// Approx tells whether quantiles come from a histogram.
func (q *Quantiles) Approx() bool { return q.histogram != nil }

// Quantile gives the nearest rank: the smallest observation with at least the
// share of the observations at or below it; 0 if there are none.
func (q *Quantiles) Quantile(share float64) int64 {
	if q.Count() == 0 {
		return 0
	}
	q.order()
	rank := NearestRank(share, q.Count())
	if q.histogram != nil {
		return q.histogram.at(rank)
	}
	return q.kept[rank-1]
}

// NearestRank gives the smallest rank r, counted from 1, with r/n ≥ share. It
// compares the rounded quotients: a share such as 0.07 is itself the rounded
// 7/100, so 7 of 100 are enough, though 0.07·100 is more than 7 in floating
// point.
func NearestRank(share float64, n int64) int64 {
	r := min(max(int64(share*float64(n)), 1), n)
	for r > 1 && float64(r-1)/float64(n) >= share {
		r--
	}
	for r < n && float64(r)/float64(n) < share {
		r++
	}
	return r
}

// Counts gives the number of observations in each [edges[i], edges[i+1]); the
// edges must increase. With Approx, an observation counts as the middle of its
// bucket.
func (q *Quantiles) Counts(edges []int64) []int64 {
	q.order()
	counts := make([]int64, max(len(edges)-1, 0))
	for i := range counts {
		if q.histogram != nil {
			counts[i] = q.histogram.below(edges[i+1]) - q.histogram.below(edges[i])
			continue
		}
		from, _ := slices.BinarySearch(q.kept, edges[i])
		to, _ := slices.BinarySearch(q.kept, edges[i+1])
		counts[i] = int64(to - from)
	}
	return counts
}
