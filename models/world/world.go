package world

import (
	"context"
	"errors"
	"fmt"

	"herdcast/models/agent"
	"herdcast/models/client"
	"herdcast/models/dependency"
	"herdcast/models/dependency/fault"
	"herdcast/models/event"
	"herdcast/models/fact"
	"herdcast/models/family"
	"herdcast/models/ledger"
	"herdcast/models/metric"
	"herdcast/sim"
)

// Options are what one replication needs beside the spec.
type Options struct {
	Replication int           // numbered from 0
	Parts       []metric.Part // asked for by objectives
	Branches    []Branch
	Watch       func([]fact.Fact) // takes the facts in place of the measures; nil: the measures do
	Measured    bool              // the measures take them too
}

// Branch makes a run differ from the one without it in what is drawn after an
// instant, and in nothing before. Who replays a run up to an instant and branches there
// needs no copy of a world.
//
// The state at an instant is all that waits on the clock, and with it the draws still to
// come of calls under way: those of a call count as drawn when it is planned, however
// late they are looked at. They stay, and so does what is drawn once for a whole run:
// first starts, the phases of timetables, whom a fault concerns, and what breakers,
// limits and the ejection of outliers draw. Anew is what arrives, thinks, rests, is
// planned and called afterwards, and how long requests that still wait for a server
// will be served. As draws of different addresses are independent, and those that are
// replaced have decided nothing yet, a branch is distributed as the rest of a run is,
// given that state.
type Branch struct {
	After sim.Time
	Salt  uint64 // unlike those of other branches; 0 of the only one changes nothing
}

// World is one replication, ready to run.
type World struct {
	spec       *Spec
	options    Options
	engine     *sim.Engine
	recorder   *fact.Recorder
	ledger     *ledger.Ledger
	families   *family.Books
	dependency *dependency.Dependency
	wrapper    *client.Wrapper
	fleet      *agent.Fleet
	faults     []fault.Edge
	measures   *metric.Set
	fired      int64  // timeouts
	served     int64  // services ended
	touched    uint64 // keeps the reads of touch from being optimised away
}

// BrokenError is a conservation check that failed: a fault of the program, not
// of the scenario.
type BrokenError struct{ What string }

// Error says which check failed.
func (e *BrokenError) Error() string { return "conservation check failed: " + e.What }

// checked is how many events pass between two looks at the context.
const checked = 1 << 16

// Run simulates to the end. It answers ctx.Err() when interrupted, a
// *client.Standstill when time does not pass, a *BrokenError when a conservation
// check fails.
func (w *World) Run(ctx context.Context) error {
	for i, branch := range w.options.Branches {
		w.engine.At(branch.After+1, event.PathBranches, uint32(i)) // scheduled first, so it comes before all else of its instant
	}
	for i, edge := range w.faults {
		w.engine.At(edge.At, event.FaultTurns, uint32(i))
	}
	w.fleet.Begin()
	for n := uint(0); ; n++ {
		if n%checked == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		e, more := w.engine.Next()
		if !more {
			return w.finish()
		}
		now := e.At
		switch e.Kind {
		case event.TimeoutFires:
			if w.wanted(w.wrapper.Lives(e.Row, e.Timer())) {
				w.fired++
				w.settle(w.wrapper.TimeoutFires(now, e.Row))
			}
		case event.AnswerComes:
			w.deliver(now, e.Row)
		case event.ServiceEnds:
			if w.wanted(w.dependency.Lives(e.Row, e.Timer())) {
				w.served++
				if w.dependency.ServiceEnds(now, e.Row) {
					w.deliver(now, e.Row)
				}
			}
		case event.BackoffEnds:
			if w.wanted(w.wrapper.Lives(e.Row, e.Timer())) {
				w.settle(w.wrapper.BackoffEnds(now, e.Row))
			}
		default:
			w.handle(e)
		}
		for {
			if request, some := w.dependency.Answered(); some {
				w.deliver(now, request)
				continue
			}
			if !w.families.Waiting() {
				break
			}
			w.fleet.Obey(now, w.families.Next())
		}
		if w.wrapper.Guard.Stuck {
			return w.standstill()
		}
	}
}

