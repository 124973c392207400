package throttle

import (
	"flag"
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
)

func init() { flag.Set("rapid.seed", "1") }

func written(change func(*Spec)) Throttle {
	var s Spec
	s.SetDefaults()
	change(&s)
	return s.Compile()
}

func compiled(k float64, window time.Duration) Throttle {
	return written(func(s *Spec) { s.K, s.Window = k, window })
}

// (requests − k·accepts) / (requests + 1): 20/101, below 0, 800/1001, 10/11, 1/2.
func TestRejection(t *testing.T) {
	for _, row := range []struct {
		requests, accepts int
		k, want           float64
	}{
		{0, 0, 2, 0},
		{100, 40, 2, 0.19802}, {100, 60, 2, 0}, {100, 50, 2, 0}, {1000, 100, 2, 0.79920}, {10, 0, 2, 0.90909}, {1, 0, 2, 0.5},
		{100, 60, 1 / 0.6, 0}, {100, 50, 1 / 0.6, 0.16502}, {200, 60, 1 / 0.6, 0.49752},
	} {
		s := compiled(row.k, time.Minute)
		if got := s.Rejection(row.requests, row.accepts); math.Abs(got-row.want) > 1e-5 {
			t.Errorf("%d requests, %d accepted, k %v: got %v, want %v", row.requests, row.accepts, row.k, got, row.want)
		}
	}
}

// With k 2 and a window of 10 s.
func TestSteps(t *testing.T) {
	s := compiled(2, 10*time.Second)
	st := s.Fresh()
	for i, row := range []struct {
		at      time.Duration
		u       float64
		passes  bool
		outcome policies.Outcome // of one that passes, at once
	}{
		{0, 0, true, policies.OK},                              // nothing came before
		{1 * time.Second, 0, true, policies.Unavailable},       // 1 of 1 accepted
		{2 * time.Second, 0, true, policies.Throttled},         // 1 of 2
		{3 * time.Second, 0.2499, false, 0},                    // 1 of 3: 1/4
		{4 * time.Second, 0.3999, false, 0},                    // 1 of 4, its own rejection too: 2/5
		{5 * time.Second, 0.5, true, policies.Semantic},        // 1 of 5: 3/6
		{6 * time.Second, 0.2857, false, 0},                    // 2 of 6: 2/7
		{6 * time.Second, 0.375, true, policies.Refused},       // 2 of 7: 3/8
		{10 * time.Second, 0.6249, false, 0},                   // that of 0 s is gone: 1 of 7, 5/8
		{11 * time.Second, 0.6249, false, 0},                   // so is that of 1 s: 1 of 7
		{14999 * time.Millisecond, 0.4999, false, 0},           // 1 of 5, since 5 s: 3/6
		{16001 * time.Millisecond, 0.7499, false, 0},           // none of 3, since 10 s: 3/4
		{40 * time.Second, 0, true, policies.Timeout},          // all are gone
		{40 * time.Second, 0.4999, false, 0},                   // none of 1: 1/2
		{49999 * time.Millisecond, 0.6666, false, 0},           // none of 2
		{50 * time.Second, 0.5, true, policies.ServerError},    // none of 1: the two of 40 s are gone
		{50 * time.Second, 0.0, true, policies.Conflict},       // 1 of 2
		{50*time.Second + 1, 0.0, true, policies.Rejected},     // 2 of 3
		{50*time.Second + 1, 0, true, policies.OK},             // 2 of 4
		{50*time.Second + 1, 0, true, policies.Abandoned},      // 3 of 5
		{50*time.Second + 1, 0, true, policies.Reset},          // 3 of 6
		{50*time.Second + 1, 0.1249, false, policies.Rejected}, // 3 of 7: 1/8
	} {
		if got := s.Admit(&st, sim.Time(row.at), row.u); got != row.passes {
			t.Errorf("step %d: got %v with %d requests, %d accepted", i+1, got, st.requests.Size(), st.accepts.Size())
		} else if got {
			s.Report(&st, sim.Time(row.at), row.outcome)
		}
	}
}

// Whatever comes and however it ends: the probability lies in [0, 1), nobody is
// turned away while 1/k of the requests are accepted, and the counts are those of
// a plain list.
func TestProbabilityStaysWithinItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.Float64Range(1, 4).Draw(t, "k")
		s := compiled(k, time.Second)
		st, now := s.Fresh(), sim.Time(0)
		var requests, accepts []sim.Time
		within := func(all []sim.Time) (n int) {
			for _, at := range all {
				if now.Sub(at) < time.Second {
					n++
				}
			}
			return n
		}
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 300).Draw(t, "gap")) * time.Millisecond)
			r, a := within(requests), within(accepts)
			p := s.Rejection(r, a)
			if p < 0 || p >= 1 || (float64(r) <= k*float64(a)) != (p == 0) {
				t.Fatalf("probability %v with %d requests, %d accepted", p, r, a)
			}
			u := rapid.Float64Range(0, 0.999).Draw(t, "u")
			passes := s.Admit(&st, now, u)
			if passes != (u >= p) {
				t.Fatalf("passes %v at %v with %d requests, %d accepted", passes, u, r, a)
			}
			requests = append(requests, now)
			if passes && rapid.Bool().Draw(t, "accepted") {
				s.Report(&st, now, policies.OK)
				accepts = append(accepts, now)
			}
		}
	})
}

