package breaker

import (
	"math"
	"time"

	"herdcast/policies/window"
	"herdcast/sim"
)

// trip is a compiled Trip: the account of a closed breaker and its verdict. It
// trips at so many failures in a row, or in the window (count), or when min_calls are in the window and
// the share of failures is at least `rate`, or that of slow answers at least
// `slow_rate`; with `above` a share must exceed its rate.
//
//	window     at the instant t holds
//	10s        what happened after t - 10s
//	           in slices: of [k·d, (k+1)·d), d = window / slices, the running one and those
//	           before it, so many in all; tumbling: the running one of d = window
//	100        the last 100 answers
//	           in slices: when 100 are in it and one more comes, the oldest 100 / slices go
//	           together; tumbling: all of them
//
// The shares are of the counted answers in the window (of: finished), of the calls
// admitted in it (started), or of those asked for in it (started_and_rejected).
// The last is a window on all that comes, and so goes on in every phase; the
// others begin empty when the breaker closes.
//
// It is judged after each counted answer, after each failure, or at each multiple
// of a span. The verdict at such a tick is on the window that ends there.
type trip struct {
	judged   judged
	inARow   int64 // 0: not asked
	count    int   // 0: not asked
	of       of
	above    bool
	rate     float64 // infinite: not asked
	slowRate float64 // likewise
	slow     time.Duration
	span     time.Duration
	calls    int           // 0: a window of time
	part     time.Duration // 0: the window slides exactly
	drops    int           // of a window of calls, when it is full
	minCalls int
	every    time.Duration
}

type judged uint8

const (
	judgedEach judged = iota
	judgedFailure
	judgedTicks
)

type of uint8

const (
	ofFinished of = iota
	ofStarted
	ofAsked
)

// What marks an answer in the window bears; a call that is asked for bears none.
const (
	failure    = window.First
	slowAnswer = window.Second
)

func (t *Trip) compile(j Judged) trip {
	c := trip{
		above: t.Above, span: t.Window.Span, calls: t.Window.Calls, drops: 1, minCalls: t.MinCalls,
		rate: math.Inf(1), slowRate: math.Inf(1), slow: math.MaxInt64, every: j.Every,
	}
	switch {
	case j.Word == "failure":
		c.judged = judgedFailure
	case j.Every > 0:
		c.judged = judgedTicks
	}
	switch t.Of {
	case "started":
		c.of = ofStarted
	case "started_and_rejected":
		c.of = ofAsked
	}
	if t.Consecutive != nil {
		c.inARow = int64(*t.Consecutive)
	}
	if t.Count != nil {
		c.count = *t.Count
	}
	if t.Rate != nil {
		c.rate = float64(*t.Rate)
	}
	if t.SlowRate != nil {
		c.slow, c.slowRate = *t.Slow, float64(*t.SlowRate)
	}
	slices := 0
	switch {
	case t.Tumbling:
		slices = 1
	case t.Slices != nil:
		slices = *t.Slices
	}
	if slices > 0 {
		c.part, c.drops = c.span/time.Duration(slices), c.calls/slices
	}
	if c.calls > 0 {
		c.minCalls = min(c.minCalls, c.calls)
	}
	return c
}

// mark gives what an answer bears in the window.
func (t *trip) mark(failed bool, took time.Duration) (m window.Mark) {
	if failed {
		m = failure
	}
	if took > t.slow {
		m |= slowAnswer
	}
	return m
}

// asked takes a call that was asked for into the account.
func (t *trip) asked(st *State, now sim.Time, admitted bool) {
	if t.of == ofAsked || admitted && st.phase == Closed {
		t.expire(st, now)
		st.window.AddMark(now, window.Bare)
	}
}

// answered takes an answer into a closed breaker's account and tells whether it
// trips.
func (t *trip) answered(st *State, now sim.Time, mark window.Mark) bool {
	if mark&failure != 0 {
		st.run++
	} else {
		st.run = 0
	}
	if t.inARow > 0 && t.judged != judgedTicks { // the usual breaker: no window, no tick
		return st.run >= t.inARow
	}
	if t.inARow == 0 {
		t.add(st, now, mark)
	}
	switch t.judged {
	case judgedFailure:
		return mark&failure != 0 && t.verdict(st)
	case judgedTicks:
		t.wait(st, now)
		return false
	}
	return t.verdict(st)
}

// add takes an answer into the window.
func (t *trip) add(st *State, now sim.Time, mark window.Mark) {
	t.expire(st, now)
	if t.of == ofFinished || mark != window.Bare {
		st.window.AddMark(now, mark)
	}
}

// expire makes room for what happens now.
func (t *trip) expire(st *State, now sim.Time) {
	switch {
	case t.calls > 0:
		if st.window.Size() == t.calls {
			st.window.Keep(t.calls - t.drops)
		}
	case t.part > 0:
		st.window.Roll(now, t.span, t.part)
	default:
		st.window.Expire(now, t.span)
	}
}

// verdict tells whether the account trips the breaker.
func (t *trip) verdict(st *State) bool {
	if t.inARow > 0 {
		return st.run >= t.inARow
	}
	if t.count > 0 {
		return st.window.Marked() >= t.count
	}
	of := st.window.Size()
	if t.of != ofFinished {
		of = st.window.Bare()
	}
	return of >= t.minCalls && (t.reaches(st.window.Marked(), of, t.rate) || t.reaches(st.window.MarkedSecond(), of, t.slowRate))
}

// reaches tells whether a share trips; none of them never does, as is seen without
// a division.
func (t *trip) reaches(n, of int, rate float64) bool {
	if n == 0 {
		return false
	}
	share := float64(n) / float64(of)
	return share > rate || share == rate && !t.above
}

// wait asks for the next tick, if there is something that may trip then.
func (t *trip) wait(st *State, now sim.Time) {
	if t.inARow > 0 && st.run > 0 || st.window.Size() > st.window.Bare() {
		st.due = now.Add(t.every - time.Duration(now)%t.every)
	}
}

// ticked tells whether the breaker trips at a tick. What has ended before the
// tick can trip at a later one only as successes leave the window.
func (t *trip) ticked(st *State, now sim.Time) bool {
	timed := t.inARow == 0 && t.calls == 0
	if timed {
		t.expire(st, now-1)
	}
	trips := t.verdict(st)
	if timed && !trips {
		t.wait(st, now)
	}
	return trips
}
