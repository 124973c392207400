package rate

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

func init() { flag.Set("rapid.seed", "1") }

func compiled(limit quantity.Rate, change func(*Spec)) Rate {
	var s Spec
	s.SetDefaults()
	s.Limit = &limit
	if change != nil {
		change(&s)
	}
	return s.Compile()
}

func perSecond(n float64) quantity.Rate { return quantity.Rate{Count: n, Per: time.Second} }

const (
	ms    = time.Millisecond
	never = time.Duration(-1) // is turned away
)

func TestTurns(t *testing.T) {
	for _, row := range []struct {
		what     string
		rate     Rate
		patience time.Duration
		at       []time.Duration
		want     []time.Duration // waits
	}{
		// Tokens after each: 2, 1, 0, 0, 0.5, 0 (1 came and went), 0, 1 (2 came by then),
		// then 3, the most, of which two go.
		{"a bucket, nobody waits", compiled(perSecond(2), func(s *Spec) { s.Burst = 3 }), 0,
			[]time.Duration{0, 0, 0, 0, 250 * ms, 500 * ms, 500 * ms, 1500 * ms, 3500 * ms, 3500 * ms, 3500 * ms, 3500 * ms},
			[]time.Duration{0, 0, 0, never, never, 0, never, 0, 0, 0, 0, never}},
		{"a bucket, waiting reserves", compiled(perSecond(2), nil), farOff,
			[]time.Duration{0, 0, 0, 0, 600 * ms}, []time.Duration{0, 500 * ms, 1000 * ms, 1500 * ms, 1400 * ms}},
		// The third would wait 1 s; the fourth, at 200 ms, 800 ms.
		{"a bucket, who would wait longer takes no turn", compiled(perSecond(2), nil), 800 * ms,
			[]time.Duration{0, 0, 0, 200 * ms}, []time.Duration{0, 500 * ms, never, 800 * ms}},
		// A third of a second is no whole number of nanoseconds: 1/3, 2/3 and 1 s, rounded up each.
		{"a refill is rounded up", compiled(perSecond(3), nil), farOff,
			[]time.Duration{0, 0, 0, 0}, []time.Duration{0, 333333334, 666666667, 1000 * ms}},
		// The bucket of 1 is full again at 333,333,334 ns, not one before.
		{"a refill is not early", compiled(perSecond(3), nil), 0,
			[]time.Duration{0, 333333333, 333333334}, []time.Duration{0, never, 0}},
		{"a rate with decimals", compiled(quantity.Rate{Count: 1.15, Per: time.Second}, nil), farOff,
			// 100/115 s
			[]time.Duration{0, 0}, []time.Duration{0, 869565218}},
		{"a fixed window, waiting reserves", compiled(perSecond(2), func(s *Spec) { s.Window = "fixed" }), farOff,
			make([]time.Duration, 6), []time.Duration{0, 0, 1000 * ms, 1000 * ms, 2000 * ms, 2000 * ms}},
		{"a fixed window, who would wait longer takes no turn", compiled(perSecond(2), func(s *Spec) { s.Window = "fixed" }), 1500 * ms,
			[]time.Duration{0, 0, 0, 0, 0, 600 * ms}, []time.Duration{0, 0, 1000 * ms, 1000 * ms, never, 1400 * ms}},
		// Five at 500 ms fill the windows of 0 s and 1 s and half of that of 2 s; at 2 s one
		// has room there, the next goes at 3 s.
		{"fixed windows start at 0", compiled(perSecond(2), func(s *Spec) { s.Window = "fixed" }), farOff,
			[]time.Duration{500 * ms, 500 * ms, 500 * ms, 500 * ms, 500 * ms, 2000 * ms, 2000 * ms, 4999 * ms, 5000 * ms},
			[]time.Duration{0, 0, 500 * ms, 500 * ms, 1500 * ms, 0, 1000 * ms, 0, 0}},
		{"a window is the rate's own span", compiled(quantity.Rate{Count: 1, Per: time.Minute}, func(s *Spec) { s.Window = "fixed" }), farOff,
			[]time.Duration{59 * time.Second, 59 * time.Second}, []time.Duration{0, time.Second}},
	} {
		st := row.rate.Fresh()
		for i, at := range row.at {
			wait, passes := row.rate.Ask(&st, sim.Time(at), row.patience)
			if !passes {
				wait = never
			}
			if wait != row.want[i] {
				t.Errorf("%s, call %d at %v: got %v, want %v", row.what, i+1, at, wait, row.want[i])
			}
		}
	}
}

