package result

import "encoding/json"

// Influence is how much a sampled path moves a measure, at one combination of the
// values that are listed.
type Influence struct {
	At      map[string]json.RawMessage `json:"at"`
	Path    string                     `json:"path"`
	Measure string                     `json:"measure"`
	Unit    string                     `json:"unit"`
	AtLow   *float64                   `json:"at_low"`  // mean over the cells in the lowest quarter of the range
	AtHigh  *float64                   `json:"at_high"` // and in the highest
	// Of a saltelli design: shares of the variance.
	Main  *Estimate `json:"main,omitempty"`
	Total *Estimate `json:"total,omitempty"`
	// Of a morris design: what the whole range does, in the measure's unit.
	Effect         *Estimate `json:"effect,omitempty"`          // μ
	AbsoluteEffect *Estimate `json:"absolute_effect,omitempty"` // μ*
	Spread         *float64  `json:"spread,omitempty"`          // σ
	Why            string    `json:"why,omitempty"`             // there is none of these
}

// Estimate is a value with its 95 % interval.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Flip says that a sampled path alone turns a verdict round: an objective's, or
// which of two compared values is better.
type Flip struct {
	At        map[string]json.RawMessage `json:"at"`
	Path      string                     `json:"path"`
	Objective string                     `json:"objective,omitempty"`
	Measure   string                     `json:"measure,omitempty"` // of a comparison
	Arm       string                     `json:"arm,omitempty"`
	Baseline  string                     `json:"baseline,omitempty"`
	Pairs     int                        `json:"pairs"`   // of cells that differ in this path alone
	Flipped   int                        `json:"flipped"` // of which the verdicts are opposite
	From      json.RawMessage            `json:"from"`    // the path's value in the first of these
	Verdict   string                     `json:"verdict"` // there: holds, fails, better, worse
	To        json.RawMessage            `json:"to"`
	Becomes   string                     `json:"becomes"`
}
