package budget

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

const sec = time.Second

func at(d time.Duration) sim.Time { return sim.Time(d) }

func written(change func(*Spec)) Budget {
	var s Spec
	s.SetDefaults()
	change(&s)
	return s.Compile(policies.Retryable)
}

func share(percent float64) *quantity.Share { s := quantity.Share(percent / 100); return &s }

func count(n int64) *int64 { return &n }

// granted asks so often and tells how many retries were granted.
func granted(b *Budget, st *State, now time.Duration, times int) (n int) {
	for range times {
		if _, yes := b.Ask(st, at(now), policies.Unavailable); yes {
			n++
		}
	}
	return n
}

func fails(b *Budget, st *State, now time.Duration) {
	b.Failed(st, at(now), policies.Unavailable, false)
}

func TestTotalIsNeverRefilled(t *testing.T) {
	b := written(func(s *Spec) { s.Total = count(8) })
	st := b.Fresh()
	if n := granted(&b, &st, 0, 9); n != 8 {
		t.Errorf("got %d, want 8", n)
	}
	b.Succeeded(&st, at(time.Hour), true, 1, 8)
	b.Succeeded(&st, at(time.Hour), false, 0, 0)
	if n := granted(&b, &st, time.Hour, 1); n != 0 {
		t.Errorf("after successes: got %d, want 0", n)
	}
}

func channel(max int64, ratio float64) Budget {
	return written(func(s *Spec) { s.GRPC = &GRPC{Max: max, Ratio: ratio} })
}

// Seven failures leave 9, 8, … 3 tokens; retries go out down to 6.
func TestChannelRetriesWhileMoreThanHalfFull(t *testing.T) {
	b := channel(10, 0.1)
	st := b.Fresh()
	for tokens := int64(9); tokens >= 3; tokens-- {
		fails(&b, &st, 0)
		if st.Tokens() != tokens*1000 {
			t.Errorf("got %d thousandths, want %d", st.Tokens(), tokens*1000)
		}
		if got, want := granted(&b, &st, 0, 1) == 1, tokens > 5; got != want {
			t.Errorf("%d tokens: granted %v", tokens, got)
		}
	}
	// From 3 it takes 31 successes: 3 + 3.1 - 1 is more than 5, 3 + 3 - 1 is not.
	for n := range 31 {
		if n == 30 {
			probe := st
			if fails(&b, &probe, 0); granted(&b, &probe, 0, 1) != 0 {
				t.Error("granted after 30 successes")
			}
		}
		b.Succeeded(&st, 0, false, 0, 0)
	}
	if fails(&b, &st, 0); granted(&b, &st, 0, 1) != 1 {
		t.Errorf("refused after 31 successes, with %d thousandths", st.Tokens())
	}
}

// With a ratio of a tenth a failure for every ten successes goes on for ever. With one for
// nine a tenth is lost each time: the n-th failure leaves 9 - 0.1·(n-1), which is 5 at the
// 41st.
func TestChannelInSteadyState(t *testing.T) {
	for _, row := range []struct{ successes, refused int }{{10, 0}, {9, 41}} {
		b := channel(10, 0.1)
		st := b.Fresh()
		refused := 0
		for n := 1; n <= 1000 && refused == 0; n++ {
			if fails(&b, &st, 0); granted(&b, &st, 0, 1) == 0 {
				refused = n
			}
			for range row.successes {
				b.Succeeded(&st, 0, false, 0, 0)
			}
		}
		if refused != row.refused {
			t.Errorf("a failure for %d successes: refused at failure %d, want %d", row.successes, refused, row.refused)
		}
	}
}

// Against a plain number: the bucket stays within nothing and its size, and a retry is
// granted exactly while it is more than half full.
func TestChannelStaysWithinItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.Int64Range(1, 20).Draw(t, "max")
		ratio := rapid.Int64Range(1, 2000).Draw(t, "thousandths")
		b := channel(most, float64(ratio)/1000)
		st := b.Fresh()
		tokens := most * 1000
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "fails") {
				fails(&b, &st, 0)
				tokens = max(0, tokens-1000)
			} else {
				b.Succeeded(&st, 0, rapid.Bool().Draw(t, "retried"), 0, 0)
				tokens = min(most*1000, tokens+ratio)
			}
			if st.Tokens() != tokens {
				t.Fatalf("got %d thousandths, want %d", st.Tokens(), tokens)
			}
			if yes := granted(&b, &st, 0, 1) == 1; yes != (2*tokens > most*1000) {
				t.Fatalf("granted %v with %d thousandths of %d", yes, tokens, most*1000)
			}
		}
	})
}

