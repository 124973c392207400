package client

import (
	"herdcast/policies"
	"herdcast/sim"
)

// owners finds the state of a layer that a call uses.
type owners struct {
	scope   policies.Scope
	perTool bool
	tools   int
}

// stateOf gives the place of the state that a call uses at a node, or that one of its
// tools does.
func (w *Wrapper) stateOf(o *owners, c *Call, base uint32, node *node) int {
	owner := 0
	switch o.scope {
	case policies.ScopeReplica:
		owner = max(int(w.replicaFor(base, node)), 1) - 1
	case policies.ScopeCall:
		owner = int(w.idOf(base))
	case policies.ScopeTask, policies.ScopeAgent:
		owner = int(c.Row)
	case policies.ScopeProcess:
		owner = int(c.Process)
	case policies.ScopeCohort:
		owner = int(c.Cohort)
	}
	if o.perTool {
		return owner*o.tools + int(node.tool)
	}
	return owner
}

// EndTask makes what was shared within an agent's task fresh for its next one.
func (w *Wrapper) EndTask(now sim.Time, row uint32) {
	if w.perTask {
		w.renew(now, policies.ScopeTask, row)
	}
}

// EndAgent makes what belonged to an agent fresh for the next one in its row.
func (w *Wrapper) EndAgent(now sim.Time, row uint32) {
	w.renew(now, policies.ScopeAgent, row)
	w.dependency.EndAgent(row)
}

// renew makes the states of an owner that has come to its end fresh.
func (w *Wrapper) renew(now sim.Time, scope policies.Scope, owner uint32) {
	for i := range w.breakers {
		t := &w.breakers[i]
		if t.scope != scope {
			continue
		}
		from, to := t.span(owner, len(t.states))
		for at := from; at < to; at++ {
			before := t.states[at].Phase()
			t.states[at] = t.Breaker.Fresh(w.breakerKey(i, at))
			w.emitPhase(now, t, at, before, t.states[at].Phase())
		}
	}
	for i := range w.limits {
		if t := &w.limits[i]; t.scope == scope {
			from, to := t.span(owner, len(t.states))
			refresh(t.states[from:to], t.Limit.Fresh)
		}
	}
	for i := range w.rates {
		if t := &w.rates[i]; t.scope == scope {
			from, to := t.span(owner, len(t.states))
			refresh(t.states[from:to], t.Rate.Fresh)
		}
	}
	for i := range w.throttles {
		if t := &w.throttles[i]; t.scope == scope {
			from, to := t.span(owner, len(t.states))
			refresh(t.states[from:to], t.Throttle.Fresh)
		}
	}
	for i := range w.outliers {
		t := &w.outliers[i]
		if t.scope != scope {
			continue
		}
		from, to := t.span(owner, len(t.states))
		for at := from; at < to; at++ {
			t.states[at] = t.Outlier.Fresh(w.outlierKey(i, at))
		}
	}
	for i := range w.budgets {
		if t := &w.budgets[i]; t.scope == scope {
			from, to := t.span(owner, len(t.states))
			refresh(t.states[from:to], t.Budget.Fresh)
		}
	}
}

// span gives the places of an owner's states, as far as there are any.
func (o *owners) span(owner uint32, states int) (from, to int) {
	width := 1
	if o.perTool {
		width = o.tools
	}
	from = int(owner) * width
	return min(from, states), min(from+width, states)
}

func refresh[T any](states []T, fresh func() T) {
	for i := range states {
		states[i] = fresh()
	}
}

// grown gives the states with room for that place.
func grown[T any](states []T, place int, fresh func() T) []T {
	for len(states) <= place {
		states = append(states, fresh())
	}
	return states
}
