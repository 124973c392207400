package metric

import (
	"time"

	"herdcast/sim"
)

// Frame is what every measure needs to know of the world it measures.
type Frame struct {
	Warmup, End sim.Time
	Series      time.Duration // bin of the time series
	HerdBin     time.Duration
	Cohorts     []string // names, by the number that facts carry
	Tools       []string
	Spawning    []int // the tools whose calls spawn agents
	Layers      []Layer
	Servers     int64 // nominal; 0: unlimited
	Faults      []Window
	Parts       []Part // asked for by objectives, beside the whole, each cohort and each tool
	Limits      bool   // some policy has a limit layer; without, there is nothing to measure of one, likewise below
	Breakers    bool
	WallClock   bool       // some cohort has a wall-clock budget
	TokenBudget bool       // some cohort has a token budget
	Prices      []*float64 // of a million tokens, by cohort; nil: none
}

// Layer names one layer of one policy.
type Layer struct {
	Policy, Name, Kind string
}

// Window is the span of one fault; Ends is false when it lasts to the end.
type Window struct {
	Name   string
	Begin  sim.Time
	Finish sim.Time
	Ends   bool
}

// Statistic says how replications of a measure are put together.
type Statistic uint8

const (
	Mean     Statistic = iota // Student t over replications
	Share                     // Value = Count / Of: Wilson over the pooled counts, never narrower than t
	Rare                      // Value = Scale * Count / Of: exact (Poisson) over the pooled counts
	Fraction                  // 0 or 1 per replication: Wilson over replications
)

// Value is one measure of one replication. Of is the denominator (how many
// observations, or what Value is a share of). Why is set when there is no value.
type Value struct {
	Name      string
	Part      Part
	Value     float64
	Unit      string // "", "s", "1/s", "share", "ratio", "tokens", "server seconds"
	Statistic Statistic
	Count, Of float64
	Scale     float64 // of Rare: 1000 for per 1,000
	Approx    bool    // a quantile from a histogram
	Censored  bool    // a time that the end of the run cut off
	Why       string
}

// Series is one time series of one replication, a value a bin from 0.
type Series struct {
	Name   string
	Unit   string
	Bin    time.Duration // 0: the frame's Series
	Values []float64
}

// Histogram is a distribution of one replication for pictures: counts over
// [Edges[i], Edges[i+1]).
type Histogram struct {
	Name   string
	Unit   string
	Edges  []float64
	Counts []int64
}

// Observation is all that one replication yields: the values of the whole, of
// each cohort, of each tool and of the parts asked for, in that order.
type Observation struct {
	Values     []Value
	Series     []Series
	Histograms []Histogram
	Events     int64 // logical events: attempts sent, timeouts fired, services ended
}
