package budget

import (
	"time"

	"herdcast/policies"
	"herdcast/sim"
)

// State is what those who share a budget have left, and what they are doing.
type State struct {
	tokens  int64   // in the bucket, in the unit of its family
	active  int32   // tries under way
	retries int32   // those of them that are retries
	waiting int32   // retries in their wait
	recent  *recent // what the last while has seen, for the families that ask
}

// Tokens gives what is left in the bucket: tokens, retries (total) or thousandths
// of a token (grpc).
func (st *State) Tokens() int64 { return st.tokens }

// Budget is a compiled Spec. Its owner tells it what happens to the tries of a
// retry layer, in this order:
//
//	Entered      a call has come: its first try begins
//	Failed       a try has failed
//	Ask          before the wait, or after it: may there be a retry?
//	Waits        the wait begins, WaitEnds it ends, Begins the retry begins
//	Succeeded, GaveUp or Cut: the call leaves, exactly once
//
// What each family makes of that is said where it is written down: tokens (and
// total), grpc, lifetime (percent), window (percent, failure_rate), flight
// (in_flight, concurrent).
type Budget struct {
	family    family
	afterWait bool
	bucket    bucket
	on        policies.Set
	lifetime  lifetime
	flight    flight
	share     int64 // of a sliding window, in millionths
	span      time.Duration
}

type family uint8

const (
	tokens family = iota
	grpc
	perLifetime
	perWindow
	failureRate
	inFlight
)

// Compile prepares the budget of a retry layer; on are the outcomes that the
// layer retries.
func (s Spec) Compile(on policies.Set) Budget {
	s.Complete()
	b := Budget{afterWait: s.Charge == "after_wait", on: on & policies.All}
	switch {
	case s.Total != nil:
		b.family, b.bucket = tokens, fixed(*s.Total)
	case s.GRPC != nil:
		b.family, b.bucket = grpc, s.GRPC.compile()
	case s.Percent != nil && s.Window != nil:
		b.family, b.share, b.span = perWindow, millionths(float64(*s.Percent)), *s.Window
	case s.Percent != nil:
		b.family, b.lifetime = perLifetime, s.compileLifetime()
	case s.FailureRate != nil:
		b.family, b.share, b.span = failureRate, millionths(float64(*s.FailureRate)), *s.Window
	case s.InFlight != nil:
		b.family, b.flight = inFlight, s.compileFlight()
	case s.Concurrent != nil:
		b.family, b.flight = inFlight, flight{floor: *s.Concurrent, usesWaiting: true, usesActive: true}
	default:
		b.family, b.bucket = tokens, s.compileTokens()
	}
	if b.afterWait { // a retry in its wait has not been granted yet
		b.flight.usesWaiting = false
	}
	return b
}

// Fresh gives a budget as it is at the beginning.
func (b *Budget) Fresh() State {
	st := State{tokens: b.bucket.start}
	if b.family == perLifetime || b.family == perWindow || b.family == failureRate {
		st.recent = &recent{}
	}
	return st
}

// Sound tells whether a budget holds what it can hold: no more tokens than it has
// room for, none below 0, and no fewer than no tries under way or in their wait.
func (b *Budget) Sound(st *State) bool {
	return 0 <= st.tokens && st.tokens <= b.bucket.size && st.active >= 0 && st.retries >= 0 && st.waiting >= 0
}

// ChargesAfterWait tells whether the budget is asked when the wait has ended,
// not at the decision.
func (b *Budget) ChargesAfterWait() bool { return b.afterWait }

// Entered tells that a call has come and its first try begins.
func (b *Budget) Entered(st *State, now sim.Time) {
	switch b.family {
	case perLifetime:
		if b.lifetime.fundedBy == calls {
			b.lifetime.fund(st.recent, now)
		}
	case perWindow:
		st.recent.window.Expire(now, b.span)
		st.recent.window.Add(now, false)
	case inFlight:
		st.active++
	}
}

// Failed tells that a try has failed; retry tells whether it was one.
func (b *Budget) Failed(st *State, now sim.Time, o policies.Outcome, retry bool) {
	switch b.family {
	case grpc:
		if b.on.Has(o) {
			st.tokens = max(0, st.tokens-thousand)
		}
	case failureRate:
		if o != policies.Rejected { // of which nothing was sent
			b.ended(st, now, b.on.Has(o))
		}
	case inFlight:
		st.ends(retry)
	}
}

// Ask asks for a retry after a try that ended as failed, or for a copy of a hedge
// while none has (policies.OK). A granted one has been
// charged, and cost is what it took from the bucket; a refused one takes nothing.
func (b *Budget) Ask(st *State, now sim.Time, failed policies.Outcome) (cost int64, granted bool) {
	switch b.family {
	case grpc:
		return 0, st.tokens > b.bucket.size/2
	case perLifetime:
		return 0, b.lifetime.withdraw(st.recent, now)
	case perWindow:
		return 0, b.askWindow(st.recent, now)
	case failureRate:
		return 0, b.askFailures(st.recent, now)
	case inFlight:
		return 0, b.flight.allows(st)
	}
	return b.bucket.take(st, failed)
}

// Waits tells that the wait before a retry begins.
func (b *Budget) Waits(st *State) {
	if b.family == inFlight {
		st.waiting++
	}
}

// WaitEnds tells that it has ended, or was cut.
func (b *Budget) WaitEnds(st *State) {
	if b.family == inFlight {
		st.waiting--
	}
}

// Begins tells that a retry begins.
func (b *Budget) Begins(st *State) {
	if b.family == inFlight {
		st.active++
		st.retries++
	}
}

// Hedged tells that a copy of a hedge begins, which a retry has been granted for;
// HedgeEnds that it has ended. It is used like a retry under way, but is no try.
func (b *Budget) Hedged(st *State) {
	if b.family == inFlight {
		st.retries++
	}
}

// HedgeEnds tells that a copy has ended, or was cut.
func (b *Budget) HedgeEnds(st *State) {
	if b.family == inFlight {
		st.retries--
	}
}

// Succeeded tells that the try under way has succeeded, and its call with it;
// last and all are what its last retry and all its retries took.
func (b *Budget) Succeeded(st *State, now sim.Time, retried bool, last, all int64) {
	switch b.family {
	case tokens:
		b.bucket.giveBack(st, retried, last, all)
	case grpc:
		st.tokens = min(b.bucket.size, st.tokens+b.bucket.earn)
	case perLifetime:
		if b.lifetime.fundedBy != calls {
			b.lifetime.fund(st.recent, now)
		}
	case failureRate:
		b.ended(st, now, false)
	case inFlight:
		st.ends(retried)
	}
}

// GaveUp tells that a call has left with a failure that nobody would retry.
func (b *Budget) GaveUp(st *State, now sim.Time) {
	if b.family == perLifetime && b.lifetime.fundedBy == final {
		b.lifetime.fund(st.recent, now)
	}
}

// Cut tells that the try under way was cut from above; what it took stays taken.
func (b *Budget) Cut(st *State, retry bool) {
	if b.family == inFlight {
		st.ends(retry)
	}
}

func (st *State) ends(retry bool) {
	st.active--
	if retry {
		st.retries--
	}
}
