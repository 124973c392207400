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
	*n.ranks[rank].room(p) = ev
	n.filled |= 1 << rank
}

// before tells whether events of a smaller rank wait.
func (n *instant) before(rank Rank) bool { return n.filled&(1<<rank-1) != 0 }

// first gives the least event; there must be one.
func (n *instant) first() *Event { return n.ranks[n.rank()].first() }

// rank gives the least rank with events.
func (n *instant) rank() int { return bits.TrailingZeros8(n.filled) & (len(n.ranks) - 1) }

// take removes the least event.
func (n *instant) take(p *pool) Event {
	rank := n.rank()
	events := &n.ranks[rank]
	least := *events.first()
	events.drop(p)
	if events.empty() {
		n.filled &^= 1 << rank
	}
	return least
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
