package world

import (
	"time"

	"herdcast/models/dependency"
	"herdcast/models/dependency/fault"
	"herdcast/models/event"
	"herdcast/models/fact"
	"herdcast/models/ledger"
	"herdcast/models/metric"
	"herdcast/policies"
	"herdcast/sim"
)

// Emulator is the dependency of a scenario with callers from outside: the very
// code that is simulated, at the pace of a clock that its owner reads. Instants
// are those since the start of the run and never go back; what would be due at the
// end of the run or later is not answered. It serves one goroutine.
type Emulator struct {
	engine     *sim.Engine
	recorder   *fact.Recorder
	ledger     *ledger.Ledger
	dependency *dependency.Dependency
	measures   *metric.Set
	draws      sim.Key
	asked      uint64
	requests   []uint32 // by ticket: the request, + 1; 0: the ticket is free
	free       []Ticket
	answers    []Answer
}

// Ticket names an attempt until it is answered or its caller leaves.
type Ticket uint32

// Attempt is what a caller puts on the wire.
type Attempt struct {
	Cohort   uint16 // place in Spec.Fleet
	Tool     uint16 // place in Spec.Tools
	Agent    uint32 // its number over all cohorts, and its process: who shares a quota
	Process  uint32
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

// NewEmulator builds the dependency of a checked spec. Parts are what Observe gives
// beside the whole, cohorts and tools.
func NewEmulator(spec *Spec, parts []metric.Part) *Emulator {
	end := sim.Time(spec.Run.Duration)
	root := sim.NewKey(spec.Run.Seed, 0)
	var tools []string
	var called []bool
	for i := range spec.Tools {
		tools, called = append(tools, spec.Tools[i].Name), append(called, true)
	}
	e := &Emulator{engine: sim.NewEngine(end), recorder: &fact.Recorder{}, draws: root.Named("emulator")}
	e.measures = metric.NewSet(frame(spec, tools, parts))
	e.measures.Attach(e.recorder)
	e.ledger = ledger.New(e.recorder)
	faults := fault.Compile(spec.Faults, tools, faultCohorts(spec.Fleet, root), spec.Dependency.Copies(), end)
	e.dependency = dependency.New(&spec.Dependency, spec.Tools, called, callers(spec.Fleet), sim.Time(spec.Run.Warmup),
		faults, e.engine, e.recorder, e.ledger)
	for i, edge := range faults.Edges {
		e.engine.At(edge.At, event.FaultTurns, uint32(i))
	}
	e.engine.Sweeper(e.lives)
	return e
}

// Recorder takes the facts that only callers know, in the order of their instants.
func (e *Emulator) Recorder() *fact.Recorder { return e.recorder }

// Ledger keeps the books of the callers' intents and calls with an effect.
func (e *Emulator) Ledger() *ledger.Ledger { return e.ledger }

// Due gives the instant at which Advance has something to do next, if nobody asks
// before; the end of the run if nothing is left.
func (e *Emulator) Due() sim.Time { return e.engine.Due() }

// Ask puts an attempt on the wire now, after all that is due up to now. The
// answer comes from Advance, perhaps at once.
func (e *Emulator) Ask(now sim.Time, a Attempt) Ticket {
	e.happen(now)
	e.engine.Pass(now)
	var t Ticket
	if n := len(e.free); n > 0 {
		t, e.free = e.free[n-1], e.free[:n-1]
	} else {
		e.requests = append(e.requests, 0)
		t = Ticket(len(e.requests) - 1)
	}
	id, r := e.dependency.Open()
	e.requests[t] = id + 1
	r.Draws, r.Caller, r.Number = e.draws.Child(e.asked), uint32(t)+1, a.Number
	r.Cohort, r.Tool, r.Role, r.Book = a.Cohort, a.Tool, a.Role, a.Book
	r.Row, r.Agent, r.Process, r.Key, r.Deadline, r.Replica = a.Agent, a.Agent, a.Process, a.Key, a.Deadline, 0
	e.asked++
	e.dependency.Send(now, id, r, a.Measured, a.Fails)
	e.deliverAll(now)
	return t
}

// Leave tells that the caller of a ticket waits no longer. The ticket is free then,
// unless it has been answered meanwhile: Advance still gives that answer.
func (e *Emulator) Leave(now sim.Time, t Ticket) {
	e.happen(now)
	if e.requests[t] == 0 {
		return
	}
	e.engine.Pass(now)
	e.dependency.Leave(now, e.requests[t]-1)
	e.requests[t] = 0
	e.free = append(e.free, t)
	e.deliverAll(now)
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

// Observe gives what was measured, once, after the end of the run.
func (e *Emulator) Observe() metric.Observation {
	end := e.engine.End()
	e.happen(end)
	e.dependency.Finish(end)
	e.ledger.Finish(end)
	return e.measures.Observe(int64(e.asked))
}

// happen takes all events that are due up to now.
func (e *Emulator) happen(now sim.Time) {
	for end := e.engine.End(); ; {
		if due := e.engine.Due(); due > now || due >= end {
			return
		}
		ev, _ := e.engine.Next()
		e.take(ev)
		e.deliverAll(ev.At)
	}
}

func (e *Emulator) take(ev sim.Event) {
	if !e.lives(ev) {
		e.engine.Dropped()
		return
	}
	switch now := ev.At; ev.Kind {
	case event.RequestArrives:
		e.dependency.Arrive(now, ev.Row)
	case event.ServiceEnds:
		if e.dependency.ServiceEnds(now, ev.Row) {
			e.deliver(now, ev.Row)
		}
	case event.EffectLands:
		e.dependency.EffectLands(now, ev.Row)
	case event.AnswerComes:
		e.deliver(now, ev.Row)
	case event.KeyExpires, event.LeaseEnds:
		e.dependency.KeyEnds(now, ev.Row)
	case event.FaultTurns:
		e.dependency.Turn(now, ev.Row)
	}
}

// lives tells whether an event is still wanted.
func (e *Emulator) lives(ev sim.Event) bool {
	switch ev.Kind {
	case event.ServiceEnds, event.EffectLands:
		return e.dependency.Lives(ev.Row, ev.Timer())
	case event.KeyExpires, event.LeaseEnds:
		return e.dependency.Wanted(ev.Row, ev.Timer())
	}
	return true
}

// deliverAll delivers the answers that come at once.
func (e *Emulator) deliverAll(now sim.Time) {
	for {
		request, some := e.dependency.Answered()
		if !some {
			return
		}
		e.deliver(now, request)
	}
}

func (e *Emulator) deliver(now sim.Time, request uint32) {
	r := e.dependency.Deliver(request)
	if r == nil {
		return
	}
	t := Ticket(r.Caller - 1)
	answer := Answer{Ticket: t, Outcome: r.Outcome, Told: r.Told()}
	if r.Outcome == policies.OK {
		answer.Times = e.dependency.Times(now, r)
	}
	e.answers = append(e.answers, answer)
	e.requests[t] = 0
}