// handle takes an event of any other kind than those of attempts, which are most
// and which Run takes itself.
func (w *World) handle(e sim.Event) {
	now := e.At
	switch e.Kind {
	case event.ThinkingEnds:
		if w.wanted(w.fleet.Lives(e.Row, e.Timer())) {
			w.fleet.ThinkingEnds(now, e.Row)
		}
	case event.ChildrenEnd:
		if w.wanted(w.wrapper.Lives(e.Row, e.Timer())) {
			w.settle(w.wrapper.ChildrenEnd(now, e.Row))
		}
	case event.RequestArrives:
		w.dependency.Arrive(now, e.Row)
	case event.AgentStarts:
		w.fleet.Starts(now, e.Row)
	case event.AgentArrives:
		w.fleet.Arrives(now, uint16(e.Row))
	case event.PermitGranted:
		if w.wanted(w.wrapper.Lives(e.Row, e.Timer())) {
			w.settle(w.wrapper.PermitGranted(now, e.Row))
		}
	case event.TurnComes:
		if w.wanted(w.wrapper.Lives(e.Row, e.Timer())) {
			w.settle(w.wrapper.TurnComes(now, e.Row))
		}
	case event.HopPasses:
		if w.wanted(w.wrapper.Lives(e.Row, e.Timer())) {
			w.settle(w.wrapper.HopPasses(now, e.Row))
		}
	case event.HopReturns:
		if w.wanted(w.wrapper.Lives(e.Row, e.Timer())) {
			w.settle(w.wrapper.HopReturns(now, e.Row))
		}
	case event.PatienceEnds:
		if w.wanted(w.wrapper.Lives(e.Row, e.Timer())) {
			w.settle(w.wrapper.PatienceEnds(now, e.Row))
		}
	case event.HedgeDue:
		if w.wanted(w.wrapper.Lives(e.Row, e.Timer())) {
			w.settle(w.wrapper.HedgeDue(now, e.Row))
		}
	case event.BudgetEnds:
		if w.wanted(w.fleet.Bound(e.Row, e.Timer())) {
			w.fleet.BudgetEnds(now, e.Row)
		}
	case event.EffectLands:
		if w.wanted(w.dependency.Lives(e.Row, e.Timer())) {
			w.dependency.EffectLands(now, e.Row)
		}
	case event.KeyExpires, event.LeaseEnds:
		if w.wanted(w.dependency.Wanted(e.Row, e.Timer())) {
			w.dependency.KeyEnds(now, e.Row)
		}
	case event.BreakerDue:
		w.wrapper.BreakerDue(now, e.Row)
	case event.ScalingLooks:
		w.dependency.ScalingLooks(now, e.Row)
	case event.ServersCome:
		w.dependency.ServersCome(now, e.Row)
	case event.FaultTurns:
		w.dependency.Turn(now, e.Row)
	case event.PathBranches:
		w.fleet.DrawAnew(w.options.Branches[e.Row].Salt)
		w.dependency.DrawAnew(w.options.Branches[e.Row].Salt)
	}
}

// wanted passes on whether an event is; a stale one is dropped.
func (w *World) wanted(lives bool) bool {
	if !lives {
		w.engine.Dropped()
	}
	return lives
}

// deliver hands an answer to the wrapper, and the call's end to the fleet.
func (w *World) deliver(now sim.Time, request uint32) {
	if answer := w.dependency.Deliver(request); answer != nil {
		w.settle(w.wrapper.Answer(now, answer))
	}
}

// settle takes what a step of the wrapper answers: the end of a call goes to the
// fleet.
func (w *World) settle(call uint32, ended bool) {
	if ended {
		w.fleet.CallEnded(w.engine.Now(), call)
	}
}

