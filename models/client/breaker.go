package client

import (
	"herdcast/models/event"
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
	place := w.stateOf(&b.owners, c, base, node)
	for place >= len(b.states) {
		b.states = append(b.states, b.Breaker.Fresh(w.breakerKey(int(node.setting), len(b.states))))
	}
	if place >= len(b.asked) || !b.asked[place] {
		b.asked = grown(b.asked, place, func() bool { return false })
		b.asked[place] = true
		f := w.recorder.New()
		f.Kind, f.At, f.Layer, f.Row = fact.BreakerAsked, now, b.layer, uint32(place)
	}
	state := &b.states[place]
	before, due := state.Phase(), state.Due()
	pass, admitted := b.Admit(state, now)
	s.setX(pass.Opening)
	s.memory.Began = pass.At
	w.follow(now, int(node.setting), place, before, due)
	return admitted
}

// report tells the breaker how a call that it admitted ended.
func (w *Wrapper) report(now sim.Time, c *Call, base uint32, s *slot, node *node, o policies.Outcome) {
	b := &w.breakers[node.setting]
	place := w.stateOf(&b.owners, c, base, node)
	state := &b.states[place]
	before, due := state.Phase(), state.Due()
	b.Report(state, now, breaker.Pass{At: s.memory.Began, Opening: s.x()}, o)
	w.follow(now, int(node.setting), place, before, due)
}

// BreakerDue tells a breaker that an instant has come that it waited for, unless
// it waits for another one since.
func (w *Wrapper) BreakerDue(now sim.Time, row uint32) {
	setting, place := int(row)%len(w.breakers), int(row)/len(w.breakers)
	b := &w.breakers[setting]
	state := &b.states[place]
	if state.Due() != now {
		return
	}
	before := state.Phase()
	b.Tick(state, now)
	w.follow(now, setting, place, before, sim.Never)
}

// breakerKey gives the address of the draws of a breaker.
func (w *Wrapper) breakerKey(setting, place int) sim.Key {
	return w.key.Child(uint64(setting)).Child(uint64(place))
}

// follow makes known what a step has changed in a breaker.
func (w *Wrapper) follow(now sim.Time, setting, place int, before breaker.Phase, due sim.Time) {
	b := &w.breakers[setting]
	state := &b.states[place]
	w.emitPhase(now, b, place, before, state.Phase())
	if next := state.Due(); next != due && next != sim.Never {
		w.engine.At(next, event.BreakerDue, uint32(place*len(w.breakers)+setting))
	}
}

func (w *Wrapper) emitPhase(now sim.Time, b *breakers, place int, before, after breaker.Phase) {
	if before == after {
		return
	}
	f := w.recorder.New()
	f.Kind, f.At, f.Layer, f.Row, f.Code = fact.BreakerChanged, now, b.layer, uint32(place), uint8(after)
}
