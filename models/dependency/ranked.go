package dependency

import (
	"cmp"
	"slices"
)

// ranked is a queue in the order of ranks, smallest first; those of one rank come
// first, go first. It is a binary heap.
type ranked struct {
	heap   []placed
	pushed uint64
}

type placed struct {
	rank   int64
	number uint64 // of its coming
	id     uint32
}

func (p placed) before(other placed) bool {
	return p.rank < other.rank || p.rank == other.rank && p.number < other.number
}

func (q *ranked) push(rank int64, id uint32) {
	q.pushed++
	q.heap = append(q.heap, placed{rank, q.pushed, id})
	for at := len(q.heap) - 1; at > 0; {
		up := (at - 1) / 2
		if !q.heap[at].before(q.heap[up]) {
			return
		}
		q.heap[at], q.heap[up] = q.heap[up], q.heap[at]
		at = up
	}
}

func (q *ranked) pop() (id uint32, some bool) {
	last := len(q.heap) - 1
	if last < 0 {
		return 0, false
	}
	id = q.heap[0].id
	q.heap[0] = q.heap[last]
	q.heap = q.heap[:last]
	q.sink(0)
	return id, true
}

func (q *ranked) sink(at int) {
	for {
		least := at
		for below := 2*at + 1; below <= 2*at+2 && below < len(q.heap); below++ {
			if q.heap[below].before(q.heap[least]) {
				least = below
			}
		}
		if least == at {
			return
		}
		q.heap[at], q.heap[least] = q.heap[least], q.heap[at]
		at = least
	}
}

// remove takes out those that leave, in the order of their coming.
func (q *ranked) remove(leaves func(uint32) bool) {
	slices.SortFunc(q.heap, func(a, b placed) int { return cmp.Compare(a.number, b.number) })
	q.heap = slices.DeleteFunc(q.heap, func(p placed) bool { return leaves(p.id) })
	slices.SortFunc(q.heap, func(a, b placed) int { // a sorted row is a heap
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.number, b.number))
	})
}
