// Package result is what a run leaves behind: plain data with a documented,
// versioned JSON form. It imports nothing of the project.
package result

import "encoding/json"

// Format is the version of the JSON form: raised by one when a reader of the
// last one would misread it.
const Format = 1

// Result is a whole run.
type Result struct {
	Format       int                           `json:"format"`
	Herdcast     string                        `json:"herdcast"` // version of the program
	Kind         string                        `json:"kind"`     // "run"
	Name         string                        `json:"name"`
	Digest       string                        `json:"digest"`  // of the resolved scenario
	Command      string                        `json:"command"` // repeats the run; without paths and --workers
	Seed         uint64                        `json:"seed"`
	Replications int                           `json:"replications"`
	Planned      int                           `json:"replications_planned"` // more than Replications when interrupted
	Precision    *Precision                    `json:"precision,omitempty"`
	Scenario     json.RawMessage               `json:"scenario"` // resolved
	Facts        Facts                         `json:"facts"`
	Measures     map[string]Measure            `json:"measures"`
	ByCohort     map[string]map[string]Measure `json:"by_cohort"`
	ByTool       map[string]map[string]Measure `json:"by_tool"`
	Parts        map[string]Measure            `json:"parts,omitempty"` // keyed as written: attempts(attempt=2)
	Series       map[string]Series             `json:"series"`
	Histograms   map[string]Histogram          `json:"histograms"`
	Objectives   []Objective                   `json:"objectives"`
	Findings     []Finding                     `json:"findings"`
	Assumptions  []Assumption                  `json:"assumptions"`
	QuickLook    *QuickLook                    `json:"quick_look,omitempty"`
}

// Facts are the few things of the scenario that readers of pictures need.
type Facts struct {
	Duration  float64  `json:"duration"` // seconds, as all below
	Warmup    float64  `json:"warmup"`
	SeriesBin float64  `json:"series_bin"`
	HerdBin   float64  `json:"herd_bin"`
	Agents    int      `json:"agents"`    // persistent ones
	Streams   int      `json:"streams"`   // cohorts that arrive
	Spawned   int      `json:"spawned"`   // cohorts whose agents are started by calls
	Processes int      `json:"processes"` // of persistent agents
	Servers   *int64   `json:"servers"`   // null: unlimited
	Capacity  *float64 `json:"capacity"`  // requests per second at the mean service time; null: unlimited
	Faults    []Fault  `json:"faults"`
	Cohorts   []string `json:"cohorts"`
	Tools     []string `json:"tools"`
	WallClock *float64 `json:"wall_clock"` // the task budget if all cohorts share one
	Events    int64    `json:"events"`     // of all replications
}

// Fault is the span of one fault. Capacity is the share of servers that may
// start work while it lasts (1 if it does not touch them), Slow the factor on
// service times.
type Fault struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"`
	Begin    float64  `json:"begin"`
	End      *float64 `json:"end"` // null: lasts to the end of the run
	Capacity float64  `json:"capacity"`
	Slow     float64  `json:"slow"`
}

// Measure is one measure over all replications. Value is the mean over
// replications, null with a Why where it cannot be given; Low and High are the
// ends of its 95 % interval. Of is the mean denominator per replication.
type Measure struct {
	Value          *float64   `json:"value"`
	Low            *float64   `json:"low"`
	High           *float64   `json:"high"`
	Unit           string     `json:"unit"`
	Of             *float64   `json:"of"`
	Interval       string     `json:"interval,omitempty"` // student, wilson, poisson
	Approx         bool       `json:"approx,omitempty"`
	Censored       int        `json:"censored,omitempty"` // replications cut off by the end of the run
	Why            string     `json:"why,omitempty"`
	PerReplication []*float64 `json:"per_replication"`
}

// Series is one time series: for each bin the mean over replications and the
// 5th and 95th percentile.
type Series struct {
	Unit string    `json:"unit"`
	Bin  float64   `json:"bin"` // seconds
	Mean []float64 `json:"mean"`
	Low  []float64 `json:"low"`
	High []float64 `json:"high"`
}

// Histogram counts over all replications in [Edges[i], Edges[i+1]).
type Histogram struct {
	Unit   string    `json:"unit"`
	Edges  []float64 `json:"edges"`
	Counts []int64   `json:"counts"`
}

// Verdicts of an objective.
const (
	Holds   = "holds"
	Fails   = "fails"
	Unclear = "unclear"
)

// Objective is one objective with its verdict.
type Objective struct {
	Text    string   `json:"text"`
	Measure string   `json:"measure"` // with its part, as written
	Verdict string   `json:"verdict"`
	Value   *float64 `json:"value"`
	Low     *float64 `json:"low"`
	High    *float64 `json:"high"`
	Unit    string   `json:"unit"`
	Sign    string   `json:"sign"`  // <=, <, >=, >, ==, in
	Bound   float64  `json:"bound"` // of `in`: the lower
	Upper   *float64 `json:"upper,omitempty"`
	Why     string   `json:"why,omitempty"`
}

// Severities of a finding.
const (
	Info    = "info"    // good to know
	Warning = "warning" // probably not meant
	Error   = "error"   // cannot do what it is there for, or does harm
)

// Finding is a sentence with a number in it, made by a rule with a name.
type Finding struct {
	Name     string `json:"name"`
	Severity string `json:"severity"`       // info, warning, error
	Path     string `json:"path,omitempty"` // the key that it is about
	Line     int    `json:"line,omitempty"` // where that is written in the file
	Message  string `json:"message"`
	Advice   string `json:"advice,omitempty"`
}

// Assumption is a default of the model's behaviour that the scenario left unset.
type Assumption struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}
