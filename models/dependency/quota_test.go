package dependency

import (
	"testing"
	"time"

	"herdcast/sim"
)

// asked is one request at an instant, with the answer worked out by hand.
type asked struct {
	at       time.Duration
	admitted bool
	told     time.Duration
}

func step(t *testing.T, q *quota, units int64, steps []asked) {
	t.Helper()
	for i, s := range steps {
		admitted, told := q.ask(sim.Time(s.at), &Request{}, units, 1)
		if admitted != s.admitted || told != s.told {
			t.Errorf("step %d at %s: admitted %v, told %s; want %v, %s", i+1, s.at, admitted, told, s.admitted, s.told)
		}
	}
}

func quotaOf(limit int64, per time.Duration, window QuotaWindow, hint string) *quota {
	s := Quota{}
	s.SetDefaults()
	s.Limit, s.Per, s.Window, s.Hint = limit, per, window, Hint{Word: hint}
	return newQuota(&s)
}

// Windows of 1 s begin at 0, 1, …; an instant on the edge belongs to the later.
func TestFixedWindowTellsWhenTheNextBegins(t *testing.T) {
	step(t, quotaOf(2, time.Second, "fixed", "remaining"), 1, []asked{
		{300 * time.Millisecond, true, 0},
		{400 * time.Millisecond, true, 0},
		{999 * time.Millisecond, false, time.Millisecond},
		{time.Second, true, 0},
	})
}

// An entry counts while now - t < per.
func TestSlidingWindowForgetsAfterTheSpan(t *testing.T) {
	step(t, quotaOf(2, time.Second, "sliding", "remaining"), 1, []asked{
		{0, true, 0},
		{600 * time.Millisecond, true, 0},
		{999 * time.Millisecond, false, time.Millisecond},
		{time.Second, true, 0},
		{time.Second, false, 600 * time.Millisecond},
	})
}

// A bucket of 2 that refills 2 a second has one unit again after 500 ms.
func TestBucketRefillsSteadily(t *testing.T) {
	step(t, quotaOf(2, time.Second, "bucket", "remaining"), 1, []asked{
		{0, true, 0},
		{0, true, 0},
		{0, false, 500 * time.Millisecond},
		{499 * time.Millisecond, false, time.Millisecond},
		{500 * time.Millisecond, true, 0},
	})
}

// The generic cell rate algorithm with one a second and two beyond that is a bucket of
// three: the refusals tell the same, and a refused request moves nothing.
func TestBucketIsTheGenericCellRate(t *testing.T) {
	step(t, quotaOf(3, 3*time.Second, "bucket", "remaining"), 1, []asked{
		{0, true, 0}, {0, true, 0}, {0, true, 0},
		{0, false, time.Second},
		{500 * time.Millisecond, false, 500 * time.Millisecond},
		{time.Second, true, 0},
		{time.Second, false, time.Second},
		{2500 * time.Millisecond, true, 0}, // leaves half of one
		{2500 * time.Millisecond, false, 500 * time.Millisecond},
	})
}

// A third of a second is no whole number of ns: the wait is rounded up, and a
// request that comes then passes.
func TestBucketRoundsTheRefillUp(t *testing.T) {
	step(t, quotaOf(3, time.Second, "bucket", "remaining"), 3, []asked{
		{0, true, 0},
		{0, false, time.Second},
	})
	step(t, quotaOf(3, time.Second, "bucket", "remaining"), 1, []asked{
		{0, true, 0}, {0, true, 0}, {0, true, 0},
		{0, false, 333_333_334},
		{333_333_333, false, 1},
		{333_333_334, true, 0},
	})
}

// The n-th in line is told the earliest window that those before leave room in.
func TestPlaceInLineFillsWindowAfterWindow(t *testing.T) {
	step(t, quotaOf(2, time.Second, "fixed", "place_in_line"), 1, []asked{
		{0, true, 0}, {0, true, 0},
		{0, false, time.Second}, {0, false, time.Second},
		{0, false, 2 * time.Second}, {0, false, 2 * time.Second},
		{0, false, 3 * time.Second},
	})
}

// A sliding window has room for two again when the two of 0 s have left it, and
// for two more a second after those who were told so. One that comes when the
// first two have come back stands behind the others.
func TestPlaceInLineOfASlidingWindow(t *testing.T) {
	step(t, quotaOf(2, time.Second, "sliding", "place_in_line"), 1, []asked{
		{0, true, 0}, {0, true, 0},
		{0, false, time.Second}, {0, false, time.Second},
		{0, false, 2 * time.Second},
		{time.Second, true, 0}, {time.Second, true, 0},
		{time.Second, false, time.Second},
		{time.Second, false, 2 * time.Second},
	})
}

// Each wait for a third of a second is rounded up, and what a bucket of one gains
// in the rounding runs over: everyone in line passes when told, and not before.
func TestPlaceInLineOfABucket(t *testing.T) {
	q := quotaOf(3, time.Second, "bucket", "place_in_line")
	q.burst = 1
	step(t, q, 1, []asked{
		{0, true, 0},
		{0, false, 333_333_334}, {0, false, 666_666_668}, {0, false, 1_000_000_002},
		{333_333_334, true, 0}, {666_666_668, true, 0},
		{1_000_000_001, false, 333_333_335}, // behind the one of 1,000,000,002 ns
		{1_000_000_002, true, 0}, {1_333_333_336, true, 0},
	})
}

// Refused requests that count keep a fixed window shut for everybody.
func TestRefusedRequestsMayCount(t *testing.T) {
	q := quotaOf(2, time.Second, "sliding", "none")
	q.counts = true
	step(t, q, 1, []asked{
		{0, true, 0}, {0, true, 0},
		{500 * time.Millisecond, false, 0}, {600 * time.Millisecond, false, 0},
		{time.Second, false, 0}, // the two of 0 s are gone, the two refused ones count
	})
}
