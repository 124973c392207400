package dependency

import (
	"math"
	"time"

	"herdcast/models/event"
	"herdcast/models/fact"
	"herdcast/models/ledger"
	"herdcast/policies"
	"herdcast/sim"
)

// What a look-up in the key store answers at once.
const (
	conflict = policies.Conflict
	answered = policies.OK
)

// begin takes a request to a server; a keyed one may be answered at once.
func (d *Dependency) begin(now sim.Time, at *replica, id uint32) {
	r := &d.requests[id]
	if d.keyed && !d.keysAtDoor && r.Key != 0 && r.entry == 0 && !d.lookUp(now, id) {
		return
	}
	r = &d.requests[id]
	took := r.service
	if !d.faults.Calm() {
		asked := d.asked(r)
		took = d.faults.Slowed(took, &asked)
	}
	if d.special {
		took = d.prepare(now, at, id, took)
	}
	r.state, r.began = serving, now
	r.flags |= served
	at.busy++
	shared := d.special && at.sharing != nil
	if !shared || at.busy <= at.servers {
		d.busy++
	}
	f := d.recorder.New()
	f.Kind, f.At, f.Cohort, f.Tool, f.Measured, f.Span, f.N = fact.ServiceBegan, now, r.Cohort, r.Tool, r.flags&measured != 0, now.Sub(r.arrived), d.busy
	if shared {
		d.share(now, at, id, took)
		return
	}
	end := now.Add(took)
	if lands := d.tools[r.Tool].lands; lands < 1 && r.Book != 0 && r.flags&semantic == 0 {
		landing := now.Add(time.Duration(math.Round(float64(float64(took) * lands))))
		if landing == now {
			d.commit(now, id)
		} else if landing < end {
			r.left = end // kept here until the commit has passed
			r.timer = d.engine.At(landing, event.EffectLands, id)
			return
		}
	}
	r.timer = d.engine.At(end, event.ServiceEnds, id)
}

// prepare gives the time of a service that begins now, and notes its place among
// all for restarts, and what has landed on its row.
func (d *Dependency) prepare(now sim.Time, at *replica, id uint32, took time.Duration) time.Duration {
	r := &d.requests[id]
	d.begun++
	if at.scaling != nil {
		at.scaling.advance(now, at)
	}
	r.next = d.begun // it stands in no list
	if row := d.tools[r.Tool].row; row != 0 {
		r.seen = d.rows[row-1]
	}
	if d.slows != nil {
		return d.slows.slowed(took, at.busy+1)
	}
	return took
}

// EffectLands is the commit point of a request before the end of its service.
func (d *Dependency) EffectLands(now sim.Time, id uint32) {
	r := &d.requests[id]
	d.commit(now, id)
	if at := d.replicaOf(r); at.sharing != nil {
		r.timer = 0
		at.sharing.goOn(now, id)
		d.plan(now, at.sharing)
		return
	}
	r.timer = d.engine.At(r.left, event.ServiceEnds, id)
}

// share takes a request into processor sharing.
func (d *Dependency) share(now sim.Time, at *replica, id uint32, took time.Duration) {
	r, landing := &d.requests[id], time.Duration(0)
	if lands := d.tools[r.Tool].lands; lands < 1 && r.Book != 0 && r.flags&semantic == 0 {
		landing = time.Duration(math.Round(float64(float64(took) * lands)))
		if landing == 0 {
			d.commit(now, id)
		} else if landing >= took {
			landing = 0
		}
	}
	at.sharing.enter(now, id, took, landing)
	d.plan(now, at.sharing)
}

// stop ends the service of a request before its time.
func (d *Dependency) stop(now sim.Time, at *replica, id uint32) {
	if r := &d.requests[id]; r.timer != 0 {
		r.timer = 0
		d.engine.Forget()
	}
	d.leaveServer(now, at, id, true)
}

// Lives tells whether a scheduled event of a request is still wanted.
func (d *Dependency) Lives(id uint32, timer sim.Timer) bool { return d.requests[id].timer == timer }

// commit is the instant at which the effect lands and the answer is stored,
// unless an error without effect is in force.
func (d *Dependency) commit(now sim.Time, id uint32) {
	r := &d.requests[id]
	if !d.faults.Calm() {
		asked := d.asked(r)
		if outcome, landed, failed := d.faults.Error(&asked); failed && !landed {
			r.Outcome = outcome
			r.flags |= failedAtCommit
			return
		}
	}
	if d.special && !d.matches(r) {
		r.Outcome = conflict
		r.flags |= failedAtCommit
		return
	}
	r.flags |= committed
	if r.Book != 0 {
		landing := ledger.Landing{Role: r.Role, Key: r.Key, Began: r.began, Late: d.reserveAtEnd,
			Lost: r.entry == 0 && !d.reserveAtEnd}
		if d.ledger.Land(now, r.Book, landing) {
			d.commits++
			d.change(r)
		}
	}
	if d.keyed {
		d.keep(id)
	}
}