func TestPatience(t *testing.T) {
	drawn := compiled(perSecond(1), func(s *Spec) { s.Wait = policies.Wait{For: dist.Of(float64(time.Second))} })
	patience, forever := drawn.Patience()
	if got := patience.Duration(1, sim.PurposePermit, 0); got != time.Second || forever {
		t.Errorf("got %v, %v, want 1s", got, forever)
	}
	endless := compiled(perSecond(1), nil)
	if _, forever := endless.Patience(); !forever {
		t.Error("a wait forever ends")
	}
}

// At the ends of the range a wait is long, not wrong.
func TestTheLargestNumbers(t *testing.T) {
	for _, r := range []Rate{
		compiled(quantity.Rate{Count: 1e-12, Per: time.Hour}, nil),
		compiled(quantity.Rate{Count: 1, Per: time.Hour}, func(s *Spec) { s.Window = "fixed" }),
		compiled(quantity.Rate{Count: 1e15, Per: time.Millisecond}, func(s *Spec) { s.Burst = 1 << 53 }),
	} {
		st := State{taken: math.MaxInt64 / 2}
		if wait, passes := r.Ask(&st, 1, farOff); wait < 0 || !passes {
			t.Errorf("%+v: got %v, %v", r, wait, passes)
		}
	}
}

// In no span of length t do more than limit·t + burst calls pass; as turns are
// rounded up, those between two may seem to take a nanosecond less.
func TestBucketNeverExceedsItsRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 20).Draw(t, "limit")
		burst := rapid.IntRange(1, 5).Draw(t, "burst")
		patience := time.Duration(rapid.IntRange(0, 3_000).Draw(t, "patience")) * ms
		r := compiled(perSecond(float64(limit)), func(s *Spec) { s.Burst = burst })
		passed := passes(t, &r, patience)
		for i, from := range passed {
			for j := i; j < len(passed); j++ {
				span := passed[j].Sub(from)
				if most := float64(limit)*(span+1).Seconds() + float64(burst); float64(j-i+1) > most+1e-9 {
					t.Fatalf("%d calls pass in %v from %v on, at most %v may", j-i+1, span, from.Duration(), most)
				}
			}
		}
	})
}

func TestFixedWindowNeverExceedsItsLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 5).Draw(t, "limit")
		patience := time.Duration(rapid.IntRange(0, 3_000).Draw(t, "patience")) * ms
		r := compiled(perSecond(float64(limit)), func(s *Spec) { s.Window = "fixed" })
		counts := map[time.Duration]int{}
		for _, at := range passes(t, &r, patience) {
			window := at.Duration().Truncate(time.Second)
			if counts[window]++; counts[window] > limit {
				t.Fatalf("more than %d in the window of %v", limit, window)
			}
		}
	})
}

// passes lets calls come at whatever instants and gives when those that are not
// turned away pass, in their order; nobody waits too long, nor overtakes.
func passes(t *rapid.T, r *Rate, patience time.Duration) (passed []sim.Time) {
	st, now := r.Fresh(), sim.Time(0)
	for range rapid.IntRange(1, 60).Draw(t, "calls") {
		now = now.Add(time.Duration(rapid.IntRange(0, 400).Draw(t, "gap")) * ms)
		wait, ok := r.Ask(&st, now, patience)
		if wait < 0 || wait > patience {
			t.Fatalf("a wait of %v", wait)
		}
		if ok {
			passed = append(passed, now.Add(wait))
		}
	}
	if !slices.IsSorted(passed) {
		t.Fatalf("who came later passed earlier: %v", passed)
	}
	return passed
}

// Two a second: the second call of an instant waits for half a second.
func Example() {
	s := Spec{Limit: &quantity.Rate{Count: 2, Per: time.Second}, Burst: 1, Window: "bucket", Wait: policies.Wait{Forever: true}}
	r := s.Compile()
	st := r.Fresh()
	fmt.Println(r.Ask(&st, 0, time.Second))
	fmt.Println(r.Ask(&st, 0, time.Second))
	// Output:
	// 0s true
	// 500ms true
}
