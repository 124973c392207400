package dependency

import (
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/sim"
)

// arrival is one request of a hand-made run, by the instants in ns.
type arrival struct{ at, needs int64 }

// departures runs processor sharing over arrivals in their order.
func departures(capacity float64, arrivals []arrival) []int64 {
	s := newSharing(capacity, 0, &[]stay{})
	ends := make([]int64, len(arrivals))
	for next := 0; next < len(arrivals) || len(s.jobs) > 0; {
		done, at, some := s.first(s.at)
		if next < len(arrivals) && (!some || arrivals[next].at < int64(at)) {
			a := arrivals[next]
			s.enter(sim.Time(a.at), uint32(next), time.Duration(a.needs), 0)
			next++
			continue
		}
		s.advance(at)
		ends[done.id] = int64(at)
		s.remove(done.id)
	}
	return ends
}

// exact does the same in fractions, by what each lacks.
func exact(servers int64, arrivals []arrival) []*big.Rat {
	ends := make([]*big.Rat, len(arrivals))
	lacks := map[int]*big.Rat{}
	now := new(big.Rat)
	for next := 0; next < len(arrivals) || len(lacks) > 0; {
		speed := big.NewRat(1, 1)
		if n := int64(len(lacks)); n > servers {
			speed = big.NewRat(servers, n)
		}
		first := -1
		for i := range arrivals {
			if l, present := lacks[i]; present && (first < 0 || l.Cmp(lacks[first]) < 0) {
				first = i
			}
		}
		var until *big.Rat
		if first >= 0 {
			until = new(big.Rat).Add(now, new(big.Rat).Quo(lacks[first], speed))
		}
		arrives := next < len(arrivals) && (until == nil || big.NewRat(arrivals[next].at, 1).Cmp(until) < 0)
		if arrives {
			until = big.NewRat(arrivals[next].at, 1)
		}
		gain := new(big.Rat).Mul(new(big.Rat).Sub(until, now), speed)
		for _, l := range lacks {
			l.Sub(l, gain)
		}
		now.Set(until)
		if arrives {
			lacks[next] = big.NewRat(arrivals[next].needs, 1)
			next++
		} else {
			ends[first] = new(big.Rat).Set(now)
			delete(lacks, first)
		}
	}
	return ends
}

// Every departure falls on the nanosecond that fractions give, but for what the
// rounding of departures before it moves it.
func TestSharingIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		servers := rapid.Int64Range(1, 4).Draw(t, "servers")
		arrivals, at := []arrival(nil), int64(0)
		for range rapid.IntRange(1, 30).Draw(t, "requests") {
			at += rapid.Int64Range(0, 300_000).Draw(t, "gap")
			arrivals = append(arrivals, arrival{at, rapid.Int64Range(0, 1_000_000).Draw(t, "needs")})
		}
		got, want := departures(float64(servers), arrivals), exact(servers, arrivals)
		for i := range got {
			off := new(big.Rat).Sub(big.NewRat(got[i], 1), want[i])
			if off.Abs(off).Cmp(big.NewRat(int64(len(arrivals)), 1)) > 0 {
				t.Fatalf("request %d ends at %d, by fractions at %s", i+1, got[i], want[i].FloatString(3))
			}
		}
	})
}

// Two of 1 s each; alone for 500 ms, then both at half speed until the first has its
// second at 1.5 s, the other at 2 s.
func TestSharingOfTwo(t *testing.T) {
	ends := departures(1, []arrival{{0, 1e9}, {5e8, 1e9}})
	if ends[0] != 15e8 || ends[1] != 2e9 {
		t.Errorf("ends at %v", ends)
	}
}

// With 4 in service, 1 of them free of charge: 1 + 3·10 % + 3·4·1 % = 1.42.
func TestSlowsByTheScalabilityLaw(t *testing.T) {
	at := int64(1)
	s := newSlows(&Slows{At: &at, Contention: 0.1, Coherency: 0.01})
	for n, want := range map[int64]time.Duration{1: time.Second, 2: 1120 * time.Millisecond, 4: 1420 * time.Millisecond} {
		if got := s.slowed(time.Second, n); got != want {
			t.Errorf("%d in service: %s, want %s", n, got, want)
		}
	}
}
