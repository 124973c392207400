package limit

import "time"

// gradient2 holds each latency against the long-term one: the limit grows by what
// may queue, and shrinks by the quotient of the two where that is below one.
type gradient2 struct {
	least, most float64
	smoothing   float64
	queue       float64
	tolerance   float64
	window      float64 // calls that the long-term latency looks back over
}

// average is a mean of the first samples, then an exponential one.
type average struct {
	value, sum float64
	samples    int
}

// plain is how many samples the mean is taken over before it is exponential.
const plain = 10

func newGradient2(a *Adaptive) *gradient2 {
	return &gradient2{least: float64(*a.Min), most: float64(*a.Max), smoothing: *a.Smoothing,
		queue: float64(*a.QueueSize), tolerance: *a.Tolerance, window: float64(*a.LongWindow)}
}

func (m *average) add(x, window float64) {
	if m.samples < plain {
		m.samples++
		m.sum += x
		m.value = m.sum / float64(m.samples)
		return
	}
	weight := 2 / (window + 1)
	m.value = float64(m.value*(1-weight)) + float64(x*weight)
}

// take takes a call that took so long, with so many in flight when it began. A
// long-term latency far above it decays, so that it soon forgets an overload.
func (g *gradient2) take(e *estimate, took time.Duration, inFlight int) {
	m := &e.longTerm
	m.add(inNanoseconds(took), g.window)
	long := m.value
	if long/inNanoseconds(took) > 2 {
		m.value *= 0.95
	}
	if float64(inFlight) >= e.limit/2 {
		e.limit = g.next(e.limit, long, inNanoseconds(took))
	}
}

// next gives the limit by the long-term latency and that of a call.
func (g *gradient2) next(limit, long, took float64) float64 {
	gradient := clamp(float64(g.tolerance*long)/took, 0.5, 1)
	next := float64(limit*gradient) + g.queue
	return clamp(float64((1-g.smoothing)*limit)+float64(g.smoothing*next), g.least, g.most)
}