func TestChannelCountsWhatItsLayerRetries(t *testing.T) {
	b := channel(10, 0.1)
	st := b.Fresh()
	b.Failed(&st, 0, policies.Semantic, false)
	b.Failed(&st, 0, policies.Rejected, true)
	if st.Tokens() != 10_000 {
		t.Errorf("got %d thousandths, want 10000", st.Tokens())
	}
	for range 20 {
		b.Failed(&st, 0, policies.Timeout, true)
	}
	if st.Tokens() != 0 {
		t.Errorf("got %d thousandths, want 0", st.Tokens())
	}
}

func TestChannelKeepsThousandths(t *testing.T) {
	for _, row := range []struct {
		ratio float64
		want  int64
	}{{0.1, 100}, {0.29, 290}, {0.5466, 546}, {0.0004, 0}, {2, 2000}} {
		b := channel(10, row.ratio)
		st := b.Fresh()
		st.tokens = 0
		b.Succeeded(&st, 0, true, 0, 0)
		if st.Tokens() != row.want {
			t.Errorf("ratio %v: got %d thousandths, want %d", row.ratio, st.Tokens(), row.want)
		}
	}
}

func finagle(percent, perSecond float64, ttl time.Duration, by FundedBy) Budget {
	return written(func(s *Spec) {
		s.Percent, s.TTL, s.FundedBy = share(percent), ttl, by
		s.Floor = &Floor{Rate: quantity.Rate{Count: perSecond, Per: sec}}
	})
}

// A hundred retries from the start; a thousand calls earn two hundred more; and
// what was granted counts until its tenth of the ttl is too old.
func TestPercentWithFloor(t *testing.T) {
	b := finagle(20, 10, 10*sec, "calls")
	st := b.Fresh()
	for _, step := range []struct {
		at                 time.Duration
		calls, asked, want int
	}{
		{500 * time.Millisecond, 0, 101, 100},
		{sec - 1, 1000, 201, 200},
		{sec, 4, 1, 0}, // four fifths of a retry
		{sec, 1, 2, 1},
		{10*sec - 1, 0, 1, 0},
		{10 * sec, 0, 200, 100}, // what was before 1 s has gone, and what came at 1 s is even
		{11 * sec, 0, 1, 0},
		{19*sec + 999*time.Millisecond, 0, 1, 0},
		{20 * sec, 0, 101, 100},
		{100 * sec, 0, 101, 100}, // long idle
	} {
		for range step.calls {
			b.Entered(&st, at(step.at))
		}
		if n := granted(&b, &st, step.at, step.asked); n != step.want {
			t.Errorf("at %v: got %d, want %d", step.at, n, step.want)
		}
	}
}

// No percent is lost to the way in which fractions are stored.
func TestPercentIsExact(t *testing.T) {
	for percent := 1.0; percent <= 300; percent++ {
		b := finagle(percent, 0, 10*sec, "calls")
		st := b.Fresh()
		for range 100 {
			b.Entered(&st, 0)
		}
		if n := granted(&b, &st, 0, 500); n != int(percent) {
			t.Errorf("%v%% of 100 calls: got %d", percent, n)
		}
	}
}

// What a retry costs: of a thousand units (Finagle) 3333 at 30% and 1428 at 70%; of one unit
// (tower, Linkerd) 10, 5, 3, 2, 2, 1 and 1. So of so many calls come so many retries; with 0%
// none, but the floor of 1/s over 10 s.
func TestWholeUnitsOfDeposits(t *testing.T) {
	for _, row := range []struct {
		percent         float64
		deposit         int64
		calls, retries  int
		costs, floorToo int64
	}{
		{30, 1000, 33330, 10000, 3333, 10}, {70, 1000, 1428, 1000, 1428, 10}, {20, 1000, 1000, 200, 5000, 10},
		{10, 1, 1000, 100, 10, 10}, {20, 1, 1000, 200, 5, 10}, {30, 1, 999, 333, 3, 10}, {40, 1, 1000, 500, 2, 10}, {50, 1, 1000, 500, 2, 10},
		{60, 1, 1000, 1000, 1, 10}, {70, 1, 1000, 1000, 1, 10}, {0, 1, 1000, 0, 1, 10}, {100000, 1000, 1, 1000, 1, 10},
	} {
		for _, perSecond := range []float64{0, 1} {
			b := written(func(s *Spec) {
				s.Percent, s.Deposit, s.Floor = share(row.percent), &row.deposit, &Floor{Rate: quantity.Rate{Count: perSecond, Per: sec}}
			})
			st := b.Fresh()
			for range row.calls {
				b.Entered(&st, 0)
			}
			want := row.retries + int(perSecond)*int(row.floorToo)
			if n := granted(&b, &st, 0, 2*want+1); n != want || b.lifetime.cost != row.costs {
				t.Errorf("%v%% in units of %d, %v/s: %d retries of %d calls at %d each, want %d at %d", row.percent, row.deposit, perSecond, n, row.calls, b.lifetime.cost, want, row.costs)
			}
		}
	}
}

