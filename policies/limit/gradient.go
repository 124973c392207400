package limit

import (
	"math"
	"slices"
	"time"

	"herdcast/sim"
	"herdcast/sim/tally"
)

// gradient is Envoy's gradient controller. Each interval the limit is multiplied by
// the least latency, with a buffer, over the present one, and given some headroom.
// From time to time the least latency is measured anew, with the limit pinned at
// its minimum; so it is at first, and when the limit has been there five times in a
// row. What time alone brings is made up for when the next call comes or ends.
type gradient struct {
	least, most   float64
	percentile    float64
	interval      time.Duration
	measuresEach  time.Duration
	jitter        float64
	buffer        float64
	measuredCalls int
}

// gradients is what the gradient controller has measured.
type gradients struct {
	measuring bool            // of the least latency
	since     sim.Time        // measuring: only calls that began from then on count
	restored  float64         // measuring: the limit after it
	samples   []time.Duration // of the interval, or of the measurement
	noLoad    float64         // the least latency, in nanoseconds
	changes   sim.Time        // when the interval ends
	measures  sim.Time        // when the next measurement begins
	atLeast   int             // changes in a row that left the limit at its minimum
	drawn     uint64          // times between measurements
}

// tooLow is how many changes in a row leave the limit at its minimum before the
// least latency is in doubt.
const tooLow = 5

func newGradient(a *Adaptive) *gradient {
	m := a.MinRTTCalc
	return &gradient{least: float64(*a.Min), most: float64(*a.Max), percentile: float64(*a.SampleAggregatePercentile),
		interval: *a.ConcurrencyUpdateInterval, measuresEach: m.Interval, jitter: float64(m.Jitter), buffer: float64(m.Buffer),
		measuredCalls: m.RequestCount}
}

// begin begins with a measurement.
func (g *gradient) begin(e *estimate) { g.measure(e, 0) }

// measure begins to measure the least latency.
func (g *gradient) measure(e *estimate, now sim.Time) {
	m := &e.measured
	m.measuring, m.since, m.restored, m.atLeast = true, now, e.limit, 0
	m.samples = m.samples[:0]
	e.limit = g.least
}

func (g *gradient) advance(e *estimate, now sim.Time, key sim.Key) {
	m := &e.measured
	for !m.measuring && min(m.changes, m.measures) <= now {
		if m.measures < m.changes {
			g.measure(e, m.measures)
			return
		}
		at := m.changes
		// Intervals without calls change nothing.
		m.changes = at.Add(g.interval * (1 + now.Sub(at)/g.interval))
		if len(m.samples) > 0 {
			g.change(e, at)
		}
	}
}

// change gives the limit that the calls of an interval lead to.
func (g *gradient) change(e *estimate, now sim.Time) {
	m := &e.measured
	before := e.limit
	e.limit = g.next(before, m.noLoad, inNanoseconds(m.take(g.percentile)))
	if before != g.least || e.limit != g.least {
		m.atLeast = 0
		return
	}
	if m.atLeast++; m.atLeast >= tooLow {
		m.measures = now
	}
}

// next gives the limit by the least latency and the present one.
func (g *gradient) next(limit, noLoad, present float64) float64 {
	gradient := clamp((noLoad+float64(noLoad*g.buffer))/present, 0.5, 2)
	next := float64(limit * gradient)
	return clamp(math.Floor(next+math.Sqrt(next)), g.least, g.most)
}

// take takes the latency of a call.
func (g *gradient) take(e *estimate, now, began sim.Time, took time.Duration, key sim.Key) {
	m := &e.measured
	if began < m.since {
		return // it began before the measurement
	}
	m.samples = append(m.samples, took)
	if !m.measuring || len(m.samples) < g.measuredCalls {
		return
	}
	m.noLoad = inNanoseconds(m.take(g.percentile))
	m.measuring = false
	e.limit = m.restored
	later := key.Uniform(sim.PurposeProbe, m.drawn) * g.jitter * float64(g.measuresEach)
	m.drawn++
	m.measures = now.Add(g.measuresEach + time.Duration(later))
	m.changes = now.Add(g.interval)
}

// take gives a quantile of the samples and forgets them.
func (m *gradients) take(percentile float64) time.Duration {
	slices.Sort(m.samples)
	at := m.samples[tally.NearestRank(percentile, int64(len(m.samples)))-1]
	m.samples = m.samples[:0]
	return at
}
