package theory

import "math"

// Impatient is M/M/c with callers who leave the queue when their exponential
// patience ends (Palm's Erlang A); those in service stay.
type Impatient struct {
	Queue
	Patience float64 // its mean
}

func (i Impatient) states() []float64 {
	// The queue cannot grow much beyond where arrivals and departures balance.
	last := i.Servers + int(20*math.Sqrt(i.Rate*i.Patience)+4*i.Rate*i.Patience) + 200
	return birthDeath(last, func(int) float64 { return i.Rate }, func(n int) float64 {
		return float64(min(n, i.Servers))/i.Service + float64(max(0, n-i.Servers))/i.Patience
	})
}

// MeanWaiting is the mean number in the queue, leavers included.
func (i Impatient) MeanWaiting() float64 {
	return mean(i.states(), func(n int) float64 { return float64(max(0, n-i.Servers)) })
}

// GivesUp is the share of callers that leave the queue: each of those waiting
// leaves at the rate 1/patience.
func (i Impatient) GivesUp() float64 { return i.MeanWaiting() / i.Patience / i.Rate }

// Served is the rate at which callers are served.
func (i Impatient) Served() float64 { return i.Rate * (1 - i.GivesUp()) }

// Strict is M/M/c with callers who leave the queue after exactly the same patience
// (M/M/c+D, Barrer 1957).
type Strict struct {
	Queue
	Patience float64
}

// solve gives the shares of callers that meet a free server and that leave, and the
// mean wait of all who wait less than the patience, over all callers. The density of
// the wait that a patient caller would have is λπ(c-1)·exp((λ-cμ)x) up to the
// patience and falls as exp(-cμx) beyond.
func (s Strict) solve() (free, leaves, waited float64) {
	drain := float64(s.Servers) / s.Service
	up := s.Rate - drain
	weight, sum := 1.0, 1.0 // of n busy, from 0 to c-1
	for n := 1; n < s.Servers; n++ {
		weight *= s.load() / float64(n)
		sum += weight
	}
	grown := math.Exp(up * s.Patience)
	inside, first := s.Patience, s.Patience*s.Patience/2 // ∫exp(up·x) and ∫x·exp(up·x)
	if math.Abs(up*s.Patience) > 1e-9 {
		inside = (grown - 1) / up
		first = (s.Patience*grown - inside) / up
	}
	density := s.Rate * weight
	all := sum + density*(inside+grown/drain)
	return sum / all, density * grown / drain / all, density * first / all
}

// GivesUp is the share of callers that leave the queue.
func (s Strict) GivesUp() float64 {
	_, leaves, _ := s.solve()
	return leaves
}

// Served is the rate at which callers are served.
func (s Strict) Served() float64 { return s.Rate * (1 - s.GivesUp()) }

// MeanWait is the mean wait of the served.
func (s Strict) MeanWait() float64 {
	_, leaves, waited := s.solve()
	return waited / (1 - leaves)
}

// MeanWaiting is the mean number in the queue, leavers included, by Little's law.
func (s Strict) MeanWaiting() float64 {
	_, leaves, waited := s.solve()
	return s.Rate * (waited + leaves*s.Patience)
}
