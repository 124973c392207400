package roundtrip

import (
	"context"
	"math"
	"net/http"
	"sync"
	"time"

	"herdcast/policies"
	"herdcast/policies/rate"
	"herdcast/sim"
)

// Rate lets calls pass at a bounded rate.
type Rate struct {
	compiled rate.Rate
	mutex    sync.Mutex
	state    rate.State
}

// NewRate makes a rate that nobody has used.
func NewRate(spec rate.Spec) *Rate {
	r := &Rate{compiled: spec.Compile()}
	r.state = r.compiled.Fresh()
	return r
}

func (r *Rate) around(below http.RoundTripper, place int) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		patience := time.Duration(math.MaxInt64)
		if sampler, forever := r.compiled.Patience(); !forever {
			call := callOf(request)
			patience = sampler.Duration(call.draws.Child(uint64(place)), sim.PurposePermit, uint64(call.attempts.Load()))
		}
		for again := true; again; {
			wait, passes := r.ask(patience)
			if !passes {
				return nil, &Rejection{Layer: "rate"}
			}
			if !slept(request, wait) {
				return nil, context.Cause(request.Context())
			}
			again = wait > 0 && r.compiled.Adapts()
		}
		response, err := below.RoundTrip(request)
		r.report(outcomeAbove(request, response, err))
		return response, err
	})
}

func (r *Rate) ask(patience time.Duration) (wait time.Duration, passes bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.compiled.Ask(&r.state, instant(time.Now()), patience)
}

// report tells a rate that adapts how a call ended.
func (r *Rate) report(o policies.Outcome) {
	if !r.compiled.Adapts() || o == policies.Abandoned {
		return
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.compiled.Report(&r.state, instant(time.Now()), o)
}

// slept lets a wait pass; false: it was cut from above.
func slept(request *http.Request, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-request.Context().Done():
		return false
	}
}
