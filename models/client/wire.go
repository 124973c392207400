package client

import (
	"herdcast/models/dependency"
	"herdcast/models/fact"
	"herdcast/models/tool"
	"herdcast/policies"
	"herdcast/sim"
)

// send puts an attempt on the wire and tells whether its answer comes next, at
// this very instant.
func (w *Wrapper) send(now sim.Time, c *Call, p *pipeline, base uint32, n uint8) (answered bool) {
	w.Guard.Start(now, c.Row)
	w.sent++
	c.attempts++
	node := p.at(n)
	role := w.role(p, node, base)
	f := w.recorder.New(fact.AttemptSent, now)
	f.Agent, f.Cohort, f.Tool, f.Number, f.Code, f.Measured = c.Agent, c.Cohort, c.Tool, c.attempts, uint8(role), c.Measured
	request, r := w.dependency.Open()
	w.slots[base+uint32(node.held)].setX(request)
	r.Draws, r.Caller, r.Number = c.Draws, base+uint32(n)+1, c.attempts
	r.Cohort, r.Tool, r.Role, r.Book = c.Cohort, c.Tool, role, 0
	fails := false
	if !w.tools[c.Tool].plain {
		r.Book, fails = c.book, c.semantic
	}
	if w.dependency.TellsApart() {
		r.Row, r.Process, r.Key = c.Row, c.Process, w.idempotencyKey(c)
		r.Agent = c.Agent
		r.Deadline = w.toldDeadline(p, base, node)
	}
	return w.dependency.Send(now, request, r, c.Measured, fails)
}

// role tells what an attempt is: a hedge inside any copy beside the first, else
// a retry after the first try of any retry layer.
func (w *Wrapper) role(p *pipeline, node *node, base uint32) fact.Role {
	if node.hedged {
		return fact.Hedge
	}
	for up := node.retry; up != none; up = p.at(up).retry {
		if w.slots[base+uint32(up)].memory.Tries > 0 {
			return fact.Retry
		}
	}
	return fact.First
}

// idempotencyKey gives what the attempt that is about to go carries; 0: none.
func (w *Wrapper) idempotencyKey(c *Call) uint64 {
	switch w.tools[c.Tool].key {
	case tool.KeyPerAttempt:
		return uint64(c.Draws.Child(uint64(c.attempts))) | 1
	case tool.KeyPerCall:
		return uint64(c.Draws) | 1
	case tool.KeyPerIntent:
		return uint64(c.Meaning) | 1
	}
	return 0
}

// Answer takes the answer of an attempt and tells whether its call has ended.
func (w *Wrapper) Answer(now sim.Time, r *dependency.Request) (id uint32, ended bool) {
	c, base, n := w.placed(r.Caller - 1)
	node := w.pipelines[c.pipeline].at(n)
	c.active &^= node.bit
	w.emitAttempt(now, c, r.Number, r.Role, r.Outcome)
	if r.Outcome == policies.OK {
		c.times = w.dependency.Times(now, r)
	} else {
		path := w.pathOf(c, base, node)
		path.failed += path.elapsed(now)
		c.unsettled = c.unsettled || policies.MayHaveLanded.Has(r.Outcome)
	}
	return w.idOf(base), w.ascend(now, c, base, node.parent, n, r.Outcome, r.Told())
}

// requestOf gives the request that a wire node waits for.
func (w *Wrapper) requestOf(base uint32, wire *node) uint32 {
	return w.slots[base+uint32(wire.held)].x()
}

func (w *Wrapper) emitCut(now sim.Time, c *Call, request uint32, outcome policies.Outcome) {
	r := w.dependency.Request(request)
	w.emitAttempt(now, c, r.Number, r.Role, outcome)
}

func (w *Wrapper) emitAttempt(now sim.Time, c *Call, number uint32, role fact.Role, outcome policies.Outcome) {
	f := w.recorder.New(fact.AttemptEnded, now)
	f.Agent, f.Cohort, f.Tool, f.Number, f.Code, f.Outcome, f.Measured = c.Agent, c.Cohort, c.Tool, number, uint8(role), outcome, c.Measured
}
