package client

import (
	"time"

	"herdcast/models/dependency"
	"herdcast/models/event"
	"herdcast/models/fact"
	"herdcast/models/tool"
	"herdcast/policies"
	"herdcast/policies/breaker"
	"herdcast/policies/budget"
	"herdcast/policies/hedge"
	"herdcast/policies/limit"
	"herdcast/policies/retry"
	"herdcast/sim"
)

// What a limit layer's slot says the call has.
const (
	holdingPermit uint32 = iota
	waitingForPermit
	permitGranted // the event that goes on is under way
)

// pathOf gives the path on which a node's time is booked.
func (w *Wrapper) pathOf(c *Call, id uint32, n *node) *path {
	if n.path < 0 {
		return &c.path
	}
	return &w.paths[w.slots[w.place(id, n.path)].x()]
}

// descend takes a call into node n and on down, until a request is on the wire,
// a wait has begun, or a layer turns the call away.
func (w *Wrapper) descend(now sim.Time, id uint32, n int16) (ended bool) {
	c := &w.calls[id]
	p := w.pipelines[c.pipeline]
	slots := w.slotsOf(id, p)
	for {
		node, s := &p[n], &slots[n]
		c.active |= node.bit
		switch node.kind {
		case wire:
			w.send(now, c, id, slots, p, n)
			return false
		case timeoutLayer:
			if node.laned {
				s.memory.Began = now.Add(node.span)
				s.timer = w.engine.Along(node.lane, event.TimeoutFires, w.place(id, n))
			} else {
				w.arm(now, c, s, node, w.place(id, n))
			}
		case retryLayer:
			s.memory = retry.Memory{Began: now}
			if w.noted {
				w.notes[w.place(id, n)] = note{}
			}
		case breakerLayer:
			if !w.admit(now, c, id, s, node) {
				return w.turnAway(now, c, id, p, n)
			}
		case limitLayer:
			switch w.enterLimit(now, c, id, s, node, n) {
			case limit.Waits:
				return false
			case limit.Full:
				return w.turnAway(now, c, id, p, n)
			}
		case hedgeLayer:
			s.timer, s.memory = 0, retry.Memory{Tries: 1, Waits: 1, Began: now}
			w.planCopy(s, node, w.place(id, n))
		case hedgeCopy:
			s.setX(w.newPath(now))
		}
		n++
	}
}

// place gives the number of a call's slot for node n: what its events carry.
func (w *Wrapper) place(id uint32, n int16) uint32 { return id<<(w.shift%32) + uint32(n) }

// placed tells whose slot that is.
func (w *Wrapper) placed(at uint32) (id uint32, n int16) {
	id = at >> (w.shift % 32)
	return id, int16(at - id<<(w.shift%32))
}

// requestOf gives the request that a wire node waits for.
func (w *Wrapper) requestOf(id uint32, wire *node) uint32 { return w.slots[w.place(id, wire.held)].x() }

// slotsOf gives the slots of a call, one a node.
func (w *Wrapper) slotsOf(id uint32, p pipeline) []slot {
	first := int(id << (w.shift % 32))
	return w.slots[first : first+len(p)]
}

// turnAway carries a local rejection up from a layer that refused.
func (w *Wrapper) turnAway(now sim.Time, c *Call, id uint32, p pipeline, n int16) (ended bool) {
	c.active &^= p[n].bit
	f := w.recorder.New(fact.TurnedAway, now)
	f.Cohort, f.Tool, f.Agent, f.Layer, f.Measured = c.Cohort, c.Tool, c.Agent, p[n].layer, c.Measured
	return w.ascend(now, id, p[n].parent, n, policies.Rejected, 0)
}

// ascend carries an outcome up from below node n, until a layer keeps it or the
// call ends. from is the node that it comes from.
func (w *Wrapper) ascend(now sim.Time, id uint32, n, from int16, o policies.Outcome, told time.Duration) (ended bool) {
	c := &w.calls[id]
	p := w.pipelines[c.pipeline]
	slots := w.slotsOf(id, p)
	for n >= 0 {
		node, s := &p[n], &slots[n]
		switch node.kind {
		case timeoutLayer:
			w.disarmTimeout(s, node)
		case retryLayer:
			if o != policies.OK && w.retry(now, c, id, s, p, n, o, told) {
				return false
			}
			if o == policies.OK && node.budget >= 0 {
				w.refund(c, id, s, node, w.place(id, n))
			}
			w.emitTried(now, c, node, s.memory.Tries+1)
		case breakerLayer:
			w.report(now, c, id, s, node, o)
		case limitLayer:
			w.leaveLimit(now, c, id, node)
		case hedgeLayer:
			if w.hedge(now, c, id, s, p, n, from, o) {
				return false
			}
		case hedgeCopy:
			// The hedge layer above reads this copy's path before it lets it go.
		}
		if node.kind != hedgeCopy {
			c.active &^= node.bit
		}
		from, n = n, node.parent
	}
	w.end(now, id, o)
	return true
}

