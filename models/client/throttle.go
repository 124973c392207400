package client

import (
	"herdcast/policies"
	"herdcast/policies/throttle"
	"herdcast/sim"
)

// throttles is a throttle layer's setting with its states.
type throttles struct {
	owners
	throttle.Throttle
	states []throttle.State
}

// askThrottle counts a try and tells whether it may pass.
func (w *Wrapper) askThrottle(now sim.Time, c *Call, p *pipeline, base uint32, node *node, n uint8) bool {
	t := &w.throttles[node.setting]
	place := w.stateOf(&t.owners, c, base, node)
	if place >= len(t.states) {
		t.states = grown(t.states, place, t.Throttle.Fresh)
	}
	u := w.keyOfTry(c, p, base, n).Uniform(sim.PurposeThrottle, 0)
	return t.Admit(&t.states[place], now, u)
}

// tellThrottle tells the throttle how a try ended that it let pass.
func (w *Wrapper) tellThrottle(now sim.Time, c *Call, base uint32, node *node, o policies.Outcome) {
	t := &w.throttles[node.setting]
	t.Report(&t.states[w.stateOf(&t.owners, c, base, node)], now, o)
}

// keyOfTry gives the address of the draws that one passage of a call through a node
// makes: the node and which try of each retry layer above it is.
func (w *Wrapper) keyOfTry(c *Call, p *pipeline, base uint32, n uint8) sim.Key {
	key := c.Draws.Child(uint64(n))
	for up := p.at(n).retry; up != none; up = p.at(up).retry {
		key = key.Child(uint64(w.slots[base+uint32(up)].memory.Tries))
	}
	return key
}
