package client

import (
	"herdcast/models/event"
	"herdcast/models/fact"
	"herdcast/policies"
	"herdcast/policies/limit"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// limits is a limit layer's setting with its states.
type limits struct {
	owners
	limit.Limit
	states   []limit.State
	patience dist.Sampler
	forever  bool
	waiting  int64
	layer    uint16
}

// What a limit layer's slot says the call has.
const (
	holdingPermit uint32 = iota
	waitingForPermit
	permitGranted // the event that goes on is under way
)

// enterLimit asks for a permit.
func (w *Wrapper) enterLimit(now sim.Time, c *Call, s *slot, node *node, base uint32, n uint8) limit.Answer {
	l, at := &w.limits[node.setting], base+uint32(n)
	place := w.stateOf(&l.owners, c, base, node)
	if place >= len(l.states) {
		l.states = grown(l.states, place, l.Limit.Fresh)
	}
	state := &l.states[place]
	if l.Adapts() {
		l.Advance(state, now, w.keyOfLimit(node, place))
		w.grant(now, l, state)
	}
	ticket, answer := l.Enter(state, at)
	s.timer = 0
	s.setY(holdingPermit)
	if answer == limit.Granted && l.Adapts() {
		s.begin(now, l.Held(state))
	}
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

// leaveLimit gives a permit back; who waits for it goes on at this instant. An
// adaptive limit learns how the call ended, unless it was cut from above.
func (w *Wrapper) leaveLimit(now sim.Time, c *Call, base uint32, s *slot, node *node, o policies.Outcome) {
	l := &w.limits[node.setting]
	place := w.stateOf(&l.owners, c, base, node)
	state := &l.states[place]
	if l.Adapts() {
		key := w.keyOfLimit(node, place)
		l.Advance(state, now, key)
		if o != policies.Abandoned {
			l.Learn(state, now, limit.Sample{Began: s.memory.Began, InFlight: int(s.x()), Outcome: o}, key)
		}
	}
	l.Leave(state)
	w.grant(now, l, state)
}

// grant hands free permits to those who wait for them.
func (w *Wrapper) grant(now sim.Time, l *limits, state *limit.State) {
	for {
		who, granted := l.Next(state)
		if !granted {
			return
		}
		s := &w.slots[who]
		w.disarm(s)
		s.setY(permitGranted)
		if l.Adapts() {
			s.begin(now, l.Held(state))
		}
		s.timer = w.engine.At(now, event.PermitGranted, who)
		w.emitWaiting(now, l, -1)
	}
}

// begin notes what an adaptive limit asks of a call later: when it got its permit
// and how many were out then.
func (s *slot) begin(now sim.Time, held int) {
	s.memory.Began = now
	s.setX(uint32(held))
}

// keyOfLimit gives the address of the draws of a limit's state.
func (w *Wrapper) keyOfLimit(node *node, place int) sim.Key {
	return w.key.Child(uint64(node.setting)).Child(uint64(place))
}

// PermitGranted takes a waiter on with its permit.
func (w *Wrapper) PermitGranted(now sim.Time, at uint32) (id uint32, ended bool) {
	c, base, n := w.placed(at)
	node, s := w.pipelines[c.pipeline].at(n), &w.slots[at]
	s.timer = 0
	s.setY(holdingPermit)
	path := w.pathOf(c, base, node)
	path.limit += path.elapsed(now)
	return w.idOf(base), w.descend(now, c, base, n+1)
}

// PatienceEnds turns a waiter away.
func (w *Wrapper) PatienceEnds(now sim.Time, at uint32) (id uint32, ended bool) {
	c, base, n := w.placed(at)
	p, s := w.pipelines[c.pipeline], &w.slots[at]
	path := w.pathOf(c, base, p.at(n))
	path.limit += path.elapsed(now)
	s.timer = 0
	w.stopWaiting(now, c, base, s, p.at(n))
	return w.idOf(base), w.turnAway(now, c, p, base, n)
}

func (w *Wrapper) stopWaiting(now sim.Time, c *Call, base uint32, s *slot, node *node) {
	l := &w.limits[node.setting]
	l.GiveUp(&l.states[w.stateOf(&l.owners, c, base, node)], limit.Ticket(s.x()))
	w.emitWaiting(now, l, -1)
}

func (w *Wrapper) emitWaiting(now sim.Time, l *limits, change int64) {
	l.waiting += change
	f := w.recorder.New()
	f.Kind, f.At, f.Layer, f.N = fact.PermitsWaited, now, l.layer, l.waiting
}

func (w *Wrapper) emitTurnedAway(now sim.Time, c *Call, node *node) {
	f := w.recorder.New()
	f.Kind, f.At, f.Agent, f.Cohort, f.Tool, f.Layer, f.Measured = fact.TurnedAway, now, c.Agent, c.Cohort, node.tool, node.layer, c.Measured
}

// Permits tells how many permits of limits are held, for the conservation check.
func (w *Wrapper) Permits() (held int) {
	for i := range w.limits {
		t := &w.limits[i]
		for s := range t.states {
			held += t.Limit.Held(&t.states[s])
		}
	}
	return held
}

// OpenPermits tells how many permits the calls under way hold.
func (w *Wrapper) OpenPermits(id uint32) (held int) {
	c, p := &w.calls[id], w.pipelines[w.calls[id].pipeline]
	for n := range p.size {
		node := p.at(n)
		if c.active&node.bit != 0 && node.kind == limitLayer && w.slots[w.baseOf(id)+uint32(n)].y() != waitingForPermit {
			held++
		}
	}
	return held
}
