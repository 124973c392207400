package fluid

import (
	"math"
	"slices"
)

// Point is a state in which the queue can stay.
type Point struct {
	Stable   bool    // small disturbances die out
	Wait     float64 // for a server; +Inf where the queue grows without end
	Queue    float64 // requests that wait
	Calls    float64 // per second
	Attempts float64 // per second
	Failed   float64 // share of attempts that time out or are refused
	Refused  float64 // share of attempts that are refused
	Growth   float64 // of the queue, per second; 0 where it stays
}

// PerCall gives the amplification.
func (p Point) PerCall() float64 { return p.Attempts / p.Calls }

// Drift is how fast a queue of a certain length grows or shrinks.
type Drift struct {
	Wait, Queue float64
	Drift       float64 // requests per second
}

// state is what all groups send while those who get in wait so long.
type state struct {
	calls, attempts, failed float64 // per second
	work                    float64 // server-seconds per second of those who get in
	mean                    float64 // service time of those who get in
}

func (m *Model) state(wait, refused float64) state { return m.between(wait, wait, 0, refused) }

// between is the state at a wait beyond which some come too late: a share of them
// waits as long as high, the others as long as low.
func (m *Model) between(low, high, share, refused float64) (s state) {
	rounds := make([]round, len(m.Groups))
	for i := range m.Groups {
		g := &m.Groups[i]
		rounds[i] = g.round(low, refused, g.late(low, 1)+float64(share*(g.late(high, 1)-g.late(low, 1))))
	}
	for i, r := range rounds {
		g := &m.Groups[i]
		rate := g.Rate
		if g.Callers != nil {
			takes := g.Callers.Away
			for k, other := range rounds {
				if m.Groups[k].Callers == g.Callers {
					takes += float64(m.Groups[k].Share * other.time)
				}
			}
			rate = g.Callers.Count * g.Share / takes
		}
		attempts := float64(rate * r.attempts)
		s.calls += float64(rate * r.calls)
		s.attempts += attempts
		s.failed += float64(rate * r.failed)
		s.work += float64(attempts * (1 - refused) * g.service())
	}
	s.mean = s.work / (s.attempts * (1 - refused))
	return s
}

// drift gives by how much more is let in per second than can be served.
func (m *Model) drift(s state) float64 { return (s.work - m.Servers) / s.mean }

func (m *Model) point(wait float64, s state) Point {
	return Point{Wait: wait, Queue: m.Servers * wait / s.mean, Calls: s.calls, Attempts: s.attempts, Failed: s.failed / s.attempts}
}

// waits gives the waits at which the drift is looked at: evenly spaced up to where
// nothing changes any more or the queue is full, and both sides of each wait at
// which some request begins to come too late.
func (m *Model) waits() []float64 {
	const even = 400
	last, callers, longest := 0.0, 0.0, 0.0
	var all []float64
	for i := range m.Groups {
		g := &m.Groups[i]
		if g.Callers != nil {
			callers += float64(g.Callers.Count * g.Share)
		}
		longest = math.Max(longest, g.service())
		if math.IsInf(g.Patience, 1) {
			continue
		}
		for _, s := range g.Service {
			if edge := g.Patience - g.Trip - s; edge > 0 {
				all = append(all, edge*(1-1e-9), edge*(1+1e-9))
			}
		}
		last = math.Max(last, 1.25*g.Patience)
	}
	// Without timeouts a population can hold no more in the queue than it is.
	last = math.Max(last, callers*longest/m.Servers)
	if !math.IsInf(m.Queue, 1) {
		last = m.full()
	}
	for i := range even + 1 {
		all = append(all, last*float64(i)/even)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(w float64) bool { return w > last })
}

// full gives the wait of the last in a full queue.
func (m *Model) full() float64 {
	wait := m.Queue * m.state(0, 0).mean / m.Servers
	for range 100 { // the mix of services may depend on the wait
		next := m.Queue * m.state(wait, 0).mean / m.Servers
		if math.Abs(next-wait) <= 1e-12*wait {
			break
		}
		wait = (wait + next) / 2
	}
	return wait
}

// Drifts gives the drift at all waits that matter, the shortest first.
func (m *Model) Drifts() []Drift {
	var all []Drift
	for _, w := range m.waits() {
		s := m.state(w, 0)
		all = append(all, Drift{w, m.Servers * w / s.mean, m.drift(s)})
	}
	return all
}

// Points gives the states in which the queue can stay while nothing changes, by
// the length of the queue: where its drift is zero, an empty queue that does not
// grow, a full one that does not shrink, and one that grows without end. Those are
// stable at which the drift falls through zero.
func (m *Model) Points() (all []Point) {
	waits := m.waits()
	before := m.state(0, 0)
	if m.drift(before) <= 0 {
		p := m.point(0, before)
		p.Stable = true
		all = append(all, p)
	}
	for i := 1; i < len(waits); i++ {
		after := m.state(waits[i], 0)
		if m.drift(before) <= 0 != (m.drift(after) <= 0) {
			all = append(all, m.crossing(waits[i-1], waits[i]))
		}
		before = after
	}
	last := waits[len(waits)-1]
	switch {
	case m.drift(before) <= 0:
	case math.IsInf(m.Queue, 1):
		p := m.point(last, before)
		p.Stable, p.Wait, p.Queue, p.Growth = true, math.Inf(1), math.Inf(1), m.drift(before)
		all = append(all, p)
	default:
		all = append(all, m.overflow(last))
	}
	return all
}

// crossing halves the span of waits in which the drift changes its sign. Where it
// jumps over zero, the state is the mixture of both sides whose drift is zero.
func (m *Model) crossing(low, high float64) Point {
	rises := m.drift(m.state(low, 0)) <= 0
	for range 60 {
		middle := low + (high-low)/2
		if m.drift(m.state(middle, 0)) <= 0 == rises {
			low = middle
		} else {
			high = middle
		}
	}
	from, to := 0.0, 1.0
	for range 60 {
		share := (from + to) / 2
		if m.drift(m.between(low, high, share, 0)) <= 0 == rises {
			from = share
		} else {
			to = share
		}
	}
	p := m.point(low, m.between(low, high, to, 0))
	p.Stable = !rises
	return p
}

// overflow gives the state of a full queue: so many are refused that the rest is
// what can be served.
func (m *Model) overflow(wait float64) Point {
	low, high := 0.0, 1.0
	for range 60 {
		if middle := (low + high) / 2; m.drift(m.state(wait, middle)) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	s := m.state(wait, low)
	p := m.point(wait, s)
	p.Stable, p.Refused = true, low
	return p
}
