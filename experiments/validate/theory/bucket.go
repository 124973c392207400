package theory

import "gonum.org/v1/gonum/mat"

// Channel is a gRPC retry bucket in tenths of a token: every failed try takes ten of
// them, never below none, a success adds one, and a retry is allowed while more than
// half are left. Calls come one after the other.
type Channel struct {
	Fails float64 // chance of each try
	Most  int     // tries of a call
	Size  int     // tenths
}

// Attempts is the mean number of tries of a call.
func (c Channel) Attempts() float64 {
	return tries(c.Size, func(held int, visit func(held, tries int, p float64)) {
		p := 1.0
		for k := 1; ; k++ {
			visit(min(held+1, c.Size), k, p*(1-c.Fails))
			p *= c.Fails
			held = max(held-10, 0)
			if k == c.Most || 2*held <= c.Size {
				visit(held, k, p)
				return
			}
		}
	})
}

// Purse is an AWS retry bucket: a retry takes its cost if that is there, a call that
// succeeds at once earns one token, one that succeeds after retries gets its last
// cost back. Calls come one after the other.
type Purse struct {
	Fails      float64
	Most       int
	Size, Cost int
}

// Attempts is the mean number of tries of a call.
func (c Purse) Attempts() float64 {
	return tries(c.Size, func(held int, visit func(held, tries int, p float64)) {
		p := 1.0
		for k := 1; ; k++ {
			back := 1
			if k > 1 {
				back = c.Cost
			}
			visit(min(held+back, c.Size), k, p*(1-c.Fails))
			p *= c.Fails
			if k == c.Most || held < c.Cost {
				visit(held, k, p)
				return
			}
			held -= c.Cost
		}
	})
}

// tries is the mean number of tries over the stationary law of the bucket before a
// call; call tells how one may end.
func tries(size int, call func(held int, visit func(held, tries int, p float64))) float64 {
	generator := mat.NewDense(size+1, size+1, nil)
	expected := make([]float64, size+1)
	for from := range expected {
		generator.Set(from, from, generator.At(from, from)-1)
		call(from, func(held, tries int, p float64) {
			generator.Set(from, held, generator.At(from, held)+p)
			expected[from] += p * float64(tries)
		})
	}
	return mean(stationary(generator), func(n int) float64 { return expected[n] })
}

// Throttled is the share of calls that an adaptive throttle sends in the long run when
// so many calls before each count and those sent are accepted with the same chance:
// s solves s = 1 - (W - k·a·s·W)/(W+1), exact while k times the accepted stay below W.
func Throttled(calls int, k, accepted float64) float64 {
	w := float64(calls)
	return 1 / (w + 1 - k*accepted*w)
}

// Refilled is how many of evenly spaced demands, so many a second from instant 0 on, a
// bucket grants that is full at first, is filled at a steady rate by the clock, below
// that of the demands, and gives one token or nothing: all until it is empty, then what
// has come in, min(j+1, ⌊size + rate·t⌋) at the last demand j.
func Refilled(size, perMinute, demands, seconds int) int {
	last := demands*seconds - 1
	return min(last+1, size+perMinute*last/(60*demands))
}
