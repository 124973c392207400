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
	mutex    sync.Mutex
	state    breaker.State
}

// NewBreaker makes a breaker, closed. Its open times are drawn with the seed.
func NewBreaker(spec breaker.Spec, seed uint64) *Breaker {
	b := &Breaker{compiled: spec.Compile()}
	b.state = b.compiled.Fresh(sim.NewKey(seed, 0))
	return b
}

// Phase gives the phase: open until the first call after the open time.
func (b *Breaker) Phase() breaker.Phase {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.now()
	return b.state.Phase()
}

// now gives the present instant, after telling the breaker of those before it
// that it waited for: nothing has happened to it between.
func (b *Breaker) now() sim.Time {
	now := instant(time.Now())
	for due := b.state.Due(); due <= now; due = b.state.Due() {
		b.compiled.Tick(&b.state, due)
	}
	return now
}

func (b *Breaker) around(below http.RoundTripper, _ int) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		b.mutex.Lock()
		pass, admitted := b.compiled.Admit(&b.state, b.now())
		b.mutex.Unlock()
		if !admitted {
			return nil, &Rejection{Layer: "breaker"}
		}
		response, err := below.RoundTrip(request)
		outcome := outcomeAbove(request, response, err)
		b.mutex.Lock()
		defer b.mutex.Unlock()
		b.compiled.Report(&b.state, b.now(), pass, outcome)
		return response, err
	})
}