// A hundredth and no floor: no retry for 99 calls, one for a hundred.
func TestPercentWithoutFloor(t *testing.T) {
	b := finagle(1, 0, 10*sec, "calls")
	st := b.Fresh()
	for range 99 {
		b.Entered(&st, 0)
	}
	if n := granted(&b, &st, 0, 1); n != 0 {
		t.Errorf("99 calls: got %d, want 0", n)
	}
	b.Entered(&st, 0)
	if n := granted(&b, &st, 0, 2); n != 1 {
		t.Errorf("a hundred: got %d, want 1", n)
	}
}

func TestPercentOfNothingLeavesTheFloor(t *testing.T) {
	b := finagle(0, 1, 5*sec, "calls")
	st := b.Fresh()
	for range 1000 {
		b.Entered(&st, 0)
	}
	if n := granted(&b, &st, 0, 100); n != 5 {
		t.Errorf("got %d, want 5", n)
	}
}

// A call that starts, one that succeeds, one that ends beyond retry, one that is cut.
func TestWhatFundsPercent(t *testing.T) {
	for by, want := range map[FundedBy]int{"calls": 4, "successes": 1, "final": 2} {
		b := finagle(100, 0, 10*sec, by)
		st := b.Fresh()
		for range 4 {
			b.Entered(&st, 0)
		}
		b.Succeeded(&st, 0, false, 0, 0)
		b.GaveUp(&st, 0)
		b.Cut(&st, false)
		if n := granted(&b, &st, 0, 10); n != want {
			t.Errorf("%s: got %d, want %d", by, n, want)
		}
	}
}

func client(percent float64, span time.Duration) Budget {
	return written(func(s *Spec) { s.Percent, s.Window = share(percent), &span })
}

// Retries stay below a tenth of the first tries of the last two minutes.
func TestClientBudget(t *testing.T) {
	b := client(10, 2*time.Minute)
	st := b.Fresh()
	if n := granted(&b, &st, 0, 1); n != 0 {
		t.Errorf("without calls: got %d, want 0", n)
	}
	for _, step := range []struct {
		at                 time.Duration
		calls, asked, want int
	}{
		{0, 1, 2, 1},   // 0/1 is below, 1/1 is not
		{sec, 9, 1, 0}, // 1/10 is not
		{sec, 1, 2, 1}, // 1/11 is
		{sec, 10, 1, 1},
		{120 * sec, 0, 1, 0},    // what came at 0 s has left: 2/20
		{121*sec - 1, 1, 2, 1},  // 2/21
		{121 * sec, 0, 1, 0},    // 1/1
		{241 * sec, 1, 2, 1},    // no retry is left
		{1000 * sec, 20, 10, 2}, // 0/20 and 1/20
	} {
		for range step.calls {
			b.Entered(&st, at(step.at))
		}
		if n := granted(&b, &st, step.at, step.asked); n != step.want {
			t.Errorf("at %v: got %d, want %d", step.at, n, step.want)
		}
	}
}

// Retries go out only while less than a tenth of what ended has failed.
func TestFailureRate(t *testing.T) {
	span := 200 * time.Millisecond
	b := written(func(s *Spec) { s.FailureRate, s.Window = share(10), &span })
	st := b.Fresh()
	expect := func(now time.Duration, want int) {
		t.Helper()
		if n := granted(&b, &st, now, 1); n != want {
			t.Errorf("at %v: got %d, want %d", now, n, want)
		}
	}
	expect(0, 0) // none has ended
	fails(&b, &st, 0)
	expect(0, 0) // 1 of 1
	for range 9 {
		b.Succeeded(&st, 0, false, 0, 0)
	}
	expect(0, 0) // 1 of 10
	b.Succeeded(&st, 0, false, 0, 0)
	expect(0, 1) // 1 of 11
	b.Failed(&st, 0, policies.Rejected, false)
	expect(0, 1) // was no attempt
	b.Failed(&st, 0, policies.Semantic, false)
	expect(span-1, 1) // ended, but not as a failure: 1 of 12
	expect(span, 0)   // none
}

