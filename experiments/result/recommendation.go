package result

import (
	"io"
	"slices"
)

// Recommendation is a wrapper sized from a few numbers: the scenario that they
// make, each setting with its reason, and what the whole comes to.
type Recommendation struct {
	Format      int              `json:"format"`
	Herdcast    string           `json:"herdcast"`
	Kind        string           `json:"kind"` // "recommendation"
	Command     string           `json:"command"`
	Scenario    string           `json:"scenario"`    // as YAML, with the settings in it
	Findings    []Finding        `json:"findings"`    // what the numbers say by themselves
	Assumptions []Assumption     `json:"assumptions"` // of what the numbers do not say, and of the model's behaviour
	Answer      map[string]Sized `json:"answer"`      // by path; without those that found no value
	Why         string           `json:"why"`
	Binds       *Binding         `json:"binds"`  // of the retry budget, which bounds the whole
	Margin      *float64         `json:"margin"` // its room, in the unit of the measure
	Settings    []Setting        `json:"settings"`
	Objectives  []ProbeObjective `json:"objectives"` // of the whole, on each day
	Costs       []Cost           `json:"costs"`      // of the objectives that fail
	Simulations int              `json:"simulations"`
	Probes      []Probe          `json:"probes"`
}

// Setting is one setting of the wrapper, with the question that it answers.
type Setting struct {
	Name   string   `json:"name"`
	What   string   `json:"what"`
	Path   string   `json:"path"`
	Find   string   `json:"find"` // largest, smallest
	Text   string   `json:"text"` // as the language has it
	Answer *Sized   `json:"answer"`
	Day    string   `json:"day"`    // the circumstances that it is sized for
	Reason string   `json:"reason"` // what it is the smallest or largest of
	Why    string   `json:"why"`    // how the search ended
	Binds  *Binding `json:"binds"`
	Margin *float64 `json:"margin"` // in Unit
	Unit   string   `json:"unit"`   // of the margin
}

// Cost is a setting that costs the whole an objective, which holds again with another
// value of it.
type Cost struct {
	Binding
	What string `json:"what"` // the setting
	With string `json:"with"` // the value with which the objective holds
}

// Held counts the objectives that the whole holds.
func (r *Recommendation) Held() int {
	held := 0
	for _, o := range r.Objectives {
		if o.Verdict == Holds {
			held++
		}
	}
	return held
}

// Fails tells whether a setting has no value, or the whole fails an objective.
func (r *Recommendation) Fails() bool {
	return len(r.Answer) < len(r.Settings) || slices.ContainsFunc(r.Objectives, func(o ProbeObjective) bool { return o.Verdict == Fails })
}

// Search gives the search that sized a setting.
func (r *Recommendation) Search(s Setting) *Size {
	search := &Size{Name: s.Name, Find: s.Find, Why: s.Why, Binds: s.Binds, Margin: s.Margin}
	if s.Answer != nil {
		search.Answer = map[string]Sized{s.Path: *s.Answer}
	}
	for _, probe := range r.Probes {
		if _, asked := probe.Set[s.Path]; asked {
			search.Probes = append(search.Probes, probe)
		}
	}
	return search
}

// Encode writes the recommendation as JSON, one line.
func (r *Recommendation) Encode(w io.Writer) error { return encodeLine(w, r) }
