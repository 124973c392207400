package sim

import (
	"math"
	"math/bits"
	"slices"
)

const (
	// fewEvents is where a heap of value events begins to lose against tiers.
	fewEvents = 32
	// fewMoves is the least number of instants from which a width is judged.
	fewMoves = 1024
	// bucketAim is the number of instants that a bucket should hold: enough to
	// share the cost of reaching it, few enough to sort by insertion.
	bucketAim = 8
	// insertionLimit is the length up to which a bucket is sorted by insertion.
	insertionLimit = 48
)

// queue holds the events whose order is not known beforehand. The present
// bucket lies sorted in the run; events that are scheduled into the present
// bucket go to the heap; what is due later waits in the tiers. While few events
// are pending the present is the whole future and the queue just a heap. How
// wide buckets are decides how fast the queue is, never in which order events
// come.
type queue struct {
	tiers  tiers
	heap   heap
	run    []Event // the present bucket in order, closed by last
	taken  int     // events taken from the run
	until  Time    // end of the present bucket; the tiers hold nothing before
	last   Event   // comes after every event before the end
	spare  []tier  // empty tiers, for laying events out anew
	crowd  int     // size of the heap at which buckets are thought too wide
	dense  int     // size of the tiers at which they are thought eight times as dense
	moves  int     // instants taken since the width was last judged
	passed int     // buckets passed since then
}

func newQueue(end Time) queue {
	last := Event{At: end, Order: 1<<64 - 1}
	return queue{run: []Event{last}, until: end, last: last, crowd: fewEvents}
}

func (q *queue) size() int { return len(q.run) - 1 - q.taken + len(q.heap) + q.tiers.count }

// room gives a place for an event that is due at or after the end of the present
// bucket and before that of the run.
func (q *queue) room(at, now Time, p *pool) *Event {
	if q.tiers.count > q.dense {
		q.rebuild(q.tiers.shift-min(q.tiers.shift, 3), now, p)
	}
	return q.tiers.room(at, p)
}

// push adds an event that is due before the end.
func (q *queue) push(ev Event, now Time, p *pool) {
	if ev.At >= q.until {
		*q.room(ev.At, now, p) = ev
		return
	}
	q.heap.push(ev)
	if len(q.heap) > q.crowd {
		q.uncrowd(now, p)
	}
}

// advance moves the present to the first bucket that holds events, but never
// beyond limit, an instant at which an event from elsewhere is due. Run and
// heap must be empty. It answers false when nothing is left before the end.
func (q *queue) advance(limit Time, p *pool) bool {
	q.passed++
	if q.moves > max(2*q.size(), fewMoves) {
		q.judge(p)
		if len(q.heap) > 0 || q.until > limit {
			return true
		}
	}
	for q.tiers.count > 0 {
		level, digit, begins := q.tiers.find()
		if begins > limit {
			break
		}
		bucket := q.tiers.detach(level, digit)
		q.tiers.base = uint64(begins) >> q.tiers.shift
		if level == 0 {
			q.load(&bucket, p)
			q.until = q.bucketEnd()
			return true
		}
		q.spread(&bucket, p)
	}
	if limit == q.last.At {
		return false
	}
	q.tiers.base = uint64(limit) >> q.tiers.shift
	q.until = q.bucketEnd()
	return true
}

// bucketEnd gives the end of the present bucket, at most that of the run.
func (q *queue) bucketEnd() Time {
	left := uint64(q.last.At) >> q.tiers.shift
	if q.tiers.base >= left {
		return q.last.At
	}
	return Time((q.tiers.base + 1) << q.tiers.shift)
}

// spread deals a bucket of a higher tier out to the tiers below.
func (q *queue) spread(bucket *chain, p *pool) {
	for events := range bucket.drain(p) {
		q.tiers.count -= len(events)
		for _, ev := range events {
			*q.tiers.room(ev.At, p) = ev
		}
	}
}