// ServiceEnds frees the server, lets the next request in, and answers. It tells
// whether the answer reaches its caller at this very instant.
func (d *Dependency) ServiceEnds(now sim.Time, id uint32) (answers bool) {
	r := &d.requests[id]
	r.timer = 0
	if !d.instant && r.Caller != 0 {
		r.left = now
	}
	if r.flags&semantic != 0 {
		r.Outcome = policies.Semantic
	} else if r.flags&(committed|failedAtCommit) == 0 {
		d.commit(now, id)
	}
	d.overrule(&d.requests[id])
	at := d.replicaOf(r)
	d.leaveServer(now, at, id, r.Caller == 0 || r.Outcome != policies.OK)
	if d.keyed {
		d.settleKey(now, id)
	}
	if d.special && at.warming != nil && r.Outcome == policies.OK {
		d.warm(now, at)
	}
	d.fill(now, at)
	wait, comes := d.depart(now, id)
	if comes && wait > 0 {
		d.engine.After(wait, event.AnswerComes, id)
		return false
	}
	return comes
}

// overrule replaces an answer while a fault `errors` is in force.
func (d *Dependency) overrule(r *Request) {
	if d.faults.Calm() {
		return
	}
	asked := d.asked(r)
	if outcome, _, failed := d.faults.Error(&asked); failed {
		r.Outcome = outcome
		r.tell(0)
	}
}

// cancel ends the service of a request whose caller has left.
func (d *Dependency) cancel(now sim.Time, id uint32) {
	at := d.replicaOf(&d.requests[id])
	d.stop(now, at, id)
	d.settleKey(now, id)
	d.free(id)
	d.fill(now, at)
}

func (d *Dependency) leaveServer(now sim.Time, at *replica, id uint32, wasted bool) {
	if d.special && at.scaling != nil {
		at.scaling.advance(now, at)
	}
	if at.sharing == nil || at.busy <= at.servers {
		d.busy--
	}
	at.busy--
	d.requests[id].state = returning
	d.emitService(now, at, id, wasted)
	if at.sharing != nil {
		at.sharing.remove(id)
		d.plan(now, at.sharing)
	}
}

// fill lets waiting requests in while servers may start work.
func (d *Dependency) fill(now sim.Time, at *replica) {
	for at.busy < at.allowed && at.waiting > 0 {
		id, some := uint32(0), false
		if d.discipline == oldestFirst {
			id, some = at.queue.pop()
		} else {
			id, some = d.next(at)
		}
		if !some {
			return
		}
		if d.requests[id].state == cancelled {
			d.free(id) // it has left the number of those that wait already
			continue
		}
		d.queueGrows(now, at, -1)
		if d.sheds && d.shed(now, at, id) {
			continue
		}
		d.begin(now, at, id)
	}
}

// answerAtOnce answers a keyed request without serving it.
func (d *Dependency) answerAtOnce(now sim.Time, id uint32, outcome policies.Outcome) {
	r := &d.requests[id]
	r.Outcome, r.began, r.left = outcome, now, now
	r.tell(0)
	if r.flags&replayed != 0 {
		d.overrule(r)
		d.emitWaited(now, r)
	}
	d.reply(now, id)
}

// lookUpAgain is what becomes of a waiter once the running key is done.
func (d *Dependency) lookUpAgain(now sim.Time, id uint32) {
	if d.lookUp(now, id) {
		d.enter(now, id)
	}
}

// nextWaiter lets the oldest waiter of a key that was freed join the end of the
// queue, or a free server; the others go on waiting for it.
func (d *Dependency) nextWaiter(now sim.Time, e uint32) {
	waiters := d.keys.entries[e].waiters
	d.keys.entries[e].waiters = list{}
	oldest, some := d.popFront(&waiters)
	if !some {
		return
	}
	entry := d.keys.insert(d.requests[oldest].Key, d.requests[oldest].Tool)
	d.reserve(entry, oldest)
	d.keys.entries[entry].waiters = waiters
	if at := d.replicaOf(&d.requests[oldest]); at.busy < at.allowed && at.waiting == 0 {
		d.begin(now, at, oldest)
	} else {
		d.wait(now, at, oldest)
	}
}

// KeyEnds takes the end of a key's retention or of a reservation's lease: from
// then on another execution may start, though the first may still be running.
func (d *Dependency) KeyEnds(now sim.Time, e uint32) {
	entry := &d.keys.entries[e]
	entry.timer = 0
	if entry.owner != 0 {
		d.requests[entry.owner-1].entry = 0
	}
	d.keys.remove(e)
	d.nextWaiter(now, e)
}

// Wanted tells whether the timer of a key is still wanted.
func (d *Dependency) Wanted(e uint32, timer sim.Timer) bool { return d.keys.entries[e].timer == timer }

func (d *Dependency) emitWaited(now sim.Time, r *Request) {
	f := d.recorder.New()
	f.Kind, f.At, f.Cohort, f.Tool, f.Measured, f.Span = fact.Waited, now, r.Cohort, r.Tool, r.flags&measured != 0, now.Sub(r.arrived)
}

func (d *Dependency) emitService(now sim.Time, at *replica, id uint32, wasted bool) {
	r := &d.requests[id]
	f := d.recorder.New()
	f.Kind, f.At, f.Cohort, f.Tool, f.N, f.Span, f.Flag = fact.ServiceEnded, now, r.Cohort, r.Tool, d.busy, now.Sub(r.began), wasted
	if at.sharing != nil {
		f.Span = at.sharing.worked(now, id)
	}
}
