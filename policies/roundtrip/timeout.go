package roundtrip

import (
	"context"
	"errors"
	"net/http"
	"time"

	"herdcast/policies/timeout"
)

// Timeout cuts what runs below it, the reading of an answer included.
type Timeout struct{ compiled timeout.Timeout }

// NewTimeout makes a timeout for a client that calls a tool of that name, which
// means something to by_tool only.
func NewTimeout(spec timeout.Spec, tool string) *Timeout {
	return &Timeout{spec.Compile([]string{tool})}
}

func (t *Timeout) around(below http.RoundTripper, _ int) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		left := time.Duration(-1)
		if call := callOf(request); call.bounded {
			left = max(0, time.Until(call.deadline))
		}
		limit, set := t.compiled.For(0, left)
		if !set {
			return below.RoundTrip(request)
		}
		cut := &TimedOut{After: limit}
		ctx, cancel := context.WithTimeoutCause(request.Context(), limit, cut)
		response, err := below.RoundTrip(request.WithContext(ctx))
		if err != nil {
			cancel()
			if errors.Is(context.Cause(ctx), cut) && request.Context().Err() == nil {
				return nil, cut
			}
			return nil, err
		}
		closing(response, cancel)
		return response, nil
	})
}

// roundTripper is a function as an http.RoundTripper.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }
