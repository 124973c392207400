package limit

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
)

const ms = time.Millisecond

// adaptive gives an algorithm with its defaults, but for a change.
func adaptive(kind Kind, change func(*Adaptive)) Adaptive {
	a := Adaptive{Kind: kind}
	if change != nil {
		change(&a)
	}
	a.Complete()
	return a
}

func following(a Adaptive) Limit {
	return compiled(1, func(s *Spec) { s.Adaptive = &a })
}

// With room to fall to 1.
func TestAIMD(t *testing.T) {
	one := 1
	free := adaptive("aimd", func(a *Adaptive) { a.Min = &one })
	defaults := adaptive("aimd", nil)
	for _, row := range []struct {
		of              Adaptive
		limit, inFlight int
		took            time.Duration
		dropped         bool
		want            int
	}{
		{free, 20, 20, ms, true, 18},                                     // 0.9 of it
		{defaults, 20, 20, ms, true, 20},                                 // not below min
		{defaults, 100, 100, ms, true, 90},                               //
		{defaults, 90, 90, ms, false, 91},                                //
		{defaults, 90, 45, ms, false, 91},                                // just half in use
		{defaults, 90, 44, ms, false, 90},                                // less
		{defaults, 100, 100, 5 * time.Second, false, 101},                // the timeout itself is no drop
		{defaults, 100, 1, 5*time.Second + 1, false, 90},                 // longer is
		{defaults, 200, 200, ms, false, 200},                             // not above max
		{free, 1, 1, ms, true, 1},                                        // 0.9 is none
		{free, 27, 27, ms, true, 24},                                     // 24.3
		{adaptive("aimd", halves), 100, 100, ms, true, 50},               //
		{adaptive("aimd", halves), 100, 100, 2 * time.Second, false, 50}, // and a timeout of 1 s
	} {
		if got := newAIMD(&row.of).next(row.limit, row.took, row.inFlight, row.dropped); got != row.want {
			t.Errorf("%d with %d in flight, %v, dropped %v: got %d, want %d", row.limit, row.inFlight, row.took, row.dropped, got, row.want)
		}
	}
}

func halves(a *Adaptive) {
	half, second := 0.5, time.Second
	a.BackoffRatio, a.Timeout = &half, &second
}

// With all of the limit in use. queued = ⌈limit · (1 − without load / took)⌉; the
// step is 1 below 100, 2 from there on.
func TestVegas(t *testing.T) {
	half := 0.5
	for _, row := range []struct {
		limit        float64
		noLoad, took time.Duration
		inFlight     int
		dropped      bool
		smoothing    *float64
		want         float64
	}{
		{20, 10 * ms, 10 * ms, 20, false, nil, 26},                  // 0 queued: 6 steps more
		{20, 10 * ms, 10400 * time.Microsecond, 20, false, nil, 26}, // 0.77, that is 1
		{20, 10 * ms, 11 * ms, 20, false, nil, 21},                  // 2: a step more
		{20, 10 * ms, 12 * ms, 20, false, nil, 20},                  // 4: as it is
		{20, 10 * ms, 14 * ms, 20, false, nil, 20},                  // 6: still
		{20, 10 * ms, 15 * ms, 20, false, nil, 19},                  // 7: a step less
		{200, 100 * ms, 102 * ms, 200, false, nil, 202},             // 4, below 3 steps of 2
		{200, 100 * ms, 110 * ms, 200, false, nil, 198},             // 19
		{20, 10 * ms, 10 * ms, 20, true, nil, 19},                   // a drop, whatever is queued
		{20, 10 * ms, 10 * ms, 10, false, nil, 26},                  // half of it in use
		{20, 10 * ms, 10 * ms, 9, false, nil, 20},                   // less
		{1, 10 * ms, 10 * ms, 1, true, nil, 1},                      // not below 1
		{998, 10 * ms, 10 * ms, 998, false, nil, 1000},              // not above max
		{20, 10 * ms, 10 * ms, 20, false, &half, 23},                // half of the way
	} {
		v := newVegas(&Adaptive{Min: of(1), Max: of(1000), Smoothing: orOne(row.smoothing), ProbeMultiplier: of(30)})
		if got := v.next(row.limit, row.noLoad, row.took, row.inFlight, row.dropped); got != row.want {
			t.Errorf("%v, %v for %v, %d in flight, dropped %v: got %v, want %v", row.limit, row.took, row.noLoad, row.inFlight, row.dropped, got, row.want)
		}
	}
}

