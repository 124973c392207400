package sim

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// rows takes all events that are left and gives their rows, in order.
func rows(e *Engine) (rows []uint32) {
	for {
		ev, ok := e.Next()
		if !ok {
			return rows
		}
		rows = append(rows, ev.Row)
	}
}

func wantRows(t *testing.T, got []uint32, want ...uint32) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("rows in order: got %v, want %v", got, want)
	}
}

func wantPanic(t *testing.T, want string, do func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); got != want {
			t.Errorf("panic: got %v, want %q", got, want)
		}
	}()
	do()
}

func TestTiesGoByRankThenBySequence(t *testing.T) {
	e := NewEngine(10)
	e.At(5, kindOf(RankStart, 0), 1)
	e.At(5, kindOf(RankTimeout, 3), 2)
	e.At(5, kindOf(RankReply, 0), 3)
	e.At(5, kindOf(RankTimeout, 0), 4)
	e.At(5, kindOf(RankWorld, 15), 5)
	e.At(5, kindOf(RankStart, 0), 6)
	e.At(4, kindOf(RankStart, 0), 7)
	wantRows(t, rows(e), 7, 5, 3, 2, 4, 1, 6)
}

func TestSmallerRankOvertakesWithinTheInstant(t *testing.T) {
	e := NewEngine(10)
	e.At(5, kindOf(RankStart, 0), 1)
	e.At(5, kindOf(RankStart, 0), 2)
	ev, _ := e.Next()
	wantRows(t, []uint32{ev.Row}, 1)
	e.After(0, kindOf(RankStart, 0), 3)
	e.After(0, kindOf(RankReply, 0), 4)
	e.At(5, kindOf(RankWorld, 0), 5)
	e.At(6, kindOf(RankWorld, 0), 6)
	wantRows(t, rows(e), 5, 4, 2, 3, 6)
}

func TestLaneKeepsTheOrderOfRanks(t *testing.T) {
	e := NewEngine(100)
	lane := e.Lane(5)
	e.Along(lane, kindOf(RankStart, 0), 1)
	e.Along(lane, kindOf(RankReply, 0), 2) // comes before the lane's last
	e.At(5, kindOf(RankTimeout, 0), 3)
	e.Along(lane, kindOf(RankStart, 0), 4)
	wantRows(t, rows(e), 2, 3, 1, 4)
}

func TestLanesMerge(t *testing.T) {
	e := NewEngine(100)
	slow, fast, now := e.Lane(5), e.Lane(2), e.Lane(0)
	if again := e.Lane(5); again != slow {
		t.Errorf("lane of an announced delay: got %d, want %d", again, slow)
	}
	e.Along(slow, 0, 1) // at 5
	e.Along(slow, 0, 2) // at 5
	e.Along(fast, 0, 3) // at 2
	e.Along(now, 0, 4)  // at 0
	e.At(3, 0, 5)
	for range 3 {
		e.Next()
	}
	if e.Now() != 3 {
		t.Fatalf("clock: got %d, want 3", e.Now())
	}
	e.Along(fast, 0, 6) // at 5
	e.Along(slow, 0, 7) // at 8
	wantRows(t, rows(e), 1, 2, 6, 7)
}

func TestEndIsExclusive(t *testing.T) {
	e := NewEngine(10)
	lane := e.Lane(10)
	e.At(9, 0, 1)
	e.At(10, 0, 2)
	e.Along(lane, 0, 3)
	e.At(11, 0, 4)
	e.After(1<<63-1, 0, 5)
	if e.pending != 1 {
		t.Errorf("pending before the end: got %d, want 1", e.pending)
	}
	wantRows(t, rows(e), 1)
	if e.Now() != 10 || e.End() != 10 {
		t.Errorf("clock and end: got %d and %d, want 10 and 10", e.Now(), e.End())
	}
	e.At(10, 0, 6)
	wantRows(t, rows(e))
}

func TestSpansSaturate(t *testing.T) {
	e := NewEngine(Never)
	e.At(Never-1, 0, 1)
	e.Next()
	lane := e.Lane(time.Hour)
	e.After(time.Hour, 0, 2)
	e.Along(lane, 0, 3)
	if got := Time(5).Add(1<<63 - 1); got != Never {
		t.Errorf("5 ns + the longest span: got %d, want %d", got, Never)
	}
	wantRows(t, rows(e))
}

