package roundtrip

import (
	"context"
	"net/http"
	"sync"
	"time"

	"herdcast/policies"
	"herdcast/policies/budget"
	"herdcast/policies/retry"
	"herdcast/sim"
)

// Retry tries again. Its budget, if it has one, is shared by all that use the
// value.
type Retry struct {
	compiled retry.Retry
	budget   *spending // nil: none
}

// NewRetry makes a retry layer.
func NewRetry(spec retry.Spec) *Retry {
	r := &Retry{compiled: spec.Compile()}
	if spec.Budget != nil {
		r.budget = &spending{compiled: spec.Budget.Compile(spec.On & policies.All)}
		r.budget.state = r.budget.compiled.Fresh()
	}
	return r
}

func (r *Retry) around(below http.RoundTripper, place int) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		t := tries{layer: r, call: callOf(request), request: request, place: uint64(place)}
		t.memory.Began = instant(time.Now())
		t.entered()
		for {
			response, err := below.RoundTrip(request)
			outcome := outcomeAbove(request, response, err)
			switch outcome {
			case policies.OK:
				t.succeeded()
				return response, nil
			case policies.Abandoned:
				t.cut()
				return response, err
			}
			again, ok := rewound(request)
			if !ok || !t.retries(response, outcome) {
				if cause := context.Cause(request.Context()); cause != nil { // cut in its wait
					discard(response)
					return nil, cause
				}
				return response, err
			}
			discard(response)
			request = again
		}
	})
}

// tries is one call in a retry layer.
type tries struct {
	layer   *Retry
	call    *call
	request *http.Request
	place   uint64
	memory  retry.Memory
	last    int64 // what the last retry took from the budget
	all     int64 // and all of them
}

// retries decides after a failed try, and waits if another is to follow.
func (t *tries) retries(response *http.Response, outcome policies.Outcome) bool {
	retried := t.memory.Tries > 0
	t.tell(func(b *spending, now sim.Time) { b.compiled.Failed(&b.state, now, outcome, retried) })
	now := time.Now()
	failure := retry.Failure{
		Now: instant(now), Outcome: outcome, Unsafe: t.call.doubtful.Load(), Told: told(response, now),
		Deadline: sim.Never, Key: t.call.draws.Child(t.place),
	}
	if deadline, bounded := t.request.Context().Deadline(); bounded {
		failure.Deadline = instant(deadline)
	}
	wait, decision := t.layer.compiled.Decide(&t.memory, &failure)
	switch decision {
	case retry.Again:
		return t.charged(outcome, false) && t.waits(wait) && t.charged(outcome, true) && t.begins()
	case retry.LastSleep:
		slept(t.request, wait)
	case retry.NotRetryable, retry.UnsafeToRepeat:
		t.tell(func(b *spending, now sim.Time) { b.compiled.GaveUp(&b.state, now) })
	}
	return false
}

// charged asks the budget for a retry, where it is asked then.
func (t *tries) charged(outcome policies.Outcome, afterWait bool) (granted bool) {
	granted = true
	t.tell(func(b *spending, now sim.Time) {
		if b.compiled.ChargesAfterWait() != afterWait {
			return
		}
		t.last, granted = b.compiled.Ask(&b.state, now, outcome)
		t.all += t.last
	})
	return granted
}

// waits lets a wait pass; false: it was cut.
func (t *tries) waits(wait time.Duration) bool {
	t.tell(func(b *spending, _ sim.Time) { b.compiled.Waits(&b.state) })
	passed := slept(t.request, wait)
	t.tell(func(b *spending, _ sim.Time) { b.compiled.WaitEnds(&b.state) })
	return passed
}

func (t *tries) begins() bool {
	t.tell(func(b *spending, _ sim.Time) { b.compiled.Begins(&b.state) })
	return true
}

func (t *tries) entered() {
	t.tell(func(b *spending, now sim.Time) { b.compiled.Entered(&b.state, now) })
}

func (t *tries) succeeded() {
	retried := t.memory.Tries > 0
	t.tell(func(b *spending, now sim.Time) { b.compiled.Succeeded(&b.state, now, retried, t.last, t.all) })
}

func (t *tries) cut() {
	retried := t.memory.Tries > 0
	t.tell(func(b *spending, _ sim.Time) { b.compiled.Cut(&b.state, retried) })
}

// tell tells the budget something, if there is one.
func (t *tries) tell(what func(*spending, sim.Time)) {
	if b := t.layer.budget; b != nil {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		what(b, instant(time.Now()))
	}
}

// spending is a retry budget with its state.
type spending struct {
	mutex    sync.Mutex
	compiled budget.Budget
	state    budget.State
}
