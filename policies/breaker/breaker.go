package breaker

import (
	"time"

	"herdcast/policies"
	"herdcast/policies/window"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// Phase is what a breaker does with calls.
type Phase uint8

const (
	Closed   Phase = iota // admits all and watches how they end
	Open                  // admits none until the open time has ended
	HalfOpen              // admits probes, whose answers decide
)

// Pass is what an admitted call keeps for its report: how often the breaker had
// opened when the call was admitted.
type Pass uint32

// State is one breaker. The zero State is not ready for use: see Fresh.
type State struct {
	phase    Phase
	openings uint32        // how often it has opened
	until    sim.Time      // end of the open time
	run      int64         // closed: failures in a row; half-open: successes in a row
	out      int64         // half-open: probes admitted and unanswered
	window   window.Window // answers, failures marked
}

// Phase gives the phase as stored: a breaker whose open time has ended stays
// open until the next call comes.
func (st *State) Phase() Phase { return st.phase }

// Breaker is a compiled Spec. An outcome in `failures` is a failure, ok is a
// success, and any other is not counted; it only frees a probe's place.
//
//	phase       event                               then
//	closed      so many failures in a row           open
//	closed      a counted answer, min_calls in the  open
//	            window, share of failures >= rate
//	open        a call before the open time's end   rejected
//	open        a call at or after it               half-open, and the call counts as a probe
//	half-open   a call, a probe's place is free     admitted
//	half-open   a call, none is free                rejected
//	half-open   close_after successes in a row      closed, with an empty window
//	half-open   a failure                           open
//
// With `above` the share must exceed the rate. In a window of time an answer at
// t counts while now - t < span; in one of n calls the last n answers count, and
// min_calls is n at most. Answers to calls sent before the breaker last opened
// are ignored, unless `stale` says otherwise:
//
//	count    they count in whatever phase it is; while half-open as a probe's answer
//	decide   while half-open, a success closes it at once and a failure reopens it
type Breaker struct {
	inARow     int64 // 0: not asked
	rate       float64
	rated      bool
	above      bool
	span       time.Duration
	calls      int // 0: a window of time
	minCalls   int
	open       dist.Sampler
	probes     int64
	closeAfter int64
	failures   policies.Set
	stale      stale
}

type stale uint8

const (
	staleIgnored stale = iota
	staleCounts
	staleDecides
)

// Compile prepares the breaker.
func (s Spec) Compile() Breaker {
	b := Breaker{
		above: s.Trip.Above, span: s.Trip.Window.Span, calls: s.Trip.Window.Calls, minCalls: s.Trip.MinCalls,
		open: s.Open.Compile(), probes: int64(s.Probes), closeAfter: int64(s.CloseAfter), failures: s.Failures & policies.All,
	}
	if s.Trip.Consecutive != nil {
		b.inARow = int64(*s.Trip.Consecutive)
	}
	if s.Trip.Rate != nil {
		b.rated, b.rate = true, float64(*s.Trip.Rate)
	}
	if b.calls > 0 {
		b.minCalls = min(b.minCalls, b.calls)
	}
	switch s.Stale {
	case "count":
		b.stale = staleCounts
	case "decide":
		b.stale = staleDecides
	}
	return b
}

// Fresh gives a closed breaker.
func (b *Breaker) Fresh() State { return State{} }

// Admit asks for a call at the instant now. Whoever is admitted reports how the
// call ended, exactly once.
func (b *Breaker) Admit(st *State, now sim.Time) (Pass, bool) {
	if st.phase == Open {
		if now < st.until {
			return 0, false
		}
		st.phase, st.run, st.out = HalfOpen, 0, 0
	}
	if st.phase == HalfOpen {
		if st.out >= b.probes {
			return 0, false
		}
		st.out++
	}
	return Pass(st.openings), true
}

// Report tells how an admitted call ended at the instant now. The n-th opening
// draws its length at (key, PurposeOpen, n-1), so key is that of the breaker.
func (b *Breaker) Report(st *State, now sim.Time, pass Pass, o policies.Outcome, key sim.Key) {
	isStale := uint32(pass) != st.openings
	if st.phase == HalfOpen && !isStale {
		st.out--
	}
	failed := b.failures.Has(o)
	if !failed && o != policies.OK || isStale && !b.counts(st) {
		return
	}
	switch st.phase {
	case Closed:
		if b.trips(st, now, failed) {
			b.opens(st, now, key)
		}
	case HalfOpen:
		b.judge(st, now, failed, isStale, key)
	}
}

// counts tells whether stale answers are heard in the present phase.
func (b *Breaker) counts(st *State) bool {
	return b.stale == staleCounts || b.stale == staleDecides && st.phase == HalfOpen
}

// trips takes an answer into a closed breaker's account.
func (b *Breaker) trips(st *State, now sim.Time, failed bool) bool {
	if failed {
		st.run++
	} else {
		st.run = 0
	}
	if b.inARow > 0 && st.run >= b.inARow {
		return true
	}
	if !b.rated {
		return false
	}
	if b.calls > 0 {
		st.window.Keep(b.calls - 1)
	} else {
		st.window.Expire(now, b.span)
	}
	st.window.Add(now, failed)
	if st.window.Size() < b.minCalls {
		return false
	}
	share := float64(st.window.Marked()) / float64(st.window.Size())
	return share > b.rate || share == b.rate && !b.above
}

// judge takes an answer into a half-open breaker's account.
func (b *Breaker) judge(st *State, now sim.Time, failed, isStale bool, key sim.Key) {
	if failed {
		b.opens(st, now, key)
		return
	}
	st.run++
	if st.run >= b.closeAfter || isStale && b.stale == staleDecides {
		st.phase, st.run, st.out = Closed, 0, 0
	}
}

func (b *Breaker) opens(st *State, now sim.Time, key sim.Key) {
	st.phase = Open
	st.until = now.Add(b.open.Duration(key, sim.PurposeOpen, uint64(st.openings)))
	st.openings++
	st.window.Clear()
}
