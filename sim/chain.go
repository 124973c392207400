package sim

import "iter"

// chunkSize is the number of events in a chunk: large enough that following
// the links costs nothing, small enough that half-filled buckets waste little.
const chunkSize = 32

// chunk is one link of a chain.
type chunk struct {
	next   *chunk
	events [chunkSize]Event
}

// chain is a first-in-first-out list of events. Every place where events wait
// out of the heap is a chain of chunks from one pool, so no place ever has to
// grow by copying and the memory that one gives back serves all others. All
// chunks but the last are full; what is counted is counted here, so that adding
// an event touches no other line of memory than its own.
type chain struct {
	front, back *chunk
	taken       uint32 // events read from the front chunk
	filled      uint32 // events in the back chunk
}

func (c *chain) empty() bool { return c.front == c.back && c.taken == c.filled }

// first gives the oldest event of a chain that is not empty.
func (c *chain) first() *Event { return &c.front.events[c.taken%chunkSize] }

// last gives the newest event of a chain that is not empty.
func (c *chain) last() *Event { return &c.back.events[(c.filled-1)%chunkSize] }

// room gives the place after the last event, to be filled in at once.
func (c *chain) room(p *pool) *Event {
	if c.back == nil || c.filled == chunkSize {
		c.extend(p)
	}
	c.filled++
	return &c.back.events[(c.filled-1)%chunkSize]
}

// retract takes the last event out if it is the one of that timer and not the
// only one of its chunk that is left.
func (c *chain) retract(timer Timer) bool {
	if c.back == nil || c.filled < 2 || c.front == c.back && c.taken+1 >= c.filled || c.back.events[(c.filled-1)%chunkSize].Order != uint64(timer) {
		return false
	}
	c.filled--
	return true
}

func (c *chain) extend(p *pool) {
	fresh := p.get()
	if c.back == nil {
		c.front = fresh
	} else {
		c.back.next = fresh
	}
	c.back, c.filled = fresh, 0
}

// drop removes the oldest event and tells whether that opened a new chunk. A
// chain keeps its last chunk, because a chain that ran dry is often filled
// again at once.
func (c *chain) drop(p *pool) (opened bool) {
	c.taken++
	if c.front == c.back {
		if c.taken == c.filled {
			c.taken, c.filled = 0, 0
		}
		return false
	}
	if c.taken < chunkSize {
		return false
	}
	emptied := c.front
	c.front, c.taken = emptied.next, 0
	p.put(emptied)
	return true
}

// opening gives the events left in the first chunk of a chain that has one.
func (c *chain) opening() []Event {
	if c.front == c.back {
		return c.front.events[c.taken:c.filled]
	}
	return c.front.events[c.taken:]
}

// drain empties the chain and gives its events chunk by chunk, oldest first.
// The loop's body may take chunks from the pool, those already read among them.
func (c *chain) drain(p *pool) iter.Seq[[]Event] {
	return func(yield func([]Event) bool) {
		left := *c
		*c = chain{}
		for left.front != nil && yield(left.opening()) {
			read := left.front
			left.front, left.taken = read.next, 0
			p.put(read)
		}
	}
}

// keep removes the events that are not live and gives the number of the others.
func (c *chain) keep(p *pool, live func(Event) bool) (kept int) {
	var left chain
	for events := range c.drain(p) {
		for _, ev := range events {
			if live(ev) {
				*left.room(p) = ev
				kept++
			}
		}
	}
	*c = left
	return kept
}

// pool hands out chunks. It takes memory in slabs and never gives any back: a
// run needs as much as its fullest instant.
type pool struct {
	free *chunk
	slab []chunk
}

const slabSize = 64

func (p *pool) get() *chunk {
	if fresh := p.free; fresh != nil {
		p.free = fresh.next
		fresh.next = nil
		return fresh
	}
	if len(p.slab) == 0 {
		p.slab = make([]chunk, slabSize)
	}
	fresh := &p.slab[0]
	p.slab = p.slab[1:]
	return fresh
}

func (p *pool) put(c *chunk) {
	c.next = p.free
	p.free = c
}
