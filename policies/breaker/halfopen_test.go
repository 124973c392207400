package breaker

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

// judging is a breaker that opens at one failure for 30 s and judges its probes.
func judging(p Probing, change func(*Spec)) Breaker {
	return written(func(s *Spec) {
		consecutive(1)(s)
		s.HalfOpen = &p
		if change != nil {
			change(s)
		}
	}).Compile()
}

// opened is a breaker that has been opened at 0 s.
func opened(b *Breaker) State {
	st := b.Fresh(1)
	pass, _ := b.Admit(&st, 0)
	b.Report(&st, 0, pass, fail)
	return st
}

func ofProbes(n int, below float64) Probing {
	return Probing{Probes: &n, CloseBelow: quantity.Share(below)}
}

// Four probes are admitted and no fifth, whatever has been answered; the verdict
// comes with the fourth answer. Half of them have failed: that is not below 50 %.
func TestVerdictOnFourProbes(t *testing.T) {
	for _, row := range []struct {
		what    string
		below   float64
		answers []policies.Outcome
		want    Phase
	}{
		{"half failed", 0.5, []policies.Outcome{fail, ok, fail, ok}, Open},
		{"one failed", 0.5, []policies.Outcome{fail, ok, ok, ok}, Closed},
		{"all but one, below all", 1, []policies.Outcome{fail, fail, ok, fail}, Closed},
	} {
		b := judging(ofProbes(4, row.below), nil)
		st := opened(&b)
		var out []Pass
		for range 10 {
			if pass, yes := b.Admit(&st, at(30*sec)); yes {
				out = append(out, pass)
			}
		}
		if len(out) != 4 {
			t.Fatalf("%s: %d probes, want 4", row.what, len(out))
		}
		for i, pass := range out {
			b.Report(&st, at(31*sec), pass, row.answers[i])
			if _, yes := b.Admit(&st, at(31*sec)); yes && i < 3 {
				t.Errorf("%s: a fifth probe after answer %d", row.what, i+1)
			}
			if i < 3 && st.Phase() != HalfOpen {
				t.Errorf("%s: verdict after answer %d", row.what, i+1)
			}
		}
		if st.Phase() != row.want {
			t.Errorf("%s: phase %d, want %d", row.what, st.Phase(), row.want)
		}
	}
}

func TestAnUncountedAnswerFreesThePlaceInAVerdict(t *testing.T) {
	b := judging(ofProbes(2, 0.5), nil)
	st := opened(&b)
	one, _ := b.Admit(&st, at(30*sec))
	two, _ := b.Admit(&st, at(30*sec))
	b.Report(&st, at(30*sec), one, policies.Abandoned)
	three, yes := b.Admit(&st, at(30*sec))
	if _, more := b.Admit(&st, at(30*sec)); !yes || more {
		t.Fatalf("one place: admitted %v, then %v", yes, more)
	}
	b.Report(&st, at(30*sec), two, ok)
	b.Report(&st, at(30*sec), three, ok)
	if st.Phase() != Closed {
		t.Errorf("phase %d, want closed after two counted answers", st.Phase())
	}
}

// Two of four probes take more than 2 s: half are slow, which is what trips.
func TestTheVerdictLooksAtSlowAnswersWhereTheyTrip(t *testing.T) {
	two := 2 * sec
	for took, want := range map[time.Duration]Phase{2 * sec: Closed, 2*sec + 1: Open} {
		b := judging(ofProbes(4, 0.5), func(s *Spec) {
			s.Trip = Trip{Rate: share(0.5), Slow: &two, SlowRate: share(0.5), Window: Window{Calls: 1}, MinCalls: 1}
		})
		st := opened(&b)
		for i := range 4 {
			pass, _ := b.Admit(&st, at(30*sec))
			later := time.Duration(0)
			if i%2 == 0 {
				later = took
			}
			b.Report(&st, at(30*sec+later), pass, ok)
		}
		if st.Phase() != want {
			t.Errorf("after %v: phase %d, want %d", took, st.Phase(), want)
		}
	}
}

// Half-open by share for 10 s from the first call at or after the open time: the
// verdict comes at its end, and there is none before.
func TestVerdictWhenTheTimeIsOver(t *testing.T) {
	whole, span := quantity.Share(1), 10*sec
	for _, row := range []struct {
		what    string
		answers []policies.Outcome
		want    Phase
	}{
		{"half failed", []policies.Outcome{fail, ok}, Open},
		{"a third failed", []policies.Outcome{ok, fail, ok}, Closed},
		{"no answer", nil, Closed},
		{"none that counts", []policies.Outcome{policies.Semantic, policies.Abandoned}, Closed},
	} {
		b := judging(Probing{Share: &whole, For: &span, CloseBelow: 0.5}, nil)
		st := opened(&b)
		b.Admit(&st, at(33*sec)) // never answered
		for _, o := range row.answers {
			pass, yes := b.Admit(&st, at(34*sec))
			if !yes {
				t.Fatalf("%s: not admitted", row.what)
			}
			b.Report(&st, at(35*sec), pass, o)
		}
		if st.Phase() != HalfOpen || st.Due() != at(43*sec) {
			t.Errorf("%s: phase %d, due at %v, want half-open until 43 s", row.what, st.Phase(), st.Due().Duration())
		}
		b.Tick(&st, at(43*sec))
		if st.Phase() != row.want || st.Due() != sim.Never {
			t.Errorf("%s: phase %d, want %d", row.what, st.Phase(), row.want)
		}
	}
}

