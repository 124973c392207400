package tally

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// shuffled gives the numbers from 1 to n in another order.
func shuffled(n int) []int64 {
	values := make([]int64, n)
	for i, j := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
		values[i] = int64(j + 1)
	}
	return values
}

func of(values ...int64) *Quantiles {
	var q Quantiles
	for _, x := range values {
		q.Observe(x)
	}
	return &q
}

func TestNearestRank(t *testing.T) {
	q := of(50, 10, 40, 20, 30)
	for _, c := range []struct {
		share float64
		want  int64
	}{
		{0, 10}, {0.1, 10}, {0.2, 10}, {0.21, 20}, {0.5, 30}, {0.6, 30}, {0.61, 40}, {0.8, 40}, {0.99, 50}, {1, 50},
	} {
		if got := q.Quantile(c.share); got != c.want {
			t.Errorf("quantile %v is %d, want %d", c.share, got, c.want)
		}
	}
}

// Of n = 100, 1,000, … the share k/n is reached by k, whatever k/n·n is in
// floating point.
func TestNearestRankOfDecimalShares(t *testing.T) {
	for _, n := range []int64{10, 100, 1000, 99_000} {
		for k := int64(1); k <= n; k++ {
			if got := NearestRank(float64(k)/float64(n), n); got != k {
				t.Fatalf("rank %d of the share %d/%d, want %d", got, k, n, k)
			}
		}
	}
	if got := NearestRank(0.07, 100); got != 7 {
		t.Errorf("rank %d of the share 7%% of 100, want 7", got)
	}
}

func TestQuantilesOfNothing(t *testing.T) {
	var q Quantiles
	if q.Count() != 0 || q.Quantile(0.5) != 0 || q.Min() != 0 || q.Max() != 0 || q.Mean() != 0 || q.Approx() {
		t.Errorf("nothing observed, but %d, median %d, from %d to %d, mean %v, approximate: %v",
			q.Count(), q.Quantile(0.5), q.Min(), q.Max(), q.Mean(), q.Approx())
	}
}

func TestQuantilesAreExactUpToTheirLimit(t *testing.T) {
	q := of(shuffled(exactUpTo)...)
	if q.Approx() {
		t.Error("approximate at the limit, want exact")
	}
	for _, c := range []struct {
		share float64
		want  int64
	}{{0.5, 50_000}, {0.9, 90_000}, {0.99, 99_000}, {0.999, 99_900}, {0.12345, 12_345}, {1, 100_000}} {
		if got := q.Quantile(c.share); got != c.want {
			t.Errorf("quantile %v is %d, want %d", c.share, got, c.want)
		}
	}
	if got, want := q.Mean(), 50_000.5; got != want {
		t.Errorf("mean %v, want %v", got, want)
	}
}

// One more observation moves to the histogram: the quantiles are off by at most
// 0.1 %, everything else stays exact.
func TestQuantilesBeyondTheirLimit(t *testing.T) {
	const n = exactUpTo + 1
	q := of(shuffled(n)...)
	if !q.Approx() || q.Count() != n {
		t.Errorf("count %d, approximate: %v, want %d, true", q.Count(), q.Approx(), n)
	}
	if q.Min() != 1 || q.Max() != n || q.Mean() != (n+1)/2 {
		t.Errorf("from %d to %d, mean %v, want 1, %d, %v", q.Min(), q.Max(), q.Mean(), n, (n+1)/2)
	}
	for rank := int64(1); rank <= n; rank += 7 {
		got := q.Quantile(float64(rank) / n)
		if off := math.Abs(float64(got-rank)) / float64(rank); off > 0.001 {
			t.Fatalf("observation %d of %d is given as %d, off by %v", rank, n, got, off)
		}
	}
	if got := q.Quantile(1); got < n*999/1000 || got > n {
		t.Errorf("the last one is given as %d, beyond the largest", got)
	}
}

// Every number lies in the bucket that its place names, and the bucket's middle
// is off by at most 1/1024.
func TestBucketsHoldTheirNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	check := func(x int64) {
		octave, step := place(x)
		got := middle(octave, step)
		if off := math.Abs(float64(got - x)); off > float64(x)/1024 {
			t.Errorf("%d falls into the bucket around %d", x, got)
		}
		if o, s := place(got); o != octave || s != step {
			t.Errorf("the middle %d of the bucket of %d lies in another one", got, x)
		}
	}
	for bit := range 63 {
		for _, x := range []int64{1<<bit - 1, 1 << bit, 1<<bit + 1} {
			check(x)
		}
		check(rng.Int64N(1<<bit) + 1<<bit)
	}
	check(math.MaxInt64)
	for x := range int64(2 * steps) {
		if got := middle(place(x)); got != x {
			t.Errorf("%d is given as %d, want it exactly", x, got)
		}
	}
}

