package arrival

import (
	"math"
	"slices"
	"testing"
	"time"

	"herdcast/sim"
	"herdcast/sim/quantity"
)

func TestEvenArrivalsKeepTheRateAsWritten(t *testing.T) {
	f := NewFlow(&Stream{Rate: &quantity.Rate{Count: 3, Per: time.Second}, Pattern: "even"}, nil, 0)
	for k, want := range []sim.Time{0, 333_333_333, 666_666_667, 1_000_000_000} {
		if n, at, ok := f.Next(); n != uint64(k) || at != want || !ok {
			t.Errorf("arrival %d at %d, want %d", n, at, want)
		}
	}
}

// Twice the load from 1 s to 2 s: arrivals of 1/s come at 0, 1, 1.5, 2, 3 s.
func TestLoadRunsTheStreamsClockFaster(t *testing.T) {
	loads := []Span{{Begin: sim.Time(time.Second), End: sim.Time(2 * time.Second), Factor: 2}}
	f := NewFlow(&Stream{Rate: &quantity.Rate{Count: 1, Per: time.Second}, Pattern: "even"}, loads, 0)
	for _, want := range []time.Duration{0, time.Second, 1500 * time.Millisecond, 2 * time.Second, 3 * time.Second} {
		if _, at, _ := f.Next(); at != sim.Time(want) {
			t.Errorf("arrival at %s, want %s", at.Duration(), want)
		}
	}
}

// Two loads at once multiply, and one that never ends goes on.
func TestLoadsMultiply(t *testing.T) {
	warp := NewWarp(nil, quantity.Rate{}, []Span{
		{Begin: 0, End: sim.Never, Factor: 2},
		{Begin: 10, End: 20, Factor: 3},
	})
	for own, want := range map[float64]sim.Time{0: 0, 20: 10, 50: 15, 80: 20, 100: 30} {
		if got := warp.Instant(own); got != want {
			t.Errorf("own clock %g is instant %d, want %d", own, got, want)
		}
	}
}

func TestTraceGivesItsOffsets(t *testing.T) {
	f := NewFlow(&Stream{Trace: &Trace{At: []time.Duration{0, 5, 9}, Speed: 2}}, nil, 0)
	for _, want := range []sim.Time{0, 3, 5} { // 2.5 and 4.5 ns, rounded to the nearest
		if _, at, ok := f.Next(); at != want || !ok {
			t.Errorf("arrival at %d, want %d", at, want)
		}
	}
	if _, _, ok := f.Next(); ok {
		t.Error("an arrival after the last row")
	}
}

func TestDueIsTheFirstOfTheGridAfterNow(t *testing.T) {
	for now, want := range map[sim.Time]sim.Time{0: 3, 2: 3, 3: 13, 12: 13, 13: 23} {
		if got := Due(3, 10, now); got != want {
			t.Errorf("due after %d: %d, want %d", now, got, want)
		}
	}
}

func TestPartIsRoundedAndDoesNotOverflow(t *testing.T) {
	if got := Part(10, 1, 3); got != 3 {
		t.Errorf("a third of 10 ns is %d, want 3", got)
	}
	if got := Part(10, 2, 3); got != 7 {
		t.Errorf("two thirds of 10 ns are %d, want 7", got)
	}
	day := 24 * time.Hour
	if got := Part(day, 9_999_999, 10_000_000); got != day-8_640_000 {
		t.Errorf("got %d, want a day less 8.64 ms", got)
	}
}

// Faults that overlap, in any order in the file: 2 and 3 times over [10, 20), 5 times
// over [15, 25) ns make 6 before 15, 30 before 20 and 5 before 25.
func TestLoadsOverlap(t *testing.T) {
	warp := NewWarp(nil, quantity.Rate{}, []Span{{Begin: 15, End: 25, Factor: 5}, {Begin: 10, End: 20, Factor: 2}, {Begin: 10, End: 20, Factor: 3}, {Begin: 12, End: 12, Factor: 9}})
	for own, want := range map[float64]sim.Time{5: 5, 10: 10, 40: 15, 190: 20, 215: 25, 220: 30} {
		if got := warp.Instant(own); got != want {
			t.Errorf("own clock %g is instant %d, want %d", own, got, want)
		}
	}
}

func TestArrivalsAllocateNothing(t *testing.T) {
	f := NewFlow(&Stream{Profile: []Step{step(0, 1, false), step(time.Second, 9, true)}, Pattern: "poisson"}, nil, 1)
	if n := testing.AllocsPerRun(1000, func() { f.Next() }); n != 0 {
		t.Errorf("%v allocations an arrival", n)
	}
}

// arrivals gives the first instants of a stream, in ms; -1 where none comes any more.
func arrivals(s *Stream, loads []Span, n int) (at []float64) {
	f := NewFlow(s, loads, sim.NewKey(1, 0))
	for range n {
		if _, instant, ok := f.Next(); ok && instant != sim.Never {
			at = append(at, float64(instant)/1e6)
		} else {
			at = append(at, -1)
		}
	}
	return at
}

func step(from time.Duration, perSecond float64, ramp bool) Step {
	return Step{From: from, Rate: quantity.Rate{Count: perSecond, Per: time.Second}, Ramp: ramp}
}

