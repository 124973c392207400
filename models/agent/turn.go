package agent

import (
	"time"

	"herdcast/models/arrival"
	"herdcast/models/event"
	"herdcast/models/fact"
	"herdcast/sim"
)

// think begins the next turn of a task: an inserted one if calls wait to be made
// again, else a planned one.
func (f *Fleet) think(now sim.Time, id uint32) {
	r := &f.rows[id]
	c := &f.cohorts[r.cohort]
	b := f.budget(id, c)
	if int64(r.turn)+int64(r.extra) >= b.turns {
		f.drop(now, id)
		f.end(now, id, fact.TaskOutOfTurns)
		return
	}
	if b.tokens < endless {
		if f.memories[id].spent >= b.tokens {
			f.drop(now, id)
			f.end(now, id, fact.TaskOutOfTokens)
			return
		}
		f.memories[id].spent += c.perTurn
	}
	kind := fact.TurnPlanned
	if r.calls == 0 {
		r.turn++
		r.inserted = 0
		r.flags &^= again | repeats
	} else {
		r.inserted++
		r.extra++
		r.flags |= again
		kind = fact.TurnInserted
		if r.flags&repeats != 0 {
			kind = fact.TurnRepeats
		}
	}
	r.began, r.state = now, thinking
	x := f.recorder.New()
	x.Kind, x.At, x.Cohort, x.Agent, x.Measured, x.Code, x.N = fact.TurnStarted, now, r.cohort, r.number, r.flags&measured != 0, uint8(kind), c.perTurn
	wait := c.think.Duration(r.taskKey().Child(uint64(r.turn)), sim.PurposeThink, uint64(r.inserted))
	r.timer = f.engine.After(wait, event.ThinkingEnds, id)
}

// ThinkingEnds starts the calls of the turn, all within this event.
func (f *Fleet) ThinkingEnds(now sim.Time, id uint32) {
	r := &f.rows[id]
	r.timer, r.state = 0, calling
	if r.flags&repeats == 0 {
		f.spend(now, r, fact.Think, now.Sub(r.began))
	}
	if r.calls == 0 {
		f.plan(now, id)
	}
	r = &f.rows[id]
	if r.calls == 0 {
		f.wrapper.Guard.Start(now, id) // a turn without calls must let time pass too
		f.endTurn(now, id)
		return
	}
	r.open = 0
	for call := r.calls; call != 0; call = f.wrapper.Call(call - 1).Next {
		r.open++
	}
	for call := r.calls; call != 0; call = f.wrapper.Call(call - 1).Next {
		if f.wrapper.Start(now, call-1) {
			f.countResult(now, r, call-1)
			r.open--
		}
	}
	if r.open == 0 {
		f.endTurn(now, id)
	}
}

// plan makes the calls of a planned turn.
func (f *Fleet) plan(now sim.Time, id uint32) {
	r := &f.rows[id]
	c := &f.cohorts[r.cohort]
	turn := r.taskKey().Child(uint64(r.turn))
	count := 0
	if c.script != nil {
		count = len(c.script[r.turn-1])
	} else {
		count = int(c.calls.Count(turn, sim.PurposeCalls, 0))
	}
	wallClock := f.budget(id, c).wallClock
	last := uint32(0)
	for place := range count {
		call := f.wrapper.Allocate()
		p := f.wrapper.Call(call)
		intent := turn.Child(uint64(place))
		p.Draws = intent.Child(0).Child(0)
		p.Row, p.Agent, p.Cohort, p.Process = id, r.number, r.cohort, c.first+r.number%c.processes
		p.Measured = r.flags&measured != 0
		p.Turn, p.Place, p.Repeats, p.Adapts, p.Next, p.Intent = uint32(r.turn), uint32(place), 0, 0, 0, 0
		p.Origin = fact.Planned
		if c.script != nil {
			p.Tool = c.script[r.turn-1][place]
		} else {
			p.Tool = c.tool(turn, place)
		}
		p.Meaning = f.arguments(id, intent, p.Tool)
		p.Wanted, p.Policy = p.Tool, c.policy[p.Tool]
		p.Deadline = sim.Never
		if wallClock > 0 {
			p.Deadline = r.started.Add(wallClock)
		}
		if t := &f.tools[p.Tool]; t.effect {
			p.Intent = f.ledger.Want(now, r.cohort, p.Tool, r.number, t.natural, p.Measured)
		}
		if last == 0 {
			r.calls = call + 1
		} else {
			f.wrapper.Call(last - 1).Next = call + 1
		}
		last = call + 1
	}
}

