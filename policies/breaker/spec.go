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
	Stale      Stale          `key:"stale" doc:"what answers to calls sent before it opened do"`
	Scope      policies.Scope `key:"scope" doc:"who shares its state"`
	PerTool    bool           `key:"per_tool" doc:"a breaker for each tool"`
}

// Trip is one of: so many failures in a row, or a share of failures in a window.
type Trip struct {
	Consecutive *int            `key:"consecutive" kind:"trip" doc:"failures in a row" min:"1"`
	Rate        *quantity.Share `key:"rate" kind:"trip" doc:"share of failures in the window" above:"0" max:"1"`
	Window      Window          `key:"window" doc:"a span, or a number of calls"`
	MinCalls    int             `key:"min_calls" doc:"judged only with so many calls in the window" min:"1"`
	Above       bool            `key:"above" doc:"trips above the share, not at it"`
}

// Window is a sliding window of time or of calls; one of the two is set.
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
}

// SetDefaults fills in what a written trip leaves out.
func (t *Trip) SetDefaults() { t.Window, t.MinCalls = Window{Span: 10 * time.Second}, 20 }
