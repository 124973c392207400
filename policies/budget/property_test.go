package budget

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
)

// Against a plain list of tries: a retry is granted exactly while fewer are used than the
// floor or the share of the base, whatever counts as used and as base, and nothing is left
// when all have ended.
func TestShareOfTriesUnderWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		percent := rapid.IntRange(0, 150).Draw(t, "percent")
		floor := rapid.IntRange(0, 4).Draw(t, "floor")
		used := rapid.SampledFrom([][]Use{{"waiting", "active"}, {"waiting"}, {"active"}}).Draw(t, "used")
		base := rapid.SampledFrom([][]Base{{"active", "waiting", "deciding"}, {"active"}, {"waiting"}, {"deciding"}, {"active", "waiting"}}).Draw(t, "base")
		down := rapid.Bool().Draw(t, "rounds down")
		after := rapid.Bool().Draw(t, "asked after the wait")
		b := written(func(s *Spec) {
			s.InFlight, s.Floor = share(float64(percent)), &Floor{Retries: int64(floor)}
			s.Used, s.Base, s.Round = used, base, "none"
			if down {
				s.Round = "down"
			}
			if after {
				s.Charge = "after_wait"
			}
		})
		st := b.Fresh()
		type try struct{ retry, waits bool }
		var open []try
		end := func(i int) {
			last := len(open) - 1
			open[i] = open[last]
			open = open[:last]
		}
		// ask asks for a retry of a try that is none of those open, and says what is due.
		ask := func() bool {
			var u, of float64
			for _, c := range open {
				for _, use := range used {
					if use == "active" && c.retry && !c.waits || use == "waiting" && c.waits && !after {
						u++
					}
				}
				for _, in := range base {
					if in == "active" && !c.waits || in == "waiting" && c.waits {
						of++
					}
				}
			}
			for _, in := range base {
				if in == "deciding" {
					of++
				}
			}
			allowed := float64(percent) * of / 100
			if down {
				allowed = math.Floor(allowed)
			}
			want := u < math.Max(float64(floor), allowed)
			if _, got := b.Ask(&st, 0, policies.Timeout); got != want {
				t.Fatalf("granted %v with %v used of %v", got, u, of)
			}
			return want
		}
		for range rapid.IntRange(1, 120).Draw(t, "steps") {
			if len(open) == 0 || rapid.IntRange(0, 2).Draw(t, "enters") == 0 {
				b.Entered(&st, 0)
				open = append(open, try{})
				continue
			}
			i := rapid.IntRange(0, len(open)-1).Draw(t, "which")
			switch c := open[i]; {
			case c.waits && rapid.Bool().Draw(t, "is cut"):
				b.WaitEnds(&st)
				end(i)
			case c.waits:
				b.WaitEnds(&st)
				end(i)
				if !after || ask() {
					b.Begins(&st)
					open = append(open, try{retry: true})
				}
			case rapid.Bool().Draw(t, "fails"):
				b.Failed(&st, 0, policies.Timeout, c.retry)
				end(i)
				if after || ask() {
					b.Waits(&st)
					open = append(open, try{waits: true})
				}
			case rapid.Bool().Draw(t, "succeeds"):
				b.Succeeded(&st, 0, c.retry, 0, 0)
				end(i)
			default:
				b.Cut(&st, c.retry)
				end(i)
			}
			if !b.Sound(&st) {
				t.Fatalf("unsound: %+v", st)
			}
		}
		for _, c := range open {
			if c.waits {
				b.WaitEnds(&st)
			} else {
				b.Cut(&st, c.retry)
			}
		}
		if st.active != 0 || st.retries != 0 || st.waiting != 0 {
			t.Fatalf("left: %+v", st)
		}
	})
}

// Against a plain list of ends: retries go out exactly while the share of failures among
// what ended in the window is below the rate, and none while nothing has.
func TestFailureRateInAnyWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		percent := rapid.IntRange(0, 100).Draw(t, "percent")
		span := time.Duration(rapid.IntRange(1, 10).Draw(t, "window"))
		b := written(func(s *Spec) { s.FailureRate, s.Window = share(float64(percent)), &span })
		st := b.Fresh()
		type ended struct {
			at     time.Duration
			failed bool
		}
		var all []ended
		now := time.Duration(0)
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			now += time.Duration(rapid.IntRange(0, 3).Draw(t, "later"))
			switch rapid.IntRange(0, 2).Draw(t, "event") {
			case 0:
				b.Succeeded(&st, at(now), false, 0, 0)
				all = append(all, ended{now, false})
			case 1:
				b.Failed(&st, at(now), policies.Unavailable, false)
				all = append(all, ended{now, true})
			default:
				b.Failed(&st, at(now), policies.Rejected, false) // nothing was sent
			}
			of, failed := 0, 0
			for _, e := range all {
				if now-e.at < span {
					of++
					if e.failed {
						failed++
					}
				}
			}
			want := of > 0 && 100*failed < percent*of
			if _, got := b.Ask(&st, at(now), policies.Unavailable); got != want {
				t.Fatalf("at %d: granted %v with %d failures of %d", now, got, failed, of)
			}
		}
	})
}
