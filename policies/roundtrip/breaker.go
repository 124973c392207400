package roundtrip

import (
	"net/http"
	"sync"
	"time"

	"herdcast/policies/breaker"
	"herdcast/sim"
)

// Breaker fails fast while what lies below fails.
type Breaker struct {
	compiled breaker.Breaker
	draws    sim.Key
	mutex    sync.Mutex
	state    breaker.State
}

// NewBreaker makes a breaker, closed. Its open times are drawn with the seed.
func NewBreaker(spec breaker.Spec, seed uint64) *Breaker {
	b := &Breaker{compiled: spec.Compile(), draws: sim.NewKey(seed, 0)}
	b.state = b.compiled.Fresh()
	return b
}

// Phase gives the phase: open until the first call after the open time.
func (b *Breaker) Phase() breaker.Phase {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.state.Phase()
}

func (b *Breaker) around(below http.RoundTripper, _ int) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		b.mutex.Lock()
		pass, admitted := b.compiled.Admit(&b.state, instant(time.Now()))
		b.mutex.Unlock()
		if !admitted {
			return nil, &Rejection{Layer: "breaker"}
		}
		response, err := below.RoundTrip(request)
		outcome := outcomeAbove(request, response, err)
		b.mutex.Lock()
		defer b.mutex.Unlock()
		b.compiled.Report(&b.state, instant(time.Now()), pass, outcome, b.draws)
		return response, err
	})
}
