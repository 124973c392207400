package dependency

import (
	"time"

	"herdcast/models/dependency/fault"
	"herdcast/models/fact"
	"herdcast/models/ledger"
	"herdcast/policies"
	"herdcast/sim"
)

// Request is one attempt on its way: what the wrapper puts on the wire. Its
// caller may leave before it ends; its work and its effect go on.
//
// A row is two lines of memory. All that the request of a plain tool over a
// network without delay needs is in the first; the second is neither written nor
// read unless something asks for it.
type Request struct {
	Draws   sim.Key       // of the call; Number is the index of the attempt's draws
	service time.Duration // as drawn
	timer   sim.Timer     // of its service
	arrived sim.Time
	began   sim.Time
	Caller  uint32 // the wrapper's slot + 1; 0: the caller has gone
	Number  uint32 // n-th request of its call
	next    uint32 // in the list it stands in, + 1: a queue or the rows to spare
	Book    ledger.Call
	Cohort  uint16
	Tool    uint16
	Role    fact.Role
	Outcome policies.Outcome // the answer
	state   state
	flags   flags

	told     time.Duration // hint of a refusal, if it has one
	Key      uint64        // idempotency key; 0: none
	sent     sim.Time
	left     sim.Time // the server
	Row      uint32   // the agent's, and its process: who shares a quota
	Process  uint32
	Deadline sim.Time // that its caller told; sim.Never: none
	entry    uint32   // of the key that it holds, + 1
	Agent    uint32   // its number in its cohort
	seen     uint32   // effects on its row when its service began
	Replica  uint16   // that it goes to, + 1; 0: the door is to choose
	_        [2]byte  // rows begin where lines do
}

type state uint8

const (
	travelling    state = iota // to the door
	waiting                    // for a server
	waitingForKey              // for the execution that holds its key
	cancelled                  // it still stands in a queue, which lets it go
	serving
	returning // its answer is on the way
	silent    // no answer will come: lost, or held for ever
	settled   // only its caller still reads it
)

type flags uint8

const (
	hinted flags = 1 << iota // a refusal tells how long to wait
	committed
	failedAtCommit
	stored   // its answer is kept under its key
	served   // a server worked on it
	replayed // answered with a stored answer
	semantic // fails for what it asks
	measured
)

// Times is where an attempt's time went.
type Times struct{ Network, Queue, Service time.Duration }

// Times tells where the time of a request went whose answer comes now.
func (d *Dependency) Times(now sim.Time, r *Request) Times {
	if d.instant {
		return Times{Queue: r.began.Sub(r.arrived), Service: now.Sub(r.began)}
	}
	return Times{
		Network: r.arrived.Sub(r.sent) + now.Sub(r.left),
		Queue:   r.began.Sub(r.arrived),
		Service: r.left.Sub(r.began),
	}
}

// Told gives the hint of a refusal; 0: none.
func (r *Request) Told() time.Duration {
	if r.flags&hinted == 0 {
		return 0
	}
	return r.told
}

// tell puts a hint into a refusal; 0: none.
func (r *Request) tell(wait time.Duration) {
	r.flags &^= hinted
	if wait != 0 {
		r.flags |= hinted
		r.told = wait
	}
}

// asked is what a fault may look at of a request.
func (d *Dependency) asked(r *Request) fault.Request {
	asked := fault.Request{Key: r.Draws, Number: r.Number, Cohort: r.Cohort, Tool: r.Tool}
	if d.apart {
		asked.Agent, asked.Replica = r.Agent, max(r.Replica, 1)-1
	}
	return asked
}

// list is a first-in-first-out queue of requests, linked through their rows.
type list struct{ first, last uint32 } // + 1; 0: empty

func (d *Dependency) pushBack(l *list, id uint32) {
	d.requests[id].next = 0
	if l.last == 0 {
		l.first = id + 1
	} else {
		d.requests[l.last-1].next = id + 1
	}
	l.last = id + 1
}

// popFront takes the oldest that has not been cancelled meanwhile.
func (d *Dependency) popFront(l *list) (uint32, bool) {
	for l.first != 0 {
		id := l.first - 1
		l.first = d.requests[id].next
		if l.first == 0 {
			l.last = 0
		}
		if d.requests[id].state != cancelled {
			return id, true
		}
		d.free(id)
	}
	return 0, false
}

func (d *Dependency) allocate() uint32 {
	if d.spare != 0 {
		id := d.spare - 1
		d.spare = d.requests[id].next
		return id
	}
	d.requests = append(d.requests, Request{})
	return uint32(len(d.requests) - 1)
}

// free ends a request's row; nothing may name it afterwards.
func (d *Dependency) free(id uint32) {
	r := &d.requests[id]
	if r.Book != 0 {
		d.ledger.Drop(d.engine.Now(), r.Book)
	}
	r.state = settled
	r.next, d.spare = d.spare, id+1
}