// What Envoy allows: 20 %, and 3 at least, of what is under way.
func TestInFlight(t *testing.T) {
	for _, row := range []struct {
		what               string
		change             func(*Spec)
		active, waiting, n int
	}{
		{"25 active", nil, 25, 0, 6}, // five are below 20 % of 25 + 1 + 5, six are not below that of 25 + 1 + 6
		{"10 active", nil, 10, 0, 3},
		{"99 active and two in their wait", nil, 99, 2, 22}, // 23 are below 20 % of 100 + 23, 24 are not below that of 100 + 24
		{"none", nil, 0, 0, 3},
		{"no floor", func(s *Spec) { s.Floor = &Floor{} }, 0, 0, 0},
		{"no rounding", func(s *Spec) { s.Round, s.Base = "none", []Base{"active"} }, 26, 0, 6}, // 5 is below 5.2
		{"rounded", func(s *Spec) { s.Base = []Base{"active"} }, 26, 0, 5},
		{"half of two", func(s *Spec) { s.InFlight, s.Floor = share(50), &Floor{}; s.Base = []Base{"active", "deciding"} }, 1, 0, 1},
		{"only those under way are used", func(s *Spec) { s.Used = []Use{"active"} }, 0, 0, 50},
		{"of nothing", func(s *Spec) { s.Base, s.Floor = nil, &Floor{Retries: 4} }, 100, 0, 4},
		{"asked after the wait", func(s *Spec) { s.Charge = "after_wait" }, 25, 90, 50}, // nobody in a wait has been granted
	} {
		b := written(func(s *Spec) {
			s.InFlight = share(20)
			if row.change != nil {
				row.change(s)
			}
		})
		st := b.Fresh()
		for range row.active {
			b.Entered(&st, 0)
		}
		for range row.waiting {
			b.Waits(&st)
		}
		n := 0
		for range 50 {
			if _, yes := b.Ask(&st, 0, policies.Unavailable); !yes {
				break
			}
			b.Waits(&st)
			n++
		}
		if n != row.n {
			t.Errorf("%s: got %d, want %d", row.what, n, row.n)
		}
	}
}

func TestConcurrent(t *testing.T) {
	b := written(func(s *Spec) { s.Concurrent = count(2) })
	st := b.Fresh()
	retry := func(want bool) {
		t.Helper()
		b.Entered(&st, 0)
		fails(&b, &st, 0)
		if _, yes := b.Ask(&st, 0, policies.Unavailable); yes != want {
			t.Errorf("granted %v", yes)
		} else if yes {
			b.Waits(&st)
		}
	}
	retry(true)
	retry(true)
	retry(false)
	b.WaitEnds(&st)
	b.Begins(&st)
	retry(false) // it has left its wait, not ended
	b.Succeeded(&st, 0, true, 0, 0)
	retry(true)
	b.WaitEnds(&st) // cut in its wait
	retry(true)
	b.WaitEnds(&st)
	b.Begins(&st)
	b.Cut(&st, true)
	retry(true)
	retry(false)
}

// A copy of a hedge takes the place of a retry, but is no try that others are a
// share of.
func TestHedgesAreUsedLikeRetries(t *testing.T) {
	b := written(func(s *Spec) { s.InFlight, s.Floor = share(50), &Floor{} })
	st := b.Fresh()
	b.Entered(&st, 0)
	ask := func(want bool) {
		t.Helper()
		if _, yes := b.Ask(&st, 0, policies.OK); yes != want {
			t.Errorf("granted %v", yes)
		}
	}
	ask(true) // half of the one under way and the one being decided
	b.Hedged(&st)
	ask(false)
	b.HedgeEnds(&st)
	ask(true)
}

