package client

import (
	"herdcast/models/event"
	"herdcast/models/family"
	"herdcast/policies"
	"herdcast/sim"
)

// spawning is where the addresses of what calls spawn begin.
const spawning = 1 << 33

// spawn lets a call wait for children, which start when the present event has been
// handled.
func (w *Wrapper) spawn(now sim.Time, c *Call, node *node, at uint32) {
	w.Guard.Start(now, c.Row)
	s := &w.slots[at]
	s.timer = 0
	s.setX(w.families.Begin(family.Family{Key: c.Draws.Child(spawning | uint64(c.spawned)), Caller: at, Parent: c.Row, Tool: node.tool}))
	c.spawned++
}

// Settle lets a call go on, as a reply of the present instant would, whose children
// have done what it needs, or cannot.
func (w *Wrapper) Settle(now sim.Time, at uint32) {
	w.slots[at].timer = w.engine.At(now, event.ChildrenEnd, at)
}

// ChildrenEnd carries up what became of a call's children. To the layers failure
// is a rejection: the dependency has no part in it, and nothing can have landed
// that is the call's own.
func (w *Wrapper) ChildrenEnd(now sim.Time, at uint32) (id uint32, ended bool) {
	c, base, n := w.placed(at)
	node, s := w.pipelines[c.pipeline].at(n), &w.slots[at]
	s.timer = 0
	path := w.pathOf(c, base, node)
	path.children += path.elapsed(now)
	c.active &^= node.bit
	outcome := policies.Rejected
	if w.families.Family(s.x()).Succeeded() {
		outcome = policies.OK
	}
	w.families.Release(s.x())
	return w.idOf(base), w.ascend(now, c, base, node.parent, n, outcome, 0)
}
