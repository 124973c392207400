package theory

import "math"

// Cycle is a breaker that opens at so many failures in a row, rejects for a time,
// and lets the next call through as a probe; calls are Poisson, answers instant, and
// each attempt fails with the same chance.
type Cycle struct {
	Rate     float64
	Fails    float64 // the chance
	Failures int     // in a row
	Open     float64
}

// parts of a cycle, by renewal: attempts while closed, times it opens before a probe
// succeeds, and the length.
func (c Cycle) parts() (closed, opens, length float64) {
	run := math.Pow(c.Fails, float64(c.Failures))
	closed = (1 - run) / ((1 - c.Fails) * run)
	opens = 1 / (1 - c.Fails)
	return closed, opens, closed/c.Rate + opens*(c.Open+1/c.Rate)
}

// Rejected is the share of calls: those that arrive inside the open time.
func (c Cycle) Rejected() float64 {
	_, opens, length := c.parts()
	return opens * c.Open / length
}

// NotClosed is the share of time, the wait for the probe included.
func (c Cycle) NotClosed() float64 {
	_, opens, length := c.parts()
	return opens * (c.Open + 1/c.Rate) / length
}

// Attempts per second, probes included.
func (c Cycle) Attempts() float64 {
	closed, opens, length := c.parts()
	return (closed + opens) / length
}
