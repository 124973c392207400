package sim

import "time"

const (
	// fewStale is the number of stale events that is never worth a sweep.
	fewStale = 1024
	// manyPending is where the rows that events concern no longer fit into a
	// core's caches, so that reading them ahead of their events pays.
	manyPending = 1 << 14
)

// Engine holds the clock and the events to come. Events come in the order
// (At, Order), whatever structure they wait in: in the instant if they are due
// at once, in a lane if their delay is a constant, else in the queue.
type Engine struct {
	now      Time
	end      Time
	alone    Time // an instant whose events all wait in the instant
	sequence uint64
	pending  int
	stale    int
	soonest  Event // comes next and waits nowhere else; Order 0: there is none
	instant  instant
	lanes    lanes
	queue    queue
	pool     pool
	live     func(Event) bool
	touch    func([]Event)
}

// NewEngine makes an engine whose run is [0, end): what is due at end does not
// happen.
func NewEngine(end Time) *Engine { return &Engine{end: end, alone: -1, queue: newQueue(end)} }

// Now gives the present instant.
func (e *Engine) Now() Time { return e.now }

// End gives the end of the run.
func (e *Engine) End() Time { return e.end }

// Lane announces a constant delay; equal delays share a lane. It panics if the
// delay is negative.
func (e *Engine) Lane(delay time.Duration) Lane {
	if delay < 0 {
		panic("sim: lane with a negative delay")
	}
	return e.lanes.find(delay)
}

// At schedules an event for an instant that must not have passed.
func (e *Engine) At(at Time, kind Kind, row uint32) Timer {
	if at <= e.now {
		if at < e.now {
			panic("sim: event scheduled in the past")
		}
		return e.AtOnce(kind, row)
	}
	e.sequence++
	order := kind.order(e.sequence)
	if at < e.end {
		e.pending++
		if q := &e.queue; at >= q.until {
			*q.room(at, e.now, &e.pool) = Event{At: at, Order: order, Row: row, Kind: kind}
		} else {
			q.push(Event{At: at, Order: order, Row: row, Kind: kind}, e.now, &e.pool)
		}
	}
	return Timer(order)
}

// AtOnce schedules an event for the present instant. One that comes before all
// that is known waits apart: most consequences are of this kind, and come next.
func (e *Engine) AtOnce(kind Kind, row uint32) Timer {
	e.sequence++
	e.pending++
	order := kind.order(e.sequence)
	ev := Event{At: e.now, Order: order, Row: row, Kind: kind}
	if e.NextAtOnce(kind) {
		e.soonest = ev
	} else {
		e.instant.push(ev, &e.pool)
	}
	return Timer(order)
}

// NextAtOnce tells whether an event of that kind, if it were scheduled for the
// present instant, would be the next of all.
func (e *Engine) NextAtOnce(kind Kind) bool {
	return e.soonest.Order == 0 && (e.alone == e.now || e.isAlone()) && !e.instant.before(kind.Rank()+1)
}

// After schedules an event a span from now.
func (e *Engine) After(delay time.Duration, kind Kind, row uint32) Timer {
	return e.At(e.now.Add(delay), kind, row)
}

// Along schedules an event the lane's delay from now.
func (e *Engine) Along(lane Lane, kind Kind, row uint32) Timer {
	at := e.now.Add(e.lanes.all[lane].delay)
	if at == e.now {
		return e.AtOnce(kind, row)
	}
	e.sequence++
	order := kind.order(e.sequence)
	if at < e.end {
		e.pending++
		ev := Event{At: at, Order: order, Row: row, Kind: kind}
		if !e.lanes.push(lane, ev, &e.pool) {
			e.queue.push(ev, e.now, &e.pool)
		}
	}
	return Timer(order)
}

// Forget tells the engine that a scheduled event has become stale, so that it
// can sweep when stale events pile up. The owner must have cleared its Timer by
// the time it asks for the next event.
func (e *Engine) Forget() { e.stale++ }

// Withdraw takes back an event that was scheduled along a lane: at once if
// nothing has been scheduled along it since, else as Forget does. A timeout
// whose answer comes at the same instant costs nothing more.
func (e *Engine) Withdraw(lane Lane, timer Timer) {
	if e.lanes.all[lane].waiting.retract(timer) {
		e.pending--
		return
	}
	e.stale++
}

// Dropped tells the engine that the event just taken was stale.
func (e *Engine) Dropped() { e.stale = max(e.stale-1, 0) }

// Sweeper gives the engine the owner's answer to "is this event still wanted?",
// asked only when it sweeps stale events, which it does from within Next.
func (e *Engine) Sweeper(live func(Event) bool) { e.live = live }

