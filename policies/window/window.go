// Package window remembers instants for as long as a sliding window holds them,
// some of them marked: the failures among answers, the retries among tries.
package window

import (
	"time"

	"herdcast/sim"
)

// Window holds instants, oldest first, in a ring that doubles when it is full and
// never shrinks: once it has seen the busiest span it allocates no more.
type Window struct {
	ring   []entry
	oldest int
	size   int
	marked int
}

// entry is an instant, doubled, plus 1 if it is marked.
type entry int64

func (e entry) at() sim.Time { return sim.Time(e >> 1) }
func (e entry) mark() int    { return int(e & 1) }

// Size tells how many instants the window holds.
func (w *Window) Size() int { return w.size }

// Marked tells how many of them are marked.
func (w *Window) Marked() int { return w.marked }

// Add adds an instant, which is none before the last one.
func (w *Window) Add(now sim.Time, marked bool) {
	if w.size == len(w.ring) {
		w.grow()
	}
	e := entry(now << 1)
	if marked {
		e |= 1
	}
	w.ring[(w.oldest+w.size)&(len(w.ring)-1)] = e
	w.size++
	w.marked += e.mark()
}

// Expire drops what is not younger than the span.
func (w *Window) Expire(now sim.Time, span time.Duration) {
	for w.size > 0 && now.Sub(w.ring[w.oldest].at()) >= span {
		w.drop()
	}
}

// Keep drops all but the n youngest.
func (w *Window) Keep(n int) {
	for w.size > n {
		w.drop()
	}
}

// Clear drops everything and keeps the room.
func (w *Window) Clear() { w.oldest, w.size, w.marked = 0, 0, 0 }

func (w *Window) drop() {
	w.marked -= w.ring[w.oldest].mark()
	w.oldest = (w.oldest + 1) & (len(w.ring) - 1)
	w.size--
}

// grow keeps the length a power of two, so that a place is found by a mask.
func (w *Window) grow() {
	larger := make([]entry, max(8, 2*len(w.ring)))
	n := copy(larger, w.ring[w.oldest:])
	copy(larger[n:], w.ring[:w.oldest])
	w.ring, w.oldest = larger, 0
}
