package client

import (
	"fmt"
	"slices"

	"herdcast/models/tool"
)

// route is the way of a policy's calls, which hangs on the tool that is called.
type route struct {
	policy *Policy
	tools  []tool.Spec
}

// Unsafe tells whether repeating a call of the tool may do harm that nothing
// guards against.
func Unsafe(t *tool.Spec) bool { return t.Effect && !t.Natural && t.Key == tool.KeyNone }

// next gives the first layer from at on that a tool passes, nil if there is none.
func (r *route) next(at, tool int) (*Layer, int) {
	for ; at < len(r.policy.Layers); at++ {
		l := &r.policy.Layers[at]
		if !l.holds(r.tools[tool].Name) {
			continue
		}
		if l.Hedge != nil && l.Hedge.OnlyIfSafe && r.unsafe(at+1, tool) {
			continue // an effect without key is not hedged
		}
		if l.Hop != nil && l.Hop.Instant() {
			continue
		}
		if l.Fallback != nil && (r.other(l) < 0 || r.other(l) == tool) {
			continue // there is no other tool
		}
		return l, at
	}
	return nil, at
}

// Passed gives the numbers of the layers of a policy that a tool's calls go down,
// outermost first, up to the tool that a fallback calls.
func Passed(p *Policy, tools []tool.Spec, tool int) []int {
	r := route{p, tools}
	var all []int
	for l, at := r.next(0, tool); l != nil; l, at = r.next(at+1, tool) {
		all = append(all, at)
	}
	return all
}

// holds tells whether a layer is one for a tool.
func (l *Layer) holds(tool string) bool { return l.Tools == nil || slices.Contains(l.Tools, tool) }

// other gives the tool of a fallback, -1 if there is none of that name.
func (r *route) other(l *Layer) int {
	return slices.IndexFunc(r.tools, func(t tool.Spec) bool { return t.Name == l.Fallback.Tool })
}

// unsafe tells whether repeating what lies below may do harm, be it by the tool
// itself or by one that a fallback calls.
func (r *route) unsafe(at, tool int) bool {
	if Unsafe(&r.tools[tool]) {
		return true
	}
	l, at := r.next(at, tool)
	return l != nil && (r.unsafe(at+1, tool) || l.Fallback != nil && r.unsafe(at+1, r.other(l)))
}

// nodes tells how many nodes the layers from at on take, each copy of a hedge and
// each tool of a fallback with all that is below it; chosen tells that a replica has
// been chosen above.
func (r *route) nodes(at, tool int, chosen bool) int {
	l, at := r.next(at, tool)
	if l == nil {
		return 1 // the wire
	}
	if !chosen && r.byReplica(l, at) {
		return min(r.nodes(at, tool, true)+1, maxNodes+1)
	}
	below := r.nodes(at+1, tool, chosen)
	switch {
	case l.Hedge != nil:
		below = int(l.Hedge.Extra+1) * (below + 1)
	case l.Fallback != nil:
		below += r.nodes(at+1, r.other(l), chosen)
	}
	return min(below+1, maxNodes+1) // more does not fit anyway, and must not overflow
}

// CheckSize answers an error if a policy has more layers for some tool than a
// call can go down.
func CheckSize(p *Policy, tools []tool.Spec) error {
	r := route{p, tools}
	for t := range tools {
		if r.nodes(0, t, false) > maxNodes {
			return fmt.Errorf("found too many layers, but at most %d fit, where each copy of a hedge and each tool of a fallback counts all that is below it", maxNodes-1)
		}
	}
	return nil
}
