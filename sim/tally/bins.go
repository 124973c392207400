package tally

import (
	"math/big"
	"time"

	"herdcast/sim"
)

// Bins counts happenings in the bins [k·width, (k+1)·width) of the clock, of
// which it keeps only what a peak and a dispersion need: it takes the same
// memory however long a run lasts. Only the part [from, to) of the clock counts.
// A bin that lies wholly in it is a whole bin.
type Bins struct {
	width    time.Duration
	from, to sim.Time
	until    sim.Time // end of what counts of the present bin, or of the stretch that does not count
	count    int64    // in the present bin, or of what does not count
	most     int64
	sum      Sum // of the counts of whole bins
	squares  Sum // and of their squares
}

// NewBins counts over [from, to) in bins of a width above 0.
func NewBins(width time.Duration, from, to sim.Time) Bins {
	return Bins{width: width, from: from, to: to, until: from}
}

// Add counts one happening. Instants come in order.
func (b *Bins) Add(now sim.Time) {
	if now >= b.until {
		b.advance(now)
	}
	b.count++
}

// advance closes the present bin and opens that of now.
func (b *Bins) advance(now sim.Time) {
	b.close()
	b.count = 0
	if now >= b.to {
		b.until = sim.Never
		return
	}
	b.until = min((now - now%sim.Time(b.width)).Add(b.width), b.to)
}

// close takes the present bin into account.
func (b *Bins) close() {
	if b.until == b.from || b.until == sim.Never {
		return
	}
	b.most = max(b.most, b.count)
	if b.until%sim.Time(b.width) == 0 && b.until.Add(-b.width) >= b.from {
		b.sum.Add(b.count)
		b.squares.AddProduct(b.count, b.count)
	}
}

// Max gives the largest count of a bin; of bins that reach out of [from, to),
// what lies inside counts.
func (b Bins) Max() int64 {
	b.close()
	return b.most
}

// Whole gives the number of whole bins, empty ones included.
func (b Bins) Whole() int64 {
	width := sim.Time(b.width)
	return max(int64(b.to/width-(b.from+width-1)/width), 0)
}

// Mean gives the mean count of the whole bins, false if there are none.
func (b Bins) Mean() (float64, bool) {
	if b.Whole() == 0 {
		return 0, false
	}
	b.close()
	return b.sum.Float64() / float64(b.Whole()), true
}

// Dispersion gives the sample variance of the counts of the whole bins over
// their mean: 1 for a Poisson process. It answers false with fewer than two
// whole bins or where all of them are empty. For n bins with the sum S and the
// sum of squares Q it is (n·Q − S²) / ((n−1)·S), worked out in whole numbers.
func (b Bins) Dispersion() (float64, bool) {
	b.close()
	n, sum, squares := big.NewInt(b.Whole()), b.sum.integer(), b.squares.integer()
	if b.Whole() < 2 || sum.Sign() == 0 {
		return 0, false
	}
	above := n.Mul(n, squares)
	above.Sub(above, new(big.Int).Mul(sum, sum))
	below := sum.Mul(sum, big.NewInt(b.Whole()-1))
	dispersion, _ := new(big.Rat).SetFrac(above, below).Float64()
	return dispersion, true
}
