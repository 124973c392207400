package agent

import (
	"slices"
	"time"

	"herdcast/models/arrival"
	"herdcast/models/client"
	"herdcast/models/event"
	"herdcast/models/fact"
	"herdcast/models/family"
	"herdcast/models/ledger"
	"herdcast/models/tool"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// Fleet is every agent of the world: one row each.
type Fleet struct {
	engine   *sim.Engine
	recorder *fact.Recorder
	wrapper  *client.Wrapper
	ledger   *ledger.Ledger
	families *family.Books
	warmup   sim.Time

	cohorts   []cohort
	tools     []toolRow
	rows      []row
	bounds    []sim.Timer // ends of the agents' wall clocks, if any cohort has one
	bounded   bool
	memories  []memory // if any cohort needs them
	remembers bool
	inherited []budget // what children may spend, by agent
	free      []uint32
	ended     int64 // tasks, for the conservation check
	started   int64
}

type toolRow struct {
	effect   bool
	natural  bool
	verifyBy uint16
	verifies bool
	spawns   uint16 // the cohort that its calls start agents of, if any
	count    dist.Sampler
	needs    tool.Needs
}

// row is one agent and its running task: 64 bytes, one cache line.
type row struct {
	key      sim.Key   // the agent's address
	started  sim.Time  // of the task
	began    sim.Time  // of the turn
	timer    sim.Timer // of thinking
	number   uint32    // of the agent in its cohort
	task     uint32    // number of the running task
	calls    uint32    // first call of the turn, + 1
	inserted uint32    // turns inserted after the planned one
	extra    uint32    // turns inserted in all
	planned  uint16    // planned turns of the task
	turn     uint16    // planned turns begun
	open     uint16    // calls under way
	cohort   uint16
	state    state
	flags    flags
}

type state uint8

const (
	idle state = iota // no task
	thinking
	calling
)

type flags uint8

const (
	measured flags = 1 << iota // the task started at or after the end of warm-up
	degraded                   // some intent was given up
	repeats                    // the turn only re-issues
	again                      // the turn is an inserted one
)

// New builds the fleet; policies are numbers by name, 0 the empty pipeline.
func New(specs []Spec, tools []tool.Spec, policies map[string]uint16, loads []arrival.Span, warmup sim.Time, engine *sim.Engine, recorder *fact.Recorder, wrapper *client.Wrapper, books *ledger.Ledger, families *family.Books, root sim.Key) *Fleet {
	f := &Fleet{engine: engine, recorder: recorder, wrapper: wrapper, ledger: books, families: families, warmup: warmup}
	for i := range tools {
		t := toolRow{effect: tools[i].Effect, natural: tools[i].Natural}
		for v := range tools {
			if tools[i].VerifyBy != "" && tools[v].Name == tools[i].VerifyBy {
				t.verifyBy, t.verifies = uint16(v), true
			}
		}
		if s := tools[i].Spawns; s != nil {
			t.spawns = uint16(slices.IndexFunc(specs, func(c Spec) bool { return c.Name == s.Cohort }))
			t.count, t.needs = s.Count.Compile(), s.Needs
		}
		f.tools = append(f.tools, t)
	}
	agents, processes := 0, uint32(0)
	for i := range specs {
		c := compileCohort(&specs[i], tools, policies, loads, engine, root)
		c.first, c.row = processes, uint32(agents)
		processes += c.processes
		agents += c.agents
		f.bounded = f.bounded || c.budget.wallClock > 0
		f.remembers = f.remembers || c.budget.tokens < endless || c.sameArgs > 0
		f.cohorts = append(f.cohorts, c)
	}
	f.rows = make([]row, agents)
	if f.bounded {
		f.bounds = make([]sim.Timer, agents)
	}
	if f.remembers {
		f.memories = make([]memory, agents)
	}
	return f
}

// Begin schedules the first task of every persistent agent and the first arrival
// of every stream.
func (f *Fleet) Begin() {
	for i := range f.cohorts {
		c := &f.cohorts[i]
		if c.flow != nil {
			f.schedule(uint16(i))
			continue
		}
		for a := range c.agents {
			id := c.row + uint32(a)
			r := &f.rows[id]
			r.key, r.number, r.cohort = c.key.Child(uint64(a)), uint32(a), uint16(i)
			first := c.start.First(a, c.agents, r.key)
			if c.every > 0 {
				first = c.phase.Offset(c.every, a, c.agents, r.key)
			}
			f.engine.At(first, event.AgentStarts, id)
			f.wrapper.Guard.Agents++
		}
	}
}

// schedule puts the next arrival of a stream on the clock.
func (f *Fleet) schedule(cohort uint16) {
	if _, at, ok := f.cohorts[cohort].flow.Next(); ok && at < f.engine.End() {
		f.engine.At(at, event.AgentArrives, uint32(cohort))
	}
}

// Arrives makes a new agent with one task.
func (f *Fleet) Arrives(now sim.Time, cohort uint16) {
	c := &f.cohorts[cohort]
	f.Starts(now, f.bear(cohort, c.key.Child(uint64(c.born))))
	f.schedule(cohort)
}

// bear makes an agent, the next of its cohort, whose draws lie below key.
func (f *Fleet) bear(cohort uint16, key sim.Key) uint32 {
	c := &f.cohorts[cohort]
	number := c.born
	c.born++
	var id uint32
	if n := len(f.free); n > 0 {
		id, f.free = f.free[n-1], f.free[:n-1]
	} else {
		f.rows = append(f.rows, row{})
		if f.bounded {
			f.bounds = append(f.bounds, 0)
		}
		if f.remembers {
			f.memories = append(f.memories, memory{})
		}
		id = uint32(len(f.rows) - 1)
	}
	f.rows[id] = row{key: key, number: number, cohort: cohort}
	f.wrapper.Guard.Agents++
	return id
}

// Starts begins an agent's next task.
func (f *Fleet) Starts(now sim.Time, id uint32) {
	r := &f.rows[id]
	c := &f.cohorts[r.cohort]
	r.started, r.turn, r.inserted, r.extra, r.open, r.calls, r.flags = now, 0, 0, 0, 0, 0, 0
	if now >= f.warmup {
		r.flags = measured
	}
	if c.script != nil {
		r.planned = uint16(len(c.script))
	} else {
		r.planned = uint16(min(max(1, c.turns.Count(r.taskKey(), sim.PurposeTurns, 0)), mostTurns))
	}
	if f.remembers {
		f.memories[id].forget(len(f.tools))
	}
	f.started++
	f.emit(fact.TaskStarted, now, r)
	if own := c.budget.wallClock; own > 0 && f.budget(id, c).wallClock == own { // else that of who spawned it ends earlier, and cuts it
		f.bounds[id] = f.engine.Along(c.lane, event.BudgetEnds, id)
	}
	f.think(now, id)
}

// mostTurns bounds the planned turns of a task.
const mostTurns = 1<<16 - 1

// taskKey is the address of the running task.
func (r *row) taskKey() sim.Key { return r.key.Child(uint64(r.task)) }

func (f *Fleet) emit(kind fact.Kind, now sim.Time, r *row) {
	x := f.recorder.New()
	x.Kind, x.At, x.Cohort, x.Agent, x.Measured = kind, now, r.cohort, r.number, r.flags&measured != 0
}

// spend books a span of the task's time.
func (f *Fleet) spend(now sim.Time, r *row, category fact.Category, span time.Duration) {
	if span != 0 {
		f.emitSpent(now, r, category, span)
	}
}

func (f *Fleet) emitSpent(now sim.Time, r *row, category fact.Category, span time.Duration) {
	x := f.recorder.New()
	x.Kind, x.At, x.Cohort, x.Agent, x.Measured, x.Code, x.Span = fact.Spent, now, r.cohort, r.number, r.flags&measured != 0, uint8(category), span
}

func (f *Fleet) spendTokens(now sim.Time, r *row, n int64) {
	x := f.recorder.New()
	x.Kind, x.At, x.Cohort, x.Agent, x.Measured, x.N, x.Flag = fact.Tokens, now, r.cohort, r.number, r.flags&measured != 0, n, r.flags&repeats != 0
}

// Lives tells whether the end of thinking of an agent is still wanted; Bound the
// end of its wall clock.
func (f *Fleet) Lives(id uint32, timer sim.Timer) bool { return f.rows[id].timer == timer }

// Bound tells whether the end of an agent's wall clock is still wanted.
func (f *Fleet) Bound(id uint32, timer sim.Timer) bool { return f.bounds[id] == timer }

// Agents tells how many persistent agents there are.
func (f *Fleet) Agents() int { return len(f.rows) }

// Touch reads an agent's row, so that it is near when its event comes.
func (f *Fleet) Touch(id uint32) uint64 { return uint64(f.rows[id].key) }

// Who names an agent.
func (f *Fleet) Who(id uint32) (cohort uint16, number uint32) {
	return f.rows[id].cohort, f.rows[id].number
}
