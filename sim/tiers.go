package sim

import "math/bits"

const (
	digitBits = 9
	digits    = 1 << digitBits
	tierCount = (63 + digitBits - 1) / digitBits
)

// tiers is a radix queue. Time is cut into buckets of 2^shift nanoseconds. A
// bucket's number, written in digits of nine bits, is compared with the number
// of the present bucket: the highest digit that differs names the tier, that
// digit's value the place in it. So the near future is kept finely and the far
// future coarsely, adding an event is two writes wherever it goes, and an event moves at
// most once a tier on its way to the present. This is the monotone radix heap
// of Ahuja, Mehlhorn, Orlin and Tarjan (1990), with wide digits and without
// order inside a bucket.
type tiers struct {
	shift  uint   // a bucket is 2^shift ns wide
	base   uint64 // number of the present bucket; no event lies before it
	count  int    // events in all tiers
	levels []tier // none as long as the heap suffices
}

type tier struct {
	buckets [digits]chain
	filled  [digits / 64]uint64 // one bit a bucket
}

// room gives the place for an event that is due then.
func (t *tiers) room(at Time, p *pool) *Event {
	number := uint64(at) >> (t.shift % 64)
	level := uint(bits.Len64((number^t.base)|1)-1) / digitBits
	digit := number >> (level * digitBits % 64) % digits
	tier := &t.levels[level]
	tier.filled[digit/64] |= 1 << (digit % 64)
	t.count++
	return tier.buckets[digit].room(p)
}

// find gives the first bucket with events in it and the instant at which that
// bucket begins. Some tier must hold an event.
func (t *tiers) find() (level uint, digit uint64, begins Time) {
	for ; ; level++ {
		// The present's own place is empty in all tiers but the lowest.
		present := t.base >> (level * digitBits)
		digit, ok := t.levels[level].next(present % digits)
		if ok {
			number := (present - present%digits + digit) << (level * digitBits)
			return level, digit, Time(number << t.shift)
		}
	}
}

// next gives the first filled place at or after from.
func (t *tier) next(from uint64) (digit uint64, ok bool) {
	word := t.filled[from/64] >> (from % 64) << (from % 64)
	for i := from / 64; ; word = t.filled[i] {
		if word != 0 {
			return i*64 + uint64(bits.TrailingZeros64(word)), true
		}
		i++
		if i == digits/64 {
			return 0, false
		}
	}
}

// detach takes a bucket's events out.
func (t *tiers) detach(level uint, digit uint64) chain {
	tier := &t.levels[level]
	taken := tier.buckets[digit]
	tier.buckets[digit] = chain{}
	tier.filled[digit/64] &^= 1 << (digit % 64)
	return taken
}

// each visits every bucket with events in it; visit gives the number of events
// that it left there.
func (t *tiers) each(visit func(*chain) int) {
	t.count = 0
	for l := range t.levels {
		tier := &t.levels[l]
		for w := range tier.filled {
			for word := tier.filled[w]; word != 0; word &= word - 1 {
				place := bits.TrailingZeros64(word)
				left := visit(&tier.buckets[w*64+place])
				if left == 0 {
					tier.filled[w] &^= 1 << place
				}
				t.count += left
			}
		}
	}
}