// Touch gives the engine a function to be called with events that come soon,
// so that it can read their rows, all at once, before they are needed one by
// one. It is called only where many events are pending, and must change
// nothing; some of the events may be stale.
func (e *Engine) Touch(touch func([]Event)) { e.touch = touch }

// Next takes the next event and moves the clock to it. It answers false when
// nothing is left to happen before the end.
func (e *Engine) Next() (Event, bool) {
	if e.stale > fewStale && 2*e.stale > e.pending && e.live != nil {
		e.sweep()
	}
	if e.soonest.Order != 0 && !e.instant.before(e.soonest.Kind.Rank()) {
		next := e.soonest
		e.soonest.Order = 0
		e.pending--
		return next, true
	}
	if e.instant.filled != 0 && (e.alone == e.now || e.isAlone()) {
		e.pending--
		return e.instant.take(&e.pool), true
	}
	q := &e.queue
	for {
		least, from := &q.run[q.taken], fromRun
		if len(q.heap) > 0 && q.heap[0].Before(least) {
			least, from = &q.heap[0], fromHeap
		}
		if len(e.lanes.heads) > 0 && e.lanes.heads[0].Before(least) {
			least, from = &e.lanes.heads[0].Event, fromLane
		}
		if e.instant.filled != 0 {
			if first := e.instant.first(); first.Before(least) {
				least, from = first, fromInstant
			}
		}
		if least.At >= q.until {
			if !e.advance(least.At) {
				e.now = e.end
				return Event{}, false
			}
			continue
		}
		next := *least
		switch from {
		case fromRun:
			q.taken++
		case fromHeap:
			q.heap.pop()
		case fromLane:
			if opened := e.lanes.drop(&e.pool); len(opened) > 0 {
				e.ahead(opened)
			}
		case fromInstant:
			e.instant.take(&e.pool)
		}
		if from <= fromHeap && next.At != e.now {
			q.moves++
		}
		e.pending--
		e.now = next.At
		return next, true
	}
}

// Due gives the instant of the next event, without taking it, for who lets time
// pass at the pace of a clock outside; it answers the end when nothing is left
// to happen before.
func (e *Engine) Due() Time {
	if e.soonest.Order != 0 || e.instant.filled != 0 {
		return e.now
	}
	q := &e.queue
	for {
		least := q.run[q.taken].At
		if len(q.heap) > 0 {
			least = min(least, q.heap[0].At)
		}
		if len(e.lanes.heads) > 0 {
			least = min(least, e.lanes.heads[0].At)
		}
		if least < q.until {
			return least
		}
		if !e.advance(least) {
			return e.end
		}
	}
}

// Pass moves the clock to an instant up to which nothing is due.
func (e *Engine) Pass(to Time) {
	if due := e.Due(); to > due {
		panic("sim: time passes an event by")
	}
	e.now = max(e.now, to)
}

// isAlone finds out whether nothing outside the instant is due now. It stays so
// for as long as it is now, because what is due at once goes to the instant.
func (e *Engine) isAlone() bool {
	q, heads := &e.queue, e.lanes.heads
	if q.run[q.taken].At == e.now || len(q.heap) > 0 && q.heap[0].At == e.now || len(heads) > 0 && heads[0].At == e.now {
		return false
	}
	e.alone = e.now
	return true
}

// Where the next event waits.
const (
	fromRun = iota
	fromHeap
	fromLane
	fromInstant
)

// advance moves the queue's present on, at most to limit.
func (e *Engine) advance(limit Time) bool {
	if !e.queue.advance(limit, &e.pool) {
		return false
	}
	e.ahead(e.queue.run[e.queue.taken : len(e.queue.run)-1])
	return true
}

// ahead shows events that come soon to whoever wants to read ahead.
func (e *Engine) ahead(events []Event) {
	if e.touch != nil && e.pending > manyPending {
		e.touch(events)
	}
}

// sweep removes all stale events. Done when they are more than half of all, it
// costs a constant for each, and keeps the memory of timers that are nearly
// always cancelled within twice that of the live ones.
func (e *Engine) sweep() {
	kept := e.instant.keep(&e.pool, e.live) + e.lanes.keep(&e.pool, e.live)
	if e.soonest.Order != 0 {
		if e.live(e.soonest) {
			kept++
		} else {
			e.soonest.Order = 0
		}
	}
	e.queue.keep(&e.pool, e.live)
	e.pending = kept + e.queue.size()
	e.stale = 0
}
