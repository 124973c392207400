package sim

import "time"

// Lane names a constant delay that was announced with Engine.Lane: events that
// are scheduled through it are in order already and cost less.
type Lane int

// Engine holds the clock and the events to come.
type Engine struct {
	now      Time
	end      Time
	sequence uint64
	heap     []Event
	delays   []time.Duration
	stale    int
	live     func(Event) bool
}

// NewEngine makes an engine whose run is [0, end): what is due at end does not
// happen.
func NewEngine(end Time) *Engine { return &Engine{end: end} }

// Now gives the present instant.
func (e *Engine) Now() Time { return e.now }

// End gives the end of the run.
func (e *Engine) End() Time { return e.end }

// Lane announces a constant delay; equal delays share a lane.
func (e *Engine) Lane(delay time.Duration) Lane {
	for i, d := range e.delays {
		if d == delay {
			return Lane(i)
		}
	}
	e.delays = append(e.delays, delay)
	return Lane(len(e.delays) - 1)
}

// At schedules an event for an instant that must not have passed.
func (e *Engine) At(at Time, kind Kind, row uint32) Timer {
	if at < e.now {
		panic("sim: event scheduled in the past")
	}
	e.sequence++
	ev := Event{At: at, Order: uint64(kind.Rank())<<62 | e.sequence, Row: row, Kind: kind}
	e.push(ev)
	return ev.Timer()
}

// After schedules an event a span from now.
func (e *Engine) After(delay time.Duration, kind Kind, row uint32) Timer {
	return e.At(e.now.Add(delay), kind, row)
}

// Along schedules an event the lane's delay from now.
func (e *Engine) Along(lane Lane, kind Kind, row uint32) Timer {
	return e.After(e.delays[lane], kind, row)
}

// Forget tells the engine that a scheduled event has become stale, so that it
// can sweep when stale events pile up. The owner must have cleared its Timer.
func (e *Engine) Forget() { e.stale++ }

// Dropped tells the engine that the event just taken was stale.
func (e *Engine) Dropped() { e.stale-- }

// Sweeper gives the engine the owner's answer to "is this event still wanted?",
// asked only when it sweeps stale events.
func (e *Engine) Sweeper(live func(Event) bool) { e.live = live }

// Next takes the next event and moves the clock to it. It answers false when
// nothing is left to happen before the end.
func (e *Engine) Next() (Event, bool) {
	if len(e.heap) == 0 || e.heap[0].At >= e.end {
		e.now = e.end
		return Event{}, false
	}
	ev := e.pop()
	e.now = ev.At
	return ev, true
}

func (e *Engine) push(ev Event) {
	e.heap = append(e.heap, ev)
	i := len(e.heap) - 1
	for i > 0 {
		p := (i - 1) / 4
		if !ev.Before(e.heap[p]) {
			break
		}
		e.heap[i] = e.heap[p]
		i = p
	}
	e.heap[i] = ev
}

func (e *Engine) pop() Event {
	top := e.heap[0]
	n := len(e.heap) - 1
	last := e.heap[n]
	e.heap = e.heap[:n]
	if n == 0 {
		return top
	}
	i := 0
	for {
		first := 4*i + 1
		if first >= n {
			break
		}
		least := first
		for c := first + 1; c < min(first+4, n); c++ {
			if e.heap[c].Before(e.heap[least]) {
				least = c
			}
		}
		if !e.heap[least].Before(last) {
			break
		}
		e.heap[i] = e.heap[least]
		i = least
	}
	e.heap[i] = last
	return top
}