func TestBrokenPromisesPanic(t *testing.T) {
	e := NewEngine(10)
	e.At(5, 0, 1)
	e.Next()
	wantPanic(t, "sim: event scheduled in the past", func() { e.At(4, 0, 2) })
	wantPanic(t, "sim: event scheduled in the past", func() { e.After(-1, 0, 2) })
	wantPanic(t, "sim: lane with a negative delay", func() { e.Lane(-1) })
}

func TestTimersAreUnique(t *testing.T) {
	e := NewEngine(10)
	lane := e.Lane(20)
	seen := map[Timer]bool{0: true}
	for i := range 100 {
		for _, timer := range []Timer{
			e.At(Time(i%12), kindOf(Rank(i%4), 0), 0),
			e.Along(lane, kindOf(Rank(i%4), 0), 0),
		} {
			if seen[timer] {
				t.Fatalf("timer %d was given before", timer)
			}
			seen[timer] = true
		}
	}
}

// Calls of 1 ms under a timeout of 600 s, all of which succeed: without sweeping,
// 200,000 dead timers would wait at the end.
func TestStaleTimeoutsStayBounded(t *testing.T) {
	const agents, calls = 100, 200_000
	for _, by := range []string{"lane", "queue"} {
		t.Run(by, func(t *testing.T) {
			e := NewEngine(Time(time.Hour))
			lane := e.Lane(600 * time.Second)
			var timers [agents]Timer
			e.Sweeper(func(ev Event) bool {
				return ev.Kind.Rank() == RankReply || timers[ev.Row] == ev.Timer()
			})
			call := func(row uint32) {
				e.After(time.Millisecond+time.Duration(row), kindOf(RankReply, 0), row)
				if by == "lane" {
					timers[row] = e.Along(lane, kindOf(RankTimeout, 0), row)
				} else {
					timers[row] = e.After(600*time.Second, kindOf(RankTimeout, 0), row)
				}
			}
			for row := range uint32(agents) {
				call(row)
			}
			most := 0
			for range calls {
				ev, _ := e.Next()
				if ev.Kind.Rank() != RankReply {
					t.Fatalf("a timeout of 600 s came at %v", ev.At.Duration())
				}
				timers[ev.Row] = 0
				e.Forget()
				call(ev.Row)
				most = max(most, e.pending)
			}
			// 200 live ones and at most 1024 stale ones, and the call that
			// tips the scales.
			if limit := 2*agents + fewStale + 2; most > limit {
				t.Errorf("most events pending: got %d, want at most %d", most, limit)
			}
			var chunks int
			for free := e.pool.free; free != nil; free = free.next {
				chunks++
			}
			if chunks > 4*slabSize {
				t.Errorf("chunks in the pool: got %d, want at most %d", chunks, 4*slabSize)
			}
		})
	}
}

func TestDroppedTakesBackForget(t *testing.T) {
	e := NewEngine(Time(time.Hour))
	swept := false
	e.Sweeper(func(Event) bool { swept = true; return true })
	for i := range 10_000 {
		e.After(1, 0, uint32(i))
		e.Forget()
		e.Next()
		e.Dropped()
	}
	e.After(1, 0, 0)
	e.Next()
	if swept {
		t.Error("swept although every stale event had been dropped")
	}
}

func TestTouchShowsEventsBeforeTheyCome(t *testing.T) {
	const agents = 2 * manyPending
	rng := rand.New(rand.NewPCG(5, 6))
	e := NewEngine(Never)
	lane := e.Lane(time.Second)
	touched := make([]bool, agents)
	e.Touch(func(events []Event) {
		for _, ev := range events {
			touched[ev.Row] = true
		}
	})
	for row := range uint32(agents) {
		e.After(1+time.Duration(rng.Uint64N(1e9)), kindOf(RankReply, 0), row)
	}
	ready, taken := 0, 0
	for e.pending > manyPending {
		ev, _ := e.Next()
		taken++
		if touched[ev.Row] {
			ready++
			touched[ev.Row] = false
		}
		if taken < 3*agents {
			if ev.Row%2 == 0 {
				e.Along(lane, kindOf(RankTimeout, 0), ev.Row)
			} else {
				e.After(time.Duration(rng.Uint64N(2e9)), kindOf(RankReply, 0), ev.Row)
			}
		}
	}
	// All but the few that are scheduled into the present bucket.
	if share := float64(ready) / float64(taken); share < 0.95 {
		t.Errorf("share of events that were touched first: got %.3f, want at least 0.95", share)
	}
	for row := range touched {
		touched[row] = false
	}
	rows(e)
	for row, touched := range touched {
		if touched {
			t.Fatalf("row %d was touched although few events were pending", row)
		}
	}
}