// lives tells the engine whether a scheduled event is still wanted.
func (w *World) lives(e sim.Event) bool {
	switch e.Kind {
	case event.ThinkingEnds:
		return w.fleet.Lives(e.Row, e.Timer())
	case event.TimeoutFires, event.BackoffEnds, event.PermitGranted, event.TurnComes, event.HopPasses, event.HopReturns, event.PatienceEnds, event.HedgeDue, event.ChildrenEnd:
		return w.wrapper.Lives(e.Row, e.Timer())
	case event.ServiceEnds, event.EffectLands:
		return w.dependency.Lives(e.Row, e.Timer())
	case event.BudgetEnds:
		return w.fleet.Bound(e.Row, e.Timer())
	case event.KeyExpires, event.LeaseEnds:
		return w.dependency.Wanted(e.Row, e.Timer())
	}
	return true
}

// touch reads the rows of events that are about to come, so that the memory they
// live in is near by then: first all rows that the events name, then what those
// rows lead to. Reads that do not wait for each other overlap.
func (w *World) touch(events []sim.Event) {
	read, freed := uint64(0), 0
	for i := range events {
		switch e := &events[i]; e.Kind {
		case event.ThinkingEnds, event.AgentStarts, event.BudgetEnds:
			read += w.fleet.Touch(e.Row)
		case event.TimeoutFires, event.BackoffEnds:
			read += w.wrapper.Touch(e.Row)
		case event.ServiceEnds:
			read += w.dependency.Touch(e.Row) + w.dependency.TouchWaiting(freed)
			freed++
		case event.AnswerComes, event.RequestArrives:
			read += w.dependency.Touch(e.Row)
		}
	}
	for i := range events {
		switch e := &events[i]; e.Kind {
		case event.TimeoutFires, event.BackoffEnds:
			if w.wrapper.Lives(e.Row, e.Timer()) {
				request, mayEnd := w.wrapper.TouchRequest(e.Row)
				read += request
				if mayEnd {
					read += w.touchEnd(e.Row)
				}
			}
		case event.ServiceEnds, event.AnswerComes, event.RequestArrives:
			if caller := w.dependency.Caller(e.Row); caller != 0 {
				read += w.wrapper.TouchCaller(caller-1) + w.touchEnd(caller-1)
			}
		}
	}
	w.touched += read
}

func (w *World) touchEnd(slot uint32) uint64 {
	read, agent := w.wrapper.TouchEnd(slot)
	return read + w.fleet.Touch(agent)
}

// Observe gives what was measured, after Run.
func (w *World) Observe() metric.Observation {
	return w.measures.Observe(w.fired + w.served + w.wrapper.Sent())
}

// Values gives what was measured of one part, after Run.
func (w *World) Values(p metric.Part) []metric.Value { return w.measures.Values(p) }

func (w *World) standstill() error {
	cohort, number := w.fleet.Who(w.wrapper.Guard.Row)
	return &client.Standstill{At: w.engine.Now(), Cohort: w.spec.Fleet[cohort].Name, Agent: number, Starts: w.wrapper.Guard.Starts()}
}

// finish books what is under way at the end, then checks that nothing was lost.
func (w *World) finish() error {
	end := w.engine.End()
	held, open := w.wrapper.Permits(), w.fleet.OpenPermits()
	orphans := w.families.Orphans()
	w.fleet.Finish(end)
	w.dependency.Finish(end)
	w.ledger.Finish(end)
	var broken []error
	if held != open {
		broken = append(broken, fmt.Errorf("%d permits are held, calls under way hold %d", held, open))
	}
	if !w.wrapper.BudgetsSound() {
		broken = append(broken, errors.New("a retry budget holds more than it can, or less than nothing"))
	}
	if orphans > 0 {
		broken = append(broken, fmt.Errorf("%d spawned agents live on after the end of the call that spawned them", orphans))
	}
	if !w.fleet.Balanced() {
		broken = append(broken, errors.New("a task that started has no end"))
	}
	if !w.dependency.AddsUp() {
		broken = append(broken, errors.New("the replicas do not add up to the dependency"))
	}
	if w.ledger.Landings() != w.dependency.Commits() {
		broken = append(broken, fmt.Errorf("%d effects landed, %d were committed", w.ledger.Landings(), w.dependency.Commits()))
	}
	broken = append(broken, w.measures.Check())
	if err := errors.Join(broken...); err != nil {
		return &BrokenError{What: err.Error()}
	}
	return nil
}
