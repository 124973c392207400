package throttle

import (
	"time"

	"herdcast/policies"
	"herdcast/policies/window"
	"herdcast/sim"
)

// Throttle is a compiled Spec. A request is turned away with the probability
//
//	max(0, (requests − k·accepts) / (requests + 1))
//
// over what came before it in the window. Every request counts from the instant it
// asks, the ones turned away too, and those not answered yet. Accepted is what the
// dependency answered otherwise than by refusing it, from the instant of the answer.
type Throttle struct {
	k    float64
	span time.Duration
}

// State is the requests and the accepted ones of the window. The zero State has none.
type State struct {
	requests, accepts window.Window
}

// Compile prepares the throttle.
func (s Spec) Compile() Throttle { return Throttle{k: s.K, span: s.Window} }

// Fresh gives a throttle that has seen no requests.
func (t *Throttle) Fresh() State { return State{} }

// Admit counts a request at the instant now and tells whether it passes; u is a draw
// from [0, 1).
func (t *Throttle) Admit(st *State, now sim.Time, u float64) bool {
	st.requests.Expire(now, t.span)
	st.accepts.Expire(now, t.span)
	passes := u >= t.Rejection(st.requests.Size(), st.accepts.Size())
	st.requests.Add(now, false)
	return passes
}

// Report tells how a request that passed ended at the instant now.
func (t *Throttle) Report(st *State, now sim.Time, o policies.Outcome) {
	if policies.Accepted.Has(o) {
		st.accepts.Expire(now, t.span)
		st.accepts.Add(now, false)
	}
}

// Rejection gives the probability with which a request is turned away.
func (t *Throttle) Rejection(requests, accepts int) float64 {
	beyond := float64(requests) - float64(t.k*float64(accepts))
	return max(0, beyond/float64(requests+1))
}
