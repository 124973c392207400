package dependency

import (
	"math"

	"herdcast/sim"
	"herdcast/sim/quantity"
)

// WarmUp leaves a replica only a part of its capacity until it has answered so
// many requests with success: its caches are cold.
type WarmUp struct {
	Capacity    quantity.Share `key:"capacity" doc:"share of the servers while cold" min:"0" max:"1"`
	Successes   int64          `key:"successes" doc:"served with success until it is warm" min:"1"`
	ColdAtStart bool           `key:"cold_at_start" doc:"whether the run begins cold"`
}

// SetDefaults fills in what a written warm-up leaves out.
func (w *WarmUp) SetDefaults() { w.Capacity, w.Successes, w.ColdAtStart = 0.2, 300, false }

// warming is a compiled WarmUp with its state.
type warming struct {
	share     float64
	successes int64
	left      int64 // successes until it is warm; 0: it is
}

func newWarming(s *WarmUp) *warming {
	w := &warming{share: float64(s.Capacity), successes: s.Successes}
	if s.ColdAtStart {
		w.left = w.successes
	}
	return w
}

// warm counts a success.
func (d *Dependency) warm(now sim.Time, at *replica) {
	if at.warming.left > 0 {
		if at.warming.left--; at.warming.left == 0 {
			d.setCapacity(now, at)
		}
	}
}

// setCapacity lets so many servers of a replica work as faults and warm-up leave: of a share of the
// servers so many, rounded up, or in processor sharing that share of their speed.
func (d *Dependency) setCapacity(now sim.Time, at *replica) {
	if at.servers == int64(quantity.Unlimited) {
		return
	}
	share := d.faults.Capacity(at.number)
	if at.warming != nil && at.warming.left > 0 {
		share = float64(share * at.warming.share)
	}
	servers := float64(share * float64(at.servers))
	switch {
	case at.sharing != nil:
		at.sharing.advance(now)
		at.sharing.capacity = servers
		d.plan(now, at.sharing)
	case share == 1:
		at.allowed = at.servers
	default:
		at.allowed = int64(math.Ceil(servers - 1e-9))
	}
}
