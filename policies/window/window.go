// Package window remembers instants for as long as a sliding window holds them,
// some of them marked: the failures among answers, the slow ones, the retries among
// tries.
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
	bear   [marks]int32 // how many bear exactly these marks
}

// Mark is what an instant bears: none, one or both of a window's two marks.
type Mark uint8

const (
	Bare   Mark = 0
	First  Mark = 1
	Second Mark = 2
	marks       = 4
)

// entry is an instant, times 4, plus its marks: of a clock that counts from 1970 it
// holds all until 2116.
type entry uint64

func (e entry) at() sim.Time { return sim.Time(e >> 2) }
func (e entry) mark() Mark   { return Mark(e & (marks - 1)) }

// Size tells how many instants the window holds.
func (w *Window) Size() int { return w.size }

// Bare tells how many of them bear no mark.
func (w *Window) Bare() int { return int(w.bear[Bare]) }

// Marked tells how many of them bear the first mark.
func (w *Window) Marked() int { return int(w.bear[First] + w.bear[First|Second]) }

// MarkedSecond tells how many of them bear the second mark.
func (w *Window) MarkedSecond() int { return int(w.bear[Second] + w.bear[First|Second]) }

// Add adds an instant, which is none before the last one, with the first mark or
// bare.
func (w *Window) Add(now sim.Time, marked bool) {
	mark := Bare
	if marked {
		mark = First
	}
	w.AddMark(now, mark)
}

// AddMark adds an instant, which is none before the last one.
func (w *Window) AddMark(now sim.Time, mark Mark) {
	if w.size == len(w.ring) {
		w.grow()
	}
	w.ring[(w.oldest+w.size)&(len(w.ring)-1)] = entry(now)<<2 | entry(mark)
	w.size++
	w.bear[mark%marks]++
}

// Expire drops what is not younger than the span.
func (w *Window) Expire(now sim.Time, span time.Duration) { w.ExpireBefore(now.Add(1 - span)) }

// Roll drops what is in none of the parts that a span holds, [k·part, (k+1)·part):
// the running one and those before it.
func (w *Window) Roll(now sim.Time, span, part time.Duration) {
	running := time.Duration(now) / part
	w.ExpireBefore(sim.Time((running+1)*part - span))
}

// ExpireBefore drops what happened before the instant.
func (w *Window) ExpireBefore(from sim.Time) {
	for w.size > 0 && w.ring[w.oldest].at() < from {
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
func (w *Window) Clear() { w.oldest, w.size, w.bear = 0, 0, [marks]int32{} }

func (w *Window) drop() {
	w.bear[w.ring[w.oldest].mark()]--
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
