package sim

import "iter"

// chunkSize is the number of events in a chunk: large enough that following
// the links costs nothing, small enough that half-filled buckets waste little.
const chunkSize = 32

// chunk is one link of a chain.
type chunk struct {
	next   *chunk
	taken  uint32 // events read from the front
	filled uint32 // events written
	events [chunkSize]Event
}

// chain is a first-in-first-out list of events. Every place where events wait
// out of the heap is a chain of chunks from one pool, so no place ever has to
// grow by copying and the memory that one gives back serves all others.
type chain struct {
	front, back *chunk
}

func (c *chain) empty() bool { return c.front == nil || c.front.taken == c.front.filled }

// first gives the oldest event of a chain that is not empty.
func (c *chain) first() Event { return c.front.events[c.front.taken%chunkSize] }

// last gives the newest event of a chain that is not empty.
func (c *chain) last() Event { return c.back.events[(c.back.filled-1)%chunkSize] }

func (c *chain) append(ev Event, p *pool) {
	back := c.back
	if back == nil || back.filled == chunkSize {
		back = c.extend(p)
	}
	back.events[back.filled%chunkSize] = ev
	back.filled++
}

func (c *chain) extend(p *pool) *chunk {
	fresh := p.get()
	if c.back == nil {
		c.front = fresh
	} else {
		c.back.next = fresh
	}
	c.back = fresh
	return fresh
}

// drop removes the oldest event and tells whether that opened a new chunk. A
// chain keeps its last chunk, because a chain that ran dry is often filled
// again at once.
func (c *chain) drop(p *pool) (opened bool) {
	front := c.front
	front.taken++
	if front.taken < front.filled {
		return false
	}
	if front == c.back {
		front.taken, front.filled = 0, 0
		return false
	}
	c.front = front.next
	p.put(front)
	return true
}

// join moves the events of other behind those of c.
func (c *chain) join(other *chain) {
	if other.front == nil {
		return
	}
	if c.back == nil {
		c.front = other.front
	} else {
		c.back.next = other.front
	}
	c.back = other.back
	*other = chain{}
}

// drain empties the chain and gives its events chunk by chunk, oldest first.
// The loop's body may take chunks from the pool, those already read among them.
func (c *chain) drain(p *pool) iter.Seq[[]Event] {
	return func(yield func([]Event) bool) {
		at := c.front
		*c = chain{}
		for at != nil && yield(at.events[at.taken:at.filled]) {
			next := at.next
			p.put(at)
			at = next
		}
	}
}

// keep removes the events that are not live and gives the number of the others.
func (c *chain) keep(p *pool, live func(Event) bool) (kept int) {
	var left chain
	for events := range c.drain(p) {
		for _, ev := range events {
			if live(ev) {
				left.append(ev, p)
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
	c.taken, c.filled = 0, 0
	c.next = p.free
	p.free = c
}
