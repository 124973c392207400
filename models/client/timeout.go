package client

import (
	"math/bits"
	"time"

	"herdcast/models/event"
	"herdcast/policies"
	"herdcast/sim"
)

// armLate starts the clocks of timeout layers that every answer ends, outermost
// first. The walk down leaves that until it is known that the call waits for
// something: an attempt that is turned away at once, as most are in a storm, then
// costs no event. It must come before anything else that may end a wait at the
// same instant.
func (w *Wrapper) armLate(p *pipeline, base uint32, late uint64) {
	for ; late != 0; late &= late - 1 {
		n := uint8(bits.TrailingZeros64(late))
		at := base + uint32(n)
		w.slots[at].timer = w.engine.Along(p.at(n).lane, event.TimeoutFires, at)
	}
}

// arm starts the clock of a timeout layer.
func (w *Wrapper) arm(now sim.Time, c *Call, s *slot, node *node, at uint32) {
	if node.laned {
		s.memory.Began = now.Add(node.span)
		s.timer = w.engine.Along(node.lane, event.TimeoutFires, at)
		return
	}
	left := time.Duration(-1)
	if c.Deadline != sim.Never {
		left = c.Deadline.Sub(now)
	}
	span, set := w.timeouts[node.setting].For(int(node.tool), left)
	if !set {
		s.timer, s.memory.Began = 0, sim.Never
		return
	}
	s.memory.Began = now.Add(span)
	s.timer = w.engine.At(s.memory.Began, event.TimeoutFires, at)
}

func (w *Wrapper) disarmTimeout(s *slot, node *node) {
	if node.laned && s.timer != 0 {
		w.engine.Withdraw(node.lane, s.timer)
		s.timer = 0
		return
	}
	w.disarm(s)
}

// TimeoutFires cuts what runs below a timeout layer.
func (w *Wrapper) TimeoutFires(now sim.Time, at uint32) (id uint32, ended bool) {
	c, base, n := w.placed(at)
	node := w.pipelines[c.pipeline].at(n)
	w.slots[at].timer = 0
	w.cut(now, c, base, n+1, n+node.size, n)
	c.active &^= node.bit
	return w.idOf(base), w.ascend(now, c, base, node.parent, n, policies.Timeout, 0)
}

// deadlineAbove gives the nearest deadline that will cut what is in a node.
func (w *Wrapper) deadlineAbove(c *Call, p *pipeline, base uint32, node *node) sim.Time {
	nearest := c.Deadline
	for up := node.parent; up != none; up = p.at(up).parent {
		if p.at(up).kind == timeoutLayer {
			nearest = min(nearest, w.slots[base+uint32(up)].memory.Began)
		}
	}
	return nearest
}

// toldDeadline gives the nearest deadline above an attempt that is carried to the
// dependency.
func (w *Wrapper) toldDeadline(p *pipeline, base uint32, node *node) sim.Time {
	nearest := sim.Never
	for up := node.parent; up != none; up = p.at(up).parent {
		if p.at(up).tells {
			nearest = min(nearest, w.slots[base+uint32(up)].memory.Began)
		}
	}
	return nearest
}