// Every budget, whatever calls do: retries stay within what it says, in any
// window, told by plain lists of what happened.
func TestBudgetsStayWithinTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		percent := float64(rapid.IntRange(0, 150).Draw(t, "percent"))
		ttl := time.Duration(rapid.IntRange(1, 3).Draw(t, "ttl")) * 10
		floor := float64(rapid.IntRange(0, 2).Draw(t, "floor")) * 1e8 // per second: of a ttl of 10 ns 0, 1, 2
		lasting, sliding := finagle(percent, floor, ttl, "calls"), client(percent, ttl)
		one, other := lasting.Fresh(), sliding.Fresh()
		type event struct {
			at           time.Duration
			first, again bool // a first try, a retry of the first budget
			slid         bool // a retry of the second
		}
		var events []event
		now := time.Duration(0)
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			now += time.Duration(rapid.IntRange(0, 4).Draw(t, "later"))
			e := event{at: now, first: rapid.Bool().Draw(t, "first")}
			if e.first {
				lasting.Entered(&one, at(now))
				sliding.Entered(&other, at(now))
				events = append(events, e)
				continue
			}
			first, again, firstOfWindow, slid := int64(0), int64(0), int64(0), int64(0)
			for _, old := range events {
				if part := ttl / 10; now/part-old.at/part < 10 {
					first += one64(old.first)
					again += one64(old.again)
				}
				if now-old.at < ttl {
					firstOfWindow += one64(old.first)
					slid += one64(old.slid)
				}
			}
			_, e.again = lasting.Ask(&one, at(now), policies.Timeout)
			_, e.slid = sliding.Ask(&other, at(now), policies.Timeout)
			if want := int64(floor)*int64(ttl)/1e9*100+int64(percent)*first-100*again >= 100; e.again != want {
				t.Fatalf("at %d: %d calls and %d retries in the ttl, granted %v", now, first, again, e.again)
			}
			if want := 100*slid < int64(percent)*firstOfWindow; e.slid != want {
				t.Fatalf("at %d: %d calls and %d retries in the window, granted %v", now, firstOfWindow, slid, e.slid)
			}
			events = append(events, e)
		}
	})
}

func one64(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// Tries of many calls: whatever they do, retries in their wait and under way
// never exceed what concurrent says, and nothing is left when all have ended.
func TestRetriesAtOnceAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.Int64Range(0, 3).Draw(t, "most")
		b := written(func(s *Spec) { s.Concurrent = &most })
		st := b.Fresh()
		type try struct{ retry, waits bool }
		var open []try
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			if len(open) == 0 || rapid.Bool().Draw(t, "enters") {
				b.Entered(&st, 0)
				open = append(open, try{})
				continue
			}
			i := rapid.IntRange(0, len(open)-1).Draw(t, "which")
			last := len(open) - 1
			switch c := &open[i]; {
			case c.waits:
				b.WaitEnds(&st)
				b.Begins(&st)
				*c = try{retry: true}
			case rapid.Bool().Draw(t, "fails"):
				b.Failed(&st, 0, policies.Timeout, c.retry)
				if _, yes := b.Ask(&st, 0, policies.Timeout); yes {
					b.Waits(&st)
					*c = try{waits: true}
				} else {
					open[i] = open[last]
					open = open[:last]
				}
			default:
				b.Succeeded(&st, 0, c.retry, 0, 0)
				open[i] = open[last]
				open = open[:last]
			}
			retries := int64(0)
			for _, c := range open {
				retries += one64(c.retry || c.waits)
			}
			if retries > most {
				t.Fatalf("%d retries at once, at most %d may be", retries, most)
			}
		}
		for _, c := range open {
			if c.waits {
				b.WaitEnds(&st)
			} else {
				b.Cut(&st, c.retry)
			}
		}
		if st.active != 0 || st.retries != 0 || st.waiting != 0 {
			t.Fatalf("left: %+v", st)
		}
	})
}

// A bucket of five is sound with none to five tokens in it, and with no fewer than no
// tries under way.
func TestSoundBudgets(t *testing.T) {
	five := int64(5)
	var s Spec
	s.SetDefaults()
	s.Tokens = &five
	b := s.Compile(policies.Retryable)
	for _, c := range []struct {
		state State
		sound bool
	}{
		{State{tokens: 0}, true}, {State{tokens: 5}, true}, {State{tokens: 6}, false}, {State{tokens: -1}, false},
		{State{active: 1, retries: 1}, true}, {State{active: -1}, false}, {State{retries: -1}, false}, {State{waiting: -1}, false},
	} {
		if got := b.Sound(&c.state); got != c.sound {
			t.Errorf("%+v: sound %v, want %v", c.state, got, c.sound)
		}
	}
}
