// Package family keeps the books of agents that calls have started: which call
// waits for which children, and what became of them.
package family

import "herdcast/sim"

// Family is the children of one call.
type Family struct {
	Key       sim.Key // address below which the children's own lie
	Caller    uint32  // slot of the wrapper that waits for them
	Parent    uint32  // row of the agent that called
	first     uint32  // the child that joined last of those that live, + 1
	living    int64   // children that have not ended, those that are still to start too
	succeeded int64
	needed    int64
	Tool      uint16
	any       bool // the first success decides
	settled   bool // nobody waits for what the children still do
}

// member is an agent's place among the living children of its family.
type member struct{ family, before, after uint32 } // rows, + 1

// Books holds all families. Orders to start or to cut children are carried out when
// the event that gave them has been handled, one after the other.
type Books struct {
	families []Family
	free     []uint32
	members  []member // by agent
	orders   []Order
	next     int
}

// Order is what is to be done about a family.
type Order struct {
	Family uint32
	Task   Task
}

// Task says what.
type Task uint8

const (
	Start  Task = iota // the children start
	CutAll             // those that live are cut; the call has got what it needs
	GiveUp             // the same, and nobody asks for the family any more
)

// Begin makes a family that is to start.
func (b *Books) Begin(f Family) uint32 {
	id := uint32(len(b.families))
	if n := len(b.free); n > 0 {
		id, b.free = b.free[n-1], b.free[:n-1]
		b.families[id] = f
	} else {
		b.families = append(b.families, f)
	}
	b.orders = append(b.orders, Order{id, Start})
	return id
}

// Cut gives up on a family, whose call is over.
func (b *Books) Cut(id uint32) {
	b.families[id].settled = true
	b.orders = append(b.orders, Order{id, GiveUp})
}

// Waiting tells whether an order is still to be carried out.
func (b *Books) Waiting() bool { return b.next != len(b.orders) }

// Next gives the oldest order that is waiting; one must be.
func (b *Books) Next() (o Order) {
	o = b.orders[b.next]
	if b.next++; b.next == len(b.orders) {
		b.orders, b.next = b.orders[:0], 0
	}
	return o
}

// Family gives the row of a family; it moves when another begins.
func (b *Books) Family(id uint32) *Family { return &b.families[id] }

// Expect tells how many children are to start, and how many of them must succeed;
// with any, the first success decides.
func (f *Family) Expect(count, needed int64, any bool) {
	f.living, f.needed, f.any = count, needed, any
}

// Settled tells whether nobody waits for what the children still do.
func (f *Family) Settled() bool { return f.settled }

// Succeeded tells whether enough children have succeeded.
func (f *Family) Succeeded() bool { return f.succeeded >= f.needed }

// Join makes an agent one of the children.
func (b *Books) Join(id, agent uint32) {
	for uint32(len(b.members)) <= agent {
		b.members = append(b.members, member{})
	}
	f := &b.families[id]
	b.members[agent] = member{family: id + 1, after: f.first}
	if f.first != 0 {
		b.members[f.first-1].before = agent + 1
	}
	f.first = agent + 1
}

// Leave takes the end of a child, and tells whether its call ends with it. The
// other children of one that the first success decides are to be cut.
func (b *Books) Leave(agent uint32, succeeded bool) (id uint32, over bool) {
	m := b.members[agent]
	b.members[agent] = member{}
	id = m.family - 1
	f := &b.families[id]
	if m.before != 0 {
		b.members[m.before-1].after = m.after
	} else {
		f.first = m.after
	}
	if m.after != 0 {
		b.members[m.after-1].before = m.before
	}
	f.living--
	if f.settled {
		return id, false
	}
	if succeeded {
		f.succeeded++
	}
	decided := f.any && succeeded
	if f.living > 0 && !decided {
		return id, false
	}
	f.settled = true
	if f.living > 0 {
		b.orders = append(b.orders, Order{id, CutAll})
	}
	return id, true
}

// Child gives one of the children that live.
func (b *Books) Child(id uint32) (agent uint32, some bool) {
	first := b.families[id].first
	return first - 1, first != 0
}

// Release gives a row back, of which no child lives.
func (b *Books) Release(id uint32) { b.free = append(b.free, id) }

// Orphans tells how many children live although nobody waits for them, for the
// conservation check.
func (b *Books) Orphans() (n int) {
	for _, m := range b.members {
		if m.family != 0 && b.families[m.family-1].settled {
			n++
		}
	}
	return n
}
