// Package throttle is the adaptive throttling of Google's Site Reliability
// Engineering book, chapter "Handling Overload": a client whose requests are often
// refused turns some of them away itself.
package throttle

import (
	"time"

	"herdcast/policies"
	"herdcast/sim/quantity"
)

// Spec is a throttle as people write it.
type Spec struct {
	K           float64        `key:"k" doc:"requests for each accepted one that all pass" min:"1"`
	Window      time.Duration  `key:"window" doc:"span in which requests and accepted ones are counted" above:"0"`
	Slices      *int           `key:"slices" doc:"equal parts in which the window rolls on, aligned to time 0; left out: it slides exactly" min:"1"`
	Of          Of             `key:"of" doc:"what counts as a request: all that come, those that have ended and those turned away, or those that have ended"`
	MinRequests int            `key:"min_requests" doc:"with fewer requests in the window all pass" min:"0"`
	Accepted    policies.Set   `key:"accepted" doc:"outcomes that count as accepted, beside ok"`
	Aggression  float64        `key:"aggression" doc:"the probability is taken to the power of one over this" min:"1"`
	AtMost      quantity.Share `key:"at_most" doc:"no greater probability" max:"1"`
	Algorithm   Algorithm      `key:"algorithm" doc:"a real library whose rules are its own, in place of all above but accepted"`
	Scope       policies.Scope `key:"scope" doc:"who shares its counts"`
}

// Of says what counts as a request.
type Of string

// Words lists them.
func (Of) Words() []string {
	return []string{"started_and_rejected", "finished_and_rejected", "finished"}
}

// Algorithm is a throttle by rules of its own.
type Algorithm string

// Words lists the algorithms.
func (Algorithm) Words() []string { return []string{"go_zero"} }

// SetDefaults fills in what a written throttle leaves out.
func (s *Spec) SetDefaults() {
	*s = Spec{
		K: 2, Window: 2 * time.Minute, Of: "started_and_rejected", Accepted: policies.Accepted &^ policies.SetOf(policies.OK),
		Aggression: 1, AtMost: 1, Scope: policies.ScopeProcess,
	}
}
