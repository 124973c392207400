package breaker

import (
	"fmt"
	"testing"
	"time"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

const sec = time.Second

func at(d time.Duration) sim.Time { return sim.Time(d) }

func written(change func(*Spec)) Spec {
	var s Spec
	s.SetDefaults()
	if change != nil {
		change(&s)
	}
	return s
}

func consecutive(n int) func(*Spec) {
	return func(s *Spec) { s.Trip = Trip{Consecutive: &n} }
}

// rated trips at half of the calls in the window.
func rated(window Window, minCalls int) func(*Spec) {
	half := quantity.Share(0.5)
	return func(s *Spec) { s.Trip = Trip{Rate: &half, Window: window, MinCalls: minCalls} }
}

// step is a call that asks at an instant and, if it is admitted, ends at once.
type step struct {
	after   time.Duration
	outcome policies.Outcome
	admits  bool
	phase   Phase // afterwards
}

const (
	ok   = policies.OK
	fail = policies.Unavailable
)

func TestCallsThatEndAtOnce(t *testing.T) {
	for _, row := range []struct {
		what  string
		spec  Spec
		steps []step
	}{
		{"five failures in a row open for 30 s", written(nil), []step{
			{0, fail, true, Closed}, {1 * sec, fail, true, Closed}, {2 * sec, fail, true, Closed}, {3 * sec, fail, true, Closed},
			{4 * sec, fail, true, Open}, {5 * sec, ok, false, Open}, {34*sec - 1, ok, false, Open}, {34 * sec, ok, true, Closed},
			{35 * sec, fail, true, Closed},
		}},
		// sony/gobreaker with its defaults but two probes: closed for five
		// errors, open at the sixth, closed again by the second success.
		{"gobreaker", written(func(s *Spec) {
			consecutive(6)(s)
			s.Open, s.Probes, s.CloseAfter = Constant(60*sec), 2, 2
		}), []step{
			{0, fail, true, Closed}, {0, fail, true, Closed}, {0, fail, true, Closed}, {0, fail, true, Closed}, {0, fail, true, Closed},
			{0, fail, true, Open}, {0, ok, false, Open}, {60 * sec, ok, true, HalfOpen}, {60 * sec, ok, true, Closed},
		}},
		{"a success breaks the row, an uncounted answer does not", written(consecutive(3)), []step{
			{0, fail, true, Closed}, {0, fail, true, Closed}, {0, ok, true, Closed}, {0, fail, true, Closed}, {0, fail, true, Closed},
			{0, policies.Throttled, true, Closed}, {0, policies.Semantic, true, Closed}, {0, policies.Abandoned, true, Closed},
			{0, fail, true, Open},
		}},
		{"any failure reopens, for as long again", written(func(s *Spec) { consecutive(1)(s); s.CloseAfter = 2 }), []step{
			{0, fail, true, Open}, {30 * sec, ok, true, HalfOpen}, {31 * sec, fail, true, Open}, {60 * sec, ok, false, Open},
			{61 * sec, ok, true, HalfOpen}, {61 * sec, ok, true, Closed},
		}},
		{"an uncounted answer decides nothing", written(consecutive(1)), []step{
			{0, fail, true, Open}, {30 * sec, policies.Throttled, true, HalfOpen}, {30 * sec, policies.Abandoned, true, HalfOpen}, {30 * sec, ok, true, Closed},
		}},
		{"the outcomes that count as failures are a setting", written(func(s *Spec) {
			consecutive(1)(s)
			s.Failures = policies.SetOf(policies.Throttled)
		}), []step{{0, fail, true, Closed}, {0, policies.Throttled, true, Open}}},

		{"half of the last 10 s", written(rated(Window{Span: 10 * sec}, 4)), []step{
			{0, fail, true, Closed}, {1 * sec, fail, true, Closed}, {2 * sec, ok, true, Closed}, // 2 of 3, but 4 are due
			{10 * sec, ok, true, Closed},   // the failure at 0 s is 10 s old and out: 1 of 3
			{11 * sec, fail, true, Closed}, // that at 1 s is out: 1 of 3
			{11 * sec, fail, true, Open},   // 2 of 4
		}},
		{"the share is met by a success that makes up the number", written(rated(Window{Span: 10 * sec}, 4)), []step{
			{0, fail, true, Closed}, {0, fail, true, Closed}, {0, ok, true, Closed}, {0, ok, true, Open},
		}},
		{"above half", written(func(s *Spec) { rated(Window{Span: 10 * sec}, 4)(s); s.Trip.Above = true }), []step{
			{0, fail, true, Closed}, {0, fail, true, Closed}, {0, ok, true, Closed}, {0, ok, true, Closed}, {0, fail, true, Open}, // 2 of 4, 3 of 5
		}},
		{"half of the last four calls", written(rated(Window{Calls: 4}, 4)), []step{
			{0, fail, true, Closed}, {0, ok, true, Closed}, {0, ok, true, Closed}, {0, ok, true, Closed}, // 1 of 4
			{99 * sec, fail, true, Closed}, {99 * sec, fail, true, Open}, // the first failure is out: 1 of 4, 2 of 4
		}},
		{"fewer calls in the window than are due", written(rated(Window{Calls: 2}, 20)), []step{
			{0, fail, true, Closed}, {0, fail, true, Open},
		}},
		// Its window holds only what comes after: one of two opens it, where with
		// the two old failures the success would, and with the probe nothing.
		{"a breaker that closes forgets", written(rated(Window{Span: 60 * sec}, 2)), []step{
			{0, fail, true, Closed}, {0, fail, true, Open}, {30 * sec, ok, true, Closed}, {30 * sec, ok, true, Closed}, {30 * sec, fail, true, Open},
		}},
	} {
		b := row.spec.Compile()
		st := b.Fresh(1)
		for i, s := range row.steps {
			pass, admitted := b.Admit(&st, at(s.after))
			if admitted {
				b.Report(&st, at(s.after), pass, s.outcome)
			}
			if admitted != s.admits || st.Phase() != s.phase {
				t.Errorf("%s, step %d: admitted %v, phase %d, want %v, %d", row.what, i+1, admitted, st.Phase(), s.admits, s.phase)
			}
		}
	}
}

// A process calls once a second for ten minutes and every call fails at once:
// calls at 0..4 s, then a probe each 30 s from 34 s to 574 s, 24 in all.
func TestOneProcessAgainstADeadDependency(t *testing.T) {
	b := written(nil).Compile()
	st := b.Fresh(1)
	admitted := 0
	for now := at(0); now < at(600*sec); now = now.Add(sec) {
		if pass, yes := b.Admit(&st, now); yes {
			admitted++
			b.Report(&st, now, pass, fail)
		}
	}
	if admitted != 24 {
		t.Errorf("got %d calls, want 24", admitted)
	}
}

// Ten callers come at the instant at which the open time of a breaker with three
// probes ends.
func TestHalfOpenAdmitsItsProbesAndNoMore(t *testing.T) {
	b := written(func(s *Spec) { consecutive(1)(s); s.Probes, s.CloseAfter = 3, 5 }).Compile()
	st := b.Fresh(1)
	pass, _ := b.Admit(&st, 0)
	b.Report(&st, 0, pass, fail)
	now := at(30 * sec)
	admitted := 0
	for range 10 {
		if _, yes := b.Admit(&st, now); yes {
			admitted++
		}
	}
	if admitted != 3 {
		t.Errorf("got %d probes, want 3", admitted)
	}
	// Any answer but a failure makes room for one more.
	probe := Pass{At: now, Opening: 1}
	for _, o := range []policies.Outcome{policies.Abandoned, policies.Throttled, ok} {
		b.Report(&st, now, probe, o)
		if _, yes := b.Admit(&st, now); !yes {
			t.Errorf("no place after %v", o)
		}
		if _, yes := b.Admit(&st, now); yes {
			t.Errorf("two places after one %v", o)
		}
	}
}

func TestUnlimitedProbes(t *testing.T) {
	b := written(func(s *Spec) { consecutive(1)(s); s.Probes = quantity.Unlimited }).Compile()
	st := b.Fresh(1)
	pass, _ := b.Admit(&st, 0)
	b.Report(&st, 0, pass, fail)
	for range 1000 {
		if _, yes := b.Admit(&st, at(30*sec)); !yes {
			t.Fatal("a probe was rejected")
		}
	}
}

// Two calls are sent before a breaker opens at 0 s. One makes it open, the other
// is answered late, in each phase and with each answer.
func TestAnswersToCallsSentBeforeItOpened(t *testing.T) {
	type phases [3]Phase // after an answer in the open, half-open, closed breaker
	for _, row := range []struct {
		stale  Stale
		answer policies.Outcome
		want   phases
	}{
		{"ignore", ok, phases{Open, HalfOpen, Closed}},
		{"ignore", fail, phases{Open, HalfOpen, Closed}},
		{"count", ok, phases{Open, HalfOpen, Closed}}, // one of two successes that close
		{"count", fail, phases{Open, Open, Open}},
		{"count", policies.Throttled, phases{Open, HalfOpen, Closed}},
		{"decide", ok, phases{Open, Closed, Closed}},
		{"decide", fail, phases{Open, Open, Closed}},
		{"decide", policies.Abandoned, phases{Open, HalfOpen, Closed}},
	} {
		var got phases
		for i := range got {
			b := written(func(s *Spec) { consecutive(1)(s); s.Stale, s.Probes, s.CloseAfter = row.stale, 2, 2 }).Compile()
			st := b.Fresh(1)
			late, _ := b.Admit(&st, 0)
			first, _ := b.Admit(&st, 0)
			b.Report(&st, 0, first, fail)
			if i > 0 {
				one, _ := b.Admit(&st, at(30*sec))
				if i > 1 {
					two, _ := b.Admit(&st, at(30*sec))
					b.Report(&st, at(30*sec), one, ok)
					b.Report(&st, at(30*sec), two, ok)
				}
			}
			b.Report(&st, at(31*sec), late, row.answer)
			got[i] = st.Phase()
		}
		if got != row.want {
			t.Errorf("%s, %v: got %v, want %v", row.stale, row.answer, got, row.want)
		}
	}
}

func TestAStaleAnswerThatCountsIsOneSuccessAndTakesNoPlace(t *testing.T) {
	b := written(func(s *Spec) { consecutive(1)(s); s.Stale, s.CloseAfter = "count", 2 }).Compile()
	st := b.Fresh(1)
	late, _ := b.Admit(&st, 0)
	first, _ := b.Admit(&st, 0)
	b.Report(&st, 0, first, fail)
	probe, _ := b.Admit(&st, at(30*sec))
	b.Report(&st, at(30*sec), late, ok)
	if _, yes := b.Admit(&st, at(30*sec)); yes || st.Phase() != HalfOpen {
		t.Errorf("admitted %v in phase %d while the only probe is out", yes, st.Phase())
	}
	b.Report(&st, at(30*sec), probe, ok)
	if st.Phase() != Closed {
		t.Errorf("got phase %d after two successes, want closed", st.Phase())
	}
}

// Two probes are out. One closes the breaker, the other was sent after it opened
// and so counts like any call of the closed breaker.
func TestAProbeAnsweredAfterTheCloseCounts(t *testing.T) {
	b := written(func(s *Spec) { consecutive(1)(s); s.Probes = 2 }).Compile()
	st := b.Fresh(1)
	first, _ := b.Admit(&st, 0)
	b.Report(&st, 0, first, fail)
	one, _ := b.Admit(&st, at(30*sec))
	two, _ := b.Admit(&st, at(30*sec))
	b.Report(&st, at(30*sec), one, ok)
	b.Report(&st, at(31*sec), two, fail)
	if _, yes := b.Admit(&st, at(61*sec-1)); yes || st.Phase() != Open {
		t.Errorf("got phase %d, want open until 61 s", st.Phase())
	}
}

func TestEachOpeningDrawsItsLength(t *testing.T) {
	open := dist.Spec{Kind: dist.Uniform, A: float64(15 * sec), B: float64(45 * sec)}
	b := written(func(s *Spec) { consecutive(1)(s); s.Open = Opening{Of: open} }).Compile()
	key := sim.NewKey(5, 0)
	st := b.Fresh(key)
	sampler := open.Compile()
	now := at(0)
	for n := range uint64(3) {
		pass, admitted := b.Admit(&st, now)
		if !admitted {
			t.Fatalf("opening %d: not admitted at %v", n, now.Duration())
		}
		b.Report(&st, now, pass, fail)
		now = now.Add(sampler.Duration(key, sim.PurposeOpen, n))
		if _, early := b.Admit(&st, now-1); early {
			t.Errorf("opening %d: admitted before %v", n, now.Duration())
		}
	}
}

func TestABusyWindowStopsAllocating(t *testing.T) {
	b := written(rated(Window{Span: sec}, 1_000_000)).Compile()
	st := b.Fresh(1)
	now := at(0)
	call := func() {
		now = now.Add(10 * time.Millisecond)
		pass, _ := b.Admit(&st, now)
		b.Report(&st, now, pass, ok)
	}
	for range 200 {
		call()
	}
	if n := testing.AllocsPerRun(1000, call); n != 0 {
		t.Errorf("got %v allocations", n)
	}
	if st.window.Size() != 100 {
		t.Errorf("got %d answers in the window, want 100", st.window.Size())
	}
}

// Three failures in a row open the breaker for a second.
func Example() {
	three := 3
	var s Spec
	s.SetDefaults()
	s.Trip, s.Open = Trip{Consecutive: &three}, Constant(time.Second)
	b := s.Compile()

	st := b.Fresh(sim.NewKey(1, 0))
	var now sim.Time
	for range 4 {
		pass, admitted := b.Admit(&st, now)
		fmt.Println(admitted)
		if admitted {
			b.Report(&st, now, pass, policies.Timeout)
		}
	}
	_, admitted := b.Admit(&st, now.Add(time.Second))
	fmt.Println(admitted, st.Phase() == HalfOpen)
	// Output:
	// true
	// true
	// true
	// false
	// true true
}
