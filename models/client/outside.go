package client

import (
	"herdcast/models/fact"
	"herdcast/models/ledger"
	"herdcast/policies"
	"herdcast/sim"
)

// Outside makes calls in the place of the layers: real clients, while fleet and
// dependency keep to the wall clock.
type Outside interface {
	// Begin begins a call, which ends with OutsideEnds, never within Begin.
	Begin(now sim.Time, o Order)
	// Cut tells that a call has ended from above.
	Cut(now sim.Time, v Visit)
}

// Visit names a call outside.
type Visit struct{ at, number uint32 }

// Order is what a call outside needs to know.
type Order struct {
	Visit    Visit
	Draws    sim.Key // of the call
	Meaning  sim.Key // of its intent with its arguments
	Deadline sim.Time
	Agent    uint32 // over all cohorts
	Number   uint32 // of the agent in its cohort
	Process  uint32
	Cohort   uint16
	Tool     uint16
	Policy   int         // place in the list of policies; -1: none
	Book     ledger.Call // 0: no effect
	Fails    bool        // for what it asks
	Measured bool
}

// goOutside lets a call be made outside.
func (w *Wrapper) goOutside(now sim.Time, c *Call, at uint32) {
	w.Guard.Start(now, c.Row)
	w.visits++
	s := &w.slots[at]
	s.timer = 0
	s.setX(w.visits)
	w.outside.Begin(now, Order{
		Visit: Visit{at, w.visits}, Draws: c.Draws, Meaning: c.Meaning, Deadline: c.Deadline, Agent: c.Row, Number: c.Agent, Process: c.Process,
		Cohort: c.Cohort, Tool: c.Tool, Policy: int(c.Policy) - 1, Book: c.book, Fails: c.semantic, Measured: c.Measured,
	})
}

// OutsideSends tells that a call outside puts an attempt on the wire, and gives its
// number, from 1; false: the call has ended, and nothing may be sent.
func (w *Wrapper) OutsideSends(now sim.Time, o *Order, role fact.Role) (number uint32, open bool) {
	c, _, _, open := w.visited(o.Visit)
	if !open {
		return 0, false
	}
	w.sent++
	c.attempts++
	f := w.recorder.New()
	f.Kind, f.At, f.Agent, f.Cohort, f.Tool, f.Number, f.Code, f.Measured = fact.AttemptSent, now, o.Number, o.Cohort, o.Tool, c.attempts, uint8(role), o.Measured
	f.Row = w.idOf(o.Visit.at)
	return c.attempts, true
}

// OutsideHears tells how such an attempt has ended, be its call over or not.
func (w *Wrapper) OutsideHears(now sim.Time, o *Order, number uint32, role fact.Role, outcome policies.Outcome) {
	f := w.recorder.New()
	f.Kind, f.At, f.Agent, f.Cohort, f.Tool, f.Number, f.Code, f.Outcome, f.Measured = fact.AttemptEnded, now, o.Number, o.Cohort, o.Tool, number, uint8(role), outcome, o.Measured
	f.Row = w.idOf(o.Visit.at)
}

// OutsideEnds carries up how a call outside has ended, unless it has ended
// already; landed tells that an effect may have landed that does harm when it
// lands twice.
func (w *Wrapper) OutsideEnds(now sim.Time, v Visit, o policies.Outcome, landed bool) (id uint32, ended bool) {
	c, base, node, open := w.visited(v)
	if !open {
		return 0, false
	}
	c.active &^= node.bit
	if landed {
		c.doubt |= node.doubt
	}
	path := w.pathOf(c, base, node)
	if spent := path.elapsed(now); o == policies.OK {
		c.times.Service = spent
	} else {
		path.failed += spent
	}
	return w.idOf(base), w.ascend(now, c, base, node.parent, uint8(v.at-base), o, 0)
}

// visited finds a call that is still outside.
func (w *Wrapper) visited(v Visit) (c *Call, base uint32, node *node, open bool) {
	c, base, n := w.placed(v.at)
	node = w.pipelines[c.pipeline].at(n)
	return c, base, node, c.active&node.bit != 0 && w.slots[v.at].x() == v.number
}
