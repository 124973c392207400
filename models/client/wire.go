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
	role := fact.First
	if c.attempts > 1 || node.hedged {
		role = w.role(p, node, base)
	}
	f := w.recorder.New()
	f.Kind, f.At, f.Agent, f.Cohort, f.Tool, f.Number, f.Code, f.Measured = fact.AttemptSent, now, c.Agent, c.Cohort, node.tool, c.attempts, uint8(role), c.Measured
	f.Row = w.idOf(base)
	request, r := w.dependency.Open()
	w.slots[base+uint32(node.held)].setX(request)
	r.Draws, r.Caller, r.Number = c.Draws, base+uint32(n)+1, c.attempts
	r.Cohort, r.Tool, r.Role, r.Book = c.Cohort, node.tool, role, 0
	fails := false
	if t := &w.tools[node.tool]; !t.plain {
		if t.effect {
			r.Book = c.book
		}
		if fails = c.semantic; node.tool != c.Tool {
			fails = w.misunderstood(c, node.tool)
		}
	}
	if w.dependency.TellsApart() {
		r.Row, r.Process, r.Key = c.Row, c.Process, w.idempotencyKey(c, node.tool)
		r.Agent, r.Replica = c.Agent, w.replicaFor(base, node)
		r.Deadline = w.toldDeadline(p, base, node)
	}
	return w.dependency.Send(now, request, r, c.Measured, fails)
}

// role tells what an attempt is that is not simply its call's first: a hedge inside
// any copy beside the first, else a retry after the first try of any retry layer.
func (w *Wrapper) role(p *pipeline, node *node, base uint32) fact.Role {
	if node.hedged {
		return fact.Hedge
	}
	if p.single { // then only a retry layer can have sent more
		return fact.Retry
	}
	for up := node.retry; up != none; up = p.at(up).retry {
		if w.slots[base+uint32(up)].memory.Tries > 0 {
			return fact.Retry
		}
	}
	return fact.First
}

// idempotencyKey gives what the attempt that is about to go carries; 0: none.
// What a fallback sends has a key of its own.
func (w *Wrapper) idempotencyKey(c *Call, to uint16) uint64 {
	key := sim.Key(0)
	switch w.tools[to].key {
	case tool.KeyPerAttempt:
		return uint64(c.Draws.Child(uint64(c.attempts))) | 1
	case tool.KeyPerCall:
		key = c.Draws
	case tool.KeyPerIntent:
		key = c.Meaning
	default:
		return 0
	}
	if to != c.Tool {
		key = key.Child(fallbacks | uint64(to))
	}
	return uint64(key) | 1
}

// fallbacks is where the addresses of what fallbacks send begin.
const fallbacks = 1 << 32

// Answer takes the answer of an attempt and tells whether its call has ended.
func (w *Wrapper) Answer(now sim.Time, r *dependency.Request) (id uint32, ended bool) {
	c, base, n := w.placed(r.Caller - 1)
	node := w.pipelines[c.pipeline].at(n)
	c.active &^= node.bit
	w.emitAttempt(now, c, r, r.Outcome)
	if r.Outcome == policies.OK {
		c.times = w.dependency.Times(now, r)
	} else {
		path := w.pathOf(c, base, node)
		path.failed += path.elapsed(now)
		if policies.MayHaveLanded.Has(r.Outcome) {
			c.doubt |= node.doubt
		}
	}
	return w.idOf(base), w.ascend(now, c, base, node.parent, n, r.Outcome, r.Told())
}

// requestOf gives the request that a wire node waits for.
func (w *Wrapper) requestOf(base uint32, wire *node) uint32 {
	return w.slots[base+uint32(wire.held)].x()
}

func (w *Wrapper) emitCut(now sim.Time, c *Call, request uint32, outcome policies.Outcome) {
	w.emitAttempt(now, c, w.dependency.Request(request), outcome)
}

func (w *Wrapper) emitAttempt(now sim.Time, c *Call, r *dependency.Request, outcome policies.Outcome) {
	f := w.recorder.New()
	f.Kind, f.At, f.Agent, f.Cohort, f.Tool, f.Number, f.Code, f.Outcome, f.Measured = fact.AttemptEnded, now, c.Agent, c.Cohort, r.Tool, r.Number, uint8(r.Role), outcome, c.Measured
	f.Row = w.idOf(r.Caller - 1)
}
