// Package breaker is the circuit breaker: closed, open, half-open.
package breaker

import (
	"time"

	"herdcast/policies"
	"herdcast/sim/quantity"
)

// Spec is a breaker as people write it.
type Spec struct {
	Trip       Trip           `key:"trip" doc:"when a closed breaker opens; after 5 failures in a row if left out"`
	Open       Opening        `key:"open" doc:"how long it stays open"`
	Probes     quantity.Limit `key:"probes" doc:"calls admitted and unanswered while half-open" min:"1" words:"unlimited"`
	ProbeAgain *time.Duration `key:"probe_again" doc:"one more probe when the last was admitted so long ago, whatever has become of it" above:"0"`
	CloseAfter int            `key:"close_after" doc:"successes in a row that close it" min:"1"`
	HalfOpen   *Probing       `key:"half_open" doc:"a verdict on many probes, in place of probes and close_after"`
	Failures   policies.Set   `key:"failures" doc:"outcomes that count as failures"`
	Successes  policies.Set   `key:"successes" doc:"outcomes that count as successes, beside ok; what is neither is not counted"`
	Judged     Judged         `key:"judged" doc:"when a closed breaker is judged: after each counted answer, after each failure, or at each multiple of a span"`
	Stale      Stale          `key:"stale" doc:"what answers to calls sent before it opened do"`
	Algorithm  *Algorithm     `key:"algorithm" doc:"a real library whose rules are its own, in place of all above but failures and successes"`
	Scope      policies.Scope `key:"scope" doc:"who shares its state"`
	PerTool    bool           `key:"per_tool" doc:"a breaker for each tool"`
}

// Probing is a verdict on probes: when so many have been answered, or of a share
// of calls when a time is over.
type Probing struct {
	Probes     *int            `key:"probes" kind:"half_open" doc:"probes; the verdict comes when so many have been answered" min:"1"`
	Share      *quantity.Share `key:"share" kind:"half_open" doc:"share of calls that are probes; the verdict comes when the time is over" above:"0" max:"1"`
	For        *time.Duration  `key:"for" doc:"that time, from the first call after the open time" above:"0"`
	CloseBelow quantity.Share  `key:"close_below" required:"true" doc:"share of failures below which it closes" above:"0" max:"1"`
}

// Trip is so many failures in a row, or in a window, or a share of failures in a
// window, of slow answers, or both.
type Trip struct {
	Consecutive *int            `key:"consecutive" doc:"failures in a row; in place of rate and slow_rate" min:"1"`
	Count       *int            `key:"count" doc:"failures in the window, whatever succeeds beside them; in place of rate and slow_rate" min:"1"`
	Rate        *quantity.Share `key:"rate" doc:"share of failures in the window" above:"0" max:"1"`
	Slow        *time.Duration  `key:"slow" doc:"an answer that takes longer is slow"`
	SlowRate    *quantity.Share `key:"slow_rate" doc:"share of slow answers in the window, failures included" above:"0" max:"1"`
	Window      Window          `key:"window" doc:"a span, or a number of calls"`
	MinCalls    int             `key:"min_calls" doc:"judged only with so many calls in the window" min:"1"`
	Above       bool            `key:"above" doc:"trips above the share, not at it"`
	Slices      *int            `key:"slices" doc:"equal parts in which the window rolls on, those of a span aligned to time 0; left out: it slides exactly" min:"1"`
	Tumbling    bool            `key:"tumbling" doc:"the window rolls on as a whole: slices: 1"`
	Of          Of              `key:"of" doc:"the calls that the shares are of: answered, sent or asked for in the window"`
}

// Of says of which calls a share is.
type Of string

// Words lists them.
func (Of) Words() []string { return []string{"finished", "started", "started_and_rejected"} }

// Judged says when a closed breaker is judged; one of the two is set.
type Judged struct {
	Word  string // each or failure
	Every time.Duration
}

// JudgedWords are the words that Judged may be.
var JudgedWords = []string{"each", "failure"}

// Window is a window of time or of calls; one of the two is set.
type Window struct {
	Span  time.Duration
	Calls int
}

// Stale says what answers to calls sent before the breaker opened do.
type Stale string

// Words lists them.
func (Stale) Words() []string { return []string{"ignore", "count", "decide"} }

// SetDefaults fills in what a written breaker leaves out.
func (s *Spec) SetDefaults() {
	five := 5
	s.Trip.SetDefaults()
	s.Trip.Consecutive = &five
	s.Open, s.Probes, s.CloseAfter = Constant(30*time.Second), 1, 1
	s.Failures, s.Stale, s.Scope = policies.BreakerFailures, "ignore", policies.ScopeProcess
	s.Judged = Judged{Word: "each"}
}

// SetDefaults fills in what a written trip leaves out.
func (t *Trip) SetDefaults() {
	t.Window, t.MinCalls, t.Of = Window{Span: 10 * time.Second}, 20, "finished"
}
