package live

import (
	"fmt"
	"net/http"
	"slices"
	"sync"

	"herdcast/models/client"
	"herdcast/models/world"
	"herdcast/policies"
	"herdcast/policies/roundtrip"
)

// layers gives calls their policies: a state for each owner, as its scope says.
type layers struct {
	spec   *world.Spec
	mutex  sync.Mutex
	states map[string]roundtrip.Layer
}

// unfit says which part of a scenario real clients cannot do; "" if they can do all.
func unfit(spec *world.Spec) string {
	for i := range spec.Policies {
		p := &spec.Policies[i]
		for j := range p.Layers {
			l := &p.Layers[j]
			scope, known := scopeOf(l)
			switch {
			case !known:
				return fmt.Sprintf("policies.%s.%s: no real client has a %s yet", p.Name, l.Name, l.Kind())
			case scope != "" && !slices.Contains([]policies.Scope{policies.ScopeCall, policies.ScopeAgent, policies.ScopeProcess, policies.ScopeCohort, policies.ScopeFleet}, scope):
				return fmt.Sprintf("policies.%s.%s: real clients share no state by %s", p.Name, l.Name, scope)
			}
		}
	}
	for i := range spec.Tools {
		if spec.Tools[i].Spawns != nil {
			return fmt.Sprintf("tools.%s: agents that are spawned make no real calls yet", spec.Tools[i].Name)
		}
	}
	return ""
}

// scopeOf gives who shares a layer's state; "" where it has none.
func scopeOf(l *client.Layer) (scope policies.Scope, known bool) {
	switch {
	case l.Timeout != nil:
	case l.Retry != nil && l.Retry.Budget != nil:
		scope = l.Retry.Budget.Scope
	case l.Retry != nil:
	case l.Breaker != nil:
		scope = l.Breaker.Scope
	case l.Limit != nil:
		scope = l.Limit.Scope
	case l.Rate != nil:
		scope = l.Rate.Scope
	case l.Throttle != nil:
		scope = l.Throttle.Scope
	case l.Hedge != nil:
	default:
		return "", false
	}
	return scope, true
}

// around puts the policy of a call around a transport.
func (a *layers) around(o *client.Order, transport http.RoundTripper) http.RoundTripper {
	var all []roundtrip.Layer
	if o.Policy >= 0 {
		p := &a.spec.Policies[o.Policy]
		tool := a.spec.Tools[o.Tool].Name
		for i := range p.Layers {
			if l := &p.Layers[i]; l.Tools == nil || slices.Contains(l.Tools, tool) {
				all = append(all, a.layer(o, p.Name, i, l, tool))
			}
		}
	}
	return roundtrip.Seeded(uint64(o.Draws), transport, all...)
}

// layer gives a layer with the state of its owner.
func (a *layers) layer(o *client.Order, policy string, place int, l *client.Layer, tool string) roundtrip.Layer {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	name := fmt.Sprintf("%s/%d", policy, place)
	if l.Shared != "" {
		name = "shared/" + l.Shared + "/" + l.Kind()
	}
	scope, _ := scopeOf(l)
	switch scope {
	case policies.ScopeCall:
		return built(l, tool, uint64(o.Draws))
	case policies.ScopeAgent:
		name += fmt.Sprintf("/agent %d", o.Agent)
	case policies.ScopeProcess:
		name += fmt.Sprintf("/process %d", o.Process)
	case policies.ScopeCohort:
		name += fmt.Sprintf("/cohort %d", o.Cohort)
	}
	if l.Timeout != nil || perTool(l) {
		name += "/" + tool
	}
	state, known := a.states[name]
	if !known {
		state = built(l, tool, a.spec.Run.Seed)
		a.states[name] = state
	}
	return state
}

func perTool(l *client.Layer) bool {
	switch {
	case l.Retry != nil:
		return l.Retry.Budget != nil && l.Retry.Budget.PerTool
	case l.Breaker != nil:
		return l.Breaker.PerTool
	case l.Limit != nil:
		return l.Limit.PerTool
	case l.Rate != nil:
		return l.Rate.PerTool
	}
	return l.Hedge != nil // it learns by tool
}

func built(l *client.Layer, tool string, seed uint64) roundtrip.Layer {
	switch {
	case l.Timeout != nil:
		return roundtrip.NewTimeout(*l.Timeout, tool)
	case l.Retry != nil:
		return roundtrip.NewRetry(*l.Retry)
	case l.Breaker != nil:
		return roundtrip.NewBreaker(*l.Breaker, seed)
	case l.Limit != nil:
		return roundtrip.NewLimit(*l.Limit)
	case l.Rate != nil:
		return roundtrip.NewRate(*l.Rate)
	case l.Throttle != nil:
		return roundtrip.NewThrottle(*l.Throttle)
	}
	return roundtrip.NewHedge(*l.Hedge)
}