func of(n int) *int { return &n }

func orOne(x *float64) *float64 {
	one := 1.0
	if x == nil {
		return &one
	}
	return x
}

// The first call is the one without load; a quicker one takes its place; neither
// changes the limit. After jitter · multiplier · limit calls the next one does.
func TestVegasLearnsTheLatencyWithoutLoad(t *testing.T) {
	a := adaptive("vegas", func(a *Adaptive) { a.ProbeMultiplier = of(1) })
	v, e := newVegas(&a), &estimate{limit: 20}
	take := func(took time.Duration) { v.take(e, took, 1, false, 7) }
	take(10 * ms)
	take(8 * ms)
	if e.noLoad.latency != 8*ms || e.limit != 20 {
		t.Fatalf("got %v, limit %v", e.noLoad.latency, e.limit)
	}
	jitter := 0.5 + sim.Key(7).Uniform(sim.PurposeProbe, 0)/2
	due := int64(math.Ceil(jitter * 20))
	for e.noLoad.calls < due-1 {
		take(9 * ms)
	}
	if e.noLoad.latency != 8*ms {
		t.Fatalf("learned anew before call %d", due)
	}
	take(30 * ms)
	if e.noLoad.latency != 30*ms || e.noLoad.calls != 0 {
		t.Errorf("after %d calls: got %v, %d calls", due, e.noLoad.latency, e.noLoad.calls)
	}
	if want := 0.5 + sim.Key(7).Uniform(sim.PurposeProbe, 1)/2; e.noLoad.jitter != want {
		t.Errorf("the next time draws %v, want %v", e.noLoad.jitter, want)
	}
}

// gradient = 1.5 · long / took within [0.5, 1]; a fifth of the way to
// limit · gradient + 4.
func TestGradient2(t *testing.T) {
	a := adaptive("gradient2", nil)
	g := newGradient2(&a)
	for _, row := range []struct{ limit, long, took, want float64 }{
		{20, 100, 100, 20.8}, {100, 100, 150, 100.8},
		{100, 100, 200, 95.8}, // 0.75: to 79
		{100, 100, 400, 90.8}, // 0.375, that is 0.5: to 54
		{20, 100, 400, 20},    // not below min
		{199.5, 100, 100, 200},
	} {
		if got := g.next(row.limit, row.long, row.took); math.Abs(got-row.want) > 1e-9 {
			t.Errorf("%v, %v for %v: got %v, want %v", row.limit, row.took, row.long, got, row.want)
		}
	}
}

// Ten samples of 100 ms make a mean of 100 ms. One of 40 ms moves it by 2/601 to
// 99.8003…, which is more than twice as much, so 5 % of it are dropped, after the
// limit was found by what it was before: 1.5 · 99.8 / 40 > 1, so 20.8.
func TestGradient2AveragesLatencies(t *testing.T) {
	a := adaptive("gradient2", nil)
	g, e := newGradient2(&a), &estimate{limit: 20}
	for i := range 10 {
		g.take(e, time.Duration(100+i%2*10-5)*ms, 0) // 95 and 105 by turns; not in use: no change
	}
	if e.longTerm.value != 100e6 || e.limit != 20 {
		t.Fatalf("got %v, limit %v", e.longTerm.value, e.limit)
	}
	g.take(e, 40*ms, 10)
	if want := (100e6*(1-2.0/601) + 40e6*2/601) * 0.95; math.Abs(e.longTerm.value-want) > 1e-3 || math.Abs(e.limit-20.8) > 1e-9 {
		t.Errorf("got %v, limit %v, want %v, 20.8", e.longTerm.value, e.limit, want)
	}
	g.take(e, 100*ms, 10) // less than half of 20.8 in use
	if math.Abs(e.limit-20.8) > 1e-9 {
		t.Errorf("limit %v changes though it is not in use", e.limit)
	}
}

