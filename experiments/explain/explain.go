// Package explain says of a scenario, without simulating it, what can be worked
// out by hand: what a task becomes, how deadlines nest, what limits and budgets
// come to over the fleet, what is asked for and what can be served, and which
// settings cannot do what they are there for.
package explain

import (
	"cmp"
	"slices"

	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// Of explains a scenario.
func Of(s *scenario.Scenario) *result.Explanation {
	c := newScene(s)
	return &result.Explanation{
		Format: result.ExplanationFormat, Kind: "explain", Name: s.Spec.Name, Digest: s.Digest(),
		Findings:  findings(s, c),
		Chain:     c.chain(),
		Deadlines: c.deadlines(s),
		Budgets:   c.budgets(s),
		Load:      c.load(),
		Quick:     c.quickly.shown(),
	}
}

// Rule looks for one thing that is probably not meant.
type Rule struct {
	Name     string
	Severity string
	find     func(*scene) []found
}

// found is one place where a rule applies.
type found struct {
	path    string // of the key that it is about
	message string // what is
	advice  string // what to do
}

// Rules are all that are asked, by what they look at, from deadlines to load.
func Rules() []Rule {
	return slices.Concat(deadlineRules, retryRules, hintRules, effectRules, modelRules, breakerRules, limitRules, budgetRules, queueRules, loadRules, quickRules, crowdRules)
}

// order of the severities, the worst first.
var order = []string{result.Error, result.Warning, result.Info}

// findings asks all rules, beside what reading the scenario found; the worst come
// first, then those that stand first in the file.
func findings(s *scenario.Scenario, c *scene) []result.Finding {
	all := append([]result.Finding{}, s.Warnings...)
	for _, rule := range Rules() {
		seen := map[string]bool{}
		for _, f := range rule.find(c) {
			if !seen[f.path] { // several cohorts or tools may meet it
				seen[f.path] = true
				all = append(all, result.Finding{Name: rule.Name, Severity: rule.Severity, Path: f.path, Message: f.message, Advice: f.advice})
			}
		}
	}
	for i := range all {
		all[i].Line = s.Line(all[i].Path)
	}
	slices.SortStableFunc(all, func(a, b result.Finding) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Severity), slices.Index(order, b.Severity)), cmp.Compare(a.Line, b.Line))
	})
	return all
}
