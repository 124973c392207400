package hint

import (
	"time"

	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/sim"
)

// Answer says where the wait came from.
type Answer uint8

const (
	Planned Answer = iota // the call's own wait: no hint, or none that is used
	Hinted                // the hint took part
	GiveUp                // the hint is too long to wait for: no retry
)

// Rule is a compiled Spec. A hint is looked at only if it is above 0 and comes
// with an outcome in `on`. It goes through these steps, in this order:
//
//	longer than at_most   backoff: own wait · give_up: no retry · cap: at_most
//	clamp                 bounded to [own wait, own wait + clamp]
//	jitter                spread, as in package backoff
//	use                   replace: the hint · floor: the larger of hint and own wait
//
// A hint is exempt from the cap of the backoff.
type Rule struct {
	ignores, floor bool
	resets         bool
	required       policies.Set
	clamps         bool
	above          above
	on             policies.Set
	atMost, clamp  time.Duration
	spread         backoff.Spread
}

type above uint8

const (
	aboveBackoff above = iota
	aboveGiveUp
	aboveCap
)

// Compile prepares the rule.
func (s Spec) Compile() Rule {
	r := Rule{ignores: s.Use == "ignore", floor: s.Use == "floor", resets: s.Resets, on: s.On, required: s.Required, atMost: backoff.Forever}
	switch s.Above {
	case "give_up":
		r.above = aboveGiveUp
	case "cap":
		r.above = aboveCap
	}
	if s.AtMost != nil {
		r.atMost = *s.AtMost
	}
	if s.Clamp != nil {
		r.clamps, r.clamp = true, *s.Clamp
	}
	if s.Jitter != nil {
		r.spread = s.Jitter.Compile()
	}
	return r
}

// Misses tells whether a refusal that told a wait (0: it told none) is not retried for
// want of one.
func (r *Rule) Misses(told time.Duration, failed policies.Outcome) bool {
	return told <= 0 && r.required.Has(failed)
}

// Resets tells whether the wait after a hinted one is that of the first retry.
func (r *Rule) Resets() bool { return r.resets }

// Apply gives the wait when the refusal told one (0: it told none) and the
// call's own would be planned. The jitter's draw is at (key, PurposeHint, index).
func (r *Rule) Apply(told, planned time.Duration, failed policies.Outcome, key sim.Key, index uint64) (wait time.Duration, answer Answer) {
	if told <= 0 || r.ignores || !r.on.Has(failed) {
		return planned, Planned
	}
	if told > r.atMost {
		switch r.above {
		case aboveBackoff:
			return planned, Planned
		case aboveGiveUp:
			return 0, GiveUp
		}
		told = r.atMost
	}
	if r.clamps {
		told = min(max(told, planned), max(planned, planned+r.clamp))
	}
	told = r.spread.Over(told, key.Uniform(sim.PurposeHint, index))
	if r.floor {
		told = max(told, planned)
	}
	return told, Hinted
}
