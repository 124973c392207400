package breaker

import (
	"time"

	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// Opening is how long a breaker stays open: each time drawn alike, or growing.
type Opening struct {
	Of    dist.Spec
	Grows *Growth // in place of it
}

// Growth is an open time that grows each time the breaker opens again without
// having closed: first · factor^(k-1) for the k-th time, through cap and jitter in
// their order, as the wait before retry k of a backoff.
type Growth struct {
	First  time.Duration  `key:"first" required:"true" doc:"open time when a closed breaker opens"`
	Factor float64        `key:"factor" doc:"growth from one opening to the next without a closing between" min:"1"`
	Cap    *time.Duration `key:"cap" doc:"no open time is longer"`
	Jitter backoff.Jitter `key:"jitter" doc:"how the open time is spread"`
	Order  backoff.Order  `key:"order" doc:"whether the cap or the jitter comes first"`
}

// SetDefaults fills in what a written growth leaves out.
func (g *Growth) SetDefaults() {
	g.Factor, g.Jitter, g.Order = 2, backoff.Jitter{Word: "none"}, "cap_then_jitter"
}

// Constant is the opening that always lasts so long.
func Constant(d time.Duration) Opening { return Opening{Of: dist.Of(float64(d))} }

// opening is a compiled Opening.
type opening struct {
	drawn dist.Sampler
	grows *backoff.Backoff // nil: it does not
}

func (o Opening) compile() opening {
	if o.Grows == nil {
		return opening{drawn: o.Of.Compile()}
	}
	g := o.Grows
	s := backoff.Spec{Factor: g.Factor, Growth: "exponential", Cap: g.Cap, Jitter: g.Jitter, Order: g.Order}
	for outcome := range s.First {
		s.First[outcome] = g.First
	}
	grows := s.Compile()
	return opening{grows: &grows}
}

// length gives the open time of the opening that st has come to.
func (o *opening) length(st *State) time.Duration {
	if o.grows != nil {
		return o.grows.Wait(int(st.again)+1, policies.OK, &st.waits, st.key, uint64(st.openings))
	}
	return o.drawn.Duration(st.key, sim.PurposeOpen, uint64(st.openings))
}