// The width of buckets follows the pace of events in both directions, so that a
// bucket goes on holding about as many instants as it should.
func TestBucketsFollowThePace(t *testing.T) {
	const pending = 10_000
	rng := rand.New(rand.NewPCG(7, 8))
	e := NewEngine(Never)
	q := &e.queue
	delay := func(mean float64) time.Duration { return 1 + time.Duration(rng.ExpFloat64()*mean) }
	before := 1e6
	for row := range uint32(pending) {
		e.After(delay(before), 0, row)
	}
	for _, mean := range []float64{1e6, 1e9, 2e8, 4e7, 8e6} {
		// Long enough for all events of the former pace to come and the new
		// width to be found.
		for left := e.Now().Add(time.Duration(12*before + 12*mean)); e.Now() < left; {
			ev, _ := e.Next()
			e.After(delay(mean), 0, ev.Row)
		}
		held := float64(uint64(1)<<q.tiers.shift) / (mean / pending)
		if held < bucketAim/8 || held > bucketAim*8 {
			t.Errorf("delays of %.0f ns: a bucket spans %.2f events, want about %d", mean, held, bucketAim)
		}
		before = mean
	}
	for e.pending > 3 {
		e.Next()
	}
	for range 2 * fewMoves {
		ev, _ := e.Next()
		e.After(delay(before), 0, ev.Row)
	}
	if q.until != Never {
		t.Errorf("three events are pending, but only what comes before %d lies in the heap", q.until)
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	for _, pending := range []int{10, 1000, 50_000} {
		rng := rand.New(rand.NewPCG(9, 10))
		e := NewEngine(Never)
		lane := e.Lane(time.Second)
		e.Touch(func([]Event) {})
		live := make([]Timer, pending)
		e.Sweeper(func(ev Event) bool { return ev.Kind == 0 || live[ev.Row] == ev.Timer() })
		step := func() {
			ev, _ := e.Next()
			if ev.Kind.Rank() == RankTimeout {
				e.Dropped()
				return
			}
			e.Forget()
			live[ev.Row] = e.Along(lane, kindOf(RankTimeout, 0), ev.Row)
			e.After(0, kindOf(RankReply, 0), ev.Row)
			e.Next()
			e.After(time.Duration(rng.ExpFloat64()*1e9), 0, ev.Row)
		}
		for row := range uint32(pending) {
			e.After(time.Duration(rng.ExpFloat64()*1e9), 0, row)
		}
		for range 20*pending + 20_000 {
			step()
		}
		if got := testing.AllocsPerRun(20, func() {
			for range 1000 {
				step()
			}
		}); got != 0 {
			t.Errorf("%d pending: got %v allocations in 1000 steps, want 0", pending, got)
		}
	}
}

// Due tells of the next event wherever it waits, and takes nothing; time passes
// up to it and no further.
func TestDueTellsWhatComesNext(t *testing.T) {
	e := NewEngine(1000)
	lane := e.Lane(50)
	if e.Due() != 1000 {
		t.Errorf("due at %d with nothing scheduled, want the end, 1000", e.Due())
	}
	e.At(400, kindOf(RankStart, 0), 1)
	e.Along(lane, kindOf(RankStart, 0), 2)
	for range 2 {
		if e.Due() != 50 {
			t.Errorf("due at %d, want 50", e.Due())
		}
	}
	e.Pass(40)
	e.AtOnce(kindOf(RankStart, 0), 3)
	if e.Due() != 40 {
		t.Errorf("due at %d, want the present, 40", e.Due())
	}
	wantPanic(t, "sim: time passes an event by", func() { e.Pass(41) })
	e.At(45, kindOf(RankStart, 0), 4)
	wantRows(t, rows(e), 3, 4, 2, 1)
}
