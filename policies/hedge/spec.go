// Package hedge sends a second copy of a slow call and takes the first success.
package hedge

import (
	"time"

	"herdcast/policies"
)

// Spec is a hedge as people write it.
type Spec struct {
	After      After        `key:"after" doc:"wait between one copy and the next: a span, or a quantile of the last 1,000 successes" required:"true"`
	Extra      int          `key:"extra" doc:"copies beside the first" min:"0" max:"10"`
	OnlyIfSafe bool         `key:"only_if_safe" doc:"an effect without key is not hedged"`
	OnFailure  OnFailure    `key:"on_failure" doc:"what a failed copy does: send the next, wait for those under way, fail"`
	On         policies.Set `key:"on" doc:"failures of a copy that on_failure speaks of; after any other it fails"`
	Budget     Budget       `key:"budget" doc:"whether copies ask the nearest retry budget: that of a retry layer above, else below"`
}

// After is a span, or a quantile of what successes took; one of the two is set.
type After struct {
	Delay    time.Duration
	Quantile float64 // in (0, 1); 0: a span
}

// OnFailure says what a failed copy does.
type OnFailure string

// Words lists them.
func (OnFailure) Words() []string { return []string{"next", "wait", "fail"} }

// Budget says whether copies ask a retry budget.
type Budget string

// Words lists them.
func (Budget) Words() []string { return []string{"none", "shared"} }

// SetDefaults fills in what a written hedge leaves out.
func (s *Spec) SetDefaults() {
	s.Extra, s.OnlyIfSafe, s.OnFailure, s.On, s.Budget = 1, true, "wait", policies.All, "none"
}
