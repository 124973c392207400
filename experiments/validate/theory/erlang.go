package theory

import "math"

// ErlangB is the share of Poisson arrivals that find all of so many servers busy
// and are lost (Erlang 1917); load is arrival rate × mean service time. It does
// not depend on the shape of service times.
func ErlangB(servers int, load float64) float64 {
	b := 1.0
	for c := 1; c <= servers; c++ {
		b = load * b / (float64(c) + load*b)
	}
	return b
}

// ErlangC is the share of Poisson arrivals that wait for one of so many
// exponential servers (Erlang 1917), for a load below the servers.
func ErlangC(servers int, load float64) float64 {
	b := ErlangB(servers, load)
	return b / (1 - load/float64(servers)*(1-b))
}

// Queue is M/M/c: Poisson arrivals, exponential service, one queue without bound.
type Queue struct {
	Rate    float64 // of arrivals
	Service float64 // its mean
	Servers int
}

func (q Queue) load() float64 { return q.Rate * q.Service }

// relief is the rate at which a queue is worked off, less that of arrivals.
func (q Queue) relief() float64 { return float64(q.Servers)/q.Service - q.Rate }

// Waits is the share of arrivals that wait.
func (q Queue) Waits() float64 { return ErlangC(q.Servers, q.load()) }

// MeanWait is the mean time in the queue.
func (q Queue) MeanWait() float64 { return q.Waits() / q.relief() }

// MeanResponse is the mean time from arrival to the end of service.
func (q Queue) MeanResponse() float64 { return q.MeanWait() + q.Service }

// MeanWaiting is the mean number in the queue, by Little's law.
func (q Queue) MeanWaiting() float64 { return q.Rate * q.MeanWait() }

// WaitQuantile is a quantile of the time in the queue: P(W > t) falls as
// C·exp(-(cμ-λ)t).
func (q Queue) WaitQuantile(p float64) float64 {
	return math.Max(0, math.Log(q.Waits()/(1-p))/q.relief())
}

// ResponseQuantile is a quantile of the time from arrival to the end of service:
// the service, and for those who wait an exponential time beside it.
func (q Queue) ResponseQuantile(p float64) float64 {
	c, mu, theta := q.Waits(), 1/q.Service, q.relief()
	return quantile(func(t float64) float64 {
		served := math.Exp(-mu * t)
		if math.Abs(theta-mu) < 1e-9*mu {
			return served * (1 + c*mu*t)
		}
		return (1-c)*served + c*(theta*served-mu*math.Exp(-theta*t))/(theta-mu)
	}, p)
}

// Bounded is M/M/c/K: a Queue in which at most Room requests are, running and
// waiting, and others are refused.
type Bounded struct {
	Queue
	Room int
}

func (b Bounded) states() []float64 {
	return birthDeath(b.Room, func(int) float64 { return b.Rate },
		func(n int) float64 { return float64(min(n, b.Servers)) / b.Service })
}

// Refused is the share of arrivals that find no room.
func (b Bounded) Refused() float64 { return b.states()[b.Room] }

// Served is the rate at which requests are served.
func (b Bounded) Served() float64 { return b.Rate * (1 - b.Refused()) }

// MeanInside is the mean number running and waiting.
func (b Bounded) MeanInside() float64 {
	return mean(b.states(), func(n int) float64 { return float64(n) })
}

// MeanWaiting is the mean number waiting.
func (b Bounded) MeanWaiting() float64 {
	return mean(b.states(), func(n int) float64 { return float64(max(0, n-b.Servers)) })
}

// MeanWait is the mean time in the queue of those who are served, by Little's law.
func (b Bounded) MeanWait() float64 { return b.MeanWaiting() / b.Served() }

// MeanResponse is the mean time inside of those who are served.
func (b Bounded) MeanResponse() float64 { return b.MeanInside() / b.Served() }
