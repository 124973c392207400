package client

import (
	"math/bits"

	"herdcast/models/dependency"
	"herdcast/models/fact"
	"herdcast/models/family"
	"herdcast/models/ledger"
	"herdcast/models/tool"
	"herdcast/policies"
	"herdcast/policies/fallback"
	"herdcast/policies/retry"
	"herdcast/policies/timeout"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// Wrapper runs every call of the world through its pipeline.
type Wrapper struct {
	engine     *sim.Engine
	recorder   *fact.Recorder
	dependency *dependency.Dependency
	ledger     *ledger.Ledger
	families   *family.Books
	Guard      Guard

	calls     []Call
	freeCalls []uint32
	slots     []slot // 2^shift for each call
	shift     uint
	notes     []note // likewise, only if some retry layer needs them
	noted     bool
	carried   []carried // likewise, only if there are hops
	paths     []path    // of hedge copies
	freePaths []uint32

	pipelines []*pipeline
	byPolicy  [][]uint16 // pipeline of each policy and tool
	tools     []toolRow
	timeouts  []timeout.Timeout
	retries   []retry.Retry
	hedges    []hedges
	fallbacks []fallback.Fallback
	budgets   []budgets
	breakers  []breakers
	limits    []limits
	rates     []rates
	throttles []throttles
	hops      []dist.Sampler
	outliers  []outliers
	spawns    bool // some tool spawns agents
	perCall   bool // some state is one call's, or one task's
	perTask   bool
	sent      int64
	key       sim.Key // of the draws that belong to no call
	outside   Outside
	visits    uint32
}

type toolRow struct {
	key      tool.Key
	effect   bool
	semantic float64
	plain    bool // no effect, no failures of its own
}

// New compiles the policies. Policy 0 is the empty pipeline; the others follow
// in the order of the scenario. through tells, by policy and tool, what is used:
// the rest is not compiled, for it would only make calls larger. If somebody makes
// calls outside, no layer is; else outside is nil.
func New(specs []Policy, tools []tool.Spec, through [][]bool, engine *sim.Engine, recorder *fact.Recorder, d *dependency.Dependency, books *ledger.Ledger, families *family.Books, key sim.Key, outside Outside) (*Wrapper, error) {
	w := &Wrapper{engine: engine, recorder: recorder, dependency: d, ledger: books, families: families, key: key, outside: outside}
	c := compiler{wrapper: w, engine: engine, shared: map[string]uint16{}, placed: map[string]uint16{}}
	for i := range tools {
		t := &tools[i]
		c.names = append(c.names, t.Name)
		w.spawns = w.spawns || t.Spawns != nil
		w.tools = append(w.tools, toolRow{key: t.Key, effect: t.Effect, semantic: float64(t.SemanticFailures),
			plain: !t.Effect && t.SemanticFailures == 0})
	}
	first := 0
	for number, p := range append([]Policy{{}}, specs...) {
		var row []uint16
		for t := range tools {
			if len(w.pipelines) > 0 && !through[number][t] {
				row = append(row, 0)
				continue
			}
			nodes, err := c.compile(&p, first, t, tools)
			if err != nil {
				return nil, err
			}
			row = append(row, uint16(len(w.pipelines)))
			w.pipelines = append(w.pipelines, nodes)
			w.shift = max(w.shift, uint(bits.Len8(nodes.size-1)))
		}
		w.byPolicy = append(w.byPolicy, row)
		first += len(p.Layers)
	}
	return w, nil
}

// Reserve makes room for calls under way at once, so that no table is copied
// while the world runs.
func (w *Wrapper) Reserve(calls int) {
	w.calls = make([]Call, 0, calls)
	w.slots = make([]slot, 0, calls<<w.shift)
}

// Allocate gives a row for a call.
func (w *Wrapper) Allocate() uint32 {
	if n := len(w.freeCalls); n > 0 {
		id := w.freeCalls[n-1]
		w.freeCalls = w.freeCalls[:n-1]
		return id
	}
	w.calls = append(w.calls, Call{})
	for range 1 << w.shift {
		w.slots = append(w.slots, slot{})
	}
	if w.noted {
		for range 1 << w.shift {
			w.notes = append(w.notes, note{})
		}
	}
	if len(w.hops) > 0 {
		for range 1 << w.shift {
			w.carried = append(w.carried, carried{})
		}
	}
	return uint32(len(w.calls) - 1)
}

// Call gives the row of a call; it moves when another is allocated.
func (w *Wrapper) Call(id uint32) *Call { return &w.calls[id] }

// Release gives a row back.
func (w *Wrapper) Release(id uint32) { w.freeCalls = append(w.freeCalls, id) }

// Start begins a call and tells whether it has ended at once, turned away by a
// local layer.
func (w *Wrapper) Start(now sim.Time, id uint32) (ended bool) {
	c := &w.calls[id]
	c.Started, c.Over, c.doubt, c.active, c.attempts, c.book = now, false, 0, 0, 0, 0
	c.path, c.times = path{mark: now}, dependency.Times{}
	if w.spawns { // else its line of memory need not be read
		c.spawned = 0
	}
	c.pipeline = w.byPolicy[c.Policy][c.Tool]
	t := &w.tools[c.Tool]
	c.semantic = w.misunderstood(c, c.Tool)
	if t.effect && c.Origin != fact.Verifying {
		c.book = w.ledger.Begin(c.Intent, c.Origin)
	}
	w.Guard.Start(now, c.Row)
	f := w.recorder.New()
	f.Kind, f.At, f.Agent, f.Cohort, f.Tool, f.Code, f.Measured = fact.CallStarted, now, c.Agent, c.Cohort, c.Tool, uint8(c.Origin), c.Measured
	return w.descend(now, c, w.baseOf(id), 0)
}

// misunderstood draws whether the arguments of a call are bad for a tool.
func (w *Wrapper) misunderstood(c *Call, tool uint16) bool {
	share := w.tools[tool].semantic
	return share > 0 && c.Meaning.Uniform(sim.PurposeSemantic, uint64(tool)) < share
}

// Abandon ends a call from above, at the end of its task.
func (w *Wrapper) Abandon(now sim.Time, id uint32) {
	c := &w.calls[id]
	w.cut(now, c, w.baseOf(id), 0, w.pipelines[c.pipeline].size, none)
	w.end(now, c, w.baseOf(id), policies.Abandoned)
}

// end surfaces the result of a call.
func (w *Wrapper) end(now sim.Time, c *Call, base uint32, outcome policies.Outcome) {
	c.Ended, c.Outcome, c.Over = now, outcome, true
	switch {
	case outcome == policies.OK:
		c.Class = fact.ClassOK
	case c.doubt&mayHaveLanded != 0:
		c.Class = fact.ClassUnknown
	case outcome == policies.Semantic:
		c.Class = fact.ClassSemantic
	default:
		c.Class = fact.ClassExhausted
	}
	w.emitCall(now, c, outcome)
	if c.book != 0 {
		w.ledger.Surface(now, c.book, c.Class)
		c.book = 0
	}
	if c.Origin == fact.Verifying && outcome == policies.OK && c.Intent != 0 {
		c.Truth = w.ledger.Landed(c.Intent)
	}
	if w.perCall {
		w.renew(now, policies.ScopeCall, w.idOf(base))
	}
}

func (w *Wrapper) emitCall(now sim.Time, c *Call, outcome policies.Outcome) {
	f := w.recorder.New()
	f.Kind, f.At, f.Agent, f.Cohort, f.Tool, f.Measured = fact.CallEnded, now, c.Agent, c.Cohort, c.Tool, c.Measured
	f.Outcome, f.Code, f.Span, f.N = outcome, uint8(c.Class), now.Sub(c.Started), int64(c.attempts)
	f.Flag = w.spawns && c.spawned > 0
}

// Finish books what is still under way at the end of the run.
func (w *Wrapper) Finish(now sim.Time, id uint32) {
	c := &w.calls[id]
	w.finish(now, c, w.baseOf(id))
	c.Ended = now
	w.emitCall(now, c, policies.Unfinished)
}

// Sent tells how many attempts were put on the wire.
func (w *Wrapper) Sent() int64 { return w.sent }

// baseOf gives the first slot of a call, idOf the call that slots belong to.
func (w *Wrapper) baseOf(id uint32) uint32 { return id << (w.shift % 32) }
func (w *Wrapper) idOf(at uint32) uint32   { return at >> (w.shift % 32) }

// Touch reads the rows of a slot and its call, so that they are near when the
// slot's event comes.
func (w *Wrapper) Touch(at uint32) uint64 {
	return uint64(w.slots[at].timer) + uint64(w.calls[w.idOf(at)].Draws)
}

// TouchCaller reads the same for the attempt that a request is: the slot of the
// layer above it is the next to be looked at.
func (w *Wrapper) TouchCaller(at uint32) uint64 {
	return uint64(w.slots[max(at, 1)-1].timer) + uint64(w.calls[w.idOf(at)].Draws)
}

// TouchRequest reads the request that a call waits for, once Touch has read the
// rows that tell which, and tells whether the call may end with the slot's event.
func (w *Wrapper) TouchRequest(at uint32) (read uint64, mayEnd bool) {
	c, base, n := w.placed(at)
	p := w.pipelines[c.pipeline]
	if innermost := p.at(p.size - 1); innermost.kind == wire && c.active&innermost.bit != 0 {
		read = w.dependency.Touch(w.requestOf(base, innermost))
	}
	layer := n
	if p.at(n).kind != retryLayer {
		layer = p.at(n).retry
	}
	return read, layer == none || w.retries[p.at(layer).setting].OnLastTry(&w.slots[base+uint32(layer)].memory)
}

// TouchEnd reads what the end of a call needs beside, and gives the row of its
// agent.
func (w *Wrapper) TouchEnd(at uint32) (read uint64, agent uint32) {
	c := &w.calls[w.idOf(at)]
	return uint64(c.Started), c.Row
}