// With min_requests 100 nobody is turned away before. With k = 1/0.95 half of a
// hundred accepted leave (100 - 50/0.95) / 101 = 0.46899, its root for an aggression of
// 2; none accepted 100/101, of which at_most 80% leaves 0.8.
func TestBoundsOfRejection(t *testing.T) {
	for _, row := range []struct {
		change            func(*Spec)
		requests, accepts int
		want              float64
	}{
		{func(s *Spec) { s.MinRequests = 100 }, 99, 0, 0},
		{func(s *Spec) { s.MinRequests = 100 }, 100, 0, 0.990099},
		{func(s *Spec) { s.K, s.AtMost = 1/0.95, 0.8 }, 100, 95, 0},
		{func(s *Spec) { s.K, s.AtMost = 1/0.95, 0.8 }, 100, 50, 0.468994},
		{func(s *Spec) { s.K, s.AtMost, s.Aggression = 1/0.95, 0.8, 2 }, 100, 50, 0.684831},
		{func(s *Spec) { s.K, s.AtMost = 1/0.95, 0.8 }, 100, 0, 0.8},
		{func(s *Spec) { s.AtMost = 0 }, 100, 0, 0},
	} {
		s := written(row.change)
		if got := s.Rejection(row.requests, row.accepts); math.Abs(got-row.want) > 1e-6 {
			t.Errorf("%d requests, %d accepted: got %v, want %v", row.requests, row.accepts, got, row.want)
		}
	}
}

// Four requests at 0 s, of which the first two are accepted and the third fails at once
// and the last is still out, then one that is turned away at 1 s: what has been counted
// by then, and after the last has failed at 2 s. With accepted: [timeout] its failure
// is one that counts as accepted.
func TestWhatCounts(t *testing.T) {
	for _, row := range []struct {
		of                          Of
		requests, accepts, at2, acc int
	}{
		{"started_and_rejected", 5, 2, 5, 3},
		{"finished_and_rejected", 4, 2, 5, 3},
		{"finished", 3, 2, 4, 3},
	} {
		s := written(func(s *Spec) { s.K, s.Of, s.Accepted = 1, row.of, policies.SetOf(policies.Timeout) })
		st := s.Fresh()
		for _, o := range []policies.Outcome{policies.OK, policies.OK, policies.Semantic} {
			s.Admit(&st, 0, 0.999)
			s.Report(&st, 0, o)
		}
		s.Admit(&st, 0, 0.999)
		if s.Admit(&st, sim.Time(time.Second), 0) { // a third or a fourth of the requests or more
			t.Errorf("%s: passes", row.of)
		}
		requests, accepts := st.requests.Size(), st.accepts.Size()
		s.Report(&st, sim.Time(2*time.Second), policies.Timeout)
		if requests != row.requests || accepts != row.accepts || st.requests.Size() != row.at2 || st.accepts.Size() != row.acc {
			t.Errorf("%s: %d of %d, then %d of %d; want %+v", row.of, accepts, requests, st.accepts.Size(), st.requests.Size(), row)
		}
	}
}

// A window of 3 s in ten slices, of 300 ms: what came at 299 ms counts until 3 s, what came
// at 300 ms until 3.3 s.
func TestWindowInSlices(t *testing.T) {
	ten := 10
	s := written(func(s *Spec) { s.Window, s.Slices, s.K = 3*time.Second, &ten, 1 })
	for first, until := range map[time.Duration]time.Duration{299 * time.Millisecond: 3 * time.Second, 300 * time.Millisecond: 3300 * time.Millisecond} {
		st := s.Fresh()
		s.Admit(&st, sim.Time(first), 0)
		if later := st; s.Admit(&later, sim.Time(until-1), 0) {
			t.Errorf("that of %v is forgotten before %v", first, until)
		}
		st = s.Fresh()
		s.Admit(&st, sim.Time(first), 0)
		if !s.Admit(&st, sim.Time(until), 0) {
			t.Errorf("that of %v still counts at %v", first, until)
		}
	}
}

// A hundred requests, none accepted: all but one in 101 are turned away.
func Example() {
	var s Spec
	s.SetDefaults() // twice as many as are accepted, over 2 minutes
	t := s.Compile()
	st := t.Fresh()
	for range 100 {
		t.Admit(&st, 0, 0)
	}
	fmt.Printf("%.4f\n", t.Rejection(100, 0))
	fmt.Println(t.Admit(&st, 0, 0.5))
	// Output:
	// 0.9901
	// false
}
