package rate

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
)

func near(x, want float64) bool { return math.Abs(x-want) <= 5e-5*max(1, math.Abs(want)) }

func seconds(x float64) sim.Time { return sim.Time(math.Round(x * 1e9)) }

// Throttled at 10 responses a second: K = ∛7.5 = 1.957434, and 7 tokens a second.
// With much measured the curve is followed: 0.4 · (t − K)³ + 10.
func TestCurve(t *testing.T) {
	c := cubic{started: true, measured: 10}
	c.report(0, true)
	if !near(c.k, 1.957434) || !near(c.fill, 7) || !near(c.capacity, 7) || !c.enabled {
		t.Errorf("after the throttled response: %+v", c)
	}
	for _, row := range []struct{ at, want float64 }{
		{0, 7}, {0.5, 8.7617}, {1, 9.6489}, {1.957434, 10}, {2.5, 10.0639}, {3, 10.4533}, {4, 13.4087},
	} {
		d := c
		d.measured = 1000
		d.bucket = math.MaxInt64 // and stays that
		d.report(seconds(row.at), false)
		if !near(d.fill, row.want) {
			t.Errorf("at %v s: got %v, want %v", row.at, d.fill, row.want)
		}
	}
}

func TestCubeRoots(t *testing.T) {
	for _, x := range []float64{1, 8, 27, 7.5, 0.001, 1e-30, 3e20, 0.125, 2, 4, 1e-9, 123456789} {
		if got := cubeRoot(x); math.Abs(got*got*got-x) > 1e-14*x {
			t.Errorf("∛%v: got %v", x, got)
		}
	}
	if got := cubeRoot(0); got != 0 {
		t.Errorf("∛0: got %v", got)
	}
}

// Ten responses in [0, 0.5 s) and one at 0.5 s: 11 / 0.5 s, of which 0.8 count: 17.6 a
// second. Four more by 1.5 s: 4 / 1 s · 0.8 + 0.2 · 17.6.
func TestMeasuredRate(t *testing.T) {
	var c cubic
	for i := range 10 {
		c.report(seconds(float64(i)*0.04), false)
	}
	if c.measured != 0 {
		t.Errorf("before the first half second ends: %v", c.measured)
	}
	c.report(seconds(0.5), false)
	if !near(c.measured, 17.6) {
		t.Errorf("at 0.5 s: got %v, want 17.6", c.measured)
	}
	for _, at := range []float64{0.6, 0.7, 0.8, 1.5} {
		c.report(seconds(at), false)
	}
	if !near(c.measured, 0.8*4+0.2*17.6) {
		t.Errorf("at 1.5 s: got %v, want 6.72", c.measured)
	}
}

// Nothing waits before the first throttled response, which here comes before a rate
// was measured: so half a token a second. The first call after it waits 2 s, another
// asks after 1 s and is told 1 s; the first token goes to who asks first.
func TestAThrottleBeforeAnythingIsMeasured(t *testing.T) {
	var c cubic
	for range 100 {
		if wait := c.ask(0); wait != 0 {
			t.Fatalf("a wait of %v before anything was throttled", wait)
		}
	}
	c.report(0, true)
	for _, row := range []struct{ at, want float64 }{{0, 2}, {1, 1}, {2, 0}, {2, 2}, {4, 0}, {4, 2}} {
		if got := c.ask(seconds(row.at)); got != time.Duration(row.want*1e9) {
			t.Errorf("at %v s: got %v, want %v s", row.at, got, row.want)
		}
	}
}

// A second throttled response cuts from the smaller of what was measured and what
// was allowed. Once enabled it stays so. The rate is at most twice the measured one.
func TestCutsFromTheSmallerRate(t *testing.T) {
	c := cubic{started: true, enabled: true, measured: 10, fill: 4, bucket: math.MaxInt64}
	c.report(0, true)
	if !near(c.most, 4) || !near(c.fill, 2.8) {
		t.Errorf("got %v, %v, want 4, 2.8", c.most, c.fill)
	}
	c = cubic{started: true, enabled: true, measured: 3, fill: 40, bucket: math.MaxInt64}
	c.report(0, true)
	if !near(c.most, 3) || !near(c.fill, 2.1) {
		t.Errorf("got %v, %v, want 3, 2.1", c.most, c.fill)
	}
	c.report(seconds(100), false)
	if !near(c.fill, 6) || !c.enabled {
		t.Errorf("after long: got %v, want 6, twice what is measured", c.fill)
	}
}

// Tokens gathered are filled at the old rate, and cut to the new capacity.
func TestTokensAreFilledAtTheOldRate(t *testing.T) {
	c := cubic{started: true, enabled: true, measured: 10, fill: 5, capacity: 5, tokens: 1, bucket: math.MaxInt64}
	c.report(seconds(0.4), true) // 1 + 0.4 · 5 = 3 of at most 3.5
	if !near(c.tokens, 3) || !near(c.capacity, 3.5) {
		t.Errorf("got %v of %v, want 3 of 3.5", c.tokens, c.capacity)
	}
	c.report(seconds(0.4), true) // 3.5 · 0.7
	if !near(c.tokens, 2.45) || !near(c.capacity, 2.45) {
		t.Errorf("got %v of %v, want 2.45", c.tokens, c.capacity)
	}
}

// Through Rate: throttled responses alone cut, refusals of other kinds and failures
// are successes for the curve, and rejections from below are no responses.
func TestResponses(t *testing.T) {
	r := Spec{Adaptive: "cubic"}.Compile()
	for o := range policies.Outcomes {
		st := r.Fresh()
		r.Report(&st, 0, o)
		if got, want := st.cubic.enabled, o == policies.Throttled; got != want {
			t.Errorf("%v: enabled %v", o, got)
		}
		if got, want := st.cubic.responses, int64(1); o != policies.Rejected && got != want || o == policies.Rejected && got != 0 {
			t.Errorf("%v: %d responses", o, got)
		}
	}
}

// Whatever comes: tokens are never fewer than none nor beyond the capacity, the rate
// never below half a token a second, a wait ends, and in no span between two reports
// do more calls pass than the capacity and the fill of that span.
func TestTokensStayWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c cubic
		now, since, passed, had := sim.Time(0), sim.Time(0), 0, 0.0
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 700).Draw(t, "gap")) * ms)
			if rapid.Bool().Draw(t, "response") {
				c.report(now, rapid.IntRange(0, 4).Draw(t, "throttled") == 0)
				since, passed, had = now, 0, c.tokens
			} else if wait := c.ask(now); wait == 0 {
				passed++
			} else if again := c.ask(now.Add(wait)); again > time.Nanosecond {
				t.Fatalf("a wait of %v and another of %v", wait, again)
			} else {
				now = now.Add(wait)
				if again == 0 {
					passed++
				}
			}
			if !c.enabled {
				passed = 0
				continue
			}
			if c.tokens < 0 || c.tokens > c.capacity || c.fill < 0.5 || c.capacity < 1 || c.tokens != c.tokens {
				t.Fatalf("got %+v", c)
			}
			if most := had + now.Sub(since).Seconds()*c.fill; float64(passed) > most+1e-6 {
				t.Fatalf("%d calls pass in %v, at most %v may", passed, now.Sub(since), most)
			}
		}
	})
}
