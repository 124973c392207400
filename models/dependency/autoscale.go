package dependency

import (
	"math"
	"time"

	"herdcast/models/event"
	"herdcast/models/fact"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

// Autoscale changes how many servers a replica has by how many were busy: each `every`
// it wants ⌈mean busy / target⌉, within its bounds. What is missing is ordered and
// comes after a delay; what is too many is called off, the latest order first, or
// else goes at once (work that runs ends).
type Autoscale struct {
	Min    int64          `key:"min" doc:"servers at least" min:"1" required:"true"`
	Max    int64          `key:"max" doc:"servers at most" min:"1" required:"true"`
	Target quantity.Share `key:"target" doc:"share of the servers that are to be busy" above:"0" max:"1"`
	Every  time.Duration  `key:"every" doc:"from one look to the next; what was busy since the last counts" above:"0"`
	Delay  time.Duration  `key:"delay" doc:"until servers that are ordered are there" min:"0"`
}

// SetDefaults fills in what a written autoscaling leaves out.
func (a *Autoscale) SetDefaults() { a.Target, a.Every, a.Delay = 0.7, 15*time.Second, time.Minute }

// scaling is a compiled Autoscale with what a replica knows for it.
type scaling struct {
	*Autoscale
	worked float64  // server-ns since the last look
	at     sim.Time // when that was true
	orders []int64  // servers on their way, by when they come
}

// working is how many servers of a replica are busy.
func (r *replica) working() int64 {
	if r.sharing != nil {
		return min(r.busy, r.servers)
	}
	return r.busy
}

// advance brings what was worked up to now, before busy changes.
func (s *scaling) advance(now sim.Time, at *replica) {
	s.worked += float64(float64(at.working()) * float64(now-s.at))
	s.at = now
}

// total is how many servers are there or on their way.
func (s *scaling) total(there int64) int64 {
	for _, n := range s.orders {
		there += n
	}
	return there
}

// slack keeps a mean that is a whole number of servers times the target from being
// rounded up: 21 busy at 70 % are 30.000000000000004 in floating point.
const slack = 1e-9

// wanted is how many servers would have been enough since the last look.
func (s *scaling) wanted() int64 {
	mean := s.worked / float64(s.Every)
	enough := math.Ceil(mean/float64(s.Target) - slack)
	return int64(min(max(enough, float64(s.Min)), float64(s.Max)))
}

// ScalingLooks takes the instant at which a replica is scaled.
func (d *Dependency) ScalingLooks(now sim.Time, number uint32) {
	at := &d.replicas[number]
	s := at.scaling
	s.advance(now, at)
	missing := s.wanted() - s.total(at.servers)
	s.worked = 0
	d.engine.After(s.Every, event.ScalingLooks, number)
	if missing > 0 {
		s.orders = append(s.orders, missing)
		d.engine.After(s.Delay, event.ServersCome, number)
		return
	}
	for i := len(s.orders) - 1; i >= 0 && missing < 0; i-- {
		off := min(s.orders[i], -missing)
		s.orders[i] -= off // an order of none comes too, but brings nothing
		missing += off
	}
	d.setServers(now, at, at.servers+missing)
}

// ServersCome takes the coming of the oldest order.
func (d *Dependency) ServersCome(now sim.Time, number uint32) {
	at := &d.replicas[number]
	s := at.scaling
	s.advance(now, at)
	come := s.orders[0]
	s.orders = s.orders[:copy(s.orders, s.orders[1:])]
	d.setServers(now, at, at.servers+come)
	d.fill(now, at)
}

// setServers lets a replica have so many servers from now on.
func (d *Dependency) setServers(now sim.Time, at *replica, servers int64) {
	if servers == at.servers {
		return
	}
	d.busy -= at.working()
	at.servers = servers
	d.busy += at.working()
	if at.sharing != nil {
		at.allowed = servers + at.sharing.room
	}
	d.setCapacity(now, at)
	all := int64(0)
	for i := range d.replicas {
		all += d.replicas[i].servers
	}
	f := d.recorder.New()
	f.Kind, f.At, f.N, f.Row = fact.ServersChanged, now, all, uint32(d.busy)
}
