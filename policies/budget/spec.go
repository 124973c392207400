// Package budget bounds how many retries may be sent beside first tries.
package budget

import "herdcast/policies"

// Spec is a retry budget as people write it. One family is built: tokens (AWS).
type Spec struct {
	Tokens   int64          `key:"tokens" doc:"size of the bucket" min:"0" required:"true"`
	Cost     Cost           `key:"cost" doc:"tokens that a retry takes; may go by the outcome of the failed try"`
	Timeout  *int64         `key:"timeout_cost" doc:"tokens that a retry after a timeout takes" min:"0"`
	Earn     int64          `key:"earn" doc:"tokens that a call earns that succeeds without retry" min:"0"`
	GiveBack GiveBack       `key:"give_back" doc:"what a call gets back that succeeds after retries"`
	Start    *int64         `key:"start" doc:"tokens at the beginning; full if left out" min:"0"`
	Charge   Charge         `key:"charge" doc:"whether the budget is asked before or after the wait"`
	Scope    policies.Scope `key:"scope" doc:"who shares the bucket"`
	PerTool  bool           `key:"per_tool" doc:"a bucket for each tool"`
}

// Cost is what a retry takes, by the outcome of the failed try.
type Cost [policies.Outcomes]int64

// GiveBack says what a call gets back that succeeds after retries.
type GiveBack string

// Words lists them.
func (GiveBack) Words() []string { return []string{"last", "all", "earn", "nothing"} }

// Charge says when the budget is asked.
type Charge string

// Words lists them.
func (Charge) Words() []string { return []string{"before_wait", "after_wait"} }

// SetDefaults fills in what a written budget leaves out.
func (s *Spec) SetDefaults() {
	for o := range s.Cost {
		s.Cost[o] = 5
	}
	s.Earn, s.GiveBack, s.Charge, s.Scope = 1, "last", "before_wait", policies.ScopeProcess
}
