package roundtrip

import (
	"net/http"
	"sync"
	"time"

	"herdcast/policies/limit"
	"herdcast/sim"
)

// Limit bounds the calls under way below it. A call is under way until the body
// of its answer is closed.
type Limit struct {
	compiled limit.Limit
	mutex    sync.Mutex
	state    limit.State
	last     uint32
	waiters  map[uint32]chan struct{}
}

// NewLimit makes a limit with all permits free.
func NewLimit(spec limit.Spec) *Limit {
	l := &Limit{compiled: spec.Compile(), waiters: map[uint32]chan struct{}{}}
	l.state = l.compiled.Fresh()
	return l
}

func (l *Limit) around(below http.RoundTripper, place int) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		if err := l.enter(request, uint64(place)); err != nil {
			return nil, err
		}
		response, err := below.RoundTrip(request)
		closing(response, l.leave)
		return response, err
	})
}

// enter gets a permit, after a wait perhaps.
func (l *Limit) enter(request *http.Request, place uint64) error {
	l.mutex.Lock()
	l.last++
	who := l.last
	ticket, answer := l.compiled.Enter(&l.state, who)
	granted := make(chan struct{})
	if answer == limit.Waits {
		l.waiters[who] = granted
	}
	l.mutex.Unlock()
	switch answer {
	case limit.Granted:
		return nil
	case limit.Full:
		return &Rejection{Layer: "limit"}
	}
	var patience <-chan time.Time
	if sampler, forever := l.compiled.Patience(); !forever {
		call := callOf(request)
		timer := time.NewTimer(sampler.Duration(call.draws.Child(place), sim.PurposePermit, uint64(call.attempts.Load())))
		defer timer.Stop()
		patience = timer.C
	}
	var err error
	select {
	case <-granted:
		return nil
	case <-patience:
		err = &Rejection{Layer: "limit"}
	case <-request.Context().Done():
		err = request.Context().Err()
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if _, waits := l.waiters[who]; !waits { // a permit came at this very moment
		l.pass()
		return err
	}
	delete(l.waiters, who)
	l.compiled.GiveUp(&l.state, ticket)
	return err
}

func (l *Limit) leave() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.pass()
}

// pass gives a permit back; whoever waits for it has it then.
func (l *Limit) pass() {
	if who, granted := l.compiled.Leave(&l.state); granted {
		close(l.waiters[who])
		delete(l.waiters, who)
	}
}
