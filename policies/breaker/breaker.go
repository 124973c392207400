package breaker

import (
	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/policies/window"
	"herdcast/sim"
)

// Phase is what a breaker does with calls.
type Phase uint8

const (
	Closed   Phase = iota // admits all and watches how they end
	Open                  // admits none until the open time has ended
	HalfOpen              // admits probes, whose answers decide
)

// Pass is what an admitted call keeps for its report.
type Pass struct {
	At      sim.Time // when it was admitted
	Opening uint32   // how often the breaker had opened by then
}

// State is one breaker. The zero State is not ready for use: see Fresh.
type State struct {
	phase    Phase
	openings uint32         // how often it has opened
	again    uint32         // how often since it was last closed
	until    sim.Time       // end of the open time
	due      sim.Time       // when it wants to be told the time; sim.Never: no need
	run      int64          // closed: failures in a row; half-open: successes in a row
	out      int64          // half-open: places taken
	probed   sim.Time       // half-open: when the last probe was admitted
	waits    backoff.Memory // of growing open times
	drawn    uint64         // admissions drawn so far
	results  results        // half-open: of its probes, where a verdict is due
	key      sim.Key
	window   window.Window // what trips it
	sums     *secondSums   // of hystrix_go
}

// Phase gives the phase as stored: a breaker whose open time has ended stays
// open until the next call comes.
func (st *State) Phase() Phase { return st.phase }

// Due gives the instant at which Tick is to be called; sim.Never if at none.
// Each call of a method may change it.
func (st *State) Due() sim.Time { return st.due }

// Breaker is a compiled Spec, or an Algorithm. An outcome in `failures` is a failure, ok and those
// in `successes` are successes, and any other is not counted; it only frees a
// probe's place.
//
//	phase       event                                       then
//	closed      it trips: see trip                          open
//	open        a call before the open time's end           rejected
//	open        a call at or after it                       half-open, and so for the call
//	half-open   a call                                      admitted as a probe or rejected: see probing
//	half-open   the probes' answers decide: see probing     closed, or open
//
// Answers to calls sent before the breaker last opened are ignored, unless
// `stale` says otherwise:
//
//	count    they count in whatever phase it is; while half-open as a probe's answer
//	decide   while half-open, a success closes it at once and a failure opens it
type Breaker struct {
	failures  policies.Set
	successes policies.Set
	stale     stale
	trip      trip
	open      opening
	probing   probing
	rules     rules
	spring    SpringRetry
	hystrixGo HystrixGo
}

type stale uint8

const (
	staleIgnored stale = iota
	staleCounts
	staleDecides
)

// Compile prepares the breaker.
func (s Spec) Compile() Breaker {
	b := Breaker{failures: s.Failures & policies.All, successes: policies.SetOf(policies.OK) | s.Successes&policies.All}
	if s.Algorithm != nil {
		s.Algorithm.compile(&b)
		return b
	}
	b.trip, b.open, b.probing = s.Trip.compile(s.Judged), s.Open.compile(), s.probing()
	switch s.Stale {
	case "count":
		b.stale = staleCounts
	case "decide":
		b.stale = staleDecides
	}
	return b
}

// Fresh gives a closed breaker, whose draws are at the key.
func (b *Breaker) Fresh(key sim.Key) State {
	st := State{key: key, due: sim.Never}
	switch b.rules {
	case springRules:
		st.until = b.springBegins()
	case hystrixGoRules:
		st.sums = &secondSums{}
	}
	return st
}

// Admit asks for a call at the instant now. Whoever is admitted reports how the
// call ended, exactly once.
func (b *Breaker) Admit(st *State, now sim.Time) (Pass, bool) {
	if b.rules != ownRules {
		admitted := b.admitsBy(st, now)
		return Pass{now, st.openings}, admitted
	}
	admitted := st.phase == Closed || b.probe(st, now)
	if b.trip.of != ofFinished {
		b.trip.asked(st, now, admitted)
	}
	return Pass{now, st.openings}, admitted
}

// Report tells how an admitted call ended at the instant now.
func (b *Breaker) Report(st *State, now sim.Time, pass Pass, o policies.Outcome) {
	if b.rules != ownRules {
		b.reportsBy(st, now, pass, o)
		return
	}
	isStale := pass.Opening != st.openings
	failed := b.failures.Has(o)
	counted := failed || b.successes.Has(o)
	if st.phase == HalfOpen && !isStale && !(counted && b.probing.judges) {
		st.out--
	}
	if !counted || isStale && !b.hears(st) {
		return
	}
	mark := b.trip.mark(failed, now.Sub(pass.At))
	switch {
	case st.phase == Closed:
		if b.trip.answered(st, now, mark) {
			b.opens(st, now)
		}
		return
	case b.trip.of == ofAsked:
		b.trip.add(st, now, mark)
	}
	if st.phase == HalfOpen {
		b.probed(st, now, mark, isStale)
	}
}

// Tick tells that the instant has come which Due gave, before any call or answer
// of that instant.
func (b *Breaker) Tick(st *State, now sim.Time) {
	st.due = sim.Never
	switch {
	case b.rules == opossumRules:
		b.opossumTicks(st)
	case st.phase == HalfOpen:
		b.settle(st, now, b.passes(&st.results))
	case b.trip.ticked(st, now):
		b.opens(st, now)
	}
}

// hears tells whether stale answers are heard in the present phase.
func (b *Breaker) hears(st *State) bool {
	return b.stale == staleCounts || b.stale == staleDecides && st.phase == HalfOpen
}

func (b *Breaker) opens(st *State, now sim.Time) {
	st.phase, st.due = Open, sim.Never
	st.until = now.Add(b.open.length(st))
	st.openings++
	st.again++
	if b.trip.of != ofAsked {
		st.window.Clear()
	}
}

func (b *Breaker) closes(st *State) {
	st.phase, st.due = Closed, sim.Never
	st.run, st.out, st.again, st.waits = 0, 0, 0, 0
}
