package client

import (
	"time"

	"herdcast/sim"
)

// path is where the time of a call (or of one hedge copy) has gone so far. What
// follows mark is not booked yet: it goes to whatever is running.
type path struct {
	mark                                      sim.Time
	backoff, failed, limit, network, children time.Duration // network: in hops alone
}

// elapsed books the time since the mark of a path and moves the mark.
func (p *path) elapsed(now sim.Time) time.Duration {
	d := now.Sub(p.mark)
	p.mark = now
	return d
}

// pathOf gives the path on which a node's time is booked.
func (w *Wrapper) pathOf(c *Call, base uint32, node *node) *path {
	if node.path == none {
		return &c.path
	}
	return &w.paths[w.slots[base+uint32(node.path)].x()]
}

func (w *Wrapper) newPath(now sim.Time) uint32 {
	if n := len(w.freePaths); n > 0 {
		row := w.freePaths[n-1]
		w.freePaths = w.freePaths[:n-1]
		w.paths[row] = path{mark: now}
		return row
	}
	w.paths = append(w.paths, path{mark: now})
	return uint32(len(w.paths) - 1)
}

// Spans is where the time of a call went.
type Spans struct{ Backoff, Failed, Limit, Network, Queue, Service, Children time.Duration }

// Spans gives where the time of an ended call went.
func (w *Wrapper) Spans(id uint32) Spans {
	c := &w.calls[id]
	s := Spans{Backoff: c.path.backoff, Failed: c.path.failed, Network: c.times.Network, Queue: c.times.Queue, Service: c.times.Service}
	if len(w.limits)+len(w.rates) > 0 { // else its line of memory need not be read
		s.Limit = c.path.limit
	}
	if len(w.hops) > 0 {
		s.Network += c.path.network
	}
	if w.spawns {
		s.Children = c.path.children
	}
	return s
}
