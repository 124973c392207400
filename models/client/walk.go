package client

import (
	"time"

	"herdcast/models/event"
	"herdcast/policies"
	"herdcast/policies/limit"
	"herdcast/policies/retry"
	"herdcast/sim"
)

// A walk is at node n of the pipeline p of the call c, whose slots begin at base:
// the node's own is base+n, which is also what its events carry.

// descend takes a call into node n and on down, until a request is on the wire,
// children are to start, a wait has begun, or a layer turns the call away.
func (w *Wrapper) descend(now sim.Time, c *Call, base uint32, n uint8) (ended bool) {
	p := w.pipelines[c.pipeline]
	late := uint64(0) // timeouts on the way that are still to be armed
	for ; ; n++ {
		node := p.at(n)
		c.active |= node.bit
		if node.kind == wire {
			if !w.send(now, c, p, base, n) {
				w.armLate(p, base, late)
			}
			return false
		}
		at := base + uint32(n)
		s := &w.slots[at]
		switch node.kind {
		case spawner:
			w.armLate(p, base, late)
			w.spawn(now, c, node, at)
			return false
		case elsewhere:
			w.goOutside(now, c, at)
			return false
		case timeoutLayer:
			if node.late {
				s.timer, s.memory.Began = 0, now.Add(node.span)
				late |= node.bit
				continue
			}
			w.armLate(p, base, late)
			late = 0
			w.arm(now, c, s, node, at)
		case retryLayer:
			s.memory = retry.Memory{Began: now}
			if w.noted {
				w.notes[at] = note{}
				if node.budget >= 0 {
					w.enterBudget(now, c, base, node)
				}
			}
		case breakerLayer:
			if !w.admit(now, c, base, s, node) {
				return w.turnAway(now, c, p, base, n)
			}
		case limitLayer:
			w.armLate(p, base, late)
			late = 0
			switch w.enterLimit(now, c, s, node, base, n) {
			case limit.Waits:
				return false
			case limit.Full:
				return w.turnAway(now, c, p, base, n)
			}
		case rateLayer:
			wait, passes := w.askRate(now, c, base, node, n)
			if !passes {
				return w.turnAway(now, c, p, base, n)
			}
			if s.timer = 0; wait > 0 {
				w.armLate(p, base, late)
				s.timer = w.engine.After(wait, event.TurnComes, at)
				return false
			}
		case throttleLayer:
			if !w.askThrottle(now, c, p, base, node, n) {
				return w.turnAway(now, c, p, base, n)
			}
		case hopLayer:
			if w.delays(c, p, s, base, n) {
				return false
			}
		case replicaChoice:
			if !w.choose(now, c, p, base, s, node, n) {
				return w.turnAway(now, c, p, base, n)
			}
		case hedgeLayer:
			s.timer, s.memory = 0, retry.Memory{Tries: 1, Waits: 1, Began: now}
			w.planCopy(s, node, at)
		case hedgeCopy:
			s.setX(w.newPath(now))
		}
	}
}

// turnAway carries a local rejection up from a layer that refused.
func (w *Wrapper) turnAway(now sim.Time, c *Call, p *pipeline, base uint32, n uint8) (ended bool) {
	node := p.at(n)
	c.active &^= node.bit
	w.emitTurnedAway(now, c, node)
	return w.ascend(now, c, base, node.parent, n, policies.Rejected, 0)
}

// ascend carries an outcome up from below node n, until a layer keeps it or the
// call ends. from is the node that it comes from.
func (w *Wrapper) ascend(now sim.Time, c *Call, base uint32, n, from uint8, o policies.Outcome, told time.Duration) (ended bool) {
	p := w.pipelines[c.pipeline]
	for n != none {
		node, s := p.at(n), &w.slots[base+uint32(n)]
		switch node.kind {
		case timeoutLayer:
			w.disarmTimeout(s, node)
		case retryLayer:
			if o != policies.OK && w.retry(now, c, s, p, base, n, o, told) {
				return false
			}
			w.leaveRetry(now, c, s, node, base+uint32(n), o)
		case breakerLayer:
			w.report(now, c, base, s, node, o)
		case limitLayer:
			w.leaveLimit(now, c, base, s, node, o)
		case rateLayer:
			w.tellRate(now, c, base, node, o)
		case throttleLayer:
			w.tellThrottle(now, c, base, node, o)
		case outlierLayer:
			w.tellOutlier(now, c, base, node, o)
		case hopLayer:
			if w.carriesBack(now, c, p, s, base, n, o, told) {
				return false
			}
		case hedgeLayer:
			if w.hedge(now, c, s, p, base, n, from, o) {
				return false
			}
		case fallbackLayer:
			if o != policies.OK && w.fallsBack(c, node, n, from, o) {
				return w.descend(now, c, base, n+1+node.width)
			}
		case hedgeCopy:
			// The hedge layer above reads this copy's path before it lets it go.
			from, n = n, node.parent
			continue
		}
		c.active &^= node.bit
		from, n = n, node.parent
	}
	w.end(now, c, base, o)
	return true
}

