// Package breaker is the circuit breaker: closed, open, half-open.
package breaker

import (
	"time"

	"herdcast/policies"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// Spec is a breaker as people write it.
type Spec struct {
	Trip       Trip           `key:"trip" doc:"when a closed breaker opens"`
	Open       dist.Spec      `key:"open" doc:"how long it stays open" unit:"duration"`
	Probes     quantity.Limit `key:"probes" doc:"calls admitted and unanswered while half-open" min:"1" words:"unlimited"`
	CloseAfter int            `key:"close_after" doc:"successes in a row that close it" min:"1"`
	Failures   policies.Set   `key:"failures" doc:"outcomes that count as failures"`
	Successes  policies.Set   `key:"successes" doc:"outcomes that count as successes, beside ok; what is neither is not counted"`
	Judged     Judged         `key:"judged" doc:"when a closed breaker is judged: after each counted answer, after each failure, or at each multiple of a span"`
	Stale      Stale          `key:"stale" doc:"what answers to calls sent before it opened do"`
	Scope      policies.Scope `key:"scope" doc:"who shares its state"`
	PerTool    bool           `key:"per_tool" doc:"a breaker for each tool"`
}

// Trip is so many failures in a row, or a share of failures in a window, of slow
// answers, or both.
type Trip struct {
	Consecutive *int            `key:"consecutive" doc:"failures in a row; in place of rate and slow_rate" min:"1"`
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
	s.Open, s.Probes, s.CloseAfter = dist.Of(float64(30*time.Second)), 1, 1
	s.Failures, s.Stale, s.Scope = policies.BreakerFailures, "ignore", policies.ScopeProcess
	s.Judged = Judged{Word: "each"}
}

// SetDefaults fills in what a written trip leaves out.
func (t *Trip) SetDefaults() {
	t.Window, t.MinCalls, t.Of = Window{Span: 10 * time.Second}, 20, "finished"
}
