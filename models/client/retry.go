package client

import (
	"time"

	"herdcast/models/event"
	"herdcast/models/fact"
	"herdcast/policies"
	"herdcast/policies/budget"
	"herdcast/policies/retry"
	"herdcast/sim"
)

// note is what a retry layer keeps beside its memory: what the call's retries
// took from the budget, and what follows a wait if not simply another try.
type note struct {
	last, all int64
	after     afterWait
	outcome   policies.Outcome // of the failed try
}

// afterWait says what a retry layer does when a wait has ended.
type afterWait uint8

const (
	tryAgain afterWait = iota
	askBudget
	handUp
)

// budgets is a retry budget with its states.
type budgets struct {
	owners
	budget.Budget
	states []budget.State
	layer  uint16
}

// retry decides after a failed try; true: the layer keeps the call.
func (w *Wrapper) retry(now sim.Time, c *Call, s *slot, p *pipeline, base uint32, n uint8, o policies.Outcome, told time.Duration) bool {
	node, at := p.at(n), base+uint32(n)
	if node.budget >= 0 {
		b := &w.budgets[node.budget]
		b.Failed(w.stateOfBudget(b, c, base, node), now, o, s.memory.Tries > 0)
	}
	f := retry.Failure{Now: now, Outcome: o, Unsafe: c.doubt&mayLandTwice != 0, Told: told, Deadline: sim.Never, Key: c.Draws.Child(uint64(n))}
	if node.gives {
		f.Deadline = w.deadlineAbove(c, p, base, node)
	}
	wait, decision := w.retries[node.setting].Decide(&s.memory, &f)
	switch decision {
	case retry.Again:
		if node.budget >= 0 && !w.plan(now, c, base, s, node, at, o) {
			return false
		}
	case retry.LastSleep:
		w.notes[at].after, w.notes[at].outcome = handUp, o
	case retry.NotRetryable, retry.UnsafeToRepeat:
		if node.budget >= 0 {
			b := &w.budgets[node.budget]
			b.GaveUp(w.stateOfBudget(b, c, base, node), now)
		}
		return false
	default:
		return false
	}
	s.timer = w.engine.After(wait, event.BackoffEnds, at)
	return true
}

// plan asks the budget for the retry that follows a wait, unless that is due when
// the wait has ended; false: there is none.
func (w *Wrapper) plan(now sim.Time, c *Call, base uint32, s *slot, node *node, at uint32, o policies.Outcome) bool {
	b := &w.budgets[node.budget]
	if b.ChargesAfterWait() {
		w.notes[at].after, w.notes[at].outcome = askBudget, o
	} else if !w.charge(now, c, base, s, node, at, o) {
		return false
	}
	b.Waits(w.stateOfBudget(b, c, base, node))
	return true
}

// BackoffEnds starts the next try of a retry layer.
func (w *Wrapper) BackoffEnds(now sim.Time, at uint32) (id uint32, ended bool) {
	c, base, n := w.placed(at)
	node, s := w.pipelines[c.pipeline].at(n), &w.slots[at]
	s.timer = 0
	path := w.pathOf(c, base, node)
	path.backoff += path.elapsed(now)
	if w.noted && !w.resume(now, c, base, s, node, at) {
		w.emitTried(now, c, node, s.started())
		c.active &^= node.bit
		return w.idOf(base), w.ascend(now, c, base, node.parent, n, w.notes[at].outcome, 0)
	}
	return w.idOf(base), w.descend(now, c, base, n+1)
}

// resume tells whether another try follows the wait that has ended.
func (w *Wrapper) resume(now sim.Time, c *Call, base uint32, s *slot, node *node, at uint32) bool {
	note := &w.notes[at]
	after := note.after
	note.after = tryAgain
	if after == handUp {
		return false
	}
	if node.budget < 0 {
		return true
	}
	b := &w.budgets[node.budget]
	state := w.stateOfBudget(b, c, base, node)
	b.WaitEnds(state)
	if after == askBudget && !w.charge(now, c, base, s, node, at, note.outcome) {
		return false
	}
	b.Begins(state)
	return true
}

// leaveRetry lets a call go that the layer does not keep.
func (w *Wrapper) leaveRetry(now sim.Time, c *Call, s *slot, node *node, at uint32, o policies.Outcome) {
	if o == policies.OK && node.budget >= 0 {
		b := &w.budgets[node.budget]
		b.Succeeded(w.stateOfBudget(b, c, w.baseOf(w.idOf(at)), node), now, s.memory.Tries > 0, w.notes[at].last, w.notes[at].all)
	}
	w.emitTried(now, c, node, s.started())
}

// enterBudget tells the budget of a retry layer that a call has come.
func (w *Wrapper) enterBudget(now sim.Time, c *Call, base uint32, node *node) {
	b := &w.budgets[node.budget]
	b.Entered(w.stateOfBudget(b, c, base, node), now)
}

// cutBudget tells the budget of a retry layer that a call was cut from above.
func (w *Wrapper) cutBudget(c *Call, base uint32, s *slot, node *node, at uint32) {
	b := &w.budgets[node.budget]
	state := w.stateOfBudget(b, c, base, node)
	switch {
	case s.timer == 0:
		b.Cut(state, s.memory.Tries > 0)
	case w.notes[at].after != handUp:
		b.WaitEnds(state)
	}
}

// charge asks the retry budget for the try that the memory counts already, and
// books what it took.
func (w *Wrapper) charge(now sim.Time, c *Call, base uint32, s *slot, node *node, at uint32, o policies.Outcome) bool {
	b := &w.budgets[node.budget]
	cost, granted := b.Ask(w.stateOfBudget(b, c, base, node), now, o)
	if !granted {
		s.memory.Tries--
		w.emitDenied(now, c, node.tool, node.layer)
		return false
	}
	w.notes[at].last = cost
	w.notes[at].all += cost
	return true
}

// started tells how many tries a retry layer has started: the one that a wait
// leads to does not count yet.
func (s *slot) started() int32 {
	if s.timer != 0 {
		return s.memory.Tries
	}
	return s.memory.Tries + 1
}

func (w *Wrapper) stateOfBudget(b *budgets, c *Call, base uint32, node *node) *budget.State {
	place := w.stateOf(&b.owners, c, base, node)
	if place >= len(b.states) {
		b.states = grown(b.states, place, b.Budget.Fresh)
	}
	return &b.states[place]
}

func (w *Wrapper) emitTried(now sim.Time, c *Call, node *node, tries int32) {
	f := w.recorder.New()
	f.Kind, f.At, f.Agent, f.Cohort, f.Tool, f.Layer, f.N, f.Measured = fact.Tried, now, c.Agent, c.Cohort, node.tool, node.layer, int64(tries), c.Measured
}

func (w *Wrapper) emitDenied(now sim.Time, c *Call, tool, layer uint16) {
	f := w.recorder.New()
	f.Kind, f.At, f.Agent, f.Cohort, f.Tool, f.Layer, f.Measured = fact.BudgetDenied, now, c.Agent, c.Cohort, tool, layer, c.Measured
}

// BudgetsSound tells whether every retry budget holds what it can hold, for the
// conservation check.
func (w *Wrapper) BudgetsSound() bool {
	for i := range w.budgets {
		b := &w.budgets[i]
		for at := range b.states {
			if !b.Sound(&b.states[at]) {
				return false
			}
		}
	}
	return true
}
