package sim

import "math/bits"

// wheel is an exact hierarchical timing wheel (Varghese and Lauck 1987) with 64
// places a level and buckets one nanosecond wide: no width to choose and no
// sorting, because a place of the lowest level is one instant. It exists to be
// measured against the queue.
type wheel struct {
	pool   pool
	base   uint64
	filled [11]uint64
	places [11][64]chain
	due    []Event // of the present instant, in order
	taken  int
}

func (w *wheel) push(ev Event) {
	level := uint(bits.Len64((uint64(ev.At)^w.base)|1)-1) / 6
	place := uint64(ev.At) >> (level * 6) % 64
	*w.places[level][place].room(&w.pool) = ev
	w.filled[level] |= 1 << place
}

func (w *wheel) pop() Event {
	for w.taken == len(w.due) {
		level := uint(0)
		for w.filled[level] == 0 {
			level++
		}
		place := uint64(bits.TrailingZeros64(w.filled[level]))
		w.filled[level] &^= 1 << place
		if level > 0 {
			above := w.base >> (level * 6)
			w.base = (above - above%64 + place) << (level * 6)
			for events := range w.places[level][place].drain(&w.pool) {
				for _, ev := range events {
					w.push(ev)
				}
			}
			continue
		}
		w.base = w.base - w.base%64 + place
		w.due, w.taken = w.due[:0], 0
		for events := range w.places[0][place].drain(&w.pool) {
			w.due = append(w.due, events...)
		}
		order(w.due)
	}
	w.taken++
	return w.due[w.taken-1]
}
