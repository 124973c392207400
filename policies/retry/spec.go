// Package retry holds the settings of a retry layer and its decision: may there
// be another try, and when?
package retry

import (
	"time"

	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/policies/budget"
	"herdcast/policies/hint"
	"herdcast/sim/quantity"
)

// Spec is a retry layer as people write it.
type Spec struct {
	Attempts        quantity.Limit `key:"attempts" doc:"tries of what lies below, the first included" min:"1" words:"unlimited"`
	Backoff         backoff.Spec   `key:"backoff" doc:"wait before each retry; if left out 500ms, doubled up to 8s, with full jitter"`
	MaxElapsed      *time.Duration `key:"max_elapsed" doc:"no new wait may end later than this after the first try began"`
	PastDeadline    Overrun        `key:"past_deadline" doc:"a wait that would end at or after the nearest deadline above: sleep and be cut, or give up now"`
	SleepsAfterLast bool           `key:"sleeps_after_last" doc:"also wait after the last try"`
	On              policies.Set   `key:"on" doc:"outcomes that are retried"`
	OnlyIfSafe      bool           `key:"only_if_safe" doc:"an effect without key is not retried once it may have landed"`
	Hint            hint.Spec      `key:"hint" doc:"what a told wait does"`
	Budget          *budget.Spec   `key:"budget" doc:"retry budget"`
}

// Overrun says what becomes of a wait that would end too late.
type Overrun string

// Words lists them.
func (Overrun) Words() []string { return []string{"sleep", "give_up"} }

// SetDefaults fills in what a written layer leaves out. Without `backoff` it
// waits with full jitter; a written backoff has its own defaults.
func (s *Spec) SetDefaults() {
	s.Attempts, s.PastDeadline, s.On, s.OnlyIfSafe = 3, "sleep", policies.Retryable, true
	s.Backoff.SetDefaults()
	longest := 8 * time.Second
	s.Backoff.Cap = &longest
	s.Backoff.Jitter = backoff.Jitter{Word: "full"}
	s.Hint.SetDefaults()
}