// CallEnded takes the end of one call; the turn ends when its last call has.
func (f *Fleet) CallEnded(now sim.Time, call uint32) {
	id := f.wrapper.Call(call).Row
	r := &f.rows[id]
	f.countResult(now, r, call)
	if r.open--; r.open == 0 {
		f.endTurn(now, id)
	}
}

func (f *Fleet) countResult(now sim.Time, r *row, call uint32) {
	c, p := &f.cohorts[r.cohort], f.wrapper.Call(call)
	if n := c.perResult[p.Tool]; n != 0 {
		f.spendTokens(now, r, n)
		if f.budget(p.Row, c).tokens < endless {
			f.memories[p.Row].spent += n
		}
	}
}

// endTurn books the turn's time, lets the model react to each failed call, and
// goes on with what follows.
func (f *Fleet) endTurn(now sim.Time, id uint32) {
	f.bookTurn(now, &f.rows[id])
	given := f.react(now, id)
	r := &f.rows[id]
	switch {
	case given:
		f.drop(now, id)
		f.end(now, id, fact.TaskFailed)
	case r.calls != 0 || r.turn < r.planned:
		f.think(now, id)
	case r.flags&degraded != 0:
		f.end(now, id, fact.TaskDegraded)
	default:
		f.end(now, id, fact.TaskSucceeded)
	}
}

// bookTurn gives the time of the calls of a turn to the categories of the call
// that ended last (of several the first), or all of the turn to repeating.
func (f *Fleet) bookTurn(now sim.Time, r *row) {
	if r.flags&repeats != 0 {
		f.spend(now, r, fact.WastedTurns, now.Sub(r.began))
		return
	}
	critical := uint32(0)
	for call := r.calls; call != 0; call = f.wrapper.Call(call - 1).Next {
		if critical == 0 || f.wrapper.Call(call-1).Ended > f.wrapper.Call(critical-1).Ended {
			critical = call
		}
	}
	if critical == 0 {
		return
	}
	went := f.wrapper.Spans(critical - 1)
	f.spend(now, r, fact.Service, went.Service)
	f.spend(now, r, fact.Queue, went.Queue)
	f.spend(now, r, fact.Network, went.Network)
	f.spend(now, r, fact.Backoff, went.Backoff)
	f.spend(now, r, fact.Limit, went.Limit)
	f.spend(now, r, fact.FailedAttempts, went.Failed)
	f.spend(now, r, fact.Children, went.Children)
}

// BudgetEnds ends a task at the end of its wall clock.
func (f *Fleet) BudgetEnds(now sim.Time, id uint32) {
	f.bounds[id] = 0
	f.stop(now, id)
	f.drop(now, id)
	f.end(now, id, fact.TaskOutOfTime)
}

// stop cuts what a task is doing and books its time.
func (f *Fleet) stop(now sim.Time, id uint32) {
	r := &f.rows[id]
	if r.state == thinking {
		r.timer = 0
		f.engine.Forget()
		category := fact.Think
		if r.flags&repeats != 0 {
			category = fact.WastedTurns
		}
		f.spend(now, r, category, now.Sub(r.began))
		return
	}
	for call := r.calls; call != 0; call = f.wrapper.Call(call - 1).Next {
		if !f.wrapper.Call(call - 1).Over {
			f.wrapper.Abandon(now, call-1)
			f.countResult(now, r, call-1)
		}
	}
	r.open = 0
	f.bookTurn(now, r)
}

