// Package budget bounds how many retries may be sent beside first tries.
package budget

import (
	"time"

	"herdcast/policies"
	"herdcast/sim/quantity"
)

// Spec is a retry budget as people write it: one of the families, with the keys
// that belong to it.
type Spec struct {
	Tokens      *int64          `key:"tokens" kind:"family" doc:"a bucket of this size, that retries draw on and successes fill (AWS)" min:"0"`
	Total       *int64          `key:"total" kind:"family" doc:"so many retries, never more" min:"0"`
	GRPC        *GRPC           `key:"grpc" kind:"family" doc:"a bucket that failures empty and successes fill; retries only while it is more than half full (gRPC)"`
	Percent     *quantity.Share `key:"percent" kind:"family" doc:"so many retries for each call: with floor and ttl (Finagle, Linkerd), or over a window (SRE)" max:"1000"`
	InFlight    *quantity.Share `key:"in_flight" kind:"family" doc:"so many retries at once for each try under way (Envoy)" max:"1000"`
	Concurrent  *int64          `key:"concurrent" kind:"family" doc:"so many retries at once, from the grant to their end (Envoy)" min:"0"`
	FailureRate *quantity.Share `key:"failure_rate" kind:"family" doc:"retries only while the share of failures in the window is below this" max:"1"`

	Cost     Cost     `key:"cost" doc:"tokens that a retry takes; may go by the outcome of the failed try"`
	Timeout  *int64   `key:"timeout_cost" doc:"tokens that a retry after a timeout takes" min:"0"`
	Earn     int64    `key:"earn" doc:"tokens that a call earns that succeeds without retry" min:"0"`
	GiveBack GiveBack `key:"give_back" doc:"tokens that a call gets back that succeeds after retries"`
	Start    *int64   `key:"start" doc:"tokens at the beginning; full if left out" min:"0"`

	Floor    *Floor         `key:"floor" doc:"what is always allowed: a rate beside percent (none if left out), retries at once beside in_flight (3)"`
	TTL      time.Duration  `key:"ttl" doc:"how long calls and retries count, in tenths of it" above:"0"`
	FundedBy FundedBy       `key:"funded_by" doc:"which calls count: all that start, those that succeed, those that end without being retryable"`
	Deposit  *int64         `key:"deposit" doc:"whole units that a call pays in, of which a retry costs deposit / percent, cut to whole ones; left out: nothing is cut" min:"1"`
	Window   *time.Duration `key:"window" doc:"span of percent (SRE) and failure_rate, sliding" above:"0"`

	Used  []Use  `key:"used" doc:"retries that count as used: those in their wait, those under way"`
	Base  []Base `key:"base" doc:"tries that in_flight is a share of: under way, in their wait, the one being decided"`
	Round Round  `key:"round" doc:"whether that share is rounded down to whole retries"`

	Charge  Charge         `key:"charge" doc:"whether the budget is asked before or after the wait"`
	Scope   policies.Scope `key:"scope" doc:"who shares the budget"`
	PerTool bool           `key:"per_tool" doc:"a budget for each tool"`
}

// GRPC is the bucket of a gRPC channel.
type GRPC struct {
	Max   int64   `key:"max" doc:"tokens that the bucket holds" min:"1" max:"1000000"`
	Ratio float64 `key:"ratio" doc:"tokens that a success adds, to the thousandth"`
	Start *int64  `key:"start" doc:"tokens at the beginning; full if left out" min:"0"`
}

// Cost is what a retry takes, by the outcome of the failed try.
type Cost [policies.Outcomes]int64

// Floor is what a budget always allows: a rate (percent) or a number of retries
// at once (in_flight).
type Floor struct {
	Rate    quantity.Rate
	Retries int64
}

// GiveBack says what a call gets back that succeeds after retries.
type GiveBack string

// Words lists them.
func (GiveBack) Words() []string { return []string{"last", "all", "earn", "last_and_earn", "nothing"} }

// FundedBy says which calls earn retries.
type FundedBy string

// Words lists them.
func (FundedBy) Words() []string { return []string{"calls", "successes", "final"} }

// Use is a state in which a retry counts as used.
type Use string

// Words lists them.
func (Use) Words() []string { return []string{"waiting", "active"} }

// Base is a state in which a try counts in the base.
type Base string

// Words lists them.
func (Base) Words() []string { return []string{"active", "waiting", "deciding"} }

// Round says how a share of the tries becomes a number of retries.
type Round string

// Words lists them.
func (Round) Words() []string { return []string{"down", "none"} }

// Charge says when the budget is asked.
type Charge string

// Words lists them.
func (Charge) Words() []string { return []string{"before_wait", "after_wait"} }

// SetDefaults fills in what a written budget leaves out.
func (s *Spec) SetDefaults() {
	for o := range s.Cost {
		s.Cost[o] = 5
	}
	s.Earn, s.GiveBack = 1, "last"
	s.TTL, s.FundedBy = 10*time.Second, "calls"
	s.Used, s.Base, s.Round = []Use{"waiting", "active"}, []Base{"active", "waiting", "deciding"}, "down"
	s.Charge, s.Scope = "before_wait", policies.ScopeProcess
}

// SetDefaults fills in what a written bucket leaves out.
func (g *GRPC) SetDefaults() { g.Max, g.Ratio = 10, 0.1 }

// Complete fills in the defaults that hang on the family.
func (s *Spec) Complete() {
	if s.Floor != nil {
		return
	}
	s.Floor = &Floor{Rate: quantity.Rate{Per: time.Second}}
	if s.InFlight != nil {
		s.Floor.Retries = 3
	}
}
