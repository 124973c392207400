package backoff

import (
	"flag"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

func init() { flag.Set("rapid.seed", "1") }

// anySpan draws a span up to the given one.
func anySpan(t *rapid.T, most time.Duration, what string) time.Duration {
	return time.Duration(rapid.Int64Range(0, int64(most)).Draw(t, what))
}

func anyJitter(t *rapid.T) Jitter {
	x := quantity.Share(rapid.Float64Range(0, 1).Draw(t, "x"))
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		return Jitter{PlusMinus: &x}
	case 1:
		return Jitter{Plus: &x}
	case 2:
		return Jitter{Minus: &x}
	case 3:
		add := anySpan(t, time.Minute, "add")
		return Jitter{Add: &add}
	case 4:
		return Jitter{Times: &[2]float64{float64(x), rapid.Float64Range(0, 3).Draw(t, "high")}}
	}
	return Jitter{Word: rapid.SampledFrom((*Jitter)(nil).Words()).Draw(t, "word")}
}

func anySpec(t *rapid.T) Spec {
	var s Spec
	s.SetDefaults()
	for o := range s.First {
		s.First[o] = anySpan(t, 10*time.Second, "first")
	}
	s.Factor = rapid.Float64Range(0.5, 10).Draw(t, "factor")
	s.Growth = rapid.SampledFrom([]Growth{"exponential", "linear"}).Draw(t, "growth")
	s.Order = rapid.SampledFrom([]Order{"cap_then_jitter", "jitter_then_cap"}).Draw(t, "order")
	s.Jitter = anyJitter(t)
	if rapid.Bool().Draw(t, "capped") {
		longest := anySpan(t, time.Hour, "cap")
		s.Cap = &longest
	}
	if rapid.Bool().Draw(t, "floored") {
		shortest := anySpan(t, time.Minute, "floor")
		s.Floor = &shortest
	}
	for range rapid.IntRange(0, 3).Draw(t, "entries") {
		low := anySpan(t, time.Minute, "low")
		s.Schedule = append(s.Schedule, dist.Spec{Kind: dist.Uniform, A: float64(low), B: float64(low + anySpan(t, time.Minute, "wide"))})
	}
	return s
}

// Every wait of every call lies within the bounds that are shown for it, is not
// below floor, and with a cap that comes last not above both.
func TestWaitsKeepTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySpec(t)
		b := s.Compile()
		key := sim.NewKey(rapid.Uint64().Draw(t, "seed"), 0)
		var m Memory
		for k := 1; k <= 12; k++ {
			failed := policies.Outcome(rapid.IntRange(1, int(policies.Rejected)).Draw(t, "failed"))
			wait := b.Wait(k, failed, &m, key, uint64(k))
			least, most := b.Bounds(k)
			rounding := most >> 50 // of sums and products beyond 2^53 ns
			if wait < least || wait > most && wait-most > rounding {
				t.Fatalf("retry %d: %v is not within %v and %v", k, wait, least, most)
			}
			if s.Floor != nil && wait < *s.Floor {
				t.Fatalf("retry %d: %v is below the floor", k, wait)
			}
			last := s.Order == "jitter_then_cap" || b.recalls != recallsNothing
			if s.Cap != nil && last && wait > max(*s.Cap, b.floor) {
				t.Fatalf("retry %d: %v is above cap and floor", k, wait)
			}
		}
	})
}