// send puts an attempt on the wire.
func (w *Wrapper) send(now sim.Time, c *Call, id uint32, slots []slot, p pipeline, n int16) {
	w.Guard.Start(now, c.Row)
	w.sent++
	c.attempts++
	role := role(slots, p, n)
	f := w.recorder.New(fact.AttemptSent, now)
	f.Cohort, f.Tool, f.Agent, f.Number, f.Code, f.Measured = c.Cohort, c.Tool, c.Agent, c.attempts, uint8(role), c.Measured
	request, r := w.dependency.Open()
	r.Draws, r.Caller, r.Number = c.Draws, w.place(id, n)+1, c.attempts
	r.Agent, r.Row, r.Process, r.Cohort, r.Tool = c.Agent, c.Row, c.Process, c.Cohort, c.Tool
	r.Role, r.Measured = role, c.Measured
	r.Key, r.Book, r.Semantic = 0, 0, false
	if t := &w.tools[c.Tool]; !t.plain {
		r.Key, r.Book, r.Semantic = w.idempotencyKey(c), c.book, c.semantic
	}
	slots[p[n].held].setX(request)
	w.dependency.Send(now, request)
}

// role tells what an attempt is: a hedge inside any copy beside the first, else
// a retry after the first try of any retry layer.
func role(slots []slot, p pipeline, n int16) fact.Role {
	if p[n].hedged {
		return fact.Hedge
	}
	for up := p[n].retry; up >= 0; up = p[up].retry {
		if slots[up].memory.Tries > 0 {
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
	id, n := w.placed(r.Caller - 1)
	c := &w.calls[id]
	node := &w.pipelines[c.pipeline][n]
	c.active &^= node.bit
	w.emitAttempt(now, c, r.Number, r.Role, r.Outcome)
	if r.Outcome == policies.OK {
		c.times = r.Times(now)
	} else {
		path := w.pathOf(c, id, node)
		path.failed += path.elapsed(now)
		c.unsettled = c.unsettled || policies.MayHaveLanded.Has(r.Outcome)
	}
	return id, w.ascend(now, id, node.parent, n, r.Outcome, r.Told)
}

// arm sets a timeout whose span is not the same for all.
func (w *Wrapper) arm(now sim.Time, c *Call, s *slot, node *node, at uint32) {
	left := time.Duration(-1)
	if c.Deadline != sim.Never {
		left = c.Deadline.Sub(now)
	}
	span, set := w.timeouts[node.setting].For(int(c.Tool), left)
	if !set {
		s.timer, s.memory.Began = 0, sim.Never
		return
	}
	s.memory.Began = now.Add(span)
	s.timer = w.engine.At(s.memory.Began, event.TimeoutFires, at)
}

func (w *Wrapper) disarm(s *slot) {
	if s.timer != 0 {
		s.timer = 0
		w.engine.Forget()
	}
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
	id, n := w.placed(at)
	c := &w.calls[id]
	p := w.pipelines[c.pipeline]
	w.slots[at].timer = 0
	outcome := policies.Abandoned
	if p[n].cuts {
		outcome = policies.Timeout
	}
	w.cut(now, id, n+1, n+p[n].size, outcome)
	c.active &^= p[n].bit
	return id, w.ascend(now, id, p[n].parent, n, policies.Timeout, 0)
}

// refund tells the retry budget of a success.
func (w *Wrapper) refund(c *Call, id uint32, s *slot, node *node, at uint32) {
	b := &w.budgets[node.budget]
	b.Succeeded(w.budgetState(c, id, b), s.memory.Tries > 0, w.notes[at].last, w.notes[at].all)
}

// retry decides after a failed try; true: the layer keeps the call.
func (w *Wrapper) retry(now sim.Time, c *Call, id uint32, s *slot, p pipeline, n int16, o policies.Outcome, told time.Duration) bool {
	node := &p[n]
	f := retry.Failure{Now: now, Outcome: o, Told: told, Deadline: sim.Never, Key: c.Draws.Child(uint64(n))}
	if c.unsettled {
		f.Unsafe = w.tools[c.Tool].unsafe
	}
	if node.gives {
		f.Deadline = w.deadlineAbove(c, id, p, n)
	}
	wait, decision := w.retries[node.setting].Decide(&s.memory, f)
	at := w.place(id, n)
	switch decision {
	case retry.Again:
		if node.budget >= 0 {
			if w.budgets[node.budget].ChargesAfterWait() {
				w.notes[at].after, w.notes[at].outcome = askBudget, o
			} else if !w.charge(now, c, id, node, at, o) {
				s.memory.Tries-- // it will not be followed by another
				return false
			}
		}
	case retry.LastSleep:
		w.notes[at].after, w.notes[at].outcome = handUp, o
	default:
		return false
	}
	s.timer = w.engine.After(wait, event.BackoffEnds, at)
	return true
}

// charge asks the retry budget and books what it took.
func (w *Wrapper) charge(now sim.Time, c *Call, id uint32, node *node, at uint32, o policies.Outcome) bool {
	b := &w.budgets[node.budget]
	cost, granted := b.Ask(w.budgetState(c, id, b), o)
	if !granted {
		f := w.recorder.New(fact.BudgetDenied, now)
		f.Cohort, f.Tool, f.Agent, f.Layer, f.Measured = c.Cohort, c.Tool, c.Agent, node.layer, c.Measured
		return false
	}
	w.notes[at].last = cost
	w.notes[at].all += cost
	return true
}

// BackoffEnds starts the next try of a retry layer.
func (w *Wrapper) BackoffEnds(now sim.Time, at uint32) (id uint32, ended bool) {
	id, n := w.placed(at)
	c := &w.calls[id]
	p := w.pipelines[c.pipeline]
	node, s := &p[n], &w.slots[at]
	s.timer = 0
	path := w.pathOf(c, id, node)
	path.backoff += path.elapsed(now)
	if w.noted {
		after, outcome := w.notes[at].after, w.notes[at].outcome
		w.notes[at].after = tryAgain
		denied := after == askBudget && !w.charge(now, c, id, node, at, outcome)
		if denied {
			s.memory.Tries--
		}
		if denied || after == handUp {
			w.emitTried(now, c, node, s.memory.Tries+1)
			c.active &^= node.bit
			return id, w.ascend(now, id, node.parent, n, outcome, 0)
		}
	}
	return id, w.descend(now, id, n+1)
}

// deadlineAbove gives the nearest deadline that will cut what is in node n.
func (w *Wrapper) deadlineAbove(c *Call, id uint32, p pipeline, n int16) sim.Time {
	nearest := c.Deadline
	for up := p[n].parent; up >= 0; up = p[up].parent {
		if p[up].kind == timeoutLayer {
			nearest = min(nearest, w.slots[w.place(id, up)].memory.Began)
		}
	}
	return nearest
}

// admit asks the breaker.
func (w *Wrapper) admit(now sim.Time, c *Call, id uint32, s *slot, node *node) bool {
	b := &w.breakers[node.setting]
	place := b.of(c, id)
	if place >= len(b.states) {
		b.states = grown(b.states, place, b.Breaker.Fresh)
	}
	if place >= len(b.asked) || !b.asked[place] {
		b.asked = grown(b.asked, place, func() bool { return false })
		b.asked[place] = true
		f := w.recorder.New(fact.BreakerAsked, now)
		f.Layer, f.Row = b.layer, uint32(place)
	}
	state := &b.states[place]
	before := state.Phase()
	pass, admitted := b.Admit(state, now)
	s.setX(uint32(pass))
	w.emitPhase(now, b, place, before, state.Phase())
	return admitted
}

// report tells the breaker how a call that it admitted ended.
func (w *Wrapper) report(now sim.Time, c *Call, id uint32, s *slot, node *node, o policies.Outcome) {
	b := &w.breakers[node.setting]
	place := b.of(c, id)
	state := &b.states[place]
	before := state.Phase()
	b.Report(state, now, breaker.Pass(s.x()), o, w.key.Child(uint64(node.setting)).Child(uint64(place)))
	w.emitPhase(now, b, place, before, state.Phase())
}

func (w *Wrapper) emitPhase(now sim.Time, b *breakers, place int, before, after breaker.Phase) {
	if before == after {
		return
	}
	f := w.recorder.New(fact.BreakerChanged, now)
	f.Layer, f.Row, f.Code = b.layer, uint32(place), uint8(after)
}

func (w *Wrapper) budgetState(c *Call, id uint32, b *budgets) *budget.State {
	place := b.of(c, id)
	if place >= len(b.states) {
		b.states = grown(b.states, place, b.Budget.Fresh)
	}
	return &b.states[place]
}

// enterLimit asks for a permit.
func (w *Wrapper) enterLimit(now sim.Time, c *Call, id uint32, s *slot, node *node, n int16) limit.Answer {
	l, at := &w.limits[node.setting], w.place(id, n)
	place := l.of(c, id)
	if place >= len(l.states) {
		l.states = grown(l.states, place, l.Limit.Fresh)
	}
	ticket, answer := l.Enter(&l.states[place], at)
	s.timer = 0
	s.setY(holdingPermit)
	if answer == limit.Waits {
		s.setX(uint32(ticket))
		s.setY(waitingForPermit)
		if !l.forever {
			wait := l.patience.Duration(c.Draws.Child(uint64(n)), sim.PurposePermit, uint64(c.attempts))
			s.timer = w.engine.After(wait, event.PatienceEnds, at)
		}
		w.emitWaiting(now, l, 1)
	}
	return answer
}

// leaveLimit gives a permit back; who waits for it goes on at this instant.
func (w *Wrapper) leaveLimit(now sim.Time, c *Call, id uint32, node *node) {
	l := &w.limits[node.setting]
	who, granted := l.Leave(&l.states[l.of(c, id)])
	if !granted {
		return
	}
	s := &w.slots[who]
	w.disarm(s)
	s.setY(permitGranted)
	s.timer = w.engine.At(now, event.PermitGranted, who)
	w.emitWaiting(now, l, -1)
}

// PermitGranted takes a waiter on with its permit.
func (w *Wrapper) PermitGranted(now sim.Time, at uint32) (id uint32, ended bool) {
	id, n := w.placed(at)
	c := &w.calls[id]
	node, s := &w.pipelines[c.pipeline][n], &w.slots[at]
	s.timer = 0
	s.setY(holdingPermit)
	path := w.pathOf(c, id, node)
	path.limit += path.elapsed(now)
	return id, w.descend(now, id, n+1)
}

// PatienceEnds turns a waiter away.
func (w *Wrapper) PatienceEnds(now sim.Time, at uint32) (id uint32, ended bool) {
	id, n := w.placed(at)
	c := &w.calls[id]
	p := w.pipelines[c.pipeline]
	path := w.pathOf(c, id, &p[n])
	path.limit += path.elapsed(now)
	w.slots[at].timer = 0
	w.stopWaiting(now, c, id, &p[n], &w.slots[at])
	return id, w.turnAway(now, c, id, p, n)
}

func (w *Wrapper) stopWaiting(now sim.Time, c *Call, id uint32, node *node, s *slot) {
	l := &w.limits[node.setting]
	l.GiveUp(&l.states[l.of(c, id)], limit.Ticket(s.x()))
	w.emitWaiting(now, l, -1)
}

func (w *Wrapper) emitWaiting(now sim.Time, l *limits, change int64) {
	l.waiting += change
	f := w.recorder.New(fact.PermitsWaited, now)
	f.Layer, f.N = l.layer, l.waiting
}

// planCopy schedules the next copy of a hedge, if it may send one.
func (w *Wrapper) planCopy(s *slot, node *node, at uint32) {
	h := &w.hedges[node.setting]
	if h.MayCopy(int(s.x()) - 1) {
		s.timer = w.engine.After(h.After, event.HedgeDue, at)
	}
}

// HedgeDue sends the next copy.
func (w *Wrapper) HedgeDue(now sim.Time, at uint32) (id uint32, ended bool) {
	id, n := w.placed(at)
	c := &w.calls[id]
	node, s := &w.pipelines[c.pipeline][n], &w.slots[at]
	s.timer = 0
	sent := int16(s.x())
	s.memory.Tries++
	s.memory.Waits++
	w.planCopy(s, node, at)
	return id, w.descend(now, id, n+1+sent*node.width)
}

// hedge takes the outcome of one copy; true: the layer waits for others.
func (w *Wrapper) hedge(now sim.Time, c *Call, id uint32, s *slot, p pipeline, n, from int16, o policies.Outcome) bool {
	node, h := &p[n], &w.hedges[p[n].setting]
	own := w.pathOf(c, id, node)
	row := w.slots[w.place(id, from)].x()
	copied := w.paths[row]
	w.freePaths = append(w.freePaths, row)
	c.active &^= p[from].bit
	s.memory.Waits--
	if o == policies.OK {
		booked := copied.backoff + copied.limit + copied.failed
		c.times.Service += copied.mark.Add(-booked).Sub(s.memory.Began)
		own.backoff += copied.backoff
		own.limit += copied.limit
		own.failed += copied.failed
		own.mark = own.mark.Add(booked) // a hedge above reads from it when this copy began
		w.disarm(s)
		w.cut(now, id, n+1, n+node.size, policies.Abandoned)
		return false
	}
	switch {
	case h.OnFailure == hedge.SendNext && h.MayCopy(int(s.x())-1):
		w.disarm(s)
		s.timer = w.engine.At(now, event.HedgeDue, w.place(id, n))
		return true
	case h.OnFailure != hedge.Fail && s.y() > 0:
		return true
	}
	w.disarm(s)
	w.cut(now, id, n+1, n+node.size, policies.Abandoned)
	own.failed += own.elapsed(now)
	return false
}

func (w *Wrapper) newPath(now sim.Time) uint32 {
	if n := len(w.freePaths); n > 0 {
		row := w.freePaths[n-1]
		w.freePaths = w.freePaths[:n-1]
		w.paths[row] = path{mark: now}
		return row
	}
	w.paths = append(w.paths, path{mark: now})
	return uint32(len(w.paths) - 1)
}

// cut ends everything in nodes [from, to) at once: waits end, permits and probe
// places go back, no layer counts it; requests already sent live on.
func (w *Wrapper) cut(now sim.Time, id uint32, from, to int16, outcome policies.Outcome) {
	c := &w.calls[id]
	p := w.pipelines[c.pipeline]
	for n := to - 1; n >= from; n-- {
		if c.active&p[n].bit == 0 {
			continue
		}
		node, s := &p[n], &w.slots[w.place(id, n)]
		w.book(now, c, id, p, n)
		switch node.kind {
		case wire:
			request := w.requestOf(id, node)
			w.emitAttemptEnd(now, c, request, outcome)
			w.dependency.Leave(now, request)
			c.unsettled = true
		case timeoutLayer:
			w.disarmTimeout(s, node)
		case retryLayer:
			w.emitTried(now, c, node, s.started())
			w.disarm(s)
		case hedgeLayer:
			w.disarm(s)
		case breakerLayer:
			w.report(now, c, id, s, node, policies.Abandoned)
		case limitLayer:
			w.disarm(s)
			if s.y() == waitingForPermit {
				w.stopWaiting(now, c, id, node, s)
			} else {
				w.leaveLimit(now, c, id, node)
			}
		case hedgeCopy:
			w.freePaths = append(w.freePaths, s.x())
		}
		c.active &^= node.bit
	}
}

// book gives the time since the last mark to what runs in node n, if it is what
// its path is waiting for.
func (w *Wrapper) book(now sim.Time, c *Call, id uint32, p pipeline, n int16) {
	node, s := &p[n], &w.slots[w.place(id, n)]
	switch {
	case node.kind == wire, node.kind == hedgeLayer:
		path := w.pathOf(c, id, node)
		path.failed += path.elapsed(now)
	case node.kind == retryLayer && s.timer != 0:
		path := w.pathOf(c, id, node)
		path.backoff += path.elapsed(now)
	case node.kind == limitLayer && s.y() != holdingPermit:
		path := w.pathOf(c, id, node)
		path.limit += path.elapsed(now)
	}
}

func (w *Wrapper) emitTried(now sim.Time, c *Call, node *node, tries int32) {
	f := w.recorder.New(fact.Tried, now)
	f.Cohort, f.Tool, f.Agent, f.Layer, f.N, f.Measured = c.Cohort, c.Tool, c.Agent, node.layer, int64(tries), c.Measured
}

func (w *Wrapper) emitAttemptEnd(now sim.Time, c *Call, request uint32, outcome policies.Outcome) {
	r := w.dependency.Request(request)
	w.emitAttempt(now, c, r.Number, r.Role, outcome)
}

func (w *Wrapper) emitAttempt(now sim.Time, c *Call, number uint32, role fact.Role, outcome policies.Outcome) {
	f := w.recorder.New(fact.AttemptEnded, now)
	f.Cohort, f.Tool, f.Agent, f.Number, f.Code, f.Outcome, f.Measured = c.Cohort, c.Tool, c.Agent, number, uint8(role), outcome, c.Measured
}

// Lives tells whether a scheduled event of a slot is still wanted.
func (w *Wrapper) Lives(at uint32, timer sim.Timer) bool { return w.slots[at].timer == timer }
