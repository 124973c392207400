package world

import (
	"time"

	"herdcast/models/client"
	"herdcast/models/dependency"
	"herdcast/models/event"
	"herdcast/models/fact"
	"herdcast/models/ledger"
	"herdcast/models/metric"
	"herdcast/policies"
	"herdcast/sim"
)

// Emulator is the world of a scenario with attempts from outside: the very code that
// is simulated, at the pace of a clock that its owner reads. Instants are those
// since the start of the run and never go back; what would be due at the end of the
// run or later does not happen. It serves one goroutine.
type Emulator struct {
	world    *World
	draws    sim.Key
	asked    uint64
	requests []uint32 // by ticket: the request, + 1; 0: the ticket is free
	free     []Ticket
	answers  []Answer
}

// Ticket names an attempt until it is answered or its caller leaves.
type Ticket uint32

// Attempt is what a caller puts on the wire.
type Attempt struct {
	Draws    sim.Key // of its call; 0: it has draws of its own
	Cohort   uint16  // place in Spec.Fleet
	Tool     uint16  // place in Spec.Tools
	Row      uint32  // the agent's number over all cohorts, and its process: who shares a quota
	Process  uint32
	Agent    uint32      // its number in its cohort
	Number   uint32      // n-th attempt of its call, from 1
	Role     fact.Role   // of the attempt within its call
	Book     ledger.Call // of a call with an effect; 0: none
	Key      uint64      // idempotency key; 0: none
	Deadline sim.Time    // that the caller told; sim.Never: none
	Fails    bool        // it fails for what it asks
	Measured bool        // the task that it belongs to is measured
}

// Answer is what a caller gets.
type Answer struct {
	Ticket  Ticket
	Outcome policies.Outcome
	Told    time.Duration    // wait that a refusal tells; 0: none
	Times   dependency.Times // where the time of a success went
}

// NewEmulator builds the world of a checked spec. If somebody makes its calls
// outside, its fleet begins with the run; else (nil) there is only the dependency.
// Parts are what Observe gives beside the whole, cohorts and tools.
func NewEmulator(spec *Spec, parts []metric.Part, outside client.Outside) (*Emulator, error) {
	maker := outside
	if outside == nil {
		maker = nobody{}
	}
	w, err := build(spec, Options{Parts: parts}, maker)
	if err != nil {
		return nil, err
	}
	for i, edge := range w.faults {
		w.engine.At(edge.At, event.FaultTurns, uint32(i))
	}
	if outside != nil {
		w.fleet.Begin()
	}
	return &Emulator{world: w, draws: sim.NewKey(spec.Run.Seed, 0).Named("emulator")}, nil
}

// nobody makes calls for a fleet that does not begin.
type nobody struct{}

func (nobody) Begin(sim.Time, client.Order) {}
func (nobody) Cut(sim.Time, client.Visit)   {}

// Ledger keeps the books of the callers' intents and calls with an effect.
func (e *Emulator) Ledger() *ledger.Ledger { return e.world.ledger }

// Due gives the instant at which Advance has something to do next, if nobody asks
// before; the end of the run if nothing is left.
func (e *Emulator) Due() sim.Time { return e.world.engine.Due() }

// Ask puts an attempt on the wire now, after all that is due up to now. The
// answer comes from Advance, perhaps at once.
func (e *Emulator) Ask(now sim.Time, a Attempt) Ticket {
	e.arrive(now)
	var t Ticket
	if n := len(e.free); n > 0 {
		t, e.free = e.free[n-1], e.free[:n-1]
	} else {
		e.requests = append(e.requests, 0)
		t = Ticket(len(e.requests) - 1)
	}
	id, r := e.world.dependency.Open()
	e.requests[t] = id + 1
	r.Draws, r.Caller, r.Number = a.Draws, uint32(t)+1, a.Number
	if a.Draws == 0 {
		r.Draws = e.draws.Child(e.asked)
	}
	r.Cohort, r.Tool, r.Role, r.Book = a.Cohort, a.Tool, a.Role, a.Book
	r.Row, r.Agent, r.Process, r.Key, r.Deadline, r.Replica = a.Row, a.Agent, a.Process, a.Key, a.Deadline, 0
	e.asked++
	e.world.dependency.Send(now, id, r, a.Measured, a.Fails)
	e.settle(now)
	return t
}

