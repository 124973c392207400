package breaker

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies/backoff"
	"herdcast/sim/quantity"
)

// growing opens at one failure, for first · factor^(k-1) the k-th time in a row.
func growing(g Growth) Breaker {
	return written(func(s *Spec) { consecutive(1)(s); s.Open = Opening{Grows: &g} }).Compile()
}

func usual(first time.Duration) (g Growth) {
	g.SetDefaults()
	g.First = first
	return g
}

// openFor makes the breaker fail at an instant and finds how long it stays open.
func openFor(t *testing.T, b *Breaker, st *State, now time.Duration) time.Duration {
	pass, admitted := b.Admit(st, at(now))
	if !admitted {
		t.Fatalf("not admitted at %v", now)
	}
	b.Report(st, at(now), pass, fail)
	length := st.until.Sub(at(now))
	if _, early := b.Admit(st, st.until-1); early {
		t.Fatalf("admitted within %v of %v", length, now)
	}
	return length
}

// 5 min doubles to 10, 20 and, by the cap, 30 min; a success starts it over.
func TestOpenTimesGrowUntilItCloses(t *testing.T) {
	g := usual(5 * time.Minute)
	longest := 30 * time.Minute
	g.Cap = &longest
	b := growing(g)
	st := b.Fresh(1)
	now := time.Duration(0)
	for _, minutes := range []time.Duration{5, 10, 20, 30, 30} {
		got := openFor(t, &b, &st, now)
		if got != minutes*time.Minute {
			t.Errorf("at %v: open for %v, want %v min", now, got, int(minutes))
		}
		now += got
	}
	pass, _ := b.Admit(&st, at(now))
	b.Report(&st, at(now), pass, ok)
	if got := openFor(t, &b, &st, now); got != 5*time.Minute {
		t.Errorf("after it closed: open for %v, want 5 min", got)
	}
}

// Whatever the jitter, the k-th open time in a row is within the bounds of the k-th
// wait of the same backoff; without jitter none is shorter than the one before,
// and none is longer than the cap where the cap comes last.
func TestOpenTimesWithinTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := usual(time.Duration(rapid.IntRange(1, 5000).Draw(t, "first")) * time.Millisecond)
		g.Factor = rapid.SampledFrom([]float64{1, 1.5, 2, 10}).Draw(t, "factor")
		longest := g.First * time.Duration(rapid.IntRange(1, 20).Draw(t, "cap"))
		g.Cap = &longest
		g.Order = rapid.SampledFrom([]backoff.Order{"cap_then_jitter", "jitter_then_cap"}).Draw(t, "order")
		half := quantity.Share(0.5)
		g.Jitter = rapid.SampledFrom([]backoff.Jitter{{Word: "none"}, {Word: "full"}, {Word: "equal"}, {PlusMinus: &half}, {Plus: &half}}).Draw(t, "jitter")
		b := growing(g)
		st := b.Fresh(1)
		k, before := 0, time.Duration(0)
		now := at(0)
		for range rapid.IntRange(1, 30).Draw(t, "probes") {
			pass, admitted := b.Admit(&st, now)
			if !admitted {
				t.Fatalf("not admitted at %v", now.Duration())
			}
			if rapid.Bool().Draw(t, "answers") {
				b.Report(&st, now, pass, ok)
				k, before = 0, 0
				continue
			}
			b.Report(&st, now, pass, fail)
			k++
			length := st.until.Sub(now)
			least, most := b.open.grows.Bounds(k)
			if length < least || length > most {
				t.Fatalf("opening %d lasts %v, not %v to %v", k, length, least, most)
			}
			if g.Jitter.Word == "none" && length < before {
				t.Fatalf("opening %d lasts %v after %v", k, length, before)
			}
			if (g.Order == "jitter_then_cap" || g.Jitter.Plus == nil && g.Jitter.PlusMinus == nil) && length > longest {
				t.Fatalf("opening %d lasts %v with a cap of %v", k, length, longest)
			}
			if length > 0 {
				if _, early := b.Admit(&st, st.until-1); early {
					t.Fatal("admitted while open")
				}
			}
			before, now = length, st.until
		}
	})
}
