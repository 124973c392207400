package explain

import (
	"math"
	"slices"

	"herdcast/models/agent"
	"herdcast/policies"
)

// sharers gives the cohorts and the number of tools whose calls go down a layer, or
// one that shares its state.
func (c *scene) sharers(of *layer) (cohorts []*agent.Spec, tools int) {
	var named []string
	for w := range c.ways {
		way := &c.ways[w]
		if !way.passes(of) {
			continue
		}
		if !slices.Contains(cohorts, way.cohort) {
			cohorts = append(cohorts, way.cohort)
		}
		if !slices.Contains(named, way.tool.Name) {
			named = append(named, way.tool.Name)
		}
	}
	return cohorts, len(named)
}

// passes tells a way that goes down a layer, or one that shares its state.
func (w *way) passes(of *layer) bool {
	return slices.ContainsFunc(w.layers, func(l layer) bool {
		return l.path == of.path || of.Shared != "" && l.Shared == of.Shared
	})
}

// owners counts the states of a layer: one for each that its scope names, and with
// per_tool one for each tool of these. +Inf: calls, tasks and arriving agents come
// without end.
func (c *scene) owners(l *layer, scope policies.Scope, perTool bool) float64 {
	cohorts, tools := c.sharers(l)
	all := ownersOf(cohorts, string(scope))
	if scope == policies.ScopeReplica {
		all = float64(c.Dependency.Copies())
	}
	if perTool {
		all *= float64(tools)
	}
	return all
}

func ownersOf(cohorts []*agent.Spec, scope string) float64 {
	all := 0.0
	for _, cohort := range cohorts {
		switch scope {
		case "fleet":
			all = 1
		case "cohort":
			all++
		case "process":
			all += processes(cohort)
		case "agent":
			all += orInfinite(agents(cohort))
		default:
			all = math.Inf(1)
		}
	}
	return all
}

func processes(cohort *agent.Spec) float64 {
	if cohort.Processes == nil {
		return math.Inf(1)
	}
	return float64(*cohort.Processes)
}

// agents gives the number of a cohort's persistent agents, nil of those that come
// without end.
func agents(cohort *agent.Spec) *float64 {
	if cohort.Agents == nil {
		return nil
	}
	return finite(float64(*cohort.Agents))
}

func (c *scene) cohorts() []*agent.Spec {
	var all []*agent.Spec
	for i := range c.Fleet {
		all = append(all, &c.Fleet[i])
	}
	return all
}