// drop lets go of the calls that a task still has, and of their intents.
func (f *Fleet) drop(now sim.Time, id uint32) {
	r := &f.rows[id]
	for call := r.calls; call != 0; {
		p := f.wrapper.Call(call - 1)
		next := p.Next
		if p.Intent != 0 {
			f.ledger.Release(now, p.Intent)
		}
		f.wrapper.Release(call - 1)
		call = next
	}
	r.calls = 0
}

// end ends a task and schedules the agent's next.
func (f *Fleet) end(now sim.Time, id uint32, how fact.TaskEnd) {
	r := &f.rows[id]
	c := &f.cohorts[r.cohort]
	if f.bounded && f.bounds[id] != 0 {
		f.bounds[id] = 0
		f.engine.Forget()
	}
	f.emitEnd(now, id, how)
	if tokens := f.budget(id, c).tokens; tokens > 0 && tokens < endless {
		x := f.recorder.New()
		x.Kind, x.At, x.Cohort, x.Agent, x.Measured = fact.TokensUsed, now, r.cohort, r.number, r.flags&measured != 0
		x.N, x.Span = f.memories[id].spent, time.Duration(tokens)
	}
	f.wrapper.EndTask(now, id)
	f.ended++
	r.state = idle
	r.task++
	if c.flow != nil || c.child {
		f.wrapper.EndAgent(now, id)
		f.free = append(f.free, id)
		f.wrapper.Guard.End(now, id)
		if c.child {
			f.leaveFamily(now, id, how)
		}
		return
	}
	if int64(r.task) >= c.tasks {
		return
	}
	if c.every == 0 {
		f.engine.After(c.rest.Duration(r.key, sim.PurposeRest, uint64(r.task)), event.AgentStarts, id)
		return
	}
	offset := c.phase.Offset(c.every, int(r.number), c.agents, r.key^sim.Key(c.anew)) // drawn once for all tasks
	next := arrival.Due(offset, c.every, r.started)
	f.engine.At(max(next, now), event.AgentStarts, id)
}

func (f *Fleet) emitEnd(now sim.Time, id uint32, how fact.TaskEnd) {
	r := &f.rows[id]
	x := f.recorder.New()
	x.Kind, x.At, x.Cohort, x.Agent, x.Measured, x.Code = fact.TaskEnded, now, r.cohort, r.number, r.flags&measured != 0, uint8(how)
	x.Span, x.N = now.Sub(r.started), int64(f.budget(id, &f.cohorts[r.cohort]).wallClock)
}

// Finish books every task that is still running at the end of the run.
func (f *Fleet) Finish(now sim.Time) {
	for id := range f.rows {
		r := &f.rows[id]
		switch r.state {
		case thinking:
			category := fact.Think
			if r.flags&repeats != 0 {
				category = fact.WastedTurns
			}
			f.spend(now, r, category, now.Sub(r.began))
		case calling:
			for call := r.calls; call != 0; call = f.wrapper.Call(call - 1).Next {
				if !f.wrapper.Call(call - 1).Over {
					f.wrapper.Finish(now, call-1)
				}
			}
			f.bookTurn(now, r)
		default:
			continue
		}
		f.emitEnd(now, uint32(id), fact.TaskUnfinished)
		f.ended++
	}
}

// OpenPermits tells how many permits the calls under way hold.
func (f *Fleet) OpenPermits() (held int) {
	for id := range f.rows {
		if f.rows[id].state != calling {
			continue
		}
		for call := f.rows[id].calls; call != 0; call = f.wrapper.Call(call - 1).Next {
			if !f.wrapper.Call(call - 1).Over {
				held += f.wrapper.OpenPermits(call - 1)
			}
		}
	}
	return held
}

// Balanced tells whether every task that started has ended.
func (f *Fleet) Balanced() bool { return f.started == f.ended }