// cut ends everything in nodes [from, to) at once: waits end, permits and probe
// places go back, no layer counts it; requests already sent live on. by is the
// timeout layer that cuts, if it is one.
func (w *Wrapper) cut(now sim.Time, c *Call, base uint32, from, to, by uint8) {
	p := w.pipelines[c.pipeline]
	for n := to; n > from; {
		n--
		node, at := p.at(n), base+uint32(n)
		if c.active&node.bit == 0 {
			continue
		}
		s := &w.slots[at]
		w.book(now, c, base, s, node)
		switch node.kind {
		case wire:
			request := w.requestOf(base, node)
			outcome := policies.Abandoned
			if by != none && node.cutter == by {
				outcome = policies.Timeout
			}
			w.emitCut(now, c, request, outcome)
			w.dependency.Leave(now, request)
			c.doubt |= node.doubt
		case spawner:
			w.disarm(s)
			w.families.Cut(s.x())
		case elsewhere:
			w.outside.Cut(now, Visit{at, s.x()})
		case timeoutLayer:
			w.disarmTimeout(s, node)
		case retryLayer:
			w.emitTried(now, c, node, s.started())
			if node.budget >= 0 {
				w.cutBudget(c, base, s, node, at)
			}
			w.disarm(s)
		case hedgeLayer:
			w.disarmHedge(c, base, s, node)
		case breakerLayer:
			w.report(now, c, base, s, node, policies.Abandoned)
		case limitLayer:
			w.disarm(s)
			if s.y() == waitingForPermit {
				w.stopWaiting(now, c, base, s, node)
			} else {
				w.leaveLimit(now, c, base, s, node, policies.Abandoned)
			}
		case rateLayer:
			w.disarm(s)
		case hopLayer:
			w.cutHop(c, s, node, at)
		case hedgeCopy:
			w.freePaths = append(w.freePaths, s.x())
			if node.budget >= 0 {
				w.leaveCopy(c, base, node)
			}
		}
		c.active &^= node.bit
	}
}

// finish books what runs in every node of a call at the end of the run.
func (w *Wrapper) finish(now sim.Time, c *Call, base uint32) {
	p := w.pipelines[c.pipeline]
	for n := p.size; n > 0; {
		n--
		node, s := p.at(n), &w.slots[base+uint32(n)]
		if c.active&node.bit == 0 {
			continue
		}
		w.book(now, c, base, s, node)
		switch node.kind {
		case wire:
			w.emitCut(now, c, w.requestOf(base, node), policies.Unfinished)
		case retryLayer:
			w.emitTried(now, c, node, s.started())
		}
	}
}

// book gives the time since the last mark to what runs in a node, if it is what
// its path is waiting for.
func (w *Wrapper) book(now sim.Time, c *Call, base uint32, s *slot, node *node) {
	switch {
	case node.kind == wire, node.kind == hedgeLayer, node.kind == elsewhere:
		path := w.pathOf(c, base, node)
		path.failed += path.elapsed(now)
	case node.kind == spawner:
		path := w.pathOf(c, base, node)
		path.children += path.elapsed(now)
	case node.kind == retryLayer && s.timer != 0:
		path := w.pathOf(c, base, node)
		path.backoff += path.elapsed(now)
	case node.kind == limitLayer && s.y() != holdingPermit:
		path := w.pathOf(c, base, node)
		path.limit += path.elapsed(now)
	case node.kind == hopLayer && s.timer != 0:
		w.bookHop(now, c, base, s, node)
	case node.kind == rateLayer && s.timer != 0:
		path := w.pathOf(c, base, node)
		path.limit += path.elapsed(now)
	}
}

// placed finds the call and the node of a slot.
func (w *Wrapper) placed(at uint32) (c *Call, base uint32, n uint8) {
	id := at >> (w.shift % 32)
	base = id << (w.shift % 32)
	return &w.calls[id], base, uint8(at - base)
}

// disarm forgets the event that a slot waits for, if any.
func (w *Wrapper) disarm(s *slot) {
	if s.timer != 0 {
		s.timer = 0
		w.engine.Forget()
	}
}

// Lives tells whether a scheduled event of a slot is still wanted.
func (w *Wrapper) Lives(at uint32, timer sim.Timer) bool { return w.slots[at].timer == timer }
