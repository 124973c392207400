package sim

import "math/bits"

// instant holds what was scheduled for the present instant from within it, one
// chain a rank. Most consequences are of this kind; they need no comparing,
// because in a chain the order of scheduling is the order of events.
type instant struct {
	ranks  [RankStart + 1]chain
	filled uint8 // one bit a rank
}

func (n *instant) push(ev Event, p *pool) {
	rank := ev.Kind.Rank()
	n.ranks[rank].append(ev, p)
	n.filled |= 1 << rank
}

// first gives the least event; there must be one.
func (n *instant) first() Event { return n.ranks[bits.TrailingZeros8(n.filled)].first() }

// drop removes the least event.
func (n *instant) drop(p *pool) {
	rank := bits.TrailingZeros8(n.filled)
	n.ranks[rank].drop(p)
	if n.ranks[rank].empty() {
		n.filled &^= 1 << rank
	}
}

// keep removes the events that are not live and gives the number of the others.
func (n *instant) keep(p *pool, live func(Event) bool) (kept int) {
	n.filled = 0
	for rank := range n.ranks {
		left := n.ranks[rank].keep(p, live)
		if left > 0 {
			n.filled |= 1 << rank
		}
		kept += left
	}
	return kept
}
