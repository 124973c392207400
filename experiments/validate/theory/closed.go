package theory

import "math"

// Closed is a fleet of agents that think, call once, wait for the answer and think
// again (the machine repair model); servers are exponential behind one queue. Means
// do not depend on the shape of thinking.
type Closed struct {
	Agents  int
	Think   float64 // its mean
	Service float64
	Servers int
}

// states are the probabilities of so many agents at the dependency.
func (c Closed) states() []float64 {
	return birthDeath(c.Agents, func(n int) float64 { return float64(c.Agents-n) / c.Think },
		func(n int) float64 { return float64(min(n, c.Servers)) / c.Service })
}

// Rate is calls per second.
func (c Closed) Rate() float64 { return c.Utilisation() * float64(c.Servers) / c.Service }

// Utilisation is the share of servers busy.
func (c Closed) Utilisation() float64 {
	return mean(c.states(), func(n int) float64 { return float64(min(n, c.Servers)) }) / float64(c.Servers)
}

// MeanResponse is the mean time of a call, by Little's law.
func (c Closed) MeanResponse() float64 { return float64(c.Agents)/c.Rate() - c.Think }

// WaitQuantile is a quantile of the time in the queue, of exponential thinking: an
// agent that calls meets the system as one with an agent less has it (the arrival
// theorem), and waits for an Erlang time if all servers are busy.
func (c Closed) WaitQuantile(q float64) float64 {
	others := c
	others.Agents--
	met := others.states()
	drain := float64(c.Servers) / c.Service
	return quantile(func(t float64) float64 {
		// P(Erlang(k) > t) is the chance of fewer than k events of a Poisson count.
		term := math.Exp(-drain * t)
		tail, sum := 0.0, 0.0
		for n := c.Servers; n < len(met); n++ {
			k := n - c.Servers
			sum += term
			term *= drain * t / float64(k+1)
			tail += met[n] * sum
		}
		return tail
	}, q)
}

// Limited is a fleet of agents before a dependency that serves so many at once and
// refuses others (Engset 1918); a refused agent thinks anew. It does not depend on
// the shapes of thinking and service.
type Limited struct {
	Agents  int
	Think   float64
	Service float64
	Limit   int
}

func (l Limited) states(agents int) []float64 {
	return birthDeath(min(l.Limit, agents), func(n int) float64 { return float64(agents-n) / l.Think },
		func(n int) float64 { return float64(n) / l.Service })
}

// Refused is the share of attempts that meet the limit: as one agent less has it.
func (l Limited) Refused() float64 { return l.states(l.Agents - 1)[l.Limit] }

// Served is the rate of calls that are served.
func (l Limited) Served() float64 {
	return mean(l.states(l.Agents), func(n int) float64 { return float64(n) }) / l.Service
}

// Attempts is the rate of all calls.
func (l Limited) Attempts() float64 { return l.Served() / (1 - l.Refused()) }
