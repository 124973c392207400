package roundtrip

import (
	"net/http"
	"sync"
	"time"

	"herdcast/policies/throttle"
	"herdcast/sim"
)

// Throttle turns calls away while few are accepted.
type Throttle struct {
	compiled throttle.Throttle
	mutex    sync.Mutex
	state    throttle.State
}

// NewThrottle makes a throttle that has seen no requests.
func NewThrottle(spec throttle.Spec) *Throttle {
	t := &Throttle{compiled: spec.Compile()}
	t.state = t.compiled.Fresh()
	return t
}

func (t *Throttle) around(below http.RoundTripper, place int) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		call := callOf(request)
		u := call.draws.Child(uint64(place)).Uniform(sim.PurposeThrottle, uint64(call.attempts.Load()))
		t.mutex.Lock()
		admitted := t.compiled.Admit(&t.state, instant(time.Now()), u)
		t.mutex.Unlock()
		if !admitted {
			return nil, &Rejection{Layer: "throttle"}
		}
		response, err := below.RoundTrip(request)
		outcome := outcomeAbove(request, response, err)
		t.mutex.Lock()
		defer t.mutex.Unlock()
		t.compiled.Report(&t.state, instant(time.Now()), outcome)
		return response, err
	})
}
