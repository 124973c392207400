package result

import "io"

// Rare is how likely it is that the level of who waits reaches a height within a run:
// requests in the queue, and calls under way of which no attempt is. Intervals are of
// 95 %.
type Rare struct {
	Format        int         `json:"format"`
	Herdcast      string      `json:"herdcast"`
	Kind          string      `json:"kind"` // "rare"
	Name          string      `json:"name"`
	Command       string      `json:"command"`
	Seed          uint64      `json:"seed"`
	Level         int64       `json:"level"`          // the height in question
	Paths         int         `json:"paths"`          // of each splitting towards each height
	Replications  int         `json:"replications"`   // independent splittings
	Probability   Estimate    `json:"probability"`    // value 0: it was not reached, high is all that is known
	RelativeError float64     `json:"relative_error"` // standard error by probability; 0 where it was never or always reached
	Stages        []RareStage `json:"stages"`
	PilotRuns     int         `json:"pilot_runs"` // that found the heights of the stages
	Runs          int         `json:"runs"`       // of all stages; most end early
	PlainRuns     *float64    `json:"plain_runs"` // that give the same relative error without splitting; null where nothing was split or seen
}

// RareStage is a height on the way and how likely it is reached.
type RareStage struct {
	Height      int64    `json:"height"`
	Probability Estimate `json:"probability"`
}

// Encode writes the estimate as JSON, one line; the same one gives the same bytes.
func (r *Rare) Encode(w io.Writer) error { return encodeLine(w, r) }
