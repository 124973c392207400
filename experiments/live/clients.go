package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"

	"herdcast/experiments/emulate"
	"herdcast/models/client"
	"herdcast/models/fact"
	"herdcast/models/tool"
	"herdcast/models/world"
	"herdcast/policies"
	"herdcast/policies/roundtrip"
	"herdcast/sim"
)

// attemptHeader names an attempt to the other end of its connection.
const attemptHeader = "Herdcast-Attempt-Id"

// clients makes the fleet's calls over HTTP and serves them too: both ends know
// what an attempt is, only its bytes travel.
type clients struct {
	spec       *world.Spec
	layers     layers
	transport  http.RoundTripper
	address    string
	dependency *emulate.Dependency
	cap        emulate.Cap
	stop       context.CancelCauseFunc // ends the run
	mutex      sync.Mutex
	open       map[client.Visit]context.CancelFunc
	travelling map[string]*attempt
	last       atomic.Uint64
	calls      sync.WaitGroup
}

// attempt is one request on its way.
type attempt struct {
	asks    world.Attempt
	refused bool // by a dependency that takes no connections
}

// Begin makes a call in a goroutine of its own.
func (c *clients) Begin(_ sim.Time, o client.Order) {
	ctx, cancel := c.until(o.Deadline)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.open[o.Visit] = cancel
	c.calls.Go(func() { c.call(ctx, &o) })
}

// until gives a context that ends with a task's wall clock, if it has one.
func (c *clients) until(deadline sim.Time) (context.Context, context.CancelFunc) {
	if deadline == sim.Never {
		return context.WithCancel(context.Background())
	}
	return context.WithDeadline(context.Background(), c.dependency.Clock(deadline))
}

// Cut ends a call from above.
func (c *clients) Cut(_ sim.Time, v client.Visit) { c.forget(v) }

func (c *clients) forget(v client.Visit) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if cancel, open := c.open[v]; open {
		cancel()
		delete(c.open, v)
	}
}

// cutAll ends every call, when the run is over.
func (c *clients) cutAll() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for v, cancel := range c.open {
		cancel()
		delete(c.open, v)
	}
}

// call makes one call with its policy.
func (c *clients) call(ctx context.Context, o *client.Order) {
	line := &wire{clients: c, order: o}
	request, err := http.NewRequestWithContext(ctx, line.method(), c.address, nil)
	if err != nil {
		panic(err) // the address is our own
	}
	line.sign(request, 0)
	response, err := c.layers.around(o, line).RoundTrip(request)
	outcome := roundtrip.OutcomeOf(response, err)
	if response != nil {
		_ = response.Body.Close()
	}
	if ctx.Err() != nil {
		return // cut: the fleet knows, or will at the end of the task's wall clock
	}
	c.forget(o.Visit)
	_ = c.dependency.Do(func(now sim.Time, e *world.Emulator) { e.Ends(now, o.Visit, outcome, line.landed.Load()) })
}

// wire puts the attempts of one call on a real connection.
type wire struct {
	*clients
	order  *client.Order
	landed atomic.Bool // an effect may have, that does harm when it lands twice
}

// method says what kind of call it is: a harmless one, one that may be repeated by
// nature, or one with an effect.
func (w *wire) method() string {
	switch t := &w.spec.Tools[w.order.Tool]; {
	case !t.Effect:
		return http.MethodGet
	case t.Natural:
		return http.MethodPut
	}
	return http.MethodPost
}

// sign gives a request the key of its tool.
func (w *wire) sign(request *http.Request, number uint32) uint64 {
	key := uint64(0)
	switch w.spec.Tools[w.order.Tool].Key {
	case tool.KeyPerAttempt:
		key = uint64(w.order.Draws.Child(uint64(number))) | 1
	case tool.KeyPerCall:
		key = uint64(w.order.Draws) | 1
	case tool.KeyPerIntent:
		key = uint64(w.order.Meaning) | 1
	default:
		return 0
	}
	request.Header.Set("Idempotency-Key", strconv.FormatUint(key, 16))
	return key
}

// RoundTrip makes one attempt.
func (w *wire) RoundTrip(request *http.Request) (*http.Response, error) {
	if !w.cap.Enter() {
		w.stop(&UnfitError{fmt.Sprintf("it sends more than %d attempts in a second or %d at once; make the fleet and the dependency smaller with --set", emulate.MostPerSecond, emulate.MostAtOnce)})
		return nil, context.Canceled
	}
	defer w.cap.Leave()
	role := fact.First
	switch {
	case roundtrip.Hedged(request):
		role = fact.Hedge
	case roundtrip.Attempt(request) > 1:
		role = fact.Retry
	}
	number, open := uint32(0), false
	err := w.dependency.Do(func(now sim.Time, e *world.Emulator) { number, open = e.Sends(now, w.order, role) })
	if err != nil || !open {
		return nil, context.Canceled
	}
	request = request.Clone(request.Context())
	o := w.order
	sent := &attempt{asks: world.Attempt{
		Draws: o.Draws, Row: o.Agent, Agent: o.Number, Process: o.Process, Cohort: o.Cohort, Tool: o.Tool, Number: number, Role: role,
		Book: o.Book, Key: w.sign(request, number), Deadline: sim.Never, Fails: o.Fails, Measured: o.Measured,
	}}
	id := strconv.FormatUint(w.last.Add(1), 10)
	request.Header.Set(attemptHeader, id)
	w.mutex.Lock()
	w.travelling[id] = sent
	w.mutex.Unlock()
	response, err := w.transport.RoundTrip(request)
	w.mutex.Lock()
	delete(w.travelling, id)
	if sent.refused && err != nil {
		err = fmt.Errorf("%w: %w", syscall.ECONNREFUSED, err)
	}
	w.mutex.Unlock()
	outcome := w.heard(request, response, err)
	if t := &w.spec.Tools[o.Tool]; t.Effect && !t.Natural && policies.MayHaveLanded.Has(outcome) {
		w.landed.Store(true)
	}
	_ = w.dependency.Do(func(now sim.Time, e *world.Emulator) { e.Hears(now, o, number, role, outcome) })
	return response, err
}

// heard names how an attempt ended: a cut is a timeout if a timeout layer made it.
func (w *wire) heard(request *http.Request, response *http.Response, err error) policies.Outcome {
	var cut *roundtrip.TimedOut
	if err != nil && errors.As(context.Cause(request.Context()), &cut) {
		return policies.Timeout
	}
	return roundtrip.OutcomeOf(response, err)
}

// ServeHTTP is the other end.
func (c *clients) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mutex.Lock()
	sent := c.travelling[r.Header.Get(attemptHeader)]
	c.mutex.Unlock()
	if sent == nil { // its caller has gone already
		emulate.BreakOff(w)
		return
	}
	answer, err := c.dependency.Ask(r.Context(), sent.asks)
	if err != nil {
		emulate.BreakOff(w)
		return
	}
	if answer.Outcome == policies.Refused {
		c.mutex.Lock()
		sent.refused = true
		c.mutex.Unlock()
	}
	emulate.Write(w, answer)
}
