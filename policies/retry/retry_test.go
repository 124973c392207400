package retry

import (
	"flag"
	"fmt"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/policies/hint"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

func init() { flag.Set("rapid.seed", "1") }

const (
	ms  = time.Millisecond
	sec = time.Second
)

func at(d time.Duration) sim.Time { return sim.Time(d) }

func span(d time.Duration) *time.Duration { return &d }

// steady waits 1 s, 2 s, 4 s, … without jitter, three attempts.
func steady(change func(*Spec)) Spec {
	var s Spec
	s.SetDefaults()
	s.Backoff.SetDefaults()
	s.Backoff.Cap, s.Backoff.Jitter = nil, backoff.Jitter{Word: "none"}
	for o := range s.Backoff.First {
		s.Backoff.First[o] = sec
	}
	if change != nil {
		change(&s)
	}
	return s
}

// unavailable is a failure with nothing to stand in the way of a retry.
var unavailable = Failure{Outcome: policies.Unavailable, Deadline: sim.Never}

func TestQuestionsInTheirOrder(t *testing.T) {
	// All that can stand in the way does, and is taken away one by one.
	strict := func(s *Spec) {
		s.MaxElapsed, s.PastDeadline = span(8*sec), "give_up"
		s.Hint.AtMost, s.Hint.Above = span(60*sec), "give_up"
		s.Hint.Required = policies.SetOf(policies.Throttled)
	}
	r := steady(strict).Compile()
	f := Failure{Now: at(8 * sec), Outcome: policies.Conflict, Unsafe: true, Told: 61 * sec, Deadline: at(9 * sec)}
	m := Memory{Tries: 2, Waits: 2}
	ask := func(want Decision) {
		t.Helper()
		if _, got := r.Decide(&m, &f); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	}
	ask(NotRetryable)
	f.Outcome = policies.Throttled
	told := f.Told
	f.Told = 0 // a throttled one must tell a wait
	ask(NotRetryable)
	f.Told = told
	ask(UnsafeToRepeat)
	f.Unsafe = false
	ask(AttemptsUsedUp)
	m.Tries, m.Waits = 0, 0
	ask(HintTooLong)
	f.Told, f.Outcome = 0, policies.Unavailable // which need not tell one
	ask(TooLate)
	m.Began = at(1 * sec) // 8 s + 1 s - 1 s is 8 s
	ask(PastDeadline)
	f.Deadline = at(9*sec + 1)
	ask(Again)
}

func TestEdges(t *testing.T) {
	giveUp := func(s *Spec) { s.PastDeadline = "give_up" }
	change := func(change func(*Failure)) Failure { f := unavailable; change(&f); return f }
	endsAt := func(d time.Duration) Failure { return change(func(f *Failure) { f.Deadline = at(d) }) }
	last := Memory{Tries: 2, Waits: 2}
	sleeps := func(s *Spec) { s.SleepsAfterLast = true }
	for _, row := range []struct {
		what   string
		spec   Spec
		memory Memory
		f      Failure
		wait   time.Duration
		d      Decision
	}{
		{"the first wait", steady(nil), Memory{}, unavailable, sec, Again},
		{"the last wait", steady(nil), Memory{Tries: 1, Waits: 1}, unavailable, 2 * sec, Again},
		{"the last try", steady(nil), last, unavailable, 0, AttemptsUsedUp},
		{"a single attempt", steady(func(s *Spec) { s.Attempts = 1 }), Memory{}, unavailable, 0, AttemptsUsedUp},
		{"unlimited", steady(func(s *Spec) { s.Attempts = quantity.Unlimited }), Memory{Tries: 1 << 30}, unavailable, sec, Again},
		{"the wait ends at max_elapsed", steady(func(s *Spec) { s.MaxElapsed = span(sec) }), Memory{}, unavailable, sec, Again},
		{"the wait ends after it", steady(func(s *Spec) { s.MaxElapsed = span(sec - 1) }), Memory{}, unavailable, 0, TooLate},
		{"the wait ends before the deadline", steady(giveUp), Memory{}, endsAt(sec + 1), sec, Again},
		{"the wait ends at the deadline", steady(giveUp), Memory{}, endsAt(sec), 0, PastDeadline},
		{"it sleeps and is cut", steady(nil), Memory{}, endsAt(sec), sec, Again},
		{"no deadline", steady(func(s *Spec) { giveUp(s); s.Backoff.Floor = span(backoff.Forever) }), Memory{}, unavailable, backoff.Forever, Again},
		{"unsafe, and nobody cares", steady(func(s *Spec) { s.OnlyIfSafe = false }), Memory{}, change(func(f *Failure) { f.Unsafe = true }), sec, Again},
		{"a rejection is retried if asked for", steady(func(s *Spec) { s.On = policies.All }), Memory{}, change(func(f *Failure) { f.Outcome = policies.Rejected }), sec, Again},
		{"what is cut is never retried", steady(func(s *Spec) { s.On = ^policies.Set(0) }), Memory{}, change(func(f *Failure) { f.Outcome = policies.Abandoned }), 0, NotRetryable},
		{"sleeps after the last", steady(sleeps), last, unavailable, 4 * sec, LastSleep},
		{"sleeps after the last as told", steady(sleeps), last, change(func(f *Failure) { f.Told = 7 * sec }), 7 * sec, LastSleep},
		{"but not too late", steady(func(s *Spec) { sleeps(s); s.MaxElapsed = span(sec) }), last, unavailable, 0, TooLate},
		{"but not for what is not retried", steady(sleeps), last, change(func(f *Failure) { f.Outcome = policies.Semantic }), 0, NotRetryable},
		// A hint longer than a minute: passed over, or a reason to give up.
		{"a long hint is passed over", steady(func(s *Spec) { s.Hint.AtMost = span(60 * sec) }), Memory{}, change(func(f *Failure) { f.Told = 300 * sec }), sec, Again},
		{"a long hint is obeyed", steady(nil), Memory{}, change(func(f *Failure) { f.Told = 300 * sec }), 300 * sec, Again},
	} {
		r, m := row.spec.Compile(), row.memory
		wait, d := r.Decide(&m, &row.f)
		if wait != row.wait || d != row.d {
			t.Errorf("%s: got %v, %d, want %v, %d", row.what, wait, d, row.wait, row.d)
		}
		if want := row.memory.Tries; d == Again && m.Tries != want+1 || d != Again && m.Tries != want {
			t.Errorf("%s: tries went from %d to %d", row.what, want, m.Tries)
		}
	}
}

// A hinted wait counts for the exponent of the next, unless it starts over.
func TestHintsAndTheExponent(t *testing.T) {
	for _, row := range []struct {
		what string
		spec Spec
		want []time.Duration
	}{
		{"counts", steady(nil), []time.Duration{sec, 10 * sec, 4 * sec, 8 * sec}},
		{"starts over", steady(func(s *Spec) { s.Hint.Resets = true }), []time.Duration{sec, 10 * sec, sec, 2 * sec}},
		{"starts over, ignored", steady(func(s *Spec) { s.Hint.Resets, s.Hint.Use = true, "ignore" }), []time.Duration{sec, 2 * sec, 4 * sec, 8 * sec}},
	} {
		row.spec.Attempts = quantity.Unlimited
		r := row.spec.Compile()
		var m Memory
		for i, want := range row.want {
			f := unavailable
			if i == 1 {
				f.Told = 10 * sec
			}
			if got, _ := r.Decide(&m, &f); got != want {
				t.Errorf("%s, wait %d: got %v, want %v", row.what, i+1, got, want)
			}
		}
	}
}

// A hint that starts over makes decorrelated jitter forget its previous wait too.
func TestStartingOverForgets(t *testing.T) {
	r := steady(func(s *Spec) { s.Backoff.Jitter, s.Hint.Resets = backoff.Jitter{Word: "decorrelated"}, true }).Compile()
	m := Memory{Previous: backoff.Memory(100 * sec), Began: 1}
	f := unavailable
	f.Told = sec
	r.Decide(&m, &f)
	if want := (Memory{Tries: 1, Began: 1}); m != want {
		t.Errorf("got %+v, want %+v", m, want)
	}
}

// The waits of openai-py-2025: from 75 % of 0.5, 1, 2, 4, 8, 8 s to all of it.
func TestRangesOfWaits(t *testing.T) {
	quarter := quantity.Share(0.25)
	s := steady(func(s *Spec) {
		s.Attempts, s.Backoff.Cap, s.Backoff.Jitter = quantity.Unlimited, span(8*sec), backoff.Jitter{Minus: &quarter}
		for o := range s.Backoff.First {
			s.Backoff.First[o] = 500 * ms
		}
	})
	r := s.Compile()
	for call := range uint64(200) {
		var m Memory
		f := unavailable
		f.Key = sim.NewKey(1, 0).Child(call)
		for k, longest := range []time.Duration{500 * ms, sec, 2 * sec, 4 * sec, 8 * sec, 8 * sec} {
			if wait, _ := r.Decide(&m, &f); wait < longest*3/4 || wait > longest {
				t.Fatalf("retry %d: %v is not within %v and %v", k+1, wait, longest*3/4, longest)
			}
		}
	}
}

// The n-th failure of a call draws at the same address, whatever came before.
func TestDrawsOfAFailureAreItsOwn(t *testing.T) {
	full := func(s *Spec) { s.Backoff.Jitter, s.Attempts = backoff.Jitter{Word: "full"}, 5 }
	plain, resetting := steady(full).Compile(), steady(func(s *Spec) { full(s); s.Hint.Resets = true }).Compile()
	key := sim.NewKey(9, 0)
	var a, b Memory
	for i := range 4 {
		f := unavailable
		f.Key = key
		own, _ := plain.Decide(&a, &f)
		if i%2 == 0 {
			f.Told = sec
		}
		other, _ := resetting.Decide(&b, &f)
		u := key.Uniform(sim.PurposeBackoff, uint64(i))
		if want := time.Duration(u * float64(sec<<i)); own != want {
			t.Errorf("failure %d: got %v, want %v", i+1, own, want)
		}
		if want := time.Duration(u * float64(sec)); i%2 == 1 && other != want {
			t.Errorf("failure %d after a hint: got %v, want %v", i+1, other, want)
		}
	}
}

func TestMemoryIsSmall(t *testing.T) {
	if n := unsafe.Sizeof(Memory{}); n > 24 {
		t.Errorf("got %d bytes, want at most 24", n)
	}
	r := steady(nil).Compile()
	if n := testing.AllocsPerRun(100, func() { var m Memory; r.Decide(&m, &unavailable) }); n != 0 {
		t.Errorf("got %v allocations", n)
	}
}

// An honored hint is never undercut; a retry never ends too late for max_elapsed
// nor, if it gives up, for the deadline; and tries never exceed attempts.
func TestLawsOfRetrying(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := steady(func(s *Spec) {
			s.Attempts = quantity.Limit(rapid.IntRange(1, 6).Draw(t, "attempts"))
			s.Backoff.Jitter = backoff.Jitter{Word: rapid.SampledFrom((*backoff.Jitter)(nil).Words()).Draw(t, "jitter")}
			s.MaxElapsed = span(time.Duration(rapid.IntRange(0, 30).Draw(t, "max elapsed")) * sec)
			s.PastDeadline = rapid.SampledFrom([]Overrun{"sleep", "give_up"}).Draw(t, "past deadline")
			s.Hint = hint.Spec{Use: rapid.SampledFrom([]hint.Use{"replace", "floor"}).Draw(t, "use"), On: policies.All}
			s.Hint.Resets = rapid.Bool().Draw(t, "resets")
		})
		r := s.Compile()
		now := at(time.Duration(rapid.IntRange(0, 100).Draw(t, "start")) * sec)
		deadline := now.Add(time.Duration(rapid.IntRange(0, 30).Draw(t, "deadline")) * sec)
		m := Memory{Began: now}
		key := sim.NewKey(rapid.Uint64().Draw(t, "seed"), 0)
		for tries := 1; ; tries++ {
			if tries > int(s.Attempts) {
				t.Fatalf("try %d of %d", tries, s.Attempts)
			}
			now = now.Add(time.Duration(rapid.IntRange(0, 2000).Draw(t, "took")) * ms)
			told := time.Duration(rapid.IntRange(0, 5000).Draw(t, "told")) * ms
			wait, d := r.Decide(&m, &Failure{Now: now, Outcome: policies.Throttled, Told: told, Deadline: deadline, Key: key})
			if d != Again {
				return
			}
			if wait < told {
				t.Fatalf("waited %v, told %v", wait, told)
			}
			now = now.Add(wait)
			if now.Sub(m.Began) > *s.MaxElapsed {
				t.Fatalf("a retry %v after the first try began", now.Sub(m.Began))
			}
			if s.PastDeadline == "give_up" && now >= deadline {
				t.Fatalf("a retry at %v, deadline %v", now.Duration(), deadline.Duration())
			}
		}
	})
}

// A call fails until its attempts are used up.
func Example() {
	var s Spec
	s.SetDefaults()
	s.Backoff.Jitter = backoff.Jitter{Word: "none"}
	r := s.Compile()

	now := sim.Time(0)
	m := Memory{Began: now}
	for {
		now = now.Add(100 * time.Millisecond) // the try took that long
		wait, d := r.Decide(&m, &Failure{Now: now, Outcome: policies.Unavailable, Deadline: sim.Never})
		if d != Again {
			fmt.Println(d == AttemptsUsedUp, "at", now.Duration())
			break
		}
		fmt.Println("again in", wait)
		now = now.Add(wait)
	}
	// Output:
	// again in 500ms
	// again in 1s
	// true at 1.8s
}
