package result

import (
	"encoding/json"
	"io"
)

// Sweep is the measures of every cell of an experiment.
type Sweep struct {
	Format   int         `json:"format"`
	Herdcast string      `json:"herdcast"`
	Kind     string      `json:"kind"` // "sweep"
	Name     string      `json:"name"`
	Digest   string      `json:"digest"`  // of all cells
	Command  string      `json:"command"` // repeats it; without paths and --workers
	Paths    []string    `json:"paths"`   // what is varied, in the order of the file
	Asked    []string    `json:"asked"`   // measures, in their order; empty: all
	Cells    []SweepCell `json:"cells"`
	Matters  []Matter    `json:"matters,omitempty"` // of sampled paths
	// Of a saltelli or morris design.
	Sensitivity []Influence `json:"sensitivity,omitempty"`
	Flips       []Flip      `json:"flips,omitempty"`
}

// Matter is how a measure goes with a path that a design samples, over all cells:
// Spearman's rank correlation, from −1 (falls with it) over 0 to 1 (grows with it).
type Matter struct {
	Path            string  `json:"path"`
	Measure         string  `json:"measure"`
	RankCorrelation float64 `json:"rank_correlation"`
}

// SweepCell is one combination of values.
type SweepCell struct {
	Set          map[string]json.RawMessage `json:"set"` // by path, as the language has it
	Digest       string                     `json:"digest"`
	Seed         uint64                     `json:"seed"`
	Replications int                        `json:"replications"`
	Precision    *Precision                 `json:"precision,omitempty"`
	Measures     map[string]Measure         `json:"measures"`
	Objectives   []Objective                `json:"objectives"`
}

// Encode writes the sweep as JSON, one line; the same sweep gives the same bytes.
func (s *Sweep) Encode(w io.Writer) error { return encodeLine(w, s) }