// limit · gradient and the root of that, rounded down.
func TestGradient(t *testing.T) {
	a := adaptive("gradient", nil)
	g := newGradient(&a)
	for _, row := range []struct{ limit, noLoad, present, want float64 }{
		{10, 100, 200, 8},   // 0.625: 6.25 + 2.5
		{10, 100, 125, 13},  // 1: 10 + 3.16
		{100, 10, 10, 136},  // 1.25: 125 + 11.18
		{100, 10, 50, 57},   // 0.25, that is 0.5: 50 + 7.07
		{3, 10, 1e9, 3},     // 1.5 + 1.22 is below min
		{1000, 10, 1, 1000}, // not above max
		{16, 10, 1, 37},     // 12.5, that is 2: 32 + 5.66
	} {
		if got := g.next(row.limit, row.noLoad, row.present); got != row.want {
			t.Errorf("%v, %v for %v: got %v, want %v", row.limit, row.present, row.noLoad, got, row.want)
		}
	}
}

// measured is a gradient controller with 4 calls to a measurement, each minute
// without jitter, and a limit of 10 after it.
func measured() Limit {
	return following(adaptive("gradient", func(a *Adaptive) {
		a.Initial = of(10)
		a.MinRTTCalc = &MinRTTCalc{Interval: time.Minute, RequestCount: 4, Buffer: 0.25}
	}))
}

// TestGradientOverTime writes a history: at an instant a call ends that began at
// another, and then the limit is found at a third.
func TestGradientOverTime(t *testing.T) {
	at := func(d time.Duration) sim.Time { return sim.Time(d) }
	l := measured()
	st := l.Fresh()
	type step struct {
		what         string
		began, ended time.Duration
		want         int // after it
	}
	for _, s := range []step{
		{"pinned while it measures", 0, 100 * ms, 3},
		{"", 0, 100 * ms, 3},
		{"", 0, 200 * ms, 3},
		{"the fourth ends it: the limit is restored, the least latency is the median, 100 ms", 0, 300 * ms, 10},
		{"an interval runs from 300 ms to 400 ms", 150 * ms, 350 * ms, 10},
		// At 400 ms: one sample of 200 ms. 10 · 0.625 = 6.25, + 2.5.
		{"at its end the limit follows", 400 * ms, 525 * ms, 8},
		// At 600 ms (not before, though nothing happened at 500 ms: that sample came at 525 ms)
		// one of 125 ms: 8 · 1 + 2.83.
		{"an interval without calls changes nothing", 600 * ms, 600 * ms, 10},
	} {
		l.Advance(&st, at(s.ended), 1)
		l.Learn(&st, at(s.ended), Sample{Began: at(s.began), InFlight: 1}, 1)
		if got := l.Max(&st); got != s.want {
			t.Fatalf("at %v (%s): got %d, want %d", s.ended, s.what, got, s.want)
		}
	}
	// The call at 600 ms took 1 ns: 10 · 2 + 4.47.
	l.Advance(&st, at(59*time.Second), 1)
	if got := l.Max(&st); got != 24 {
		t.Errorf("before the next measurement: got %d, want 24", got)
	}
	// The first measurement ended at 300 ms, so the next begins at 1m0.3s.
	l.Advance(&st, at(60300*ms-1), 1)
	before := l.Max(&st)
	l.Advance(&st, at(60300*ms), 1)
	if now := l.Max(&st); before != 24 || now != 3 {
		t.Errorf("got %d, then %d, want 24, then 3", before, now)
	}
	for i := range 5 { // the first began before it and does not count
		began := at(60300*ms + time.Duration(i-1))
		if got := l.Max(&st); got != 3 {
			t.Errorf("after %d calls of the measurement: got %d", i, got)
		}
		l.Learn(&st, began.Add(50*ms), Sample{Began: began}, 1)
	}
	if got := l.Max(&st); got != 24 {
		t.Errorf("after it: got %d, want 24", got)
	}
}

