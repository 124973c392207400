package result

import "io"

// ValidationFormat is the version of the JSON form of a Validation: raised by one
// when a reader of the last one would misread it.
const ValidationFormat = 1

// Validation is the simulator held against theory.
type Validation struct {
	Format     int              `json:"format"`
	Kind       string           `json:"kind"` // "validation"
	Herdcast   string           `json:"herdcast"`
	Level      string           `json:"level"`     // quick, full
	Tolerance  float64          `json:"tolerance"` // the largest z, of either sign, that agrees
	Families   []Family         `json:"families"`
	Cases      []ValidationCase `json:"cases"`
	Directions []Direction      `json:"directions"`
	Scores     Scores           `json:"scores"`
}

// Family is cases that belong together.
type Family struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// ValidationCase is one value of one world beside its reference.
type ValidationCase struct {
	Name           string   `json:"name"` // of the scenario
	Family         string   `json:"family"`
	Title          string   `json:"title"`   // what the scenario is
	What           string   `json:"what"`    // is compared
	Measure        string   `json:"measure"` // as objectives name it, or the ratio of two
	Unit           string   `json:"unit"`    // as a Measure's
	Reference      float64  `json:"reference"`
	ReferenceError float64  `json:"reference_se"` // 0 where the reference is computed
	Within         float64  `json:"within"`       // share of the reference that the value may lie off, beside chance
	Source         string   `json:"source"`       // of the reference
	Replications   int      `json:"replications"`
	Value          float64  `json:"value"`
	Low            float64  `json:"low"` // ends of the 95 % interval
	High           float64  `json:"high"`
	Error          float64  `json:"se"`
	Z              *float64 `json:"z"` // standard errors between value and reference; null where both are without chance and differ
	Verdict        string   `json:"verdict"`
}

// Direction is a measure of one world beside that of another, where it is known only
// which is less. Both meet the same luck, replication by replication.
type Direction struct {
	Name         string  `json:"name"` // of the scenario
	Family       string  `json:"family"`
	Title        string  `json:"title"` // what the scenario is
	What         string  `json:"what"`
	Measure      string  `json:"measure"`
	Unit         string  `json:"unit"`
	Expected     string  `json:"expected"` // less, more
	Than         string  `json:"than"`     // name of the other scenario
	Source       string  `json:"source"`
	Replications int     `json:"replications"`
	Value        float64 `json:"value"`
	Other        float64 `json:"other"`      // of the other scenario, with the seed of this one
	Difference   float64 `json:"difference"` // value − other
	Low          float64 `json:"low"`        // ends of its 95 % interval
	High         float64 `json:"high"`
	P            float64 `json:"p"`       // of no difference, two-sided
	Verdict      string  `json:"verdict"` // off also where it cannot be told
}

// What a direction expects.
const (
	Less = "less"
	More = "more"
)

// Verdicts of a validation.
const (
	Agrees = "agrees"
	Off    = "off"
)

// Scores is how the z of all values lie that have a standard error and must not lie
// off beside chance.
type Scores struct {
	Count     int      `json:"count"`
	Exact     int      `json:"exact"` // values beside them that are without chance
	Mean      *float64 `json:"mean"`  // near 0; null with fewer than two
	Deviation *float64 `json:"deviation"`
	Beyond2   int      `json:"beyond_2"` // of either sign
	Largest   float64  `json:"largest"`  // of either sign

	// What is due by chance, by Student's t with the replications of each value less
	// one for its degrees of freedom: standard errors are estimates.
	DeviationDue *float64 `json:"deviation_due"` // null where some value has three replications or fewer
	Beyond2Due   float64  `json:"beyond_2_due"`
}

// Off counts the values that do not agree.
func (v *Validation) Off() int {
	n := 0
	for _, c := range v.Cases {
		if c.Verdict == Off {
			n++
		}
	}
	return n
}

// Contrary counts the directions that do not agree.
func (v *Validation) Contrary() int {
	n := 0
	for _, d := range v.Directions {
		if d.Verdict == Off {
			n++
		}
	}
	return n
}

// Encode writes the validation as JSON, one line.
func (v *Validation) Encode(w io.Writer) error { return encodeLine(w, v) }
