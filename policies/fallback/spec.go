// Package fallback calls another tool when the first has failed.
package fallback

import "herdcast/policies"

// Spec is a fallback layer as people write it.
type Spec struct {
	Tool string        `key:"tool" doc:"tool that the layers below run once more with" required:"true"`
	On   *policies.Set `key:"on" doc:"outcomes that it follows; left out: every failure that would be surfaced as exhausted"`
}

// Fallback is a compiled Spec.
type Fallback struct {
	on      policies.Set
	certain bool // only while no effect may have landed
}

// Compile prepares the layer.
func (s Spec) Compile() Fallback {
	if s.On != nil {
		return Fallback{on: *s.On & policies.All}
	}
	return Fallback{on: policies.All &^ policies.SetOf(policies.Semantic), certain: true}
}

// Follows tells whether the other tool is called after a failure; inDoubt tells
// that an attempt of the call may have landed an effect.
func (f *Fallback) Follows(failed policies.Outcome, inDoubt bool) bool {
	return f.on.Has(failed) && !(inDoubt && f.certain)
}
