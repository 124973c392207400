package result

import (
	"cmp"
	"io"
	"maps"
	"slices"
)

// Size is the answer of a search for the largest or smallest value of keys that
// keeps objectives. Durations are in seconds, rates per second, shares and factors
// plain.
type Size struct {
	Format       int              `json:"format"`
	Herdcast     string           `json:"herdcast"`
	Kind         string           `json:"kind"` // "size"
	Name         string           `json:"name"`
	Command      string           `json:"command"`
	Seed         uint64           `json:"seed"` // of the first scenario
	Scenarios    []string         `json:"scenarios"`
	Find         string           `json:"find"` // largest, smallest
	Confidence   float64          `json:"confidence"`
	Answer       map[string]Sized `json:"answer"` // by path; null where no value holds
	Why          string           `json:"why"`
	Indifferent  bool             `json:"indifferent"`  // every value of the range holds alike, so that the answer recommends none
	Binds        *Binding         `json:"binds"`        // null where every objective holds easily everywhere
	Margin       *float64         `json:"margin"`       // room that the binding objective has at the answer, in its measure's unit
	Sensitivity  []Sensitivity    `json:"sensitivity"`  // of the binding objective's measure, a path each
	Monotone     bool             `json:"monotone"`     // the probes agree that it only gets worse that way
	Replications int              `json:"replications"` // of all probes together
	Simulations  int              `json:"simulations"`  // replications of all scenarios together
	Grid         int              `json:"grid"`         // simulations of a grid of the same resolution, with the scenarios' replications
	Bracket      *Bracket         `json:"bracket"`      // null where a fluid foresees none
	Probes       []Probe          `json:"probes"`       // in the order of the search
	Fragment     string           `json:"fragment"`     // of the scenario, as YAML, with the answer in it
}

// Bracket is the two values between which a fluid foresees the threshold, as the
// language has them. The first looks were there.
type Bracket struct {
	Low       string `json:"low"`
	High      string `json:"high"`
	Confirmed bool   `json:"confirmed"` // by simulation, or a wider one around it; else the search went on without
}

// Sized is the answer for one key: a value at which every objective holds with
// the confidence asked for, and the interval that the exact threshold lies in.
type Sized struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Unit  string  `json:"unit"` // "" counts, "s", "share", "ratio", "1/s"
	Text  string  `json:"text"` // the value as the language has it
}

// Binding is the objective that keeps the answer from going further.
type Binding struct {
	Objective string `json:"objective"`
	Scenario  string `json:"scenario"`
}

// Sensitivity is what the binding objective's measure does about the answer:
// its change for one step of the key, from the probes next to it.
type Sensitivity struct {
	Path    string  `json:"path"`
	Measure string  `json:"measure"`
	Step    float64 `json:"step"` // in the key's unit
	Change  float64 `json:"change"`
}

// Probe is one value that was asked.
type Probe struct {
	Set          map[string]float64 `json:"set"`
	Texts        map[string]string  `json:"texts"` // the same as the language has it
	Verdict      string             `json:"verdict"`
	Replications int                `json:"replications"` // of each scenario
	Objectives   []ProbeObjective   `json:"objectives"`
}

// ProbeObjective is an objective's verdict in one of the scenarios.
type ProbeObjective struct {
	Scenario string `json:"scenario"`
	Objective
}

// Encode writes the answer as JSON, one line; the same answer gives the same bytes.
func (s *Size) Encode(w io.Writer) error { return encodeLine(w, s) }

// Paths are the keys that were sized, in the order of their names.
func (s *Size) Paths() []string {
	if len(s.Probes) == 0 {
		return nil
	}
	return slices.Sorted(maps.Keys(s.Probes[0].Set))
}

// Ordered gives the probes in the order of their values.
func (s *Size) Ordered() []Probe {
	paths := s.Paths()
	return slices.SortedStableFunc(slices.Values(s.Probes), func(a, b Probe) int {
		for _, path := range paths {
			if c := cmp.Compare(a.Set[path], b.Set[path]); c != 0 {
				return c
			}
		}
		return 0
	})
}

// Answers tells whether a probe asked the very values of the answer.
func (s *Size) Answers(probe Probe) bool {
	for path, text := range probe.Texts {
		if a, found := s.Answer[path]; !found || a.Text != text {
			return false
		}
	}
	return s.Answer != nil
}

// Binding gives what a probe came to in the objective that binds, false where none does.
func (s *Size) Binding(probe Probe) (ProbeObjective, bool) {
	for _, o := range probe.Objectives {
		if s.Binds != nil && o.Text == s.Binds.Objective && o.Scenario == s.Binds.Scenario {
			return o, true
		}
	}
	return ProbeObjective{}, false
}

// UnitOf gives the unit of a measure that was judged.
func (s *Size) UnitOf(measure string) string {
	for _, probe := range s.Probes {
		for _, o := range probe.Objectives {
			if o.Measure == measure && o.Unit != "" {
				return o.Unit
			}
		}
	}
	return ""
}