// Five intervals that leave the limit at its minimum bring a measurement, and what
// is slow then is the least latency from then on.
func TestGradientMeasuresAnewAtItsMinimum(t *testing.T) {
	l := following(adaptive("gradient", func(a *Adaptive) {
		a.MinRTTCalc = &MinRTTCalc{Interval: time.Hour, RequestCount: 2, Buffer: 0.25}
	}))
	st := l.Fresh()
	learn := func(now sim.Time, took time.Duration) {
		l.Advance(&st, now, 1)
		l.Learn(&st, now, Sample{Began: now.Add(-took)}, 1)
	}
	learn(sim.Time(10*ms), 10*ms)
	learn(sim.Time(10*ms), 10*ms) // measured: 10 ms
	for i := range 5 {
		learn(sim.Time(time.Duration(60+100*i)*ms), 50*ms) // 3 · 0.5 + 1.22
		if st.estimate.measured.measuring {
			t.Fatalf("after %d intervals", i)
		}
	}
	l.Advance(&st, sim.Time(510*ms), 1) // the fifth interval ends
	if !st.estimate.measured.measuring {
		t.Error("it does not measure anew")
	}
	learn(sim.Time(600*ms), 50*ms)
	learn(sim.Time(600*ms), 50*ms)
	if got := st.estimate.measured.noLoad; got != 50e6 {
		t.Errorf("the least latency is %v", got)
	}
}

// The time to the next measurement grows by U · jitter.
func TestGradientJitter(t *testing.T) {
	l := following(adaptive("gradient", func(a *Adaptive) {
		a.MinRTTCalc = &MinRTTCalc{Interval: time.Minute, RequestCount: 1, Jitter: 0.5, Buffer: 0.25}
	}))
	st := l.Fresh()
	l.Learn(&st, sim.Time(ms), Sample{Began: 0}, 9)
	want := sim.Time(ms).Add(time.Minute + time.Duration(sim.Key(9).Uniform(sim.PurposeProbe, 0)*0.5*float64(time.Minute)))
	if got := st.estimate.measured.measures; got != want {
		t.Errorf("got %v, want %v", got.Duration(), want.Duration())
	}
}

// What each kind makes of each outcome, at a limit of 40 all in use, of which 36 is
// 0.9: aimd grows by a success, shrinks by a drop, and looks at nothing else.
func TestOutcomesThatTeach(t *testing.T) {
	l := following(adaptive("aimd", func(a *Adaptive) { a.Initial = of(40) }))
	for o := range policies.Unfinished {
		st := l.Fresh()
		l.Learn(&st, sim.Time(ms), Sample{Began: 0, InFlight: 40, Outcome: o}, 1)
		want := 40
		switch o {
		case policies.OK:
			want = 41
		case policies.Throttled, policies.Unavailable, policies.Timeout:
			want = 36
		}
		if got := l.Max(&st); got != want {
			t.Errorf("%v: got %d, want %d", o, got, want)
		}
	}
	g := measured()
	st := g.Fresh()
	g.Learn(&st, sim.Time(ms), Sample{Outcome: policies.Rejected}, 1)
	g.Learn(&st, sim.Time(ms), Sample{Outcome: policies.Throttled}, 1)
	if got := len(st.estimate.measured.samples); got != 1 {
		t.Errorf("gradient: %d samples of a rejection and a refusal, want that of the refusal", got)
	}
}

