package backoff

import (
	"math/bits"
	"time"
)

// scaledOver spreads the wait d evenly over [d - j, d + j), cut off at first and at cap,
// where j is the jitter for each whole first in d, as Spring Framework 7 does.
func (b *Backoff) scaledOver(d, first time.Duration, u float64) time.Duration {
	d = min(b.cap, d)
	var j time.Duration
	if first > 0 {
		j = Forever
		if over, product := bits.Mul64(uint64(b.scaled), uint64(d/first)); over == 0 && product < 1<<63 {
			j = time.Duration(product)
		}
	}
	least, most := max(first, d-min(j, d)), b.cap
	if d < b.cap-j {
		most = d + j
	}
	return max(b.floor, least+below(max(0, most-least), u))
}

// scaledBounds gives the least and the most of the k-th wait, over all outcomes.
func (b *Backoff) scaledBounds(k int) (least, most time.Duration) {
	least = Forever
	for _, first := range b.first {
		d := b.grown(k, first)
		least, most = min(least, b.scaledOver(d, first, 0)), max(most, b.scaledOver(d, first, 1))
	}
	return least, most
}
