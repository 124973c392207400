// Package limit is the concurrency limit: so many calls under way, the others
// wait for a permit or are turned away.
package limit

import (
	"herdcast/policies"
	"herdcast/sim/quantity"
)

// Spec is a limit as people write it.
type Spec struct {
	Max      int            `key:"max" doc:"calls under way at once" min:"1"`
	Adaptive *Adaptive      `key:"adaptive" doc:"a limit that follows what it sees of the calls, in place of max"`
	Wait     policies.Wait  `key:"wait" doc:"how long a call waits for a permit" unit:"duration"`
	Queue    quantity.Limit `key:"queue" doc:"calls that may wait" min:"0" words:"unlimited"`
	Order    Order          `key:"order" doc:"who gets a freed permit"`
	Scope    policies.Scope `key:"scope" doc:"who shares it"`
	PerTool  bool           `key:"per_tool" doc:"a limit for each tool"`
}

// Order says who gets a freed permit.
type Order string

// Words lists the orders.
func (Order) Words() []string { return []string{"fifo", "lifo"} }

// SetDefaults fills in what a written limit leaves out.
func (s *Spec) SetDefaults() {
	s.Max, s.Queue, s.Order, s.Scope = 10, quantity.Unlimited, "fifo", policies.ScopeProcess
}