// A limit that shrinks takes no permit back, and gives none out until enough have
// come back; one that grows lets all waiters in whom it has room for.
func TestPermitsOfAChangingLimit(t *testing.T) {
	l := following(adaptive("aimd", func(a *Adaptive) { a.Initial, a.Min = of(4), of(1); halves(a) }))
	st := l.Fresh()
	for call := range uint32(7) {
		l.Enter(&st, call)
	}
	drop := Sample{InFlight: 4, Outcome: policies.Timeout}
	l.Learn(&st, 0, drop, 1) // 2
	l.Leave(&st)             // 3 are out
	l.Leave(&st)             // 2
	if who, granted := l.Next(&st); granted {
		t.Errorf("%d got a permit with 2 of 2 out", who)
	}
	l.Leave(&st)
	success := Sample{InFlight: 4, Outcome: policies.OK}
	l.Learn(&st, 0, success, 1)
	l.Learn(&st, 0, success, 1) // 4, of which 1 is out
	var all []uint32
	for {
		who, granted := l.Next(&st)
		if !granted {
			break
		}
		all = append(all, who)
	}
	if !slices.Equal(all, []uint32{4, 5, 6}) || l.Held(&st) != 4 || l.Waiting(&st) != 0 {
		t.Errorf("got %v, %d out, %d waiting", all, l.Held(&st), l.Waiting(&st))
	}
}

// Whatever the calls do, the limit stays within its bounds and is a number, permits
// are never fewer than none nor given out beyond the limit, and all come back.
func TestAdaptiveLimitsStayWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(Kind("").Words()).Draw(t, "kind")
		a := adaptive(Kind(kind), func(a *Adaptive) {
			a.Min, a.Initial, a.Max = of(2), of(4), of(8)
			if kind == "gradient" {
				a.MinRTTCalc = &MinRTTCalc{Interval: time.Second, RequestCount: 3, Jitter: 0.15, Buffer: 0.25}
			}
		})
		l := following(a)
		st, now := l.Fresh(), sim.Time(0)
		type call struct {
			began    sim.Time
			inFlight int
		}
		var running []call
		begin := func() { running = append(running, call{now, l.Held(&st)}) }
		grant := func() {
			for {
				if _, granted := l.Next(&st); !granted {
					return
				}
				begin()
			}
		}
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 300).Draw(t, "gap")) * ms)
			l.Advance(&st, now, 1)
			grant()
			if rapid.IntRange(0, 2).Draw(t, "what") > 0 || len(running) == 0 {
				free := l.Held(&st) < l.Max(&st)
				if _, answer := l.Enter(&st, 0); answer == Granted {
					begin()
				} else if free {
					t.Fatal("a permit is free and not given")
				}
			} else {
				i := rapid.IntRange(0, len(running)-1).Draw(t, "who")
				o := policies.Outcome(rapid.IntRange(0, int(policies.Abandoned)-1).Draw(t, "outcome"))
				l.Learn(&st, now, Sample{running[i].began, running[i].inFlight, o}, 1)
				running = slices.Delete(running, i, i+1)
				l.Leave(&st)
				grant()
			}
			if most := l.Max(&st); most < 2 || most > 8 || st.estimate.limit != st.estimate.limit {
				t.Fatalf("limit %v", st.estimate.limit)
			}
			if l.Held(&st) != len(running) {
				t.Fatalf("%d permits are out, %d calls run", l.Held(&st), len(running))
			}
		}
		for len(running) > 0 || l.Waiting(&st) > 0 {
			running = running[1:]
			l.Leave(&st)
			grant()
		}
		if l.Held(&st) != 0 {
			t.Fatalf("%d permits are out at the end", l.Held(&st))
		}
	})
}

func TestForeignKeys(t *testing.T) {
	if got, want := Kind("vegas").Foreign(), []string{"backoff_ratio", "timeout", "queue_size", "tolerance", "long_window",
		"sample_aggregate_percentile", "concurrency_update_interval", "min_rtt_calc"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
