package backoff

import (
	"time"

	"herdcast/sim/dist"
)

// Bounds gives the least and the most that the wait before retry k can be, over
// all draws and outcomes: for showing, not for deciding. A distribution without
// a written bound may wait Forever.
func (b *Backoff) Bounds(k int) (least, most time.Duration) {
	low, high := b.shortest(k), b.longest(k)
	switch b.recalls {
	case recallsCurve:
		high = b.pollyLongest(k, high)
		return max(b.floor, 0), max(b.floor, min(b.cap, high))
	case recallsWait:
		return max(b.floor, min(b.cap, low)), max(b.floor, min(b.cap, b.decorrelatedLongest(k)))
	}
	if b.scaled > 0 {
		return b.scaledBounds(k)
	}
	least = min(b.finish(low, 0), b.finish(low, 1))
	most = max(b.finish(high, 0), b.finish(high, 1))
	return least, most
}

// decorrelatedLongest is reached when every draw is the greatest.
func (b *Backoff) decorrelatedLongest(k int) time.Duration {
	differing := min(k, max(1, len(b.schedule)))
	reach := time.Duration(0)
	for i := 1; i <= differing; i++ {
		reach = nearest(3 * float64(max(reach, b.longest(i))))
	}
	return nearest(float64(reach) * power(3, k-differing))
}

// pollyLongest is reached by the least draw before the greatest.
func (b *Backoff) pollyLongest(k int, first time.Duration) time.Duration {
	if k > pollyEnd {
		return Forever
	}
	return nearest((curve(float64(k)) - curve(float64(max(0, k-2)))) * float64(first) / 1.4)
}

// shortest gives the least that retry k's wait starts from, longest the most.
func (b *Backoff) shortest(k int) time.Duration {
	if len(b.schedule) > 0 {
		return b.schedule[min(k, len(b.schedule))-1].least
	}
	least := Forever
	for _, first := range b.first {
		least = min(least, b.grown(k, first))
	}
	return least
}

func (b *Backoff) longest(k int) time.Duration {
	if len(b.schedule) > 0 {
		return b.schedule[min(k, len(b.schedule))-1].most
	}
	most := time.Duration(0)
	for _, first := range b.first {
		most = max(most, b.grown(k, first))
	}
	return most
}

func compileEntry(s dist.Spec) entry {
	least, most := s.Bounds()
	return entry{sampler: s.Compile(), least: nearest(least), most: nearest(most)}
}
