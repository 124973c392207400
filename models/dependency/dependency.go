package dependency

import (
	"time"

	"herdcast/models/dependency/fault"
	"herdcast/models/event"
	"herdcast/models/fact"
	"herdcast/models/ledger"
	"herdcast/models/tool"
	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// Dependency is one running dependency: its requests, servers and stores.
type Dependency struct {
	engine   *sim.Engine
	recorder *fact.Recorder
	ledger   *ledger.Ledger
	faults   *fault.Active

	requests   []Request
	spare      uint32 // the first row to be used again, + 1
	answered   uint32 // the request whose answer comes next, + 1; 0: none
	tools      []toolRow
	replicas   []replica
	sole       *replica // if there is but one
	balancer   balancer
	busy       int64 // servers of all replicas
	waiting    int64 // requests in all queues
	stays      []stay
	slows      *slows
	rows       []uint32 // effects landed on each row of optimistic tools
	discipline discipline
	long       int64 // waiting ones beyond which newestWhenLong serves the newest
	cohorts    []Cohort
	sheds      bool  // some whose turn it is are turned away
	room       int64 // requests that may wait in a queue
	cancels    bool  // work whose caller is gone is cancelled
	full       policies.Outcome
	fullTold   time.Duration
	quotas     []quota

	delay        dist.Sampler
	instant      bool // no network delay
	loseRequests float64
	loseReplies  float64
	reset        float64

	apart         bool // it looks at who sends a request, at its key or its deadline
	dropsExpired  bool
	special       bool   // services are more than begun and ended: slowed, shared, counted
	begun         uint32 // services, counted if special
	keyed         bool   // some tool sends keys
	keys          keyStore
	keysAtDoor    bool
	reserveAtEnd  bool
	progressWaits bool
	doneConflicts bool
	leases        bool
	leaseLane     sim.Lane
	retentionLane sim.Lane
	commits       int64
}

type toolRow struct {
	service dist.Sampler
	lands   float64 // share of the service after which the effect lands
	weight  int64
	tokens  []int64 // of its result, by cohort
	row     uint32  // that its effects land on if it is optimistic, + 1
}

// Cohort is what a dependency knows of a cohort.
type Cohort struct {
	Priority  int64 // 9 goes first
	PerResult int64 // tokens of a result whose tool says none
}

// New builds a dependency that has served nobody yet. called tells which tools are
// called at all.
func New(s *Spec, tools []tool.Spec, called []bool, cohorts []Cohort, warmup sim.Time, faults *fault.Active, engine *sim.Engine, recorder *fact.Recorder, books *ledger.Ledger) *Dependency {
	d := &Dependency{
		engine: engine, recorder: recorder, ledger: books, faults: faults,
		room:    int64(s.Queue.Max),
		cancels: s.Abandoned == "cancel", delay: s.Network.Delay.Compile(),
		loseRequests: float64(s.Network.LoseRequests), loseReplies: float64(s.Network.LoseReplies), reset: float64(s.Network.Reset),
		keysAtDoor: s.Keys.At == "door", reserveAtEnd: s.Keys.Reserve == "end",
		progressWaits: s.Keys.InProgress == "wait", doneConflicts: s.Keys.Done == "conflict",
	}
	constant, same := d.delay.Constant()
	d.instant = same && constant == 0
	d.full, _ = policies.OutcomeNamed(string(s.Full.Status))
	if s.Full.Hint.Fixed != nil {
		d.fullTold = *s.Full.Hint.Fixed
	}
	for i, t := range tools {
		row := toolRow{service: s.Service.Compile(), lands: float64(t.Lands), weight: t.Weight}
		if t.Service != nil {
			row.service = t.Service.Compile()
		}
		for _, c := range cohorts {
			row.tokens = append(row.tokens, t.TokensOr(c.PerResult))
		}
		d.tools = append(d.tools, row)
		if called[i] && t.Key != tool.KeyNone {
			d.keyed = true
			d.retentionLane = engine.Lane(s.Keys.Retention)
			if s.Keys.Lease != nil {
				d.leases, d.leaseLane = true, engine.Lane(*s.Keys.Lease)
			}
		}
	}
	for i := range s.Quota {
		d.quotas = append(d.quotas, *newQuota(&s.Quota[i]))
	}
	if s.Slows != nil && s.Slows.At != nil {
		d.slows = newSlows(s.Slows)
	}
	d.setRows(tools)
	d.dropsExpired = s.Expired == "drop"
	d.setOrder(&s.Queue.Order, cohorts)
	d.setReplicas(s, warmup)
	d.apart = d.keyed || len(d.quotas) > 0 || d.dropsExpired || d.discipline == byDeadline || faults.Sticky() || d.sole == nil
	d.special = d.slows != nil || s.Sharing == "processor" || s.WarmUp != nil || s.Autoscale != nil || d.rows != nil || faults.Restarts()
	return d
}

// Reserve makes room for requests under way at once, so that the table is not
// copied while the world runs.
func (d *Dependency) Reserve(requests int) { d.requests = make([]Request, 0, requests) }

// Touch reads a request's row, so that it is near when its event comes.
func (d *Dependency) Touch(id uint32) uint64 { return uint64(d.requests[id].arrived) }

// TouchWaiting reads the row of the request that has n others before it in the
// queue of the only replica, if there is one.
func (d *Dependency) TouchWaiting(n int) uint64 {
	if d.sole == nil {
		return 0
	}
	queue := &d.sole.queue
	if at := queue.taken + n; at < len(queue.ids) {
		return uint64(d.requests[queue.ids[at]].arrived)
	}
	return 0
}

// Caller gives the slot that waits for a request, + 1; 0: none.
func (d *Dependency) Caller(id uint32) uint32 { return d.requests[id].Caller }

// TellsApart tells whether the dependency looks at who sends a request, at its key
// or its deadline.
func (d *Dependency) TellsApart() bool { return d.apart }

// Open gives a row for a request; what its caller says must be filled in before
// Send. The pointer holds until the next row is opened.
func (d *Dependency) Open() (uint32, *Request) {
	id := d.allocate()
	return id, &d.requests[id]
}

// Send puts a request, the one just opened, on the wire; fails tells that it will
// be answered as a failure for what it asks. It tells whether the answer comes
// once the present event has been dealt with, before anything else.
func (d *Dependency) Send(now sim.Time, id uint32, r *Request, counts, fails bool) (answered bool) {
	r.Outcome, r.state, r.flags, r.timer = policies.OK, travelling, 0, 0
	if fails {
		r.flags |= semantic
	}
	if counts {
		r.flags |= measured
	}
	if d.keyed {
		r.entry = 0
	}
	if r.Book != 0 {
		d.ledger.Hold(r.Book)
	}
	if d.loseRequests > 0 && r.Draws.Uniform(sim.PurposeLoseRequest, uint64(r.Number)) < d.loseRequests {
		r.state = silent
		return false
	}
	wait := time.Duration(0)
	if !d.instant {
		r.sent = now
		wait = d.delay.Duration(r.Draws, sim.PurposeSend, uint64(r.Number))
	}
	if wait == 0 {
		d.Arrive(now, id)
		return d.answered == id+1
	}
	d.engine.After(wait, event.RequestArrives, id)
	return false
}

// Leave tells that the caller of a request no longer waits for it.
func (d *Dependency) Leave(now sim.Time, id uint32) {
	r := &d.requests[id]
	r.Caller = 0
	switch r.state {
	case silent, settled:
		d.free(id)
	case waiting:
		if d.cancels {
			r.state = cancelled
			at := d.replicaOf(r)
			d.queueGrows(now, at, -1)
			d.settleKey(now, id)
			if d.discipline != oldestFirst {
				d.tidy(at)
			}
		}
	case waitingForKey:
		if d.cancels {
			r.state = cancelled
		}
	case serving:
		if d.cancels {
			d.cancel(now, id)
		}
	}
}

// Request gives the row of a request that its caller still waits for.
func (d *Dependency) Request(id uint32) *Request { return &d.requests[id] }

// Turn takes an edge of a fault.
func (d *Dependency) Turn(now sim.Time, edge uint32) {
	d.faults.Turn(edge)
	for i := range d.replicas {
		at := &d.replicas[i]
		if at.warming != nil && d.faults.Cools(edge, i) {
			at.warming.left = at.warming.successes
		}
		d.setCapacity(now, at)
	}
	if lost, restarts := d.faults.Restart(edge); restarts {
		d.restart(now, lost)
	}
	for i := range d.replicas {
		d.fill(now, &d.replicas[i])
	}
}

// Commits tells how many effects have been committed.
func (d *Dependency) Commits() int64 { return d.commits }

// Finish books what is still in service at the end of the run.
func (d *Dependency) Finish(now sim.Time) {
	for id := range d.requests {
		if r := &d.requests[id]; r.state == serving {
			d.emitService(now, d.replicaOf(r), uint32(id), r.Caller == 0)
		}
	}
}

// queueGrows notes that so many more wait in the queue of a replica.
func (d *Dependency) queueGrows(now sim.Time, at *replica, by int64) {
	at.waiting += by
	d.waiting += by
	f := d.recorder.New()
	f.Kind, f.At, f.N = fact.QueueChanged, now, d.waiting
}
