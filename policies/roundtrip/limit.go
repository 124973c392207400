package roundtrip

import (
	"net/http"
	"sync"
	"time"

	"herdcast/policies"
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
	draws    sim.Key // of an adaptive limit
	waiters  map[uint32]chan struct{}
}

// NewLimit makes a limit with all permits free.
func NewLimit(spec limit.Spec) *Limit {
	l := &Limit{compiled: spec.Compile(), waiters: map[uint32]chan struct{}{}, draws: sim.NewKey(uint64(time.Now().UnixNano()), 0)}
	l.state = l.compiled.Fresh()
	return l
}

func (l *Limit) around(below http.RoundTripper, place int) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		if err := l.enter(request, uint64(place)); err != nil {
			return nil, err
		}
		began, held := l.begin()
		response, err := below.RoundTrip(request)
		l.learn(began, held, outcomeAbove(request, response, err))
		closing(response, l.leave)
		return response, err
	})
}

// enter gets a permit, after a wait perhaps.
func (l *Limit) enter(request *http.Request, place uint64) error {
	l.mutex.Lock()
	l.advance()
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
	l.compiled.Leave(&l.state)
	l.grant()
}

// grant hands free permits to those who wait for them.
func (l *Limit) grant() {
	for {
		who, granted := l.compiled.Next(&l.state)
		if !granted {
			return
		}
		close(l.waiters[who])
		delete(l.waiters, who)
	}
}

// advance brings an adaptive limit up to the present.
func (l *Limit) advance() {
	if l.compiled.Adapts() {
		l.compiled.Advance(&l.state, instant(time.Now()), l.draws)
		l.grant()
	}
}

// begin tells when a call began that has a permit, and how many were out then.
func (l *Limit) begin() (began sim.Time, held int) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return instant(time.Now()), l.compiled.Held(&l.state)
}

// learn tells an adaptive limit how a call with a permit has ended.
func (l *Limit) learn(began sim.Time, held int, o policies.Outcome) {
	if !l.compiled.Adapts() || o == policies.Abandoned {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	now := instant(time.Now())
	l.compiled.Advance(&l.state, now, l.draws)
	l.compiled.Learn(&l.state, now, limit.Sample{Began: began, InFlight: held, Outcome: o}, l.draws)
	l.grant()
}
