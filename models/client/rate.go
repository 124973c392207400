package client

import (
	"math"
	"time"

	"herdcast/models/event"
	"herdcast/policies"
	"herdcast/policies/rate"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// rates is a rate layer's setting with its states.
type rates struct {
	owners
	rate.Rate
	states   []rate.State
	patience dist.Sampler
	forever  bool
}

// askRate asks for a turn of the client's own rate and gives the wait for it. A turn
// that was taken stays so, whatever becomes of the call.
func (w *Wrapper) askRate(now sim.Time, c *Call, base uint32, node *node, n uint8) (wait time.Duration, passes bool) {
	r := &w.rates[node.setting]
	place := w.stateOf(&r.owners, c, base, node)
	if place >= len(r.states) {
		r.states = grown(r.states, place, r.Rate.Fresh)
	}
	patience := time.Duration(math.MaxInt64)
	if !r.forever {
		patience = r.patience.Duration(c.Draws.Child(uint64(n)), sim.PurposePermit, uint64(c.attempts))
	}
	return r.Ask(&r.states[place], now, patience)
}

// tellRate tells a rate that adapts how a call ended that it let pass.
func (w *Wrapper) tellRate(now sim.Time, c *Call, base uint32, node *node, o policies.Outcome) {
	if r := &w.rates[node.setting]; r.Adapts() {
		r.Report(&r.states[w.stateOf(&r.owners, c, base, node)], now, o)
	}
}

// TurnComes takes a call on that has waited for its turn. With a rate that adapts it
// asks again, and may have to wait once more.
func (w *Wrapper) TurnComes(now sim.Time, at uint32) (id uint32, ended bool) {
	c, base, n := w.placed(at)
	node, s := w.pipelines[c.pipeline].at(n), &w.slots[at]
	s.timer = 0
	path := w.pathOf(c, base, node)
	path.limit += path.elapsed(now)
	if w.rates[node.setting].Adapts() {
		if wait, _ := w.askRate(now, c, base, node, n); wait > 0 {
			s.timer = w.engine.After(wait, event.TurnComes, at)
			return w.idOf(base), false
		}
	}
	return w.idOf(base), w.descend(now, c, base, n+1)
}
