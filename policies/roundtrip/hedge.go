package roundtrip

import (
	"context"
	"net/http"
	"sync"
	"time"

	"herdcast/policies"
	"herdcast/policies/hedge"
)

// Hedge sends further copies of a slow call and takes the first success.
type Hedge struct {
	compiled  hedge.Hedge
	mutex     sync.Mutex
	latencies hedge.Latencies
}

// NewHedge makes a hedge. Copies ask no retry budget.
func NewHedge(spec hedge.Spec) *Hedge { return &Hedge{compiled: spec.Compile()} }

func (h *Hedge) around(below http.RoundTripper, _ int) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		if h.compiled.OnlyIfSafe && !repeatable(request) {
			return below.RoundTrip(request)
		}
		began := time.Now()
		r := race{below: below, request: request, ended: make(chan copied)}
		defer r.cutAll()
		r.send()
		timer := time.NewTimer(0)
		defer timer.Stop()
		due := h.plan(timer, &r)
		for {
			select {
			case <-due:
				r.send()
				due = h.plan(timer, &r)
			case c := <-r.ended:
				r.running--
				if h.settles(&r, c, began) {
					return r.take(c)
				}
				if h.compiled.ReactionTo(OutcomeOf(c.response, c.err)) == hedge.SendNext {
					r.send()
					due = h.plan(timer, &r)
				}
				discard(c.response)
			case <-request.Context().Done():
				return nil, context.Cause(request.Context())
			}
		}
	})
}

// next gives how long after the last copy another may go out, if one may.
func (h *Hedge) next(r *race) (after time.Duration, may bool) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.compiled.Next(&h.latencies, r.sent-1)
}

// plan sets the timer for the next copy; nil: none may go out.
func (h *Hedge) plan(timer *time.Timer, r *race) <-chan time.Time {
	after, may := h.next(r)
	if !may {
		return nil
	}
	timer.Reset(after)
	return timer.C
}

// settles tells whether a copy that has ended gives the outcome. With
// hedge.SendNext it does unless another may go out.
func (h *Hedge) settles(r *race, c copied, began time.Time) bool {
	outcome := OutcomeOf(c.response, c.err)
	if outcome == policies.OK {
		if h.compiled.Learns() {
			h.mutex.Lock()
			h.compiled.Learn(&h.latencies, time.Since(began))
			h.mutex.Unlock()
		}
		return true
	}
	reaction := h.compiled.ReactionTo(outcome)
	if reaction == hedge.SendNext {
		if _, may := h.next(r); may {
			return false
		}
	}
	return reaction == hedge.Fail || r.running == 0
}

// race is one call in a hedge layer.
type race struct {
	below   http.RoundTripper
	request *http.Request
	sent    int
	running int
	cuts    []context.CancelFunc // nil once the copy's answer has been taken
	ended   chan copied
}

// copied is how a copy ended.
type copied struct {
	number   int
	response *http.Response
	err      error
}

func (r *race) send() {
	ctx, cut := context.WithCancel(r.request.Context())
	if r.sent > 0 {
		ctx = context.WithValue(ctx, copyKey{}, true)
	}
	request := r.request.WithContext(ctx)
	if fresh, ok := rewound(request); ok {
		request = fresh
	}
	number := r.sent
	r.sent++
	r.running++
	r.cuts = append(r.cuts, cut)
	go func() {
		response, err := r.below.RoundTrip(request)
		select {
		case r.ended <- copied{number, response, err}:
		case <-r.request.Context().Done():
			discard(response)
		case <-ctx.Done():
			discard(response)
		}
	}()
}

// take gives a copy's answer and spares it the cut until its body is closed.
func (r *race) take(c copied) (*http.Response, error) {
	if c.response != nil {
		closing(c.response, r.cuts[c.number])
		r.cuts[c.number] = nil
	}
	return c.response, c.err
}

func (r *race) cutAll() {
	for _, cut := range r.cuts {
		if cut != nil {
			cut()
		}
	}
}

type copyKey struct{}

// Hedged tells whether a request that the transport below the layers has been handed
// belongs to a copy beside the first.
func Hedged(request *http.Request) bool {
	_, hedged := request.Context().Value(copyKey{}).(bool)
	return hedged
}
