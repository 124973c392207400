package theory

import "math"

// LongPauses is a concurrency limit without a queue before which a refused call
// makes up to so many attempts after pauses so long that attempts arrive as if by
// chance: x = λ(1 + b + … + b^(n-1)) with b what Erlang's loss formula gives for x.
func LongPauses(rate, service float64, limit, attempts int) Retried {
	x := rate
	for range 10000 {
		b := ErlangB(limit, x*service)
		x = rate * MeanAttempts(b, attempts)
	}
	b := ErlangB(limit, x*service)
	return Retried{FirstRefused: b, Refused: b, Attempts: x, Failed: math.Pow(b, float64(attempts))}
}

// MeanAttempts is how many attempts a call makes in the mean when each fails with
// the same chance and at most so many are made: (1-pⁿ)/(1-p).
func MeanAttempts(p float64, most int) float64 {
	var sum float64
	for k := range most {
		sum += math.Pow(p, float64(k))
	}
	return sum
}
