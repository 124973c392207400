package hedge

import (
	"slices"
	"time"

	"herdcast/sim/tally"
)

const (
	remembered = 1000 // successes that a quantile is taken over
	enough     = 20   // successes before there is one
)

// Latencies is the last successes: how long each took, in the order in which they
// came and in that of their size. It takes memory until it has seen a thousand.
type Latencies struct {
	recent []time.Duration // a ring once it is full
	oldest int
	sorted []time.Duration
}

// add remembers one more and forgets the oldest of a thousand.
func (l *Latencies) add(latency time.Duration) {
	if len(l.recent) < remembered {
		l.recent = append(l.recent, latency)
	} else {
		gone, _ := slices.BinarySearch(l.sorted, l.recent[l.oldest])
		l.sorted = append(l.sorted[:gone], l.sorted[gone+1:]...)
		l.recent[l.oldest] = latency
		l.oldest = (l.oldest + 1) % remembered
	}
	at, _ := slices.BinarySearch(l.sorted, latency)
	l.sorted = append(l.sorted, 0)
	copy(l.sorted[at+1:], l.sorted[at:])
	l.sorted[at] = latency
}

// quantile gives the nearest rank, or false while there are too few.
func (l *Latencies) quantile(share float64) (time.Duration, bool) {
	n := len(l.sorted)
	if n < enough {
		return 0, false
	}
	return l.sorted[tally.NearestRank(share, int64(n))-1], true
}
