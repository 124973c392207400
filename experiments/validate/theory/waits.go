package theory

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mathext"
)

// Span is a uniform law between two ends.
type Span struct{ Low, High float64 }

// Spans is the sum of independent uniform waits.
type Spans []Span

// Full is the waits of full jitter: uniform below first·factor^k, at most the cap.
func Full(first, factor, most float64, waits int) Spans {
	return exponential(first, factor, most, waits, 0, 1)
}

// Equal is those of equal jitter: half of the wait, and uniform below the other half.
func Equal(first, factor, most float64, waits int) Spans {
	return exponential(first, factor, most, waits, 0.5, 1)
}

// PlusMinus is those of jitter around the wait by a share of it.
func PlusMinus(first, factor, most float64, waits int, share float64) Spans {
	return exponential(first, factor, most, waits, 1-share, 1+share)
}

func exponential(first, factor, most float64, waits int, low, high float64) Spans {
	all := make(Spans, waits)
	for k := range all {
		wait := math.Min(most, first*math.Pow(factor, float64(k)))
		all[k] = Span{low * wait, high * wait}
	}
	return all
}

// Mean of the sum.
func (s Spans) Mean() float64 {
	var sum float64
	for _, span := range s {
		sum += (span.Low + span.High) / 2
	}
	return sum
}

// below is the distribution function of the sum, a piecewise polynomial: by
// inclusion and exclusion over the corners of the box that the waits fill.
func (s Spans) below(x float64) float64 {
	n := len(s)
	volume := 1.0
	for k, span := range s {
		x -= span.Low
		volume *= (span.High - span.Low) * float64(k+1) // the product of widths and n!
	}
	var sum float64
	for corner := range 1 << n {
		left, sign := x, 1.0
		for k, span := range s {
			if corner>>k&1 == 1 {
				left -= span.High - span.Low
				sign = -sign
			}
		}
		if left > 0 {
			sum += sign * math.Pow(left, float64(n))
		}
	}
	return sum / volume
}

// Sent is the mean number of waits that are over by a time.
func (s Spans) Sent(by float64) float64 {
	var sum float64
	for k := range s {
		sum += s[:k+1].below(by)
	}
	return sum
}

// quantile of the sum.
func (s Spans) quantile(level float64) float64 {
	return quantile(func(t float64) float64 { return 1 - s.below(t) }, level)
}

// Ranked is the mean of the nearest-rank quantile of so many observations of the sum.
func (s Spans) Ranked(q float64, observations int) float64 { return rankedMean(s, q, observations) }

// law is a distribution without steps.
type law interface {
	below(x float64) float64
	quantile(level float64) float64
}

// rankedMean is the mean of the observation of rank ⌈q·n⌉ of n. Where the distribution
// function stands there follows a beta law, so that it is at most x with the chance
// I(F(x); rank, n+1-rank); the mean is the integral of what is left to 1, by the midpoint
// rule between places that it leaves once in ten billion times.
func rankedMean(l law, q float64, observations int) float64 {
	all, level := float64(observations+1), ranked(q, observations)
	rank, others := level*all, (1-level)*all
	from := l.quantile(mathext.InvRegIncBeta(rank, others, 1e-10))
	to := l.quantile(mathext.InvRegIncBeta(rank, others, 1-1e-10))
	const steps = 2000
	var left float64
	for k := range steps {
		below := l.below(from + (to-from)*(float64(k)+0.5)/steps)
		left += 1 - mathext.RegIncBeta(rank, others, math.Min(1, math.Max(0, below)))
	}
	return from + (to-from)*left/steps
}

// ranked is where the distribution function stands in the mean at that observation.
func ranked(q float64, observations int) float64 {
	return math.Ceil(q*float64(observations)-1e-9) / float64(observations+1)
}

// Decorrelated is decorrelated jitter: each wait is uniform between the base and
// three times the last, at most the cap; the first has the base for a last.
type Decorrelated struct {
	Base, Cap float64
	Waits     int
}

// Lattice is a distribution by the masses of cells of equal width.
type Lattice struct {
	low, step float64 // the middle of the first cell, and the width
	mass      []float64
}

// Solve gives the sum of the waits on a lattice with so many cells to the base,
// from the joint law of the last wait and the sum, a wait at a time. The error falls
// with the square of the cells.
func (d Decorrelated) Solve(cells int) Lattice {
	step := d.Base / float64(cells)
	last := int(math.Round((d.Cap - d.Base) / step)) // the cap; cell i < last is the wait base + (i+½)·step
	wide := (last+1)*d.Waits + 1
	joint := [][]float64{make([]float64, wide)} // by the last wait, then by the sum of cells
	joint[0][0] = 1
	waits := []float64{d.Base}
	later := make([]float64, last+1)
	for i := range later {
		later[i] = math.Min(d.Base+(float64(i)+0.5)*step, d.Cap)
	}
	for range d.Waits {
		next := make([][]float64, last+1)
		for i := range next {
			next[i] = make([]float64, wide)
		}
		for sum := range wide {
			// From the longest last wait on down, each adds its density to all cells
			// that it reaches, and what is beyond the last cell to the cap.
			reach := make([]float64, last+2)
			var capped float64
			for i, was := range waits {
				p := joint[i][sum]
				if p == 0 {
					continue
				}
				room := (3*was - d.Base) / step
				whole := min(int(room), last)
				reach[whole] += p / room
				if whole < last {
					next[whole][sum+whole] += p * (room - float64(whole)) / room
				} else {
					capped += p * (room - float64(last)) / room
				}
			}
			density := 0.0
			for i := last - 1; i >= 0; i-- {
				density += reach[i+1]
				if density > 0 {
					next[i][sum+i] += density
				}
			}
			// The cap lies half a cell below the place of its number.
			if capped > 0 {
				next[last][sum+last] += capped / 2
				next[last][sum+last-1] += capped / 2
			}
		}
		joint, waits = next, later
	}
	all := Lattice{low: float64(d.Waits) * (d.Base + step/2), step: step, mass: make([]float64, wide)}
	for _, row := range joint {
		for sum, p := range row {
			all.mass[sum] += p
		}
	}
	return all
}

// Mean of the distribution.
func (l Lattice) Mean() float64 {
	return l.low + l.step*mean(l.mass, func(n int) float64 { return float64(n) })
}

// Ranked is the mean of the nearest-rank quantile of so many observations, as of
// Spans.
func (l Lattice) Ranked(q float64, observations int) float64 {
	s := summed{l, make([]float64, len(l.mass)+1)}
	for n, p := range l.mass {
		s.to[n+1] = s.to[n] + p
	}
	return rankedMean(s, q, observations)
}

// summed is a lattice with the masses of all cells before each, a straight line inside.
type summed struct {
	Lattice
	to []float64
}

func (s summed) below(x float64) float64 {
	place := (x-s.low)/s.step + 0.5
	n := int(math.Floor(place))
	switch {
	case n < 0:
		return 0
	case n >= len(s.mass):
		return 1
	}
	return s.to[n] + (place-float64(n))*s.mass[n]
}

func (s summed) quantile(level float64) float64 {
	n := sort.SearchFloat64s(s.to, level) // the first cell end that is not below
	if n == 0 || n > len(s.mass) {
		return s.low + s.step*(float64(min(n, len(s.mass)))-0.5)
	}
	return s.low + s.step*(float64(n)-1.5+(level-s.to[n-1])/s.mass[n-1])
}