// Each call draws: of 10,000, a quarter passes, within four standard deviations of
// √(10000·¼·¾) = 43.3. The same breaker draws the same, another one another.
func TestAdmissionIsDrawn(t *testing.T) {
	quarter, span := quantity.Share(0.25), 10*sec
	b := judging(Probing{Share: &quarter, For: &span, CloseBelow: 0.5}, nil)
	draws := func(key sim.Key) (all []bool, admitted int) {
		st := b.Fresh(key)
		pass, _ := b.Admit(&st, 0)
		b.Report(&st, 0, pass, fail)
		for range 10_000 {
			_, yes := b.Admit(&st, at(30*sec))
			all = append(all, yes)
			if yes {
				admitted++
			}
		}
		return all, admitted
	}
	first, admitted := draws(1)
	if admitted < 2500-173 || admitted > 2500+173 {
		t.Errorf("%d of 10,000 admitted, want about 2500", admitted)
	}
	same, _ := draws(1)
	other, _ := draws(2)
	differ := 0
	for i := range first {
		if first[i] != same[i] {
			t.Fatalf("draw %d differs", i)
		}
		if first[i] != other[i] {
			differ++
		}
	}
	if differ == 0 {
		t.Error("two breakers draw alike")
	}
}

// A call sent before the breaker opened is answered while it judges probes.
func TestStaleAnswersInAVerdict(t *testing.T) {
	for stale, want := range map[Stale]Phase{"ignore": HalfOpen, "count": Closed, "decide": Closed} {
		b := judging(ofProbes(2, 0.5), func(s *Spec) { s.Stale = stale })
		st := b.Fresh(1)
		late, _ := b.Admit(&st, 0)
		first, _ := b.Admit(&st, 0)
		b.Report(&st, 0, first, fail)
		one, _ := b.Admit(&st, at(30*sec))
		b.Admit(&st, at(30*sec))
		if stale != "decide" {
			b.Report(&st, at(30*sec), one, ok)
		}
		b.Report(&st, at(31*sec), late, ok) // with `count` the second of two
		if st.Phase() != want {
			t.Errorf("%s: phase %d, want %d", stale, st.Phase(), want)
		}
	}
}

// Whatever comes and goes, a verdict on n probes admits n, and one more for each
// answer that does not count; it comes with the n-th counted answer of a call sent
// since the breaker opened.
func TestProbesOfAVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "probes")
		b := judging(ofProbes(n, 0.5), nil)
		st := opened(&b)
		now := at(30 * sec)
		var out []Pass
		admitted, freed, failures, answers := 0, 0, 0, 0
		for range 60 {
			if len(out) > 0 && rapid.Bool().Draw(t, "answers") {
				i := rapid.IntRange(0, len(out)-1).Draw(t, "which")
				o := rapid.SampledFrom([]policies.Outcome{ok, fail, policies.Semantic}).Draw(t, "outcome")
				b.Report(&st, now, out[i], o)
				out = append(out[:i], out[i+1:]...)
				switch o {
				case ok:
					answers++
				case fail:
					answers++
					failures++
				default:
					freed++
				}
			} else if pass, yes := b.Admit(&st, now); yes {
				admitted++
				out = append(out, pass)
				if admitted > n+freed {
					t.Fatalf("%d admitted with %d probes and %d freed", admitted, n, freed)
				}
			} else if admitted < n+freed {
				t.Fatalf("rejected after %d with %d probes and %d freed", admitted, n, freed)
			}
			want := HalfOpen
			switch {
			case admitted == 0:
				want = Open // its time is over, but nobody has come
			case answers == n && 2*failures < n:
				want = Closed
			case answers == n:
				want = Open
			}
			if st.Phase() != want {
				t.Fatalf("phase %d after %d answers with %d failures of %d, want %d", st.Phase(), answers, failures, n, want)
			}
			if answers == n {
				return
			}
		}
	})
}

// One probe at 30 s that hangs. With probe_again: 30s the call at 60 s is another one,
// those before are rejected, and so is one 30 s less a nanosecond later. The first
// answer decides, the other is one of a breaker that has moved on.
func TestAnotherProbeWhenOneHangs(t *testing.T) {
	b := written(func(s *Spec) {
		consecutive(1)(s)
		again := 30 * sec
		s.ProbeAgain = &again
	}).Compile()
	st := opened(&b)
	admitted := func(now time.Duration) (Pass, bool) { return b.Admit(&st, at(now)) }
	hangs, yes := admitted(30 * sec)
	if !yes || st.Phase() != HalfOpen {
		t.Fatal("no probe at 30 s")
	}
	if _, yes := admitted(60*sec - 1); yes {
		t.Error("another probe after less than 30 s")
	}
	second, yes := admitted(60 * sec)
	if !yes {
		t.Fatal("no other probe after 30 s")
	}
	if _, yes := admitted(90*sec - 1); yes {
		t.Error("a third probe less than 30 s after the second")
	}
	b.Report(&st, at(90*sec-1), second, ok)
	if st.Phase() != Closed {
		t.Error("the second probe's success does not close it")
	}
	b.Report(&st, at(91*sec), hangs, fail)
	if st.Phase() != Open {
		t.Error("the hanging probe's failure is no failure of the closed breaker")
	}
}
