package result

import (
	"encoding/json"
	"io"
)

// Verdicts of a comparison.
const (
	IsBetter    = "better"
	IsWorse     = "worse"
	IsDifferent = "different" // of a measure that has no better side
	CannotTell  = "cannot_tell"
)

// Comparison is how the values of one path fare beside a baseline.
type Comparison struct {
	Format      int        `json:"format"`
	Herdcast    string     `json:"herdcast"`
	Kind        string     `json:"kind"` // "comparison"
	Name        string     `json:"name"`
	Digest      string     `json:"digest"` // of all cells
	Command     string     `json:"command"`
	By          string     `json:"by"` // the path whose values are compared
	Arms        []string   `json:"arms"`
	Baseline    string     `json:"baseline"`
	Paired      bool       `json:"paired"` // the same luck for all
	Level       float64    `json:"level"`  // p_adjusted below it tells a difference
	Comparisons []Compared `json:"comparisons"`
	Objectives  []Judged   `json:"objectives"`
	Rankings    []Ranking  `json:"rankings"`
	Pareto      []Pareto   `json:"pareto"`
}

// Compared is one measure of one arm beside the baseline, at one combination of
// what else is varied. Numbers are null where they cannot be given, and Why says so.
type Compared struct {
	Measure       string                     `json:"measure"`
	Unit          string                     `json:"unit"`
	Better        string                     `json:"better"` // lower, higher, or empty
	Arm           string                     `json:"arm"`
	Baseline      string                     `json:"baseline"`
	At            map[string]json.RawMessage `json:"at"`
	Value         *float64                   `json:"value"`
	BaselineValue *float64                   `json:"baseline_value"`
	Difference    *float64                   `json:"difference"` // value − baseline_value, over replications that both have
	Low           *float64                   `json:"low"`        // the ends of its 95 % interval
	High          *float64                   `json:"high"`
	Relative      *float64                   `json:"relative"`   // difference / baseline_value
	P             *float64                   `json:"p"`          // two-sided
	PAdjusted     *float64                   `json:"p_adjusted"` // by Holm, over all comparisons
	Verdict       string                     `json:"verdict"`
	Replications  int                        `json:"replications"`
	Needed        *int                       `json:"replications_needed"` // that would tell this difference with a chance of 80 %
	Why           string                     `json:"why,omitempty"`
}

// Judged is what became of the objectives that the scenario of an arm has.
type Judged struct {
	Arm        string                     `json:"arm"`
	At         map[string]json.RawMessage `json:"at"`
	Objectives []Objective                `json:"objectives"`
}

// Ranking is one measure of all arms, the best first. The rank of an arm is one
// more than the number of arms that are told better: arms that cannot be told apart
// may share it.
type Ranking struct {
	Measure string                     `json:"measure"`
	Unit    string                     `json:"unit"`
	Better  string                     `json:"better"`
	At      map[string]json.RawMessage `json:"at"`
	Arms    []Ranked                   `json:"arms"`
}

// Ranked is an arm in a ranking.
type Ranked struct {
	Arm   string  `json:"arm"`
	Rank  int     `json:"rank"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"` // the ends of the arm's own 95 % interval
	High  float64 `json:"high"`
}

// Pareto is the arms that no other beats: none is at least as good in the mean of
// every measure and told better in one of them.
type Pareto struct {
	Measures []string                   `json:"measures"`
	At       map[string]json.RawMessage `json:"at"`
	Arms     []string                   `json:"arms"`
	Beaten   []Beaten                   `json:"beaten"`
}

// Beaten is an arm that another beats.
type Beaten struct {
	Arm string `json:"arm"`
	By  string `json:"by"`
}

// Encode writes the comparison as JSON, one line; the same gives the same bytes.
func (c *Comparison) Encode(w io.Writer) error { return encodeLine(w, c) }
