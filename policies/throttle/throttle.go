package throttle

import (
	"time"

	"herdcast/policies"
	"herdcast/policies/window"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// Throttle is a compiled Spec. A request is turned away with the probability
//
//	min(at_most, max(0, (requests − k·accepts) / (requests + 1)) ^ (1 / aggression))
//
// over what came before it in the window, if there were min_requests. A request
// counts from the instant it asks, those turned away too and those not answered yet
// (of: started_and_rejected), or from the instant it has ended, and those turned
// away with it (finished_and_rejected) or not at all (finished). Accepted is what
// ended in ok or as one of `accepted`, from the instant of the answer.
type Throttle struct {
	k           float64
	span        time.Duration
	part        time.Duration // 0: the window slides exactly
	started     bool          // requests count when they ask
	rejected    bool          // and those turned away, if not so already
	accepted    policies.Set
	minRequests int
	root        float64 // 1 / aggression
	atMost      float64
	goZero      bool
}

// State is the requests and the accepted ones of the window. The zero State has none.
type State struct {
	requests, accepts window.Window
	buckets           *buckets // of go_zero
}

// Compile prepares the throttle.
func (s Spec) Compile() Throttle {
	t := Throttle{
		k: s.K, span: s.Window, started: s.Of == "started_and_rejected", rejected: s.Of == "finished_and_rejected",
		accepted: policies.SetOf(policies.OK) | s.Accepted, minRequests: s.MinRequests,
		root: 1 / s.Aggression, atMost: float64(s.AtMost), goZero: s.Algorithm == "go_zero",
	}
	if s.Slices != nil {
		t.part = s.Window / time.Duration(*s.Slices)
	}
	return t
}

// Fresh gives a throttle that has seen no requests.
func (t *Throttle) Fresh() State {
	if t.goZero {
		return State{buckets: &buckets{}}
	}
	return State{}
}

// Admit counts a request at the instant now and tells whether it passes; u is a draw
// from [0, 1).
func (t *Throttle) Admit(st *State, now sim.Time, u float64) bool {
	if t.goZero {
		return st.buckets.admit(now, u)
	}
	t.expire(&st.requests, now)
	t.expire(&st.accepts, now)
	passes := u >= t.Rejection(st.requests.Size(), st.accepts.Size())
	if t.started || t.rejected && !passes {
		st.requests.Add(now, false)
	}
	return passes
}

// Report tells how a request that passed ended at the instant now.
func (t *Throttle) Report(st *State, now sim.Time, o policies.Outcome) {
	accepted := t.accepted.Has(o)
	if t.goZero {
		st.buckets.ended(now, accepted)
		return
	}
	if !t.started {
		t.expire(&st.requests, now)
		st.requests.Add(now, false)
	}
	if accepted {
		t.expire(&st.accepts, now)
		st.accepts.Add(now, false)
	}
}

// Rejection gives the probability with which a request is turned away.
func (t *Throttle) Rejection(requests, accepts int) float64 {
	if requests < t.minRequests {
		return 0
	}
	beyond := float64(requests) - float64(t.k*float64(accepts))
	if beyond <= 0 {
		return 0
	}
	p := beyond / float64(requests+1)
	if t.root < 1 {
		p = dist.Power(p, t.root)
	}
	return min(p, t.atMost)
}

// expire makes room for what happens now.
func (t *Throttle) expire(w *window.Window, now sim.Time) {
	if t.part > 0 {
		w.Roll(now, t.span, t.part)
	} else {
		w.Expire(now, t.span)
	}
}