// Leave tells that the caller of a ticket waits no longer. The ticket is free then,
// unless it has been answered meanwhile: Advance still gives that answer.
func (e *Emulator) Leave(now sim.Time, t Ticket) {
	e.arrive(now)
	if e.requests[t] == 0 {
		return
	}
	e.world.dependency.Leave(now, e.requests[t]-1)
	e.requests[t] = 0
	e.free = append(e.free, t)
	e.settle(now)
}

// Advance lets all happen that is due up to now and gives the answers that have
// come since it was called last. The slice holds until the next call of any method.
func (e *Emulator) Advance(now sim.Time) []Answer {
	e.happen(now)
	answers := e.answers
	e.answers = e.answers[:0]
	for _, a := range answers {
		e.free = append(e.free, a.Ticket)
	}
	return answers
}

// Sends tells that a call outside puts an attempt on the wire, which Ask then does,
// and gives its number; false: the call has ended, and nothing may be sent.
func (e *Emulator) Sends(now sim.Time, o *client.Order, role fact.Role) (number uint32, open bool) {
	e.arrive(now)
	return e.world.wrapper.OutsideSends(now, o, role)
}

// Hears tells how such an attempt has ended for its caller.
func (e *Emulator) Hears(now sim.Time, o *client.Order, number uint32, role fact.Role, outcome policies.Outcome) {
	e.arrive(now)
	e.world.wrapper.OutsideHears(now, o, number, role, outcome)
}

// Ends tells how a call outside has ended, if it has not been cut; landed tells that
// an effect may have landed that does harm when it lands twice.
func (e *Emulator) Ends(now sim.Time, v client.Visit, outcome policies.Outcome, landed bool) {
	e.arrive(now)
	if call, ended := e.world.wrapper.OutsideEnds(now, v, outcome, landed); ended {
		e.world.fleet.CallEnded(now, call)
	}
	e.settle(now)
}

// arrive takes the clock to an instant.
func (e *Emulator) arrive(now sim.Time) {
	e.happen(now)
	e.world.engine.Pass(min(now, e.world.engine.End()))
}

// Observe gives what was measured, once, after the end of the run.
func (e *Emulator) Observe() metric.Observation {
	w := e.world
	end := w.engine.End()
	e.happen(end)
	w.fleet.Finish(end)
	w.dependency.Finish(end)
	w.ledger.Finish(end)
	return w.measures.Observe(int64(e.asked))
}

// happen takes all events that are due up to now.
func (e *Emulator) happen(now sim.Time) {
	for end := e.world.engine.End(); ; {
		if due := e.world.engine.Due(); due > now || due >= end {
			return
		}
		ev, _ := e.world.engine.Next()
		e.take(ev)
		e.settle(ev.At)
	}
}

// take takes one event; answers go out, and everything else as ever.
func (e *Emulator) take(ev sim.Event) {
	switch w := e.world; ev.Kind {
	case event.AnswerComes:
		e.deliver(ev.At, ev.Row)
	case event.ServiceEnds:
		if w.wanted(w.dependency.Lives(ev.Row, ev.Timer())) && w.dependency.ServiceEnds(ev.At, ev.Row) {
			e.deliver(ev.At, ev.Row)
		}
	default:
		w.handle(ev)
	}
}

// settle delivers the answers that come at once and lets children start and end.
func (e *Emulator) settle(now sim.Time) {
	for {
		if request, some := e.world.dependency.Answered(); some {
			e.deliver(now, request)
			continue
		}
		if !e.world.families.Waiting() {
			return
		}
		e.world.fleet.Obey(now, e.world.families.Next())
	}
}

func (e *Emulator) deliver(now sim.Time, request uint32) {
	r := e.world.dependency.Deliver(request)
	if r == nil {
		return
	}
	t := Ticket(r.Caller - 1)
	answer := Answer{Ticket: t, Outcome: r.Outcome, Told: r.Told()}
	if r.Outcome == policies.OK {
		answer.Times = e.world.dependency.Times(now, r)
	}
	e.answers = append(e.answers, answer)
	e.requests[t] = 0
}
