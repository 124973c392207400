package breaker

import (
	"cmp"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

func share(x float64) *quantity.Share { s := quantity.Share(x); return &s }

// tripping is a breaker that trips as written.
func tripping(trip Trip, change func(*Spec)) Breaker {
	var usual Trip
	usual.SetDefaults()
	trip.Window, trip.MinCalls, trip.Of = cmp.Or(trip.Window, usual.Window), cmp.Or(trip.MinCalls, usual.MinCalls), cmp.Or(trip.Of, usual.Of)
	return written(func(s *Spec) {
		s.Trip = trip
		if change != nil {
			change(s)
		}
	}).Compile()
}

// lasting is a call that is admitted at an instant and ends as told so much later.
type lasting struct {
	from, takes time.Duration
	outcome     policies.Outcome
	phase       Phase // afterwards
}

func run(t *testing.T, what string, b Breaker, calls []lasting) {
	t.Helper()
	st := b.Fresh(1)
	for i, c := range calls {
		pass, admitted := b.Admit(&st, at(c.from))
		if admitted {
			b.Report(&st, at(c.from+c.takes), pass, c.outcome)
		}
		if !admitted || st.Phase() != c.phase {
			t.Errorf("%s, call %d: admitted %v, phase %d, want %d", what, i+1, admitted, st.Phase(), c.phase)
		}
	}
}

// An answer is slow if it takes longer than `slow`, whether it is a success or a
// failure; the share of slow ones is of all counted ones.
func TestSlowAnswersTrip(t *testing.T) {
	two := 2 * sec
	slowly := Trip{Slow: &two, SlowRate: share(0.5), MinCalls: 4}
	run(t, "half of four are slow", tripping(slowly, nil), []lasting{
		{0, 2*sec + 1, ok, Closed}, {3 * sec, 2 * sec, ok, Closed}, {5 * sec, 0, ok, Closed}, {5 * sec, 3 * sec, fail, Open},
	})
	run(t, "2 s is not longer than 2 s", tripping(slowly, nil), []lasting{
		{0, 2 * sec, ok, Closed}, {2 * sec, 2 * sec, ok, Closed}, {4 * sec, 2 * sec, ok, Closed}, {6 * sec, 2 * sec, ok, Closed},
	})
	run(t, "failures alone do not make it slow", tripping(slowly, nil), []lasting{
		{0, 0, fail, Closed}, {0, 0, fail, Closed}, {0, 0, fail, Closed}, {0, 0, fail, Closed},
	})
	run(t, "uncounted answers are not slow", tripping(slowly, nil), []lasting{
		{0, 3 * sec, policies.Semantic, Closed}, {0, 3 * sec, policies.Semantic, Closed}, {0, 4 * sec, ok, Closed}, {4 * sec, 0, ok, Closed}, {4 * sec, 0, ok, Closed},
	})
	either := slowly
	either.Rate = share(0.75)
	run(t, "slow", tripping(either, nil), []lasting{{0, 3 * sec, ok, Closed}, {3 * sec, 0, ok, Closed}, {3 * sec, 3 * sec, ok, Closed}, {6 * sec, 0, ok, Open}})
	run(t, "failing", tripping(either, nil), []lasting{{0, 0, fail, Closed}, {0, 0, fail, Closed}, {0, 0, ok, Closed}, {0, 0, fail, Open}})
}

// A window of 10 s in five slices holds the running slice of 2 s and the four
// before it: at 10 s what happened from 2 s on, where the exact one holds what
// happened after 0 s. Whole, it begins anew at 10 s.
func TestWindowsThatRoll(t *testing.T) {
	five, one := 5, 1
	calls := func(first, second time.Duration, last Phase) []lasting {
		return []lasting{{first, 0, fail, Closed}, {second, 0, fail, last}}
	}
	both := Trip{Rate: share(0.5), MinCalls: 2}
	run(t, "exact, 10 s later", tripping(both, nil), calls(1*sec, 11*sec, Closed))
	run(t, "exact, a moment less", tripping(both, nil), calls(1*sec, 11*sec-1, Open))
	both.Slices = &five
	run(t, "slices, not yet out", tripping(both, nil), calls(2*sec-1, 10*sec-1, Open))
	run(t, "slices, just out", tripping(both, nil), calls(2*sec-1, 10*sec, Closed))
	run(t, "slices, the next one", tripping(both, nil), calls(2*sec, 12*sec-1, Open))
	both.Slices, both.Tumbling = nil, true
	run(t, "tumbling, in one", tripping(both, nil), calls(0, 10*sec-1, Open))
	run(t, "tumbling, in two", tripping(both, nil), calls(10*sec-1, 10*sec, Closed))
	both.Slices, both.Tumbling = &one, false
	run(t, "one slice tumbles", tripping(both, nil), calls(10*sec-1, 10*sec, Closed))
}

// Windows of four calls, judged when four are in them. The failures are the first
// two and the fifth: exactly, the last four are f s s f at the fifth call; in two
// slices the first two have gone by then, and there are three; whole, there is one.
func TestWindowsOfCallsThatRoll(t *testing.T) {
	two := 2
	four := Trip{Rate: share(0.5), Window: Window{Calls: 4}, MinCalls: 4, Above: true}
	calls := func(fifth, sixth, seventh Phase) []lasting {
		return []lasting{{0, 0, fail, Closed}, {0, 0, fail, Closed}, {0, 0, ok, Closed}, {0, 0, ok, Closed}, {0, 0, fail, fifth}, {0, 0, fail, sixth}, {0, 0, fail, seventh}}
	}
	run(t, "exact", tripping(four, nil), calls(Closed, Closed, Open)) // f s s f, s s f f, s f f f
	four.Slices = &two
	run(t, "slices", tripping(four, nil), calls(Closed, Closed, Closed)) // s s f, s s f f, f f f
	four.Slices, four.Tumbling = nil, true
	run(t, "tumbling", tripping(four, nil), calls(Closed, Closed, Closed)) // f, f f, f f f
}

// Ten calls start together and fail one by one. Of those that have started, n of
// ten have failed by the n-th answer: more than half by the sixth (as in opossum).
// Of those that have finished, all have: the first answer trips.
func TestSharesOfCallsStarted(t *testing.T) {
	for of, want := range map[Of]int{"finished": 1, "started": 6, "started_and_rejected": 6} {
		b := tripping(Trip{Rate: share(0.5), Above: true, MinCalls: 1, Of: of}, nil)
		st := b.Fresh(1)
		var passes []Pass
		for range 10 {
			pass, _ := b.Admit(&st, 0)
			passes = append(passes, pass)
		}
		n := 0
		for ; st.Phase() == Closed; n++ {
			b.Report(&st, at(sec), passes[n], fail)
		}
		if n != want {
			t.Errorf("of %s: open at failure %d, want %d", of, n, want)
		}
	}
}

// Open from 0 s to 1 s, it rejects nine calls. The probe at 1 s closes it, and the
// call at 1 s fails: of those started since it closed, one of one has failed. Of
// those asked for in the window, with what came before it opened, two of twelve.
func TestRejectionsThinFailures(t *testing.T) {
	for of, want := range map[Of]Phase{"started": Open, "started_and_rejected": Closed} {
		b := tripping(Trip{Rate: share(0.5), MinCalls: 1, Of: of}, func(s *Spec) { s.Open = Constant(sec) })
		st := b.Fresh(1)
		step := func(now time.Duration, o policies.Outcome) {
			if pass, admitted := b.Admit(&st, at(now)); admitted {
				b.Report(&st, at(now), pass, o)
			}
		}
		step(0, fail)
		for range 9 {
			step(sec/2, fail)
		}
		step(sec, ok)
		step(sec, fail)
		if st.Phase() != want {
			t.Errorf("of %s: phase %d, want %d", of, st.Phase(), want)
		}
	}
}

// Half of four fail. After each answer it is judged on the fourth, a success;
// after failures alone on the next failure, the third of five.
func TestJudgedAfterFailures(t *testing.T) {
	half := Trip{Rate: share(0.5), MinCalls: 4}
	calls := []lasting{{0, 0, fail, Closed}, {0, 0, fail, Closed}, {0, 0, ok, Closed}, {0, 0, ok, Open}}
	run(t, "each", tripping(half, nil), calls)
	calls[3].phase = Closed
	run(t, "failure", tripping(half, func(s *Spec) { s.Judged = Judged{Word: "failure"} }), append(calls, lasting{0, 0, fail, Open}))
}

func everyHalf(s *Spec) { s.Judged = Judged{Every: sec / 2} }

// Ten of twenty have failed by 0.7 s (as in Hystrix, where 33 of 67 do not trip):
// it goes on admitting until the tick at 1 s, and is open for its time from there.
func TestJudgedAtTicks(t *testing.T) {
	b := tripping(Trip{Rate: share(0.5)}, everyHalf)
	st := b.Fresh(1)
	for i := range 20 {
		o := ok
		if i < 10 {
			o = fail
		}
		pass, _ := b.Admit(&st, at(700*time.Millisecond))
		b.Report(&st, at(700*time.Millisecond), pass, o)
	}
	if st.Phase() != Closed || st.Due() != at(sec) {
		t.Fatalf("phase %d, due at %v, want closed until 1 s", st.Phase(), st.Due().Duration())
	}
	b.Tick(&st, at(sec))
	if _, early := b.Admit(&st, at(31*sec-1)); early || st.Due() != sim.Never {
		t.Errorf("admitted %v before 31 s, due at %v", early, st.Due().Duration())
	}
	if _, yes := b.Admit(&st, at(31*sec)); !yes {
		t.Error("not admitted at 31 s")
	}
}

// At 0 s a success, just before 0.5 s a failure: 1 of 2, below two thirds. The tick
// at 10 s holds both, [0, 10); that of 10.5 s only [0.5, 10.5), nothing. With the
// failure at 0.5 s the tick of 10.5 s holds it alone and trips, though nothing has
// ended since.
func TestTicksJudgeTheWindowThatEndsThere(t *testing.T) {
	for failure, want := range map[time.Duration]time.Duration{sec/2 - 1: 0, sec / 2: 10*sec + sec/2} {
		b := tripping(Trip{Rate: share(0.66), MinCalls: 1}, everyHalf)
		st := b.Fresh(1)
		pass, _ := b.Admit(&st, 0)
		b.Report(&st, 0, pass, ok)
		pass, _ = b.Admit(&st, at(failure))
		b.Report(&st, at(failure), pass, fail)
		opened := time.Duration(0)
		for st.Due() != sim.Never {
			now := st.Due()
			b.Tick(&st, now)
			if st.Phase() == Open {
				opened = now.Duration()
			}
		}
		if opened != want {
			t.Errorf("failure at %v: open at %v, want %v", failure, opened, want)
		}
	}
}

func TestFailuresInARowAreJudgedAtTicks(t *testing.T) {
	three := 3
	b := tripping(Trip{Consecutive: &three}, everyHalf)
	st := b.Fresh(1)
	for range 3 {
		pass, _ := b.Admit(&st, 0)
		b.Report(&st, 0, pass, fail)
	}
	if st.Phase() != Closed || st.Due() != at(sec/2) {
		t.Fatalf("phase %d, due at %v", st.Phase(), st.Due().Duration())
	}
	b.Tick(&st, at(sec/2))
	if st.Phase() != Open {
		t.Errorf("phase %d after the tick, want open", st.Phase())
	}
}

// Bad arguments are no failure of the dependency; counted as successes, they
// break a row of failures, fill the window and close a half-open breaker.
func TestOutcomesThatCountAsSuccesses(t *testing.T) {
	two := 2
	success := func(s *Spec) { s.Successes = policies.SetOf(policies.Semantic) }
	run(t, "in a row", tripping(Trip{Consecutive: &two}, success), []lasting{
		{0, 0, fail, Closed}, {0, 0, policies.Semantic, Closed}, {0, 0, fail, Closed}, {0, 0, fail, Open}, {30 * sec, 0, policies.Semantic, Closed},
	})
	run(t, "in the window", tripping(Trip{Rate: share(0.5), MinCalls: 2}, success), []lasting{
		{0, 0, policies.Semantic, Closed}, {0, 0, fail, Open},
	})
	run(t, "uncounted", tripping(Trip{Rate: share(0.5), MinCalls: 2}, nil), []lasting{
		{0, 0, policies.Semantic, Closed}, {0, 0, fail, Closed},
	})
}

// Whatever the window, the breaker trips exactly when a plain list of all that
// happened says so.
func TestTripsAgainstAPlainList(t *testing.T) {
	type seen struct {
		at           sim.Time
		failed, slow bool
		start        bool
	}
	rapid.Check(t, func(t *rapid.T) {
		calls := rapid.SampledFrom([]int{0, 0, 4, 12}).Draw(t, "calls") // 0: a window of 12 s
		parts := rapid.SampledFrom([]int{0, 1, 2, 4}).Draw(t, "slices")
		of := Of("finished")
		if calls == 0 {
			of = rapid.SampledFrom([]Of{"finished", "started", "started_and_rejected"}).Draw(t, "of")
		}
		slow := sec
		trip := Trip{
			Rate: share(0.6), Slow: &slow, SlowRate: share(0.7), MinCalls: rapid.IntRange(1, 6).Draw(t, "min calls"),
			Above: rapid.Bool().Draw(t, "above"), Of: of, Window: Window{Span: 12 * sec, Calls: calls},
		}
		if parts > 0 {
			trip.Slices = &parts
		}
		b := tripping(trip, nil)
		st := b.Fresh(1)
		var all []seen
		var out []Pass
		now := at(0)
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 3).Draw(t, "half seconds")) * sec / 2)
			if len(out) == 0 || rapid.Bool().Draw(t, "asks") {
				pass, _ := b.Admit(&st, now)
				out = append(out, pass)
				all = append(all, seen{at: now, start: true})
				continue
			}
			pass := out[0]
			out = out[1:]
			o := rapid.SampledFrom([]policies.Outcome{ok, fail}).Draw(t, "outcome")
			all = append(all, seen{now, o == fail, now.Sub(pass.At) > sec, false})
			b.Report(&st, now, pass, o)

			var inside []seen
			answers := 0
			for _, s := range all {
				if !s.start {
					answers++
				}
			}
			n := 0
			for _, s := range all {
				switch {
				case calls > 0:
					if s.start {
						continue
					}
					n++
					// Full parts that the last answer pushed out.
					drops := 1
					if parts > 0 {
						drops = calls / parts
					}
					gone := 0
					if answers > calls {
						gone = (answers - calls + drops - 1) / drops * drops
					}
					if n <= gone {
						continue
					}
				case parts > 0:
					width := 12 * sec / time.Duration(parts)
					if int(now.Duration()/width)-int(s.at.Duration()/width) >= parts {
						continue
					}
				case now.Sub(s.at) >= 12*sec:
					continue
				}
				inside = append(inside, s)
			}
			total, failed, late := 0, 0, 0
			for _, s := range inside {
				if s.start == (of != "finished") {
					total++
				}
				if s.failed {
					failed++
				}
				if s.slow {
					late++
				}
			}
			over := func(n int, rate float64) bool {
				share := float64(n) / float64(total)
				return share > rate || share == rate && !trip.Above
			}
			least := trip.MinCalls
			if calls > 0 {
				least = min(least, calls)
			}
			want := total >= least && (over(failed, 0.6) || over(late, 0.7))
			if got := st.Phase() == Open; got != want {
				t.Fatalf("open %v, want %v: %d failed, %d slow of %d", got, want, failed, late, total)
			}
			if want {
				return
			}
		}
	})
}

// Three failures within 10 s, whatever succeeds between: those of 0 s and 10 s are not
// within 10 s of each other, for the window is half-open.
func TestCountOfFailures(t *testing.T) {
	for _, row := range []struct {
		failures []time.Duration
		want     Phase
	}{
		{[]time.Duration{0, 1 * sec, 10*sec - 1}, Open},
		{[]time.Duration{0, 1 * sec, 10 * sec}, Closed},
		{[]time.Duration{0, 1 * sec}, Closed},
		{[]time.Duration{0, 5 * sec, 10 * sec, 11 * sec}, Open},
	} {
		three := 3
		b := written(func(s *Spec) {
			s.Trip.SetDefaults()
			s.Trip.Consecutive, s.Trip.Count = nil, &three
		}).Compile()
		st := b.Fresh(1)
		for _, now := range row.failures {
			for _, o := range []policies.Outcome{ok, fail, ok} {
				if pass, admitted := b.Admit(&st, at(now)); admitted {
					b.Report(&st, at(now), pass, o)
				}
			}
		}
		if st.Phase() != row.want {
			t.Errorf("failures at %v: phase %d, want %d", row.failures, st.Phase(), row.want)
		}
	}
}
