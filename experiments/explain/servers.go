package explain

import (
	"math"

	"herdcast/models/dependency/fault"
	"herdcast/sim/quantity"
)

// each gives the servers of one replica, with autoscaling the most there can be.
func (c *scene) each() quantity.Limit {
	if scale := c.Dependency.Autoscale; scale != nil {
		return quantity.Limit(scale.Max)
	}
	return c.Dependency.Servers
}

// servers gives those of all replicas.
func (c *scene) servers() quantity.Limit { return c.overReplicas(c.each()) }

// queue gives the places to wait at all replicas.
func (c *scene) queue() quantity.Limit { return c.overReplicas(c.Dependency.Queue.Max) }

func (c *scene) overReplicas(n quantity.Limit) quantity.Limit {
	copies := quantity.Limit(c.Dependency.Copies())
	if n > quantity.Unlimited/copies {
		return quantity.Unlimited
	}
	return n * copies
}

// working gives the servers that may start work while faults are active.
func (c *scene) working(faults []*fault.Spec) float64 {
	if c.each() == quantity.Unlimited {
		return math.Inf(1)
	}
	all := 0.0
	for replica := range c.Dependency.Copies() {
		share := 1.0
		for _, f := range faults {
			switch {
			case f.Replicas != nil && replica >= *f.Replicas:
			case f.Capacity != nil:
				share *= float64(*f.Capacity)
			case f.Replicas != nil && f.Tools == nil && f.Share == nil && refuses(f):
				share = 0
			}
		}
		all += math.Ceil(share*float64(c.each()) - 1e-9)
	}
	return all
}

// refuses tells a fault that lets nothing in.
func refuses(f *fault.Spec) bool {
	return f.Down != nil || f.Closed != nil || f.Flap != nil || f.Restart != nil
}

// met gives the share of a tool's requests that a fault meets.
func (c *scene) met(f *fault.Spec, tool string) float64 {
	if !touches(f, tool) {
		return 0
	}
	share := 1.0
	if f.Share != nil {
		share = float64(*f.Share)
	}
	if f.Replicas != nil { // requests go to all replicas alike
		share *= float64(min(*f.Replicas, c.Dependency.Copies())) / float64(c.Dependency.Copies())
	}
	return share
}
