package theory

import "math"

// Storm is Poisson calls at exponential servers with a bounded queue, each call
// making so many attempts, one begun whenever the last was not answered within a
// timeout of its start; abandoned work is served all the same.
type Storm struct {
	Calls    float64 // per second
	Attempts int     // at most
	Timeout  float64
	Bounded  // Rate is left out
}

// Stormed is a state in which a storm holds itself.
type Stormed struct {
	Attempts float64 // per second
	Failed   float64 // share of attempts
	Refused  float64 // share of attempts
	Inside   float64 // requests, in the mean
}

// Collapsed is the state of most attempts that the mean field allows: attempts taken
// as Poisson, x = λ(1 + f + … + f^(n-1)) with f the share of attempts at that rate
// that are refused or answered late, found from the highest rate downwards. Where no
// collapse holds itself, it is the healthy state.
func (s Storm) Collapsed() Stormed {
	x := s.Calls * float64(s.Attempts)
	for range 20000 {
		next := s.Calls * MeanAttempts(s.at(x).Failed, s.Attempts)
		if math.Abs(next-x) < 1e-12*x {
			break
		}
		x = next
	}
	return s.at(x)
}

// Unstable is the state between health and collapse that the mean field allows and no
// run keeps: with a few attempts less it goes down, with a few more up.
func (s Storm) Unstable() Stormed {
	low, high := s.Calls*1.001, s.Collapsed().Attempts*0.999
	for range 100 {
		middle := (low + high) / 2
		if s.Calls*MeanAttempts(s.at(middle).Failed, s.Attempts) < middle {
			low = middle
		} else {
			high = middle
		}
	}
	return s.at(low)
}

// Edge is how long servers may stand still before the storm keeps itself up, by the
// fluid balance. Until the first timeouts only calls come, so who comes then waits the
// standstill, and for what came before, less the timeout that has passed since. If that
// is beyond the timeout, all are late and come again; first and second attempts together
// being more than is served, or as much, waits never get shorter. So the edge is where it
// is the timeout itself: standstill + calls·timeout/capacity − timeout = timeout.
func (s Storm) Edge() float64 {
	return s.Timeout * (2 - s.Calls*s.Service/float64(s.Servers))
}

func (s Storm) at(rate float64) Stormed {
	b := s.Bounded
	b.Rate = rate
	states := b.states()
	drain, single := float64(b.Servers)/b.Service, 1/b.Service
	failed := states[b.Room]
	for n, p := range states[:b.Room] {
		late := math.Exp(-single * s.Timeout)
		if k := float64(n - b.Servers + 1); k > 0 {
			// k services to wait for at the rate of all servers, then its own.
			other := drain - single
			late = 1 - gammaBelow(k, drain*s.Timeout) +
				math.Exp(k*math.Log(drain/other)-single*s.Timeout)*gammaBelow(k, other*s.Timeout)
		}
		failed += p * late
	}
	return Stormed{
		Attempts: rate, Failed: failed, Refused: states[b.Room],
		Inside: mean(states, func(n int) float64 { return float64(n) }),
	}
}
