package roundtrip

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"herdcast/policies"
	"herdcast/sim"
)

// Layer is one policy with its state.
type Layer interface {
	// around puts the layer around what lies below; place is its place in the
	// pipeline.
	around(below http.RoundTripper, place int) http.RoundTripper
}

// New puts layers around a transport, the first one outermost. Draws are
// seeded with the time unless Seeded says otherwise. It is safe for use by many
// goroutines if the transport is.
func New(transport http.RoundTripper, layers ...Layer) http.RoundTripper {
	return Seeded(uint64(time.Now().UnixNano()), transport, layers...)
}

// Seeded is New with a seed of the draws: the n-th call then draws what the n-th
// call of any other such client draws.
func Seeded(seed uint64, transport http.RoundTripper, layers ...Layer) http.RoundTripper {
	below := http.RoundTripper(wire{transport})
	for place := len(layers) - 1; place >= 0; place-- {
		below = layers[place].around(below, place)
	}
	return &client{top: below, draws: sim.NewKey(seed, 0)}
}

// client begins calls.
type client struct {
	top   http.RoundTripper
	draws sim.Key
	calls atomic.Uint64
}

// RoundTrip makes a call. Its error is a *Rejection where a layer turned it away
// and a *TimedOut where a timeout cut it; else it is that of the transport.
func (c *client) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	call := &call{draws: c.draws.Child(c.calls.Add(1) - 1)}
	call.deadline, call.bounded = ctx.Deadline()
	return c.top.RoundTrip(request.WithContext(context.WithValue(ctx, callKey{}, call)))
}

// call is what the layers of one call share.
type call struct {
	draws    sim.Key
	deadline time.Time // of the task
	bounded  bool      // there is one
	attempts atomic.Uint32
	doubtful atomic.Bool // an attempt without key may have left an effect behind
}

type callKey struct{}

func callOf(request *http.Request) *call { return request.Context().Value(callKey{}).(*call) }

// wire sends attempts.
type wire struct{ transport http.RoundTripper }

func (w wire) RoundTrip(request *http.Request) (*http.Response, error) {
	call := callOf(request)
	ctx := context.WithValue(request.Context(), attemptKey{}, int(call.attempts.Add(1)))
	response, err := w.transport.RoundTrip(request.WithContext(ctx))
	if policies.MayHaveLanded.Has(OutcomeOf(response, err)) && !repeatable(request) {
		call.doubtful.Store(true)
	}
	return response, err
}

type attemptKey struct{}

// Attempt tells which request of its call, from 1, the transport below the layers
// has been handed; 0 outside.
func Attempt(request *http.Request) int {
	n, _ := request.Context().Value(attemptKey{}).(int)
	return n
}

// repeatable tells whether a request does no harm when it is done twice: its
// method says so (RFC 9110, 9.2.2), or it carries an idempotency key.
func repeatable(request *http.Request) bool {
	switch request.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	return request.Header.Get("Idempotency-Key") != ""
}

// start is an instant of the past by which the others are told.
var start = time.Now()

// instant gives a time as policies take it: counted from 1970, so that fixed windows
// begin with the minute, and by the monotonic clock, so that it never goes back.
func instant(t time.Time) sim.Time { return sim.Time(start.UnixNano()).Add(t.Sub(start)) }
