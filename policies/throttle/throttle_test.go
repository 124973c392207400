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

func compiled(k float64, window time.Duration) Throttle {
	return Spec{K: k, Window: window}.Compile()
}

// (requests − k·accepts) / (requests + 1): 20/101, below 0, 800/1001, 10/11, 1/2.
func TestRejection(t *testing.T) {
	for _, row := range []struct {
		requests, accepts int
		k, want           float64
	}{
		{0, 0, 2, 0},
		{100, 40, 2, 0.19802}, {100, 60, 2, 0}, {100, 50, 2, 0}, {1000, 100, 2, 0.79920}, {10, 0, 2, 0.90909}, {1, 0, 2, 0.5},
		{100, 50, 1 / 0.6, 0.16502}, {200, 60, 1 / 0.6, 0.49752},
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

// A hundred requests, none accepted: all but one in 101 are turned away.
func Example() {
	s := Spec{K: 2, Window: 2 * time.Minute}
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
