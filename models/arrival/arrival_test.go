package arrival

import (
	"testing"
	"time"

	"herdcast/sim"
	"herdcast/sim/quantity"
)

func TestEvenArrivalsKeepTheRateAsWritten(t *testing.T) {
	f := NewFlow(&Stream{Rate: &quantity.Rate{Count: 3, Per: time.Second}, Pattern: "even"}, NewWarp(nil), 0)
	for k, want := range []sim.Time{0, 333_333_333, 666_666_667, 1_000_000_000} {
		if n, at, ok := f.Next(); n != uint64(k) || at != want || !ok {
			t.Errorf("arrival %d at %d, want %d", n, at, want)
		}
	}
}

// Twice the load from 1 s to 2 s: arrivals of 1/s come at 0, 1, 1.5, 2, 3 s.
func TestLoadRunsTheStreamsClockFaster(t *testing.T) {
	warp := NewWarp([]Span{{Begin: sim.Time(time.Second), End: sim.Time(2 * time.Second), Factor: 2}})
	f := NewFlow(&Stream{Rate: &quantity.Rate{Count: 1, Per: time.Second}, Pattern: "even"}, warp, 0)
	for _, want := range []time.Duration{0, time.Second, 1500 * time.Millisecond, 2 * time.Second, 3 * time.Second} {
		if _, at, _ := f.Next(); at != sim.Time(want) {
			t.Errorf("arrival at %s, want %s", at.Duration(), want)
		}
	}
}

// Two loads at once multiply, and one that never ends goes on.
func TestLoadsMultiply(t *testing.T) {
	warp := NewWarp([]Span{
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
	f := NewFlow(&Stream{Trace: &Trace{At: []time.Duration{0, 5, 9}, Speed: 2}}, NewWarp(nil), 0)
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
