// Package finding says in sentences with numbers what a run shows: one rule for
// each thing worth knowing, each with a name, none with an opinion.
package finding

import (
	"herdcast/experiments/result"
)

// rule makes a finding where its facts are there and worth a sentence.
type rule struct {
	name     string
	severity string
	say      func(run) (message, advice string)
}

// rules are asked in this order, that of the chain from load to effects to
// recovery.
var rules = []rule{
	{"interrupted", result.Warning, interrupted},
	{"capacity-exceeded", result.Warning, capacityExceeded},
	{"queue-full", result.Warning, queueFull},
	{"retries-multiply", result.Warning, retriesMultiply},
	{"retry-budget-denies", result.Info, retryBudgetDenies},
	{"breaker-sheds", result.Info, breakerSheds},
	{"model-repeats", result.Info, modelRepeats},
	{"work-wasted", result.Warning, workWasted},
	{"wall-clock-spent-waiting", result.Warning, wallClockSpentWaiting},
	{"tasks-out-of-time", result.Warning, tasksOutOfTime},
	{"duplicates-by-repeating", result.Warning, duplicatesByRepeating},
	{"effects-lost", result.Warning, effectsLost},
	{"false-failures", result.Warning, falseFailures},
	{"herd-returns-in-step", result.Warning, herdReturnsInStep},
	{"never-recovers", result.Warning, neverRecovers},
	{"relapses", result.Warning, relapses},
}

// Of gives what the rules say of a run, in their order. Rules whose measures were
// not observed are silent.
func Of(r *result.Result) []result.Finding {
	found := []result.Finding{}
	for _, rule := range rules {
		if message, advice := rule.say(run{r}); message != "" {
			found = append(found, result.Finding{Name: rule.name, Severity: rule.severity, Message: message, Advice: advice})
		}
	}
	return found
}

// All gives the findings that the result already holds, those of the scenario,
// and then those of the rules that it does not hold yet.
func All(r *result.Result) []result.Finding {
	all := append([]result.Finding{}, r.Findings...)
	held := map[string]bool{}
	for _, f := range r.Findings {
		held[f.Name] = true
	}
	for _, f := range Of(r) {
		if !held[f.Name] {
			all = append(all, f)
		}
	}
	return all
}

// run is a result as rules ask it.
type run struct{ *result.Result }

// value gives a measure of the whole, false where there is none.
func (r run) value(name string) (float64, bool) {
	m := r.Measures[name]
	if m.Value == nil {
		return 0, false
	}
	return *m.Value, true
}

// above gives a measure that is larger than the floor.
func (r run) above(name string, floor float64) (float64, bool) {
	value, ok := r.value(name)
	return value, ok && value > floor
}
