package rate

import (
	"math"
	"math/bits"
	"time"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// Rate is a compiled Spec. Calls take turns in the order in which they ask, and
// each turn has its instant, so a call that waits has reserved its own:
//
//	bucket  the n-th turn since the bucket was full comes when n − burst units have
//	        been refilled, rounded up to a nanosecond; at once if n ≤ burst
//	fixed   the n-th turn since a window without turns comes in the window that has
//	        room for it, at its beginning
//
// A call whose turn would come later than it is ready to wait takes none. A rate that
// adapts is a machine of its own: see cubic.
type Rate struct {
	adapts  bool
	fixed   bool
	limit   int64 // so many per span
	span    time.Duration
	burst   int64
	forever bool
	wait    dist.Sampler
}

// State is the turns taken. The zero State is a full bucket, or windows without
// turns.
type State struct {
	since int64 // bucket: an instant when it was full; fixed: a window before whose turns there was room
	taken int64 // turns taken from then on
	cubic *cubic
}

// farOff is a wait that no run sees the end of.
const farOff = time.Duration(math.MaxInt64 / 4)

// Compile prepares the rate.
func (s Spec) Compile() Rate {
	if s.Adaptive != "" {
		return Rate{adapts: true, forever: true}
	}
	limit, span := s.Limit.Fraction()
	r := Rate{fixed: s.Window == "fixed", limit: max(1, limit), span: span, burst: int64(s.Burst), forever: s.Wait.Forever}
	if !r.forever {
		r.wait = s.Wait.For.Compile()
	}
	return r
}

// Fresh gives a rate that nobody has used.
func (r *Rate) Fresh() State {
	if r.adapts {
		return State{cubic: &cubic{}}
	}
	return State{}
}

// Adapts tells whether the rate follows how calls end: whoever uses it then calls
// Report for each, and Ask anew when a wait has ended.
func (r *Rate) Adapts() bool { return r.adapts }

// Report tells a rate that adapts how a call has ended that had passed, unless it was
// cut from above. What a layer below has rejected is no response.
func (r *Rate) Report(st *State, now sim.Time, o policies.Outcome) {
	if o != policies.Rejected {
		st.cubic.report(now, o == policies.Throttled)
	}
}

// Patience gives how long a call waits for its turn, drawn for each, or says that
// it waits forever.
func (r *Rate) Patience() (patience dist.Sampler, forever bool) { return r.wait, r.forever }

// Ask takes a turn for a call at the instant now and gives the wait until it comes,
// or takes none and answers false if that is longer than patience. A rate that adapts
// gives no turn with a wait: the call asks again when it has ended.
func (r *Rate) Ask(st *State, now sim.Time, patience time.Duration) (wait time.Duration, passes bool) {
	switch {
	case r.adapts:
		return st.cubic.ask(now), true
	case r.fixed:
		wait = r.inWindow(st, now)
	default:
		wait = r.fromBucket(st, now)
	}
	if wait > patience {
		return 0, false
	}
	st.taken++
	return wait, true
}

func (r *Rate) fromBucket(st *State, now sim.Time) time.Duration {
	since := sim.Time(st.since)
	if r.refilled(st.taken) <= now.Sub(since) {
		*st = State{since: int64(now)}
		return 0
	}
	return max(0, since.Add(r.refilled(st.taken+1-r.burst)).Sub(now))
}

// refilled is the time in which so many units are refilled, rounded up.
func (r *Rate) refilled(units int64) time.Duration {
	if units <= 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(units), uint64(r.span))
	low, carry := bits.Add64(low, uint64(r.limit-1), 0)
	high += carry
	if high >= uint64(r.limit) {
		return farOff
	}
	span, _ := bits.Div64(high, low, uint64(r.limit))
	return time.Duration(min(span, uint64(farOff)))
}

func (r *Rate) inWindow(st *State, now sim.Time) time.Duration {
	window := int64(now) / int64(r.span)
	turn := st.since + st.taken/r.limit
	if turn < window {
		*st = State{since: window}
		turn = window
	}
	if turn == window {
		return 0
	}
	if turn > int64(farOff)/int64(r.span) {
		return farOff
	}
	return sim.Time(turn * int64(r.span)).Sub(now)
}
