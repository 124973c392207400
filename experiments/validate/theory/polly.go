package theory

import "math"

// Polly is the time of a retry under decorrelated jitter of the second kind (Polly):
// retry k is at f(k-1+U) / 1.4 of the first wait, f(t) = 2^t · tanh(√(4t)), whatever
// the others do.
type Polly struct {
	First float64 // the wait that is asked for
	Retry int     // from 1
}

func (p Polly) at(u float64) float64 {
	t := float64(p.Retry-1) + u
	return p.First / 1.4 * math.Exp2(t) * math.Tanh(math.Sqrt(4*t))
}

// Mean of the time.
func (p Polly) Mean() float64 { return area(p.at, 0, 1) }

// Ranked is the mean of the nearest-rank quantile of so many observations.
func (p Polly) Ranked(q float64, observations int) float64 { return rankedMean(p, q, observations) }

// Sent is the mean number of so many retries that are sent by a time.
func (p Polly) Sent(by float64, retries int) float64 {
	var sum float64
	for p.Retry = 1; p.Retry <= retries; p.Retry++ {
		sum += p.below(by)
	}
	return sum
}

func (p Polly) quantile(level float64) float64 { return p.at(level) }

// below inverts what rises with u.
func (p Polly) below(x float64) float64 {
	low, high := 0.0, 1.0
	for range 60 {
		if middle := (low + high) / 2; p.at(middle) > x {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}
