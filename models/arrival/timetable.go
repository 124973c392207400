package arrival

import (
	"math/bits"
	"time"

	"herdcast/sim"
)

// First gives the instant at which persistent agent i of n begins.
func (s *Start) First(i, n int, key sim.Key) sim.Time {
	switch {
	case s.Spread != nil:
		return sim.Time(key.Uniform(sim.PurposeStart, 0) * float64(*s.Spread))
	case s.Stagger != nil:
		return sim.Time(Part(*s.Stagger, i, n))
	case s.At != nil:
		return sim.Time(*s.At)
	}
	return 0
}

// Offset gives where on its grid the timetable of agent i of n begins.
func (p Phase) Offset(every time.Duration, i, n int, key sim.Key) sim.Time {
	switch p {
	case "together":
		return 0
	case "even":
		return sim.Time(Part(every, i, n))
	}
	return sim.Time(key.Uniform(sim.PurposeStart, 0) * float64(every))
}

// Due gives the first instant of a grid after now.
func Due(offset sim.Time, every time.Duration, now sim.Time) sim.Time {
	if now < offset {
		return offset
	}
	return offset.Add(time.Duration(int64(now-offset)/int64(every)+1) * every)
}

// Part gives i/n of a span, rounded to the nearest ns, without overflow.
func Part(span time.Duration, i, n int) time.Duration {
	hi, lo := bits.Mul64(uint64(span), uint64(i))
	lo, carry := bits.Add64(lo, uint64(n)/2, 0)
	quotient, _ := bits.Div64(hi+carry, lo, uint64(n))
	return time.Duration(quotient)
}
