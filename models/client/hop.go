package client

import (
	"time"

	"herdcast/models/dependency"
	"herdcast/models/event"
	"herdcast/policies"
	"herdcast/sim"
)

// What a hop layer's slot says where the call is.
const (
	withinHop uint32 = iota // below, or not delayed
	onItsWay
	onItsWayBack
)

// carried is what a hop carries back: the outcome, the hint of a refusal and where
// the time of a success went.
type carried struct {
	times   dependency.Times
	told    time.Duration
	outcome policies.Outcome
}

// delays begins the way through a hop; false: it takes no time.
func (w *Wrapper) delays(c *Call, p *pipeline, s *slot, base uint32, n uint8) bool {
	delay := w.hops[p.at(n).setting].Duration(w.keyOfTry(c, p, base, n), sim.PurposeSend, 0)
	s.timer = 0
	s.setY(withinHop)
	if delay == 0 {
		return false
	}
	s.setY(onItsWay)
	s.timer = w.engine.After(delay, event.HopPasses, base+uint32(n))
	return true
}

// HopPasses takes a call on that has come through a hop.
func (w *Wrapper) HopPasses(now sim.Time, at uint32) (id uint32, ended bool) {
	c, base, n := w.placed(at)
	s := &w.slots[at]
	s.timer = 0
	s.setY(withinHop)
	path := w.pathOf(c, base, w.pipelines[c.pipeline].at(n))
	path.network += path.elapsed(now)
	return w.idOf(base), w.descend(now, c, base, n+1)
}

// carriesBack begins the way back of an outcome; false: it takes no time.
func (w *Wrapper) carriesBack(now sim.Time, c *Call, p *pipeline, s *slot, base uint32, n uint8, o policies.Outcome, told time.Duration) bool {
	delay := w.hops[p.at(n).setting].Duration(w.keyOfTry(c, p, base, n), sim.PurposeReturn, 0)
	if delay == 0 {
		return false
	}
	at := base + uint32(n)
	w.carried[at] = carried{c.times, told, o}
	c.times = dependency.Times{} // another copy of a hedge may come first
	s.setY(onItsWayBack)
	s.memory.Began = now
	s.timer = w.engine.After(delay, event.HopReturns, at)
	return true
}

// HopReturns hands up what a hop has carried back.
func (w *Wrapper) HopReturns(now sim.Time, at uint32) (id uint32, ended bool) {
	c, base, n := w.placed(at)
	node, s, back := w.pipelines[c.pipeline].at(n), &w.slots[at], &w.carried[at]
	s.timer = 0
	c.times = back.times
	path, took := w.pathOf(c, base, node), now.Sub(s.memory.Began)
	path.network += took
	path.mark = path.mark.Add(took) // what came before belongs to the success, if it is one
	c.active &^= node.bit
	return w.idOf(base), w.ascend(now, c, base, node.parent, n, back.outcome, back.told)
}

// cutHop drops what a hop carries; a success on its way back may have landed.
func (w *Wrapper) cutHop(c *Call, s *slot, node *node, at uint32) {
	if s.y() == onItsWayBack && w.carried[at].outcome == policies.OK {
		c.doubt |= node.doubt
	}
	w.disarm(s)
}

// bookHop gives the time on the way to the network; what a success on its way back
// has taken until it was answered gave no result.
func (w *Wrapper) bookHop(now sim.Time, c *Call, base uint32, s *slot, node *node) {
	path := w.pathOf(c, base, node)
	if s.y() == onItsWayBack {
		path.failed += path.elapsed(s.memory.Began)
	}
	path.network += path.elapsed(now)
}
