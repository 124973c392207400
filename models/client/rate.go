package client

import (
	"math"
	"time"

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
	place := r.of(c, w.idOf(base), node.tool)
	if place >= len(r.states) {
		r.states = grown(r.states, place, r.Rate.Fresh)
	}
	patience := time.Duration(math.MaxInt64)
	if !r.forever {
		patience = r.patience.Duration(c.Draws.Child(uint64(n)), sim.PurposePermit, uint64(c.attempts))
	}
	return r.Ask(&r.states[place], now, patience)
}

// TurnComes takes a call on that has waited for its turn.
func (w *Wrapper) TurnComes(now sim.Time, at uint32) (id uint32, ended bool) {
	c, base, n := w.placed(at)
	w.slots[at].timer = 0
	path := w.pathOf(c, base, w.pipelines[c.pipeline].at(n))
	path.limit += path.elapsed(now)
	return w.idOf(base), w.descend(now, c, base, n+1)
}
