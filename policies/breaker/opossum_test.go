package breaker

import (
	"testing"
	"time"

	"herdcast/policies"
	"herdcast/sim"
)

// library is a breaker by the algorithm of that name with its defaults, for which
// every failure counts.
func library(name string) Breaker {
	return written(func(s *Spec) {
		s.Algorithm, s.Failures = &Algorithm{}, policies.All
		s.Algorithm.SetWord(name)
	}).Compile()
}

// ends is a call that comes, and ends at once.
func ends(b *Breaker, st *State, now time.Duration, o policies.Outcome) bool {
	pass, admitted := b.Admit(st, at(now))
	if admitted {
		b.Report(st, at(now), pass, o)
	}
	return admitted
}

// One of one call has failed: more than half.
func TestOpossumOpensAtTheFirstFailure(t *testing.T) {
	b := library("opossum")
	st := b.Fresh(1)
	ends(&b, &st, sec, fail)
	if st.Phase() != Open || st.Due() != at(31*sec) {
		t.Errorf("phase %d, due at %v, want open until 31 s", st.Phase(), st.Due().Duration())
	}
}

// Of ten calls under way five failures are half, six are more.
func TestOpossumCountsCallsUnderWay(t *testing.T) {
	b := library("opossum")
	st := b.Fresh(1)
	var out []Pass
	for range 10 {
		pass, _ := b.Admit(&st, 0)
		out = append(out, pass)
	}
	for i, pass := range out {
		b.Report(&st, at(sec), pass, fail)
		want := Closed
		if i >= 5 {
			want = Open
		}
		if st.Phase() != want {
			t.Errorf("phase %d after failure %d, want %d", st.Phase(), i+1, want)
		}
	}
}

// It opens at 0 s and, by its timer, is half-open from 30 s on, though nobody calls
// then: one call passes, and the answer to a call sent before it opened decides
// before that one's own does. Before 30 s that answer decides nothing.
func TestOpossumIsHalfOpenByATimer(t *testing.T) {
	for answer, want := range map[policies.Outcome]Phase{ok: Closed, fail: Open, policies.Abandoned: HalfOpen} {
		b := library("opossum")
		st := b.Fresh(1)
		early, _ := b.Admit(&st, 0)
		late, _ := b.Admit(&st, 0)
		b.Admit(&st, 0)
		for range 4 {
			ends(&b, &st, 0, fail)
		}
		if st.Phase() != Open {
			t.Fatal("four of seven failures do not open it")
		}
		b.Report(&st, at(29*sec), early, answer)
		if _, yes := b.Admit(&st, at(30*sec-1)); yes || st.Phase() != Open {
			t.Errorf("%v: admitted %v in phase %d before the timer", answer, yes, st.Phase())
		}
		b.Tick(&st, st.Due())
		if st.Phase() != HalfOpen || st.Due() != sim.Never {
			t.Fatalf("%v: phase %d after the timer", answer, st.Phase())
		}
		if _, first := b.Admit(&st, at(30*sec)); !first {
			t.Errorf("%v: no call passes", answer)
		}
		if _, second := b.Admit(&st, at(30*sec)); second {
			t.Errorf("%v: a second call passes", answer)
		}
		b.Report(&st, at(31*sec), late, answer)
		if st.Phase() != want {
			t.Errorf("%v: phase %d after a late answer, want %d", answer, st.Phase(), want)
		}
	}
}

func TestOpossumLetsAnotherCallPassAfterOneThatWasCut(t *testing.T) {
	b := library("opossum")
	st := b.Fresh(1)
	ends(&b, &st, 0, fail)
	b.Tick(&st, st.Due())
	probe, _ := b.Admit(&st, at(31*sec))
	b.Report(&st, at(32*sec), probe, policies.Abandoned)
	if _, yes := b.Admit(&st, at(32*sec)); !yes {
		t.Error("no call passes")
	}
}

// Open at 0 s, closed at 30 s. Nine callers are rejected at 29 s: with the probe and
// one more call ten have come in the ten buckets to 30 s, and 1 of 11 has failed.
func TestOpossumKeepsItsWindow(t *testing.T) {
	b := library("opossum")
	st := b.Fresh(1)
	ends(&b, &st, 0, fail)
	for range 9 {
		ends(&b, &st, 29*sec, fail)
	}
	b.Tick(&st, st.Due())
	ends(&b, &st, 30*sec, ok)
	ends(&b, &st, 30*sec, fail)
	if st.Phase() != Closed {
		t.Errorf("phase %d after 1 failure of 11 calls, want closed", st.Phase())
	}
}
