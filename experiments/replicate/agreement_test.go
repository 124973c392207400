package replicate_test

import (
	"fmt"
	"slices"
	"testing"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
)

// everything is a small world in which every measure has something to measure.
const everything = `
version: 1
run: {duration: 60s, warmup: 1s, replications: 1}
tools: {look: {}, post: {effect: true}}
fleet: [{name: a, agents: 20, processes: 2, policy: p, task: {think: 100ms, budget: {wall_clock: 30s}}}]
policies: {p: [{retry: {budget: {tokens: 500}}}, {breaker: {}}, {limit: {}}, {timeout: 1s}]}
dependency: {servers: 64, quota: {limit: 60000}}
faults: [{at: 20s, for: 5s, down: refuse}]`

// What can be promised is what is measured: every measure that objectives know,
// whole and in each of its parts, and nothing else, in the same unit.
func TestObjectivesKnowWhatIsMeasured(t *testing.T) {
	text := everything + "\nobjectives:\n"
	for _, m := range objective.Measures {
		text += fmt.Sprintf("  - %s >= 0\n", m.Name)
		for _, part := range m.Parts {
			value := map[string]string{"cohort": "a", "tool": "post", "attempt": "2", "cause": "retry", "layer": "breaker"}[part]
			text += fmt.Sprintf("  - %s(%s=%s) >= 0\n", m.Name, part, value)
		}
	}
	r := simulate(t, text)
	for _, o := range r.Objectives {
		if o.Why == "this scenario has no such measure" {
			t.Errorf("%s can be promised, but is not measured", o.Measure)
		}
	}
	for _, table := range []struct {
		of   map[string]result.Measure
		part string
	}{{r.Measures, ""}, {r.ByCohort["a"], "cohort"}, {r.ByTool["post"], "tool"}} {
		for name, measured := range table.of {
			i := slices.IndexFunc(objective.Measures, func(m objective.Measure) bool { return m.Name == name })
			switch {
			case name == "layers.retry": // known by the names of layers
			case i < 0:
				t.Errorf("%s is measured, but cannot be promised", name)
			case objective.Measures[i].Unit != measured.Unit:
				t.Errorf("%s is measured in %q, but promised in %q", name, measured.Unit, objective.Measures[i].Unit)
			case table.part != "" && !slices.Contains(objective.Measures[i].Parts, table.part):
				t.Errorf("%s is measured by %s, but cannot be promised so", name, table.part)
			}
		}
	}
}
