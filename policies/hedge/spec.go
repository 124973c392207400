// Package hedge sends a second copy of a slow call and takes the first success.
package hedge

import "time"

// Spec is a hedge as people write it.
type Spec struct {
	After      time.Duration `key:"after" doc:"wait between one copy and the next" required:"true" min:"0"`
	Extra      int           `key:"extra" doc:"copies beside the first" min:"0" max:"10"`
	OnlyIfSafe bool          `key:"only_if_safe" doc:"an effect without key is not hedged"`
	OnFailure  OnFailure     `key:"on_failure" doc:"what a failed copy does: send the next, wait for those under way, fail"`
	Budget     Budget        `key:"budget" doc:"whether copies ask the nearest retry budget: that of a retry layer above, else below"`
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
func (s *Spec) SetDefaults() { s.Extra, s.OnlyIfSafe, s.OnFailure, s.Budget = 1, true, "wait", "none" }
