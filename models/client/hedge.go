package client

import (
	"time"

	"herdcast/models/event"
	"herdcast/policies"
	"herdcast/policies/hedge"
	"herdcast/sim"
)

// hedges is a hedge layer's setting with the latencies of its successes by tool,
// where it learns from them.
type hedges struct {
	hedge.Hedge
	latencies []hedge.Latencies
}

// next gives when the next copy may go out, and whether it may.
func (h *hedges) next(s *slot, node *node) (after time.Duration, may bool) {
	var l *hedge.Latencies
	if h.latencies != nil {
		l = &h.latencies[node.tool]
	}
	return h.Next(l, int(s.x())-1)
}

// planCopy schedules the next copy of a hedge, if it may send one.
func (w *Wrapper) planCopy(s *slot, node *node, at uint32) {
	if after, may := w.hedges[node.setting].next(s, node); may {
		s.timer = w.engine.After(after, event.HedgeDue, at)
	}
}

// HedgeDue sends the next copy.
func (w *Wrapper) HedgeDue(now sim.Time, at uint32) (id uint32, ended bool) {
	c, base, n := w.placed(at)
	node, s := w.pipelines[c.pipeline].at(n), &w.slots[at]
	s.timer = 0
	if node.budget >= 0 && !w.mayHedge(now, c, base, s, node) {
		return w.idOf(base), false
	}
	sent := uint8(s.x())
	s.memory.Tries++
	s.memory.Waits++
	w.planCopy(s, node, at)
	return w.idOf(base), w.descend(now, c, base, n+1+sent*node.width)
}

// hedgeGranted in a hedge's slot says that the budget has granted the next copy.
const hedgeGranted = 1

// mayHedge asks the budget for the next copy, unless that has been granted.
func (w *Wrapper) mayHedge(now sim.Time, c *Call, base uint32, s *slot, node *node) bool {
	if s.memory.Previous != hedgeGranted && !w.askHedge(now, c, base, node) {
		return false
	}
	s.memory.Previous = 0
	return true
}

func (w *Wrapper) askHedge(now sim.Time, c *Call, base uint32, node *node) bool {
	b := &w.budgets[node.budget]
	state := w.stateOfBudget(b, c, base, node)
	if _, granted := b.Ask(state, now, policies.OK); !granted {
		w.emitDenied(now, c, node.tool, b.layer)
		return false
	}
	b.Hedged(state)
	return true
}

// leaveCopy tells the budget that a copy which it has granted has ended.
func (w *Wrapper) leaveCopy(c *Call, base uint32, node *node) {
	b := &w.budgets[node.budget]
	b.HedgeEnds(w.stateOfBudget(b, c, base, node))
}

// disarmHedge sends no more copies, not even one that has been granted.
func (w *Wrapper) disarmHedge(c *Call, base uint32, s *slot, node *node) {
	if node.budget >= 0 && s.memory.Previous == hedgeGranted {
		s.memory.Previous = 0
		w.leaveCopy(c, base, node)
	}
	w.disarm(s)
}

// hedge takes the outcome of one copy; true: the layer waits for others.
func (w *Wrapper) hedge(now sim.Time, c *Call, s *slot, p *pipeline, base uint32, n, from uint8, o policies.Outcome) bool {
	node, h := p.at(n), &w.hedges[p.at(n).setting]
	own := w.pathOf(c, base, node)
	row := w.slots[base+uint32(from)].x()
	copied := w.paths[row]
	w.freePaths = append(w.freePaths, row)
	c.active &^= p.at(from).bit
	if p.at(from).budget >= 0 {
		w.leaveCopy(c, base, p.at(from))
	}
	s.memory.Waits--
	if o == policies.OK {
		if h.latencies != nil {
			h.Learn(&h.latencies[node.tool], now.Sub(s.memory.Began))
		}
		booked := copied.backoff + copied.limit + copied.failed + copied.network + copied.children
		c.times.Service += copied.mark.Add(-booked).Sub(s.memory.Began)
		own.backoff += copied.backoff
		own.limit += copied.limit
		own.failed += copied.failed
		own.network += copied.network
		own.children += copied.children
		own.mark = own.mark.Add(booked) // a hedge above reads from it when this copy began
		w.disarmHedge(c, base, s, node)
		w.cut(now, c, base, n+1, n+node.size, none)
		return false
	}
	reaction := h.ReactionTo(o)
	_, another := h.next(s, node)
	switch {
	case reaction == hedge.SendNext && another && (node.budget < 0 || s.memory.Previous == hedgeGranted || w.askHedge(now, c, base, node)):
		w.disarm(s)
		s.memory.Previous = hedgeGranted
		s.timer = w.engine.At(now, event.HedgeDue, base+uint32(n))
		return true
	case reaction != hedge.Fail && s.y() > 0:
		return true
	}
	w.disarmHedge(c, base, s, node)
	w.cut(now, c, base, n+1, n+node.size, none)
	own.failed += own.elapsed(now)
	return false
}
