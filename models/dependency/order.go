package dependency

import (
	"math"
	"time"

	"herdcast/sim"
	"herdcast/sim/quantity"
)

// QueueOrder says who is served next: a word, or a map for the orders that have
// settings.
type QueueOrder struct {
	Word         string        // fifo, lifo, priority or deadline; empty when one of the others is set
	AdaptiveLIFO *AdaptiveLIFO `key:"adaptive_lifo" kind:"order" doc:"the newest while the queue is long, else the oldest"`
	CoDel        *CoDel        `key:"codel" kind:"order" doc:"the oldest, but some are turned away while all wait too long (RFC 8289)"`
}

// Words lists the orders.
func (*QueueOrder) Words() []string {
	return []string{"fifo", "lifo", "adaptive_lifo", "codel", "priority", "deadline"}
}

// SetWord takes an order with its usual settings.
func (o *QueueOrder) SetWord(word string) {
	*o = QueueOrder{}
	switch word {
	case "adaptive_lifo":
		o.AdaptiveLIFO = &AdaptiveLIFO{}
		o.AdaptiveLIFO.SetDefaults()
	case "codel":
		o.CoDel = &CoDel{}
		o.CoDel.SetDefaults()
	default:
		o.Word = word
	}
}

// AdaptiveLIFO serves the newest while more than a share of the queue is filled.
type AdaptiveLIFO struct {
	Above quantity.Share `key:"above" doc:"share of queue.max beyond which the newest is served" min:"0" max:"1"`
}

// SetDefaults fills in what a written adaptive order leaves out.
func (a *AdaptiveLIFO) SetDefaults() { a.Above = 0.5 }

// CoDel turns requests away, ever more often, while the shortest wait of an
// interval is above a target.
type CoDel struct {
	Target   time.Duration `key:"target" doc:"wait that is acceptable" min:"0"`
	Interval time.Duration `key:"interval" doc:"how long all must have waited longer" above:"0"`
}

// SetDefaults fills in what a written CoDel leaves out.
func (c *CoDel) SetDefaults() { c.Target, c.Interval = 5*time.Millisecond, 100*time.Millisecond }

// discipline is a compiled QueueOrder.
type discipline uint8

const (
	oldestFirst discipline = iota
	newestFirst
	newestWhenLong
	byPriority
	byDeadline
)

// setOrder prepares the queue.
func (d *Dependency) setOrder(o *QueueOrder, cohorts []Cohort) {
	d.cohorts = cohorts
	switch {
	case o.AdaptiveLIFO != nil:
		d.discipline = newestWhenLong
		d.long = int64(math.Floor(float64(float64(d.room)*float64(o.AdaptiveLIFO.Above)) + 1e-9))
	case o.Word == "lifo":
		d.discipline = newestFirst
	case o.Word == "priority":
		d.discipline = byPriority
	case o.Word == "deadline":
		d.discipline = byDeadline
	}
	d.sheds = o.CoDel != nil || d.dropsExpired
}

// lineUp puts a request into the queue of a replica.
func (d *Dependency) lineUp(at *replica, id uint32) {
	switch d.discipline {
	case byPriority:
		at.ranked.push(-d.cohorts[d.requests[id].Cohort].Priority, id)
	case byDeadline:
		at.ranked.push(int64(d.requests[id].Deadline), id)
	default:
		at.queue.push(id)
	}
}

// next takes the request whose turn it is out of a queue that is not simply first
// come, first served; it may have been cancelled meanwhile.
func (d *Dependency) next(at *replica) (id uint32, some bool) {
	switch d.discipline {
	case newestFirst:
		return at.queue.popLast()
	case newestWhenLong:
		if at.waiting > d.long {
			return at.queue.popLast()
		}
		return at.queue.pop()
	}
	return at.ranked.pop()
}

// fewCancelled is the number of cancelled requests that are never worth a sweep.
const fewCancelled = 1024

// tidy takes the cancelled out of a queue once they are more than half of it, for in
// an order that passes over the old or the unimportant their turn may never come.
func (d *Dependency) tidy(at *replica) {
	gone := int64(len(at.queue.ids)-at.queue.taken+len(at.ranked.heap)) - at.waiting
	if gone <= fewCancelled || gone <= at.waiting {
		return
	}
	leaves := func(id uint32) bool {
		if d.requests[id].state != cancelled {
			return false
		}
		d.free(id)
		return true
	}
	at.queue.remove(leaves)
	at.ranked.remove(leaves)
}

// shed turns away a request whose turn it is: one whose deadline has passed
// without an answer, for nobody waits for it, and what CoDel drops as a full queue
// would. The queue holds those behind it.
func (d *Dependency) shed(now sim.Time, at *replica, id uint32) bool {
	r := &d.requests[id]
	if d.dropsExpired && r.Deadline < now {
		d.settleKey(now, id)
		d.fallSilent(id)
		return true
	}
	if at.codel != nil && at.codel.drops(now, now.Sub(r.arrived), at.waiting) {
		d.settleKey(now, id)
		d.refuse(now, id, d.full, d.fullTold)
		return true
	}
	return false
}