func TestEvenArrivalsOfAProfile(t *testing.T) {
	for name, test := range map[string]struct {
		profile []Step
		loads   []Span
		want    []float64
	}{
		// 1/s for 2 s, then 4/s: the integral is 2 at 2 s, then grows by one each 250 ms.
		"steps": {[]Step{step(0, 1, false), step(2*time.Second, 4, false)}, nil, []float64{0, 1000, 2000, 2250, 2500}},
		// Nobody before 1 s; 2/s until 2 s; nobody until 5 s, where the third comes;
		// then none, for the integral would be 4 at 6 s, when the rate is 0.
		"pauses": {[]Step{step(time.Second, 2, false), step(2*time.Second, 0, false), step(5*time.Second, 2, false), step(6*time.Second, 0, false)},
			nil, []float64{1000, 1500, 5000, 5500, -1}},
		// Up to 2/s at 4 s: the integral is t²/4, so 1 at 2 s, 2 at √8 s, 3 at √12 s,
		// 4 at 4 s. From there it grows by one each 500 ms.
		"up": {[]Step{step(0, 0, false), step(4*time.Second, 2, true)}, nil, []float64{0, 2000, 2828.427125, 3464.101615, 4000, 4500}},
		// From 2/s to 0 at 4 s: the integral is 2t − t²/4, so 1 at 4 − √12 s, 2 at
		// 4 − √8 s, 3 at 2 s; it comes to 4 when the rate is 0.
		"down": {[]Step{step(0, 2, false), step(4*time.Second, 0, true)}, nil, []float64{0, 535.898385, 1171.572875, 2000, -1}},
		// The ramp up again, twice as steep from 2 s to 3 s: the integral is 1 at 2 s
		// and (t² − 4)/2 more after, so 2 at √6 s and 3 at √8 s; it is 3.5 at 3 s, and
		// (t² − 9)/4 more after, so 4 at √11 s.
		"load on a ramp": {[]Step{step(0, 0, false), step(4*time.Second, 2, true)},
			[]Span{{Begin: sim.Time(2 * time.Second), End: sim.Time(3 * time.Second), Factor: 2}},
			[]float64{0, 2000, 2449.489743, 2828.427125, 3316.62479}},
		"never": {[]Step{step(0, 0, false)}, nil, []float64{-1, -1}},
	} {
		got := arrivals(&Stream{Profile: test.profile, Pattern: "even"}, test.loads, len(test.want))
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v ms, want %v", name, got, test.want)
		}
	}
}

// Rates per minute and per second in one profile: 30/min is 1 each 2 s, 3/s one each
// third of a second, rounded to the nearest ns.
func TestProfilesMixSpans(t *testing.T) {
	profile := []Step{{Rate: quantity.Rate{Count: 30, Per: time.Minute}}, step(4*time.Second, 3, false)}
	got := arrivals(&Stream{Profile: profile, Pattern: "even"}, nil, 5)
	if want := []float64{0, 2000, 4000, 4333.333333, 4666.666667}; !slices.Equal(got, want) {
		t.Errorf("%v ms, want %v", got, want)
	}
}

// The draws of a stream belong to its arrivals: a profile of one step is the plain
// stream, and one whose rate is three times as high brings the same sooner.
func TestProfilesKeepTheDrawsOfTheStream(t *testing.T) {
	rate := quantity.Rate{Count: 7, Per: time.Second}
	plain := arrivals(&Stream{Rate: &rate, Pattern: "poisson"}, nil, 50)
	if got := arrivals(&Stream{Profile: []Step{{Rate: rate}}, Pattern: "poisson"}, nil, 50); !slices.Equal(got, plain) {
		t.Errorf("one step: %v, plain %v", got, plain)
	}
	edge := 2 * time.Second
	got := arrivals(&Stream{Profile: []Step{{Rate: rate}, step(edge, 21, false)}, Pattern: "poisson"}, nil, 50)
	for i, at := range plain {
		want := at
		if at > 2000 {
			want = 2000 + (at-2000)/3
		}
		if math.Abs(got[i]-want) > 1e-5 {
			t.Errorf("arrival %d at %v ms, want %v", i, got[i], want)
		}
	}
}

// A Poisson stream from 20/s down to 0 over 100 s has 20·100/2 = 1,000 arrivals in
// the mean, three quarters of them in the first half: 50·(20+10)/2 = 750. Both have
// a standard deviation of the root, over 20 streams √(750·20) = 122 and
// √(1,000·20) = 141; four of these are allowed.
func TestPoissonArrivalsOfARamp(t *testing.T) {
	early, all := 0, 0
	for seed := range uint64(20) {
		f := NewFlow(&Stream{Profile: []Step{step(0, 20, false), step(100*time.Second, 0, true)}, Pattern: "poisson"}, nil, sim.NewKey(seed, 0))
		for {
			_, at, _ := f.Next()
			if at == sim.Never {
				break
			}
			if all++; at < sim.Time(50*time.Second) {
				early++
			}
		}
	}
	if math.Abs(float64(early)-15_000) > 490 || math.Abs(float64(all)-20_000) > 566 {
		t.Errorf("%d of %d arrivals come early, want 15,000 of 20,000", early, all)
	}
}

func TestExactArrivalTimes(t *testing.T) {
	list := []Moment{{Time: 5 * time.Second, Count: 1}, {Time: 0, Count: 2}, {Time: time.Second, Count: 1}}
	if got, want := arrivals(&Stream{At: list}, nil, 5), []float64{0, 0, 1000, 5000, -1}; !slices.Equal(got, want) {
		t.Errorf("%v ms, want %v", got, want)
	}
	if list[0].Time != 5*time.Second || list[1].Count != 2 {
		t.Errorf("the list has become %v", list)
	}
}
