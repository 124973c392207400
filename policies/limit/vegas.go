package limit

import (
	"math"
	"time"

	"herdcast/sim"
)

// vegas holds the latency without load against the present one, as TCP Vegas does:
// of limit calls, limit · (1 − without load / present) stand in a queue. Few: the
// limit grows, many: it shrinks, by steps of the logarithm of the limit.
type vegas struct {
	least, most     float64
	smoothing       float64
	probeMultiplier float64
}

// noLoad is what vegas knows of the latency without load.
type noLoad struct {
	latency time.Duration // the least since it was last learned anew; 0: none
	calls   int64         // since then
	jitter  float64       // of when it is learned anew, in [0.5, 1); 0: not drawn
	drawn   uint64        // jitters
}

func newVegas(a *Adaptive) *vegas {
	return &vegas{least: float64(*a.Min), most: float64(*a.Max), smoothing: *a.Smoothing, probeMultiplier: float64(*a.ProbeMultiplier)}
}

// take takes a call that took so long, with so many in flight when it began.
func (v *vegas) take(e *estimate, took time.Duration, inFlight int, dropped bool, key sim.Key) {
	n := &e.noLoad
	if n.jitter == 0 {
		n.draw(key)
	}
	n.calls++
	switch {
	case float64(float64(n.jitter*v.probeMultiplier)*e.limit) <= float64(n.calls):
		n.draw(key)
		n.calls, n.latency = 0, took
	case n.latency == 0 || took < n.latency:
		n.latency = took
	default:
		e.limit = v.next(e.limit, n.latency, took, inFlight, dropped)
	}
}

func (n *noLoad) draw(key sim.Key) {
	n.jitter = 0.5 + float64(key.Uniform(sim.PurposeProbe, n.drawn)/2)
	n.drawn++
}

// next gives the limit after a call, by the latency without load and its own.
func (v *vegas) next(limit float64, noLoad, took time.Duration, inFlight int, dropped bool) float64 {
	step := digits(int(limit))
	queued := math.Ceil(float64(limit * (1 - inNanoseconds(noLoad)/inNanoseconds(took))))
	next := limit
	switch {
	case dropped:
		next -= step
	case float64(2*inFlight) < limit:
		return limit
	case queued <= step:
		next += float64(6 * step)
	case queued < 3*step:
		next += step
	case queued > 6*step:
		next -= step
	default:
		return limit
	}
	next = clamp(next, v.least, v.most)
	return float64((1-v.smoothing)*limit) + float64(v.smoothing*next)
}

// digits gives the whole part of the decimal logarithm, at least 1.
func digits(limit int) float64 {
	n := 0
	for ; limit >= 10; limit /= 10 {
		n++
	}
	return float64(max(1, n))
}
