package dependency

import (
	"time"

	"herdcast/models/event"
	"herdcast/models/fact"
	"herdcast/policies"
	"herdcast/sim"
)

// Arrive takes a request at the door, in the order: sent on to a replica, lost on the
// way, counted, caller gone, shut, expired, quota, key (if looked up here), full,
// wait, server.
func (d *Dependency) Arrive(now sim.Time, id uint32) {
	r := &d.requests[id]
	if d.sole == nil && r.Replica == 0 {
		r.Replica = d.Choose(r.Draws, r.Number, nil)
	}
	calm := d.faults.Calm()
	if !calm {
		if asked := d.asked(r); d.faults.LosesRequest(&asked) {
			d.fallSilent(id)
			return
		}
	}
	r.arrived = now
	took := d.tools[r.Tool].service.Duration(r.Draws, sim.PurposeService, uint64(r.Number))
	r.service = took
	if !calm {
		asked := d.asked(r)
		took = d.faults.Slowed(took, &asked)
	}
	f := d.recorder.New()
	f.Kind, f.At, f.Cohort, f.Tool, f.Number, f.Code, f.Span = fact.Arrived, now, r.Cohort, r.Tool, r.Number, uint8(r.Role), took
	if d.cancels && r.Caller == 0 {
		d.free(id)
		return
	}
	if !calm && d.shut(now, id) {
		return
	}
	if d.dropsExpired && r.Deadline < now {
		d.fallSilent(id)
		return
	}
	if len(d.quotas) > 0 && !d.passes(now, id) {
		return
	}
	if d.keyed && d.keysAtDoor && r.Key != 0 && !d.lookUp(now, id) {
		return
	}
	d.enter(now, id)
}

// shut lets a shut door do with a request what it does.
func (d *Dependency) shut(now sim.Time, id uint32) bool {
	asked := d.asked(&d.requests[id])
	door := d.faults.Door(now, &asked)
	switch {
	case !door.Shut:
		return false
	case door.Hang:
		d.fallSilent(id)
	default:
		d.refuse(now, id, door.Outcome, door.Told)
	}
	return true
}

// enter takes a request to a server, into the queue, or turns it away.
func (d *Dependency) enter(now sim.Time, id uint32) {
	switch at := d.replicaOf(&d.requests[id]); {
	case at.busy < at.allowed && at.waiting == 0:
		d.begin(now, at, id)
	case at.waiting < d.room:
		d.wait(now, at, id)
	default:
		if d.keyed {
			d.settleKey(now, id)
		}
		d.refuse(now, id, d.full, d.fullTold)
	}
}

func (d *Dependency) wait(now sim.Time, at *replica, id uint32) {
	d.requests[id].state = waiting
	if d.discipline == oldestFirst {
		at.queue.push(id)
	} else {
		d.lineUp(at, id)
	}
	d.queueGrows(now, at, 1)
}

// fallSilent is the end of a request that will never be answered.
func (d *Dependency) fallSilent(id uint32) {
	r := &d.requests[id]
	r.state = silent
	if r.Caller == 0 {
		d.free(id)
	}
}

// refuse answers at once: no server time, only the network.
func (d *Dependency) refuse(now sim.Time, id uint32, outcome policies.Outcome, told time.Duration) {
	r := &d.requests[id]
	r.Outcome = outcome
	r.tell(told)
	d.reply(now, id)
}

// reply sends the answer on its way; `errors` and `lose_replies` act here. Nobody
// who sends may see an answer meanwhile, so it comes by an event or, if that event
// would be the very next, once the present one has been dealt with.
func (d *Dependency) reply(now sim.Time, id uint32) {
	wait, comes := d.depart(now, id)
	switch {
	case !comes:
	case wait == 0 && d.answered == 0 && !d.keyed && d.engine.NextAtOnce(event.AnswerComes):
		d.answered = id + 1
	default:
		d.engine.After(wait, event.AnswerComes, id)
	}
}

// Answered gives the request whose answer reaches its caller now that the event
// that led to it has been dealt with.
func (d *Dependency) Answered() (id uint32, some bool) {
	id, d.answered = d.answered-1, 0
	return id, id+1 != 0
}

// depart decides whether an answer travels, and for how long.
func (d *Dependency) depart(now sim.Time, id uint32) (wait time.Duration, comes bool) {
	r := &d.requests[id]
	r.state = returning
	if (d.loseReplies > 0 || !d.faults.Calm()) && r.Outcome != policies.Refused && d.losesReply(r) {
		d.fallSilent(id)
		return 0, false
	}
	if d.reset > 0 && r.flags&served != 0 && r.Draws.Uniform(sim.PurposeReset, uint64(r.Number)) < d.reset {
		r.Outcome = policies.Reset
		r.tell(0)
	}
	if d.instant {
		return 0, true
	}
	return d.delay.Duration(r.Draws, sim.PurposeReturn, uint64(r.Number)), true
}

func (d *Dependency) losesReply(r *Request) bool {
	if d.loseReplies > 0 && r.Draws.Uniform(sim.PurposeLoseReply, uint64(r.Number)) < d.loseReplies {
		return true
	}
	if d.faults.Calm() {
		return false
	}
	asked := d.asked(r)
	return d.faults.LosesReply(&asked)
}

// Deliver hands an answer to its caller; nil: the caller has gone. The request
// can be read until the next one is opened.
func (d *Dependency) Deliver(id uint32) *Request {
	r := &d.requests[id]
	d.free(id)
	if r.Caller == 0 {
		return nil
	}
	return r
}
