package client

import (
	"herdcast/models/event"
	"herdcast/policies"
	"herdcast/policies/hedge"
	"herdcast/sim"
)

// planCopy schedules the next copy of a hedge, if it may send one.
func (w *Wrapper) planCopy(s *slot, node *node, at uint32) {
	h := &w.hedges[node.setting]
	if h.MayCopy(int(s.x()) - 1) {
		s.timer = w.engine.After(h.After, event.HedgeDue, at)
	}
}

// HedgeDue sends the next copy.
func (w *Wrapper) HedgeDue(now sim.Time, at uint32) (id uint32, ended bool) {
	c, base, n := w.placed(at)
	node, s := w.pipelines[c.pipeline].at(n), &w.slots[at]
	s.timer = 0
	sent := uint8(s.x())
	s.memory.Tries++
	s.memory.Waits++
	w.planCopy(s, node, at)
	return w.idOf(base), w.descend(now, c, base, n+1+sent*node.width)
}

// hedge takes the outcome of one copy; true: the layer waits for others.
func (w *Wrapper) hedge(now sim.Time, c *Call, s *slot, p *pipeline, base uint32, n, from uint8, o policies.Outcome) bool {
	node, h := p.at(n), &w.hedges[p.at(n).setting]
	own := w.pathOf(c, base, node)
	row := w.slots[base+uint32(from)].x()
	copied := w.paths[row]
	w.freePaths = append(w.freePaths, row)
	c.active &^= p.at(from).bit
	s.memory.Waits--
	if o == policies.OK {
		booked := copied.backoff + copied.limit + copied.failed
		c.times.Service += copied.mark.Add(-booked).Sub(s.memory.Began)
		own.backoff += copied.backoff
		own.limit += copied.limit
		own.failed += copied.failed
		own.mark = own.mark.Add(booked) // a hedge above reads from it when this copy began
		w.disarm(s)
		w.cut(now, c, base, n+1, n+node.size, none)
		return false
	}
	switch {
	case h.OnFailure == hedge.SendNext && h.MayCopy(int(s.x())-1):
		w.disarm(s)
		s.timer = w.engine.At(now, event.HedgeDue, base+uint32(n))
		return true
	case h.OnFailure != hedge.Fail && s.y() > 0:
		return true
	}
	w.disarm(s)
	w.cut(now, c, base, n+1, n+node.size, none)
	own.failed += own.elapsed(now)
	return false
}
