package breaker

import (
	"time"

	"herdcast/sim"
)

// window holds the answers that a closed breaker judges by, oldest first, in a
// ring that doubles when it is full and never shrinks: once it has seen the
// busiest span it allocates no more.
type window struct {
	ring     []answer
	oldest   int
	size     int
	failures int
}

// answer is the instant of an answer, doubled, plus 1 for a failure.
type answer int64

func (a answer) at() sim.Time  { return sim.Time(a >> 1) }
func (a answer) failures() int { return int(a & 1) }

func (w *window) add(now sim.Time, failed bool) {
	if w.size == len(w.ring) {
		w.grow()
	}
	a := answer(now << 1)
	if failed {
		a |= 1
	}
	w.ring[(w.oldest+w.size)&(len(w.ring)-1)] = a
	w.size++
	w.failures += a.failures()
}

// expire drops what is not younger than the span.
func (w *window) expire(now sim.Time, span time.Duration) {
	for w.size > 0 && now.Sub(w.ring[w.oldest].at()) >= span {
		w.drop()
	}
}

// keep drops all but the n youngest.
func (w *window) keep(n int) {
	for w.size > n {
		w.drop()
	}
}

func (w *window) drop() {
	w.failures -= w.ring[w.oldest].failures()
	w.oldest = (w.oldest + 1) & (len(w.ring) - 1)
	w.size--
}

// grow keeps the length a power of two, so that a place is found by a mask.
func (w *window) grow() {
	larger := make([]answer, max(8, 2*len(w.ring)))
	n := copy(larger, w.ring[w.oldest:])
	copy(larger[n:], w.ring[:w.oldest])
	w.ring, w.oldest = larger, 0
}
