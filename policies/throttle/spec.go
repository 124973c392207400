// Package throttle is the adaptive throttling of Google's Site Reliability
// Engineering book, chapter "Handling Overload": a client whose requests are often
// refused turns some of them away itself.
package throttle

import (
	"time"

	"herdcast/policies"
)

// Spec is a throttle as people write it.
type Spec struct {
	K      float64        `key:"k" doc:"requests for each accepted one that all pass" min:"1"`
	Window time.Duration  `key:"window" doc:"sliding span in which requests and accepted ones are counted" above:"0"`
	Scope  policies.Scope `key:"scope" doc:"who shares its counts"`
}

// SetDefaults fills in what a written throttle leaves out.
func (s *Spec) SetDefaults() { s.K, s.Window, s.Scope = 2, 2*time.Minute, policies.ScopeProcess }