// load sorts a bucket into the run.
func (q *queue) load(bucket *chain, p *pool) {
	run := q.run[:0]
	for events := range bucket.drain(p) {
		run = append(run, events...)
	}
	q.tiers.count -= len(run)
	order(run)
	q.run, q.taken = append(run, q.last), 0
}

// order sorts events. Buckets are filled in the order of scheduling, so a herd
// on one instant is sorted already and costs one pass.
func order(events []Event) {
	if len(events) > insertionLimit {
		slices.SortFunc(events, func(a, b Event) int {
			if a.Before(&b) {
				return -1
			}
			return 1 // no two events are equal
		})
		return
	}
	for i := 1; i < len(events); i++ {
		ev := events[i]
		j := i
		for ; j > 0 && ev.Before(&events[j-1]); j-- {
			events[j] = events[j-1]
		}
		events[j] = ev
	}
}

// keep removes the events that are not live.
func (q *queue) keep(p *pool, live func(Event) bool) {
	q.heap.keep(live)
	run := q.run[:0]
	for _, ev := range q.run[q.taken : len(q.run)-1] {
		if live(ev) {
			run = append(run, ev)
		}
	}
	q.run, q.taken = append(run, q.last), 0
	q.tiers.each(func(bucket *chain) int { return bucket.keep(p, live) })
}

// judge sets the width of buckets anew if the present one missed its aim by a
// factor of two. It counts instants, not events, because a herd on one instant
// stays in one bucket however narrow it is. Judging only after two moves for
// each pending event bounds the share of rebuilding.
func (q *queue) judge(p *pool) {
	mean := q.moves / q.passed
	q.moves, q.passed = 0, 0
	switch {
	case q.size() < fewEvents/4:
		q.collapse(p)
	case mean < bucketAim/2 || mean >= 2*bucketAim:
		shift := int(q.tiers.shift) + bits.Len(bucketAim) - bits.Len(uint(mean))
		q.rebuild(uint(min(max(shift, 0), 62)), q.until, p)
	}
}

// collapse takes all events back into the heap.
func (q *queue) collapse(p *pool) {
	q.until = q.last.At
	q.tiers.each(func(bucket *chain) int {
		for events := range bucket.drain(p) {
			for _, ev := range events {
				q.heap.push(ev)
			}
		}
		return 0
	})
	q.crowd = fewEvents
}

// uncrowd narrows the buckets, guided by the events in the overfull heap, or
// starts to use tiers at all.
func (q *queue) uncrowd(now Time, p *pool) {
	order(q.heap)
	n := len(q.heap) * 3 / 4
	width := uint64(q.heap[n].At-now) / uint64(n) * bucketAim
	shift := uint(max(bits.Len64(width), 1) - 1)
	if idle := q.until == q.last.At && q.tiers.count == 0; width == 0 || !idle && shift >= q.tiers.shift {
		q.crowd = 2 * len(q.heap)
		return
	}
	q.rebuild(shift, now, p)
}

// rebuild lays all events out anew in buckets of another width, seen from now.
func (q *queue) rebuild(shift uint, now Time, p *pool) {
	old := q.tiers
	if q.spare == nil {
		q.spare = make([]tier, tierCount)
	}
	q.tiers = tiers{shift: shift, base: uint64(now) >> shift, levels: q.spare}
	q.until = q.bucketEnd()
	q.crowd, q.dense = math.MaxInt, math.MaxInt
	put := func(events []Event) {
		for _, ev := range events {
			q.push(ev, now, p)
		}
	}
	// The heap is refilled in its own place: never more than was read.
	heap := q.heap
	q.heap = heap[:0]
	put(heap)
	put(q.run[q.taken : len(q.run)-1])
	q.run, q.taken = append(q.run[:0], q.last), 0
	old.each(func(bucket *chain) int {
		for events := range bucket.drain(p) {
			put(events)
		}
		return 0
	})
	q.spare = old.levels
	q.crowd = max(fewEvents, q.size()/16, 2*len(q.heap))
	q.dense = 8 * max(fewEvents, q.size())
	q.moves, q.passed = 0, 0
}
