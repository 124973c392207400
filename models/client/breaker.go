package client

import (
	"herdcast/models/fact"
	"herdcast/policies"
	"herdcast/policies/breaker"
	"herdcast/sim"
)

// breakers is a breaker layer's setting with its states.
type breakers struct {
	owners
	breaker.Breaker
	states []breaker.State
	asked  []bool
	layer  uint16
}

// admit asks the breaker.
func (w *Wrapper) admit(now sim.Time, c *Call, base uint32, s *slot, node *node) bool {
	b := &w.breakers[node.setting]
	place := b.of(c, w.idOf(base), node.tool)
	if place >= len(b.states) {
		b.states = grown(b.states, place, b.Breaker.Fresh)
	}
	if place >= len(b.asked) || !b.asked[place] {
		b.asked = grown(b.asked, place, func() bool { return false })
		b.asked[place] = true
		f := w.recorder.New()
		f.Kind, f.At, f.Layer, f.Row = fact.BreakerAsked, now, b.layer, uint32(place)
	}
	state := &b.states[place]
	before := state.Phase()
	pass, admitted := b.Admit(state, now)
	s.setX(uint32(pass))
	w.emitPhase(now, b, place, before, state.Phase())
	return admitted
}

// report tells the breaker how a call that it admitted ended.
func (w *Wrapper) report(now sim.Time, c *Call, base uint32, s *slot, node *node, o policies.Outcome) {
	b := &w.breakers[node.setting]
	place := b.of(c, w.idOf(base), node.tool)
	state := &b.states[place]
	before := state.Phase()
	b.Report(state, now, breaker.Pass(s.x()), o, w.key.Child(uint64(node.setting)).Child(uint64(place)))
	w.emitPhase(now, b, place, before, state.Phase())
}

func (w *Wrapper) emitPhase(now sim.Time, b *breakers, place int, before, after breaker.Phase) {
	if before == after {
		return
	}
	f := w.recorder.New()
	f.Kind, f.At, f.Layer, f.Row, f.Code = fact.BreakerChanged, now, b.layer, uint32(place), uint8(after)
}
