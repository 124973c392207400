// Package hint says what a wait that a refusal tells (Retry-After) does to the
// planned one.
package hint

import (
	"time"

	"herdcast/policies"
	"herdcast/policies/backoff"
)

// Spec is the rule as people write it: `ignore`, `honor` or a map.
type Spec struct {
	Use      Use             `key:"use" doc:"replace the planned wait, take the larger, or ignore"`
	AtMost   *time.Duration  `key:"at_most" doc:"a longer hint is not used: see above"`
	Above    Above           `key:"above" doc:"what happens to a hint longer than at_most"`
	Clamp    *time.Duration  `key:"clamp" doc:"bounds the hint to [own wait, own wait + this]"`
	Jitter   *backoff.Jitter `key:"jitter" doc:"spreads the hinted wait"`
	On       policies.Set    `key:"on" doc:"outcomes whose hint is read"`
	Required policies.Set    `key:"required" doc:"outcomes that are retried only if they tell a wait"`
	Resets   bool            `key:"resets" doc:"the wait after a hinted one is that of the first retry"`
}

// Use says how a hint is used.
type Use string

// Words lists the uses.
func (Use) Words() []string { return []string{"replace", "floor", "ignore"} }

// Above says what happens to a hint above at_most.
type Above string

// Words lists them.
func (Above) Words() []string { return []string{"backoff", "give_up", "cap"} }

// Words lists the bare words that a rule may be.
func (*Spec) Words() []string { return []string{"ignore", "honor"} }

// SetWord takes a bare word.
func (s *Spec) SetWord(word string) {
	s.SetDefaults()
	if word == "ignore" {
		s.Use = "ignore"
	}
}

// SetDefaults fills in what a written rule leaves out.
func (s *Spec) SetDefaults() {
	s.Use, s.Above, s.On = "replace", "backoff", policies.SetOf(policies.Throttled, policies.Unavailable)
}
