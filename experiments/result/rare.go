package result

import (
	"fmt"
	"io"
)

// Rare is how likely an event is within a run: that so many wait at once (requests in
// the queue, and calls of which no attempt is under way), or that a measure of the run
// keeps a bound. Level or Event says which. Intervals are of 95 %.
type Rare struct {
	Format        int         `json:"format"`
	Herdcast      string      `json:"herdcast"`
	Kind          string      `json:"kind"` // "rare"
	Name          string      `json:"name"`
	Command       string      `json:"command"`
	Seed          uint64      `json:"seed"`
	Level         int64       `json:"level,omitempty"` // so many waiting at once
	Event         string      `json:"event,omitempty"` // a bound on a measure, as written: effects.duplicates >= 5
	Guide         string      `json:"guide"`           // what the heights are of: waiting, waiting and duplicates, seconds waited together
	Paths         int         `json:"paths"`           // runs of each splitting towards each height
	Replications  int         `json:"replications"`    // independent splittings
	Probability   Estimate    `json:"probability"`     // value 0: it was never seen, high is all that is known
	NeverSeen     *NeverSeen  `json:"never_seen"`      // null unless plain runs are all that is known and none had it
	RelativeError float64     `json:"relative_error"`  // standard error by probability; 0 where it was never or always seen
	Stages        []RareStage `json:"stages"`          // from height to height; the last of a level is the level; empty: all runs were plain
	Replaced      bool        `json:"replaced"`        // splittings saw none, and plain runs took their place
	PilotRuns     int         `json:"pilot_runs"`      // that found the heights of the stages
	Runs          int         `json:"runs"`            // of the estimate; most of a level's end early
	PlainRuns     *float64    `json:"plain_runs"`      // that give the same relative error without splitting; null where nothing was split or seen
}

// Asked says what the event is.
func (r *Rare) Asked() string {
	if r.Event != "" {
		return r.Event
	}
	return fmt.Sprintf("%d waiting at once", r.Level)
}

// RareStage is a height on the way and how likely it is reached.
type RareStage struct {
	Height      float64  `json:"height"` // in what the guide counts
	Probability Estimate `json:"probability"`
}

// NeverSeen is what plain runs of which none had the event say of its probability: with
// 95 % it is at most so much.
type NeverSeen struct {
	Runs           int     `json:"runs"`
	RuleOfThree    float64 `json:"rule_of_three"`   // 3 / runs
	ClopperPearson float64 `json:"clopper_pearson"` // 1 - 0.05^(1/runs), exact
}

// Encode writes the estimate as JSON, one line; the same one gives the same bytes.
func (r *Rare) Encode(w io.Writer) error { return encodeLine(w, r) }
