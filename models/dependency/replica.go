package dependency

import (
	"herdcast/models/event"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

// Replicas says of how many equal copies the dependency is, and which of them a
// request goes to.
type Replicas struct {
	Count   int     `key:"count" doc:"copies, each with servers and a queue of its own" min:"1" max:"10000"`
	Balance Balance `key:"balance" doc:"which of them a request goes to"`
}

// SetDefaults fills in what written replicas leave out.
func (r *Replicas) SetDefaults() { r.Count, r.Balance = 1, "round_robin" }

// replica is one of the equal copies: its servers and its queue. The door, quotas and
// keys are the whole dependency's.
type replica struct {
	number  int
	servers int64 // nominal
	allowed int64 // that may start work now
	busy    int64
	waiting int64
	queue   line
	ranked  ranked
	sharing *sharing // nil: each server serves one
	codel   *codel
	warming *warming
	scaling *scaling
}

// setReplicas makes them.
func (d *Dependency) setReplicas(s *Spec, warmup sim.Time) {
	d.replicas = make([]replica, s.Copies())
	if len(d.replicas) == 1 {
		d.sole = &d.replicas[0]
	} else {
		d.balancer.kind = s.Replicas.Balance.code()
	}
	for i := range d.replicas {
		d.balancer.all = append(d.balancer.all, i)
		at := &d.replicas[i]
		at.number, at.servers, at.allowed = i, int64(s.Servers), int64(s.Servers)
		if s.Sharing == "processor" {
			at.sharing = newSharing(float64(at.servers), warmup, &d.stays)
			at.sharing.room = min(d.room, int64(quantity.Unlimited)/2)
			at.allowed = min(at.servers, int64(quantity.Unlimited)/2) + at.sharing.room
		}
		if o := s.Queue.Order.CoDel; o != nil {
			at.codel = &codel{target: o.Target, interval: o.Interval}
		}
		if s.Autoscale != nil {
			at.scaling = &scaling{Autoscale: s.Autoscale}
			d.engine.At(sim.Time(s.Autoscale.Every), event.ScalingLooks, uint32(i))
		}
		if s.WarmUp != nil {
			at.warming = newWarming(s.WarmUp)
			d.setCapacity(0, at)
		}
	}
	if s.Sharing == "processor" {
		d.room = 0 // nobody waits
	}
}

// Replicas tells how many there are.
func (d *Dependency) Replicas() int { return len(d.replicas) }

// AddsUp tells whether what is at the replicas makes up what is counted of the whole.
func (d *Dependency) AddsUp() bool {
	busy, waiting := int64(0), int64(0)
	for i := range d.replicas {
		at := &d.replicas[i]
		waiting += at.waiting
		busy += at.working()
	}
	return busy == d.busy && waiting == d.waiting
}

// replicaOf gives where a request is, once it has come through the door.
func (d *Dependency) replicaOf(r *Request) *replica {
	if d.sole != nil {
		return d.sole
	}
	return &d.replicas[r.Replica-1]
}
