package backoff

import "time"

// Spread is a compiled jitter that needs no memory: one uniform draw turns a
// wait into a spread one. The table is that of Backoff.
type Spread struct {
	kind       spreadKind
	low, width float64       // of the factor that the wait is multiplied with
	add        time.Duration // added at most
}

type spreadKind uint8

const (
	spreadNone spreadKind = iota
	spreadFull
	spreadEqual
	spreadTimes
	spreadAdd
)

// Compile prepares a jitter. Decorrelated and polly need a memory and scaled the first
// wait, which only a Backoff has: as a Spread they leave the wait as it is.
func (j Jitter) Compile() Spread {
	switch {
	case j.PlusMinus != nil:
		return times(1-float64(*j.PlusMinus), 1+float64(*j.PlusMinus))
	case j.Plus != nil:
		return times(1, 1+float64(*j.Plus))
	case j.Minus != nil:
		return times(1-float64(*j.Minus), 1)
	case j.Times != nil:
		return times(j.Times[0], j.Times[1])
	case j.Add != nil:
		return Spread{kind: spreadAdd, add: *j.Add}
	case j.Word == "full":
		return Spread{kind: spreadFull}
	case j.Word == "equal":
		return Spread{kind: spreadEqual}
	}
	return Spread{}
}

func times(low, high float64) Spread { return Spread{kind: spreadTimes, low: low, width: high - low} }

// Over spreads the wait d with the uniform draw u from [0, 1).
func (s *Spread) Over(d time.Duration, u float64) time.Duration {
	switch s.kind {
	case spreadFull:
		return below(d, u)
	case spreadEqual:
		return d - d/2 + time.Duration(float64(u*(float64(d)/2)))
	case spreadTimes:
		return nearest(float64(d) * (s.low + float64(u*s.width)))
	case spreadAdd:
		if sum := d + below(s.add, u); sum >= d {
			return sum
		}
		return Forever
	}
	return d
}

// below gives U(0, d), rounded down. The bound matters where d is so long that
// a float cannot hold it exactly.
func below(d time.Duration, u float64) time.Duration {
	x := u * float64(d)
	if x >= float64(d) {
		return d
	}
	return min(d, time.Duration(x))
}
