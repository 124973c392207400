// Package rate is the client-side rate limit: calls pass at a bounded rate, the
// others wait for their turn or are turned away.
package rate

import (
	"herdcast/policies"
	"herdcast/sim/quantity"
)

// Spec is a rate limit as people write it.
type Spec struct {
	Limit    *quantity.Rate `key:"limit" kind:"rate" doc:"calls that pass per span" above:"0"`
	Adaptive Adaptive       `key:"adaptive" kind:"rate" doc:"in place of limit, a rate that follows what is throttled: cubic is that of AWS's adaptive retry mode"`
	Burst    int            `key:"burst" doc:"calls that a full bucket lets pass at once" min:"1"`
	Window   Window         `key:"window" doc:"a bucket that refills steadily, or windows of the rate's own span that start at 0"`
	Wait     policies.Wait  `key:"wait" doc:"how long a call waits for its turn; who would wait longer is turned away at once, who is cut meanwhile keeps the turn" unit:"duration"`
	Scope    policies.Scope `key:"scope" doc:"who shares it"`
	PerTool  bool           `key:"per_tool" doc:"a rate for each tool"`
}

// Adaptive names an algorithm that finds the rate.
type Adaptive string

// Words lists the algorithms.
func (Adaptive) Words() []string { return []string{"cubic"} }

// Window says how calls are counted.
type Window string

// Words lists the windows.
func (Window) Words() []string { return []string{"bucket", "fixed"} }

// SetDefaults fills in what a written rate leaves out.
func (s *Spec) SetDefaults() {
	s.Burst, s.Window, s.Wait, s.Scope = 1, "bucket", policies.Wait{Forever: true}, policies.ScopeProcess
}
