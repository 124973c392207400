package client

import (
	"time"

	"herdcast/models/dependency"
	"herdcast/models/fact"
	"herdcast/models/ledger"
	"herdcast/policies"
	"herdcast/policies/retry"
	"herdcast/sim"
)

// Call is one call of an agent: what the fleet asks for and what it gets. The
// fleet sets the exported fields of the first group before Start.
type Call struct {
	Draws    sim.Key  // address of this call's draws
	Meaning  sim.Key  // address of its intent with these arguments: the same for a re-issue
	Deadline sim.Time // end of the task's wall clock; sim.Never: none
	Intent   ledger.Intent
	Row      uint32 // the agent's
	Agent    uint32 // its number in its cohort
	Process  uint32 // over all cohorts
	Next     uint32 // the next call of the turn, + 1
	Repeats  uint32 // re-issues of the intent so far
	Adapts   uint32 // changed calls of the intent so far
	Turn     uint32 // planned turn and place in it: what the intent is
	Place    uint32
	Cohort   uint16
	Tool     uint16 // that is called
	Wanted   uint16 // that the intent is about: differs while verifying
	Policy   uint16
	Origin   fact.Origin
	Measured bool

	Started sim.Time
	Ended   sim.Time
	Outcome policies.Outcome
	Class   fact.Class
	Over    bool
	Truth   bool // of a verification: the effect had landed at the reply

	unsettled bool // an attempt may have landed its effect
	semantic  bool
	pipeline  uint16
	attempts  uint32
	book      ledger.Call
	active    uint64 // nodes that the call is in
	path      path
	times     dependency.Times // of the attempt that gave the result
}

// path is where the time of a call (or of one hedge copy) has gone so far. What
// follows mark is not booked yet: it goes to whatever is running.
type path struct {
	mark                   sim.Time
	backoff, limit, failed time.Duration
}

// slot is what a call keeps in one node of its pipeline.
type slot struct {
	timer  sim.Timer
	memory retry.Memory // retry; timeout: Began is the deadline; hedge: Began is the entry
	x, y   uint32       // see each kind
}

// spent is what a call's retries took from a budget.
type spent struct{ last, all int64 }

// Spans gives where the time of an ended call went, by category.
func (c *Call) Spans() [fact.Categories]time.Duration {
	var s [fact.Categories]time.Duration
	s[fact.Backoff], s[fact.Limit], s[fact.FailedAttempts] = c.path.backoff, c.path.limit, c.path.failed
	s[fact.Network], s[fact.Queue], s[fact.Service] = c.times.Network, c.times.Queue, c.times.Service
	return s
}
