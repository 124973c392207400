package throttle

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
)

// (requests - 5 - (1.5 - 0.4·failing/40)·accepts) / (requests + 1): 5/101, 35/101,
// 43/101 with 20 slices failing, 1/7.
func TestRejectionOfGoZero(t *testing.T) {
	for _, row := range []struct {
		c    counts
		want float64
	}{
		{counts{100, 60, 0, 0}, 0.04950}, {counts{100, 40, 0, 0}, 0.34653}, {counts{100, 40, 20, 0}, 0.42574}, {counts{6, 0, 1, 0}, 0.14286},
		{counts{5, 0, 1, 0}, 0}, {counts{100, 40, 40, 0}, 0.50495}, {counts{100, 80, 0, 3}, -0.24752},
	} {
		if got := row.c.rejection(); math.Abs(got-row.want) > 1e-5 {
			t.Errorf("%+v: got %v, want %v", row.c, got, row.want)
		}
	}
}

// Ten failures in the slice of 0 s and ten in that of 1 s. At 1.1 s p is 15/21; none has
// passed where p was above 0, so nobody is let in by force. More than a second after the
// last that passed another does whatever it draws.
func TestStepsOfGoZero(t *testing.T) {
	s := written(func(s *Spec) { s.Algorithm = "go_zero" })
	st := s.Fresh()
	at := func(d time.Duration) sim.Time { return sim.Time(d) }
	for i := range 20 {
		now := at(time.Duration(i/10) * time.Second)
		s.Report(&st, now, policies.Unavailable)
	}
	if c := st.buckets.count(at(1100 * time.Millisecond)); c != (counts{20, 0, 2, 0}) {
		t.Fatalf("counts %+v", c)
	}
	for i, row := range []struct {
		now    time.Duration
		u      float64
		passes bool
	}{
		{1100 * time.Millisecond, 0.72, true}, // 15/21 is 0.714
		{1100 * time.Millisecond, 0.71, false},
		{1100 * time.Millisecond, 0.72, false},  // 21 requests: 16/22 is 0.727
		{2100 * time.Millisecond, 0, false},     // a second is not more than one
		{2100*time.Millisecond + 1, 0, true},    // by force
		{2100*time.Millisecond + 2, 0, false},   //
		{9999 * time.Millisecond, 0, true},      // by force: 24 requests
		{10250 * time.Millisecond, 0.59, false}, // those of 0 s are gone, 14 left: 9/15
		{10250 * time.Millisecond, 0.625, true}, // 10/16
	} {
		if got := s.Admit(&st, at(row.now), row.u); got != row.passes {
			t.Errorf("step %d: got %v with %+v", i+1, got, st.buckets.count(at(row.now)))
		}
	}
}

// Slices in which something failed and nothing was accepted, and the other way round:
// the runs are counted from the latest backwards.
func TestRunsOfGoZero(t *testing.T) {
	for outcomes, want := range map[string][2]int{ // failing, working
		"FFF": {3, 0}, "SSS": {0, 3}, "FFS": {0, 1}, "SFF": {2, 0}, "F.F": {2, 0}, "S.S": {0, 2}, "FSB": {0, 0}, "FBF": {1, 0}, "SR": {0, 1}, "FR": {1, 0},
	} {
		b := &buckets{}
		now := sim.Time(0)
		for i, o := range outcomes {
			now = sim.Time(time.Duration(i) * goZeroPart)
			if o == 'F' || o == 'B' {
				b.ended(now, false)
			}
			if o == 'S' || o == 'B' {
				b.ended(now, true)
			}
			if o == 'R' {
				b.at(now).rejected++
			}
		}
		if c := b.count(now); c.failing != want[0] || c.working != want[1] {
			t.Errorf("%s: failing %d, working %d, want %v", outcomes, c.failing, c.working, want)
		}
	}
}

// Whatever comes: the ring counts what a plain list of the last 40 slices does.
func TestRingOfGoZeroIsAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, now := &buckets{}, sim.Time(0)
		var requests, accepts []sim.Time
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.SampledFrom([]int{0, 1, 100, 249, 250, 3000, 9999, 10000, 30000}).Draw(t, "gap")) * time.Millisecond)
			within := func(all []sim.Time) (n int) {
				for _, at := range all {
					if int64(now)/int64(goZeroPart)-int64(at)/int64(goZeroPart) < goZeroParts {
						n++
					}
				}
				return n
			}
			if c := b.count(now); c.requests != within(requests) || c.accepts != within(accepts) {
				t.Fatalf("at %v: %+v, but %d of %d", now, c, within(accepts), within(requests))
			}
			accepted := rapid.Bool().Draw(t, "accepted")
			b.ended(now, accepted)
			requests = append(requests, now)
			if accepted {
				accepts = append(accepts, now)
			}
		}
	})
}