// What the parts answer together depends neither on how the observations are
// cut into parts nor on the order of merging.
func TestQuantilesMergeExactly(t *testing.T) {
	for _, n := range []int{90_000, exactUpTo, exactUpTo + 1, 250_000} {
		values := shuffled(n)
		whole := of(values...)
		for _, cuts := range [][]int{{0, n / 3, n}, {0, 10, n - 5, n}, {0, n - 1, n}} {
			for _, backwards := range []bool{false, true} {
				var parts []*Quantiles
				for i := 1; i < len(cuts); i++ {
					parts = append(parts, of(values[cuts[i-1]:cuts[i]]...))
				}
				if backwards {
					slices.Reverse(parts)
				}
				merged := parts[0]
				for _, part := range parts[1:] {
					merged.Merge(part)
				}
				if merged.Count() != whole.Count() || merged.Sum() != whole.Sum() || merged.Approx() != whole.Approx() {
					t.Errorf("%d in %v: count %d, sum %v, approximate: %v, want %d, %v, %v", n, cuts,
						merged.Count(), merged.Sum(), merged.Approx(), whole.Count(), whole.Sum(), whole.Approx())
				}
				for _, share := range []float64{0, 0.001, 0.5, 0.9, 0.999, 1} {
					if got, want := merged.Quantile(share), whole.Quantile(share); got != want {
						t.Errorf("%d in %v: quantile %v is %d, want %d", n, cuts, share, got, want)
					}
				}
			}
		}
	}
}

// Asking in between changes nothing.
func TestQuantilesMayBeAskedInBetween(t *testing.T) {
	var q Quantiles
	for i, x := range shuffled(150_000) {
		q.Observe(x)
		if i%10_007 == 0 {
			q.Quantile(0.5)
			q.Max()
		}
	}
	if got, want := q.Quantile(0.9), of(shuffled(150_000)...).Quantile(0.9); got != want {
		t.Errorf("quantile 0.9 is %d, want %d", got, want)
	}
	small := of(3, 1)
	if got := small.Max(); got != 3 {
		t.Errorf("largest %d, want 3", got)
	}
	small.Observe(2)
	if got := small.Quantile(0.5); got != 2 {
		t.Errorf("median %d, want 2", got)
	}
}

func TestCounts(t *testing.T) {
	exact := of(1, 2, 2, 3, 10, 500)
	if got, want := exact.Counts([]int64{0, 2, 3, 10, 500}), []int64{1, 2, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("counts %v, want %v", got, want)
	}
	// Edges that are powers of two are edges of buckets too.
	approximate := of(shuffled(131_071)...)
	if got, want := approximate.Counts([]int64{1, 2, 1024, 65_536, 131_072}), []int64{1, 1022, 64_512, 65_536}; !slices.Equal(got, want) {
		t.Errorf("counts %v, want %v", got, want)
	}
}

// A histogram of durations within two decades takes no more than a few octaves.
func TestHistogramGrowsWithItsRange(t *testing.T) {
	var q Quantiles
	for i := range int64(200_000) {
		q.Observe(10_000_000 + i*4_950)
	}
	used := 0
	for _, counts := range q.histogram.octaves {
		if counts != nil {
			used++
		}
	}
	if used != 7 { // from 2^23 ≤ 10^7 to 10^9 < 2^30
		t.Errorf("%d octaves in use, want 7", used)
	}
}

func BenchmarkObserve(b *testing.B) {
	for _, c := range []struct {
		name   string
		before int
	}{{"exact", 0}, {"histogram", exactUpTo + 1}} {
		b.Run(c.name, func(b *testing.B) {
			values := shuffled(1 << 16)
			q := of(shuffled(c.before)...)
			i := 0
			for b.Loop() {
				if c.before == 0 && len(q.kept) == exactUpTo {
					q.kept = q.kept[:0]
				}
				q.Observe(values[i&(1<<16-1)] << 10)
				i++
			}
		})
	}
}

// Once reset, nothing of what was observed is left but its room.
func TestReset(t *testing.T) {
	for _, n := range []int{1, 1000, exactUpTo, exactUpTo + 1} {
		q := of(shuffled(n)...)
		q.Quantile(0.5)
		q.Reset()
		if q.Count() != 0 || q.Approx() || q.Max() != 0 {
			t.Errorf("of %d observations %d are left, up to %d, approximate: %v", n, q.Count(), q.Max(), q.Approx())
		}
		q.Observe(9)
		q.Observe(7)
		if q.Count() != 2 || q.Min() != 7 || q.Max() != 9 || q.Sum().Float64() != 16 {
			t.Errorf("after %d others, 9 and 7 are %d from %d to %d, %v in all", n, q.Count(), q.Min(), q.Max(), q.Sum().Float64())
		}
	}
	var q Quantiles
	again := func() {
		q.Reset()
		for x := range int64(1000) {
			q.Observe(x)
		}
	}
	if n := testing.AllocsPerRun(10, again); n != 0 {
		t.Errorf("as many observations again take %v allocations, want none", n)
	}
}
