package client

import (
	"slices"

	"herdcast/policies"
	"herdcast/policies/outlier"
	"herdcast/sim"
)

// outliers is an outlier layer's setting with its states.
type outliers struct {
	owners
	outlier.Outlier
	states []outlier.State
}

// byReplica tells whether a layer must know the replica that what is below it goes to.
// A hedge must if the budget that its copies ask may be a replica's.
func (r *route) byReplica(l *Layer, at int) bool {
	const replica = policies.ScopeReplica
	switch {
	case l.Retry != nil && l.Retry.Budget != nil:
		return l.Retry.Budget.Scope == replica
	case l.Breaker != nil:
		return l.Breaker.Scope == replica
	case l.Limit != nil:
		return l.Limit.Scope == replica
	case l.Rate != nil:
		return l.Rate.Scope == replica
	case l.Throttle != nil:
		return l.Throttle.Scope == replica
	case l.Hedge != nil && l.Hedge.Budget == "shared":
		return slices.ContainsFunc(r.policy.Layers[at+1:], func(l Layer) bool {
			return l.Retry != nil && l.Retry.Budget != nil && l.Retry.Budget.Scope == replica
		})
	}
	return l.Outlier != nil
}

// outlierFrom gives the first outlier layer from at on that a tool passes, nil if there
// is none.
func (r *route) outlierFrom(at, tool int) (*Layer, int) {
	l, at := r.next(at, tool)
	for l != nil && l.Outlier == nil {
		l, at = r.next(at+1, tool)
	}
	return l, at
}

// buildChoice appends the node that chooses the replica for all that is below it.
func (b *builder) buildChoice(at int, in position) {
	row := uint8(len(b.nodes))
	n := node{kind: replicaChoice, parent: in.parent, path: in.path, hedged: in.hedged, budget: -1, tool: uint16(in.tool), choice: row}
	if l, at := b.outlierFrom(at, in.tool); l != nil {
		n.steers, n.layer, n.setting = true, uint16(b.first+at), b.placeOutlier(l, at)
	}
	b.nodes = append(b.nodes, n)
	in.parent, in.choice = row, row
	b.build(at, in)
	b.nodes[row].size = uint8(len(b.nodes)) - row
}

func (b *builder) placeOutlier(l *Layer, at int) uint16 {
	return b.share(l, at, "outlier", func() int {
		s := l.Outlier
		b.wrapper.outliers = append(b.wrapper.outliers, outliers{owners: b.owners(s.Scope, s.PerTool), Outlier: s.Compile(b.wrapper.dependency.Replicas())})
		return len(b.wrapper.outliers) - 1
	})
}

// choose asks the balancer where what is below a node is to go. It tells whether a
// replica is left.
func (w *Wrapper) choose(now sim.Time, c *Call, p *pipeline, base uint32, s *slot, node *node, n uint8) bool {
	var out []bool
	if node.steers {
		out = w.outliers[node.setting].Ejected(w.outlierOf(c, base, node), now)
	}
	to := w.dependency.Choose(w.keyOfTry(c, p, base, n), 0, out)
	s.setX(uint32(to))
	return to != 0
}

// replicaFor gives the replica, + 1, that has been chosen for a node; 0: the door is
// to choose.
func (w *Wrapper) replicaFor(base uint32, node *node) uint16 {
	if node.choice == none {
		return 0
	}
	return uint16(w.slots[base+uint32(node.choice)].x())
}

func (w *Wrapper) outlierOf(c *Call, base uint32, node *node) *outlier.State {
	o := &w.outliers[node.setting]
	place := w.stateOf(&o.owners, c, base, node)
	for place >= len(o.states) {
		o.states = append(o.states, o.Outlier.Fresh(w.outlierKey(int(node.setting), len(o.states))))
	}
	return &o.states[place]
}

// outlierKey gives the address of the draws of a detection.
func (w *Wrapper) outlierKey(setting, place int) sim.Key {
	return w.key.Named("outlier").Child(uint64(setting)).Child(uint64(place))
}

// tellOutlier tells the detection how a try ended at the replica that it went to.
func (w *Wrapper) tellOutlier(now sim.Time, c *Call, base uint32, node *node, o policies.Outcome) {
	w.outliers[node.setting].Report(w.outlierOf(c, base, node), now, int(w.replicaFor(base, node))-1, o)
}
