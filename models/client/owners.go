package client

import "herdcast/policies"

// owners finds the state of a layer that a call uses.
type owners struct {
	scope   policies.Scope
	perTool bool
	tools   int
}

func (o *owners) of(c *Call, id uint32) int {
	owner := 0
	switch o.scope {
	case policies.ScopeCall:
		owner = int(id)
	case policies.ScopeTask, policies.ScopeAgent:
		owner = int(c.Row)
	case policies.ScopeProcess:
		owner = int(c.Process)
	case policies.ScopeCohort:
		owner = int(c.Cohort)
	}
	if o.perTool {
		return owner*o.tools + int(c.Tool)
	}
	return owner
}

// ResetTask gives an agent that takes up a task fresh states of scope task.
func (w *Wrapper) ResetTask(row uint32) { w.reset(policies.ScopeTask, int(row)) }

// ResetAgent gives a new agent in a used row fresh states of scope agent.
func (w *Wrapper) ResetAgent(row uint32) { w.reset(policies.ScopeAgent, int(row)) }

func (w *Wrapper) reset(scope policies.Scope, owner int) {
	for i := range w.breakers {
		if t := &w.breakers[i]; t.scope == scope {
			renew(t.states, &t.owners, owner, t.Breaker.Fresh)
		}
	}
	for i := range w.limits {
		if t := &w.limits[i]; t.scope == scope {
			renew(t.states, &t.owners, owner, t.Limit.Fresh)
		}
	}
	for i := range w.budgets {
		if t := &w.budgets[i]; t.scope == scope {
			renew(t.states, &t.owners, owner, t.Budget.Fresh)
		}
	}
}

// renew makes the states of one owner fresh, as far as any exist.
func renew[T any](states []T, o *owners, owner int, fresh func() T) {
	width := 1
	if o.perTool {
		width = o.tools
	}
	for at := owner * width; at < (owner+1)*width && at < len(states); at++ {
		states[at] = fresh()
	}
}

// grown gives the states with room for that place.
func grown[T any](states []T, place int, fresh func() T) []T {
	for len(states) <= place {
		states = append(states, fresh())
	}
	return states
}
