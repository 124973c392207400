package breaker

import (
	"flag"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

func init() { flag.Set("rapid.seed", "1") }

// Whatever is asked and answered, a half-open breaker has at most its probes
// under way, and admits a call exactly when one place is free.
func TestProbesUnderWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		probes := rapid.IntRange(1, 3).Draw(t, "probes")
		b := written(func(s *Spec) {
			consecutive(rapid.IntRange(1, 3).Draw(t, "trip"))(s)
			s.Open, s.Probes = Constant(sec), quantity.Limit(probes)
			s.CloseAfter = rapid.IntRange(1, 4).Draw(t, "close after")
			s.Stale = rapid.SampledFrom([]Stale{"ignore", "count", "decide"}).Draw(t, "stale")
		}).Compile()
		st := b.Fresh(1)
		now := at(0)
		var out []Pass
		underWay := func() (n int) {
			for _, pass := range out {
				if pass.Opening == st.openings {
					n++
				}
			}
			return n
		}
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 500).Draw(t, "ms")) * time.Millisecond)
			if len(out) > 0 && rapid.Bool().Draw(t, "answers") {
				i := rapid.IntRange(0, len(out)-1).Draw(t, "which")
				pass := out[i]
				out = append(out[:i], out[i+1:]...)
				b.Report(&st, now, pass, rapid.SampledFrom([]policies.Outcome{ok, fail, policies.Abandoned, policies.Semantic}).Draw(t, "outcome"))
				continue
			}
			pass, admitted := b.Admit(&st, now)
			want := st.phase == Closed || st.phase == HalfOpen && underWay() < probes
			if admitted != want {
				t.Fatalf("admitted %v in phase %d with %d under way", admitted, st.phase, underWay())
			}
			if st.phase == Open && now >= st.until {
				t.Fatal("still open after its time")
			}
			if admitted {
				out = append(out, pass)
			}
		}
	})
}

// The ring holds what a plain list of all answers says it must.
func TestWindowsSlideExactly(t *testing.T) {
	type seen struct {
		at     sim.Time
		failed bool
	}
	rapid.Check(t, func(t *rapid.T) {
		calls := rapid.IntRange(0, 12).Draw(t, "calls") // 0: a window of time
		b := written(rated(Window{Span: 10 * sec, Calls: calls}, 1<<30)).Compile()
		b.trip.minCalls = 1 << 30 // it never trips
		st := b.Fresh(1)
		now := at(0)
		var all []seen
		for range rapid.IntRange(1, 100).Draw(t, "answers") {
			now = now.Add(time.Duration(rapid.IntRange(0, 4).Draw(t, "seconds")) * sec)
			s := seen{now, rapid.Bool().Draw(t, "failed")}
			all = append(all, s)
			o := ok
			if s.failed {
				o = fail
			}
			pass, _ := b.Admit(&st, now)
			b.Report(&st, now, pass, o)

			size, failures := 0, 0
			for i, s := range all {
				inside := now.Sub(s.at) < 10*sec
				if calls > 0 {
					inside = i >= len(all)-calls
				}
				if inside {
					size++
					if s.failed {
						failures++
					}
				}
			}
			if st.window.Size() != size || st.window.Marked() != failures {
				t.Fatalf("got %d answers with %d failures, want %d with %d", st.window.Size(), st.window.Marked(), size, failures)
			}
		}
	})
}
