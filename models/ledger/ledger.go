// Package ledger keeps the books of side effects: which intents have an effect
// that landed, how often and why, and what their callers were told.
package ledger

import (
	"herdcast/models/fact"
	"herdcast/sim"
)

// Intent is a row: one thing with an effect that a task wants done once. 0 is none.
type Intent uint32

// Number names an intent for good: its row serves another when it is over. 0 is none.
type Number uint64

// Call is a row: one call that serves an intent. 0 is none.
type Call uint32

type intent struct {
	number     Number
	landedKey  uint64   // idempotency key of the latest landing
	landedAt   sim.Time // of the latest landing
	refs       uint32   // the task while it cares, calls while they live
	agent      uint32
	landed     uint32
	cohort     uint16
	tool       uint16
	landedFrom fact.Origin // of the first landing
	landedLost bool        // the latest landing's execution no longer held its key
	measured   bool
	natural    bool
	done       bool // reported done
	missed     bool // reported done by another intent's effect
}

type call struct {
	intent   Intent
	refs     uint32 // the wrapper while it is open, requests while they live
	origin   fact.Origin
	landed   bool
	role     fact.Role // of its first landing
	failed   bool      // surfaced as failed
	unknown  bool      // surfaced as unknown
	replayed bool      // answered with another intent's effect
}

// Ledger holds the books of one world.
type Ledger struct {
	recorder    *fact.Recorder
	intents     []intent
	calls       []call
	freeIntents []Intent
	freeCalls   []Call
	wanted      Number // of the latest intent
	landings    int64
}

// New makes empty books.
func New(recorder *fact.Recorder) *Ledger {
	return &Ledger{recorder: recorder, intents: make([]intent, 1), calls: make([]call, 1)}
}

// Want opens the book of an intent that a task has taken up.
func (l *Ledger) Want(now sim.Time, cohort, tool uint16, agent uint32, natural, measured bool) Intent {
	var i Intent
	if n := len(l.freeIntents); n > 0 {
		i, l.freeIntents = l.freeIntents[n-1], l.freeIntents[:n-1]
	} else {
		l.intents = append(l.intents, intent{})
		i = Intent(len(l.intents) - 1)
	}
	l.wanted++
	l.intents[i] = intent{number: l.wanted, refs: 1, agent: agent, cohort: cohort, tool: tool, natural: natural, measured: measured}
	l.emit(fact.EffectWanted, now, i, 0)
	return i
}

// Begin opens the book of a call that serves an intent.
func (l *Ledger) Begin(i Intent, origin fact.Origin) Call {
	var c Call
	if n := len(l.freeCalls); n > 0 {
		c, l.freeCalls = l.freeCalls[n-1], l.freeCalls[:n-1]
	} else {
		l.calls = append(l.calls, call{})
		c = Call(len(l.calls) - 1)
	}
	l.calls[c] = call{intent: i, refs: 1, origin: origin}
	l.intents[i].refs++
	return c
}

// Hold notes that a request of the call lives; Drop that it no longer does.
func (l *Ledger) Hold(c Call) { l.calls[c].refs++ }

// Drop gives a hold back.
func (l *Ledger) Drop(now sim.Time, c Call) {
	b := &l.calls[c]
	if b.refs--; b.refs == 0 {
		l.freeCalls = append(l.freeCalls, c)
		l.release(now, b.intent)
	}
}

// IntentOf tells which intent a call serves.
func (l *Ledger) IntentOf(c Call) Number { return l.intents[l.calls[c].intent].number }

// Landing is one commit.
type Landing struct {
	Role  fact.Role
	Key   uint64   // idempotency key; 0: none
	Began sim.Time // of its execution
	Lost  bool     // the execution no longer held its key: its lease had ended
	Late  bool     // keys are stored at the commit only
}

// Land books a commit and tells whether it landed anything: a repeat of what is
// harmless by nature does not.
func (l *Ledger) Land(now sim.Time, c Call, landing Landing) bool {
	b := &l.calls[c]
	i := &l.intents[b.intent]
	if i.natural && i.landed > 0 {
		return false
	}
	cause := fact.CauseNone
	if i.landed > 0 {
		cause = l.cause(c, landing)
	} else {
		i.landedFrom = b.origin
	}
	i.landed++
	i.landedKey, i.landedAt, i.landedLost = landing.Key, now, landing.Lost
	l.landings++
	l.emit(fact.EffectLanded, now, b.intent, uint8(cause))
	if !b.landed {
		b.landed, b.role = true, landing.Role
		l.settle(now, c)
	}
	return true
}

// cause says why a further effect of an intent landed: its key did not hold;
// else, if the call has landed before, the copy that was no first try; else, of
// two calls, the one that was no plan. So retry and hedge are what a key for each
// call would have saved, reissue and adapt what it would not.
func (l *Ledger) cause(c Call, landing Landing) fact.Cause {
	b := &l.calls[c]
	i := &l.intents[b.intent]
	if landing.Key != 0 && landing.Key == i.landedKey {
		switch {
		case landing.Lost || i.landedLost:
			return fact.CauseLease
		case landing.Late && landing.Began < i.landedAt:
			return fact.CauseStoredLate
		default:
			return fact.CauseKeyExpired
		}
	}
	if b.landed {
		role := landing.Role
		if role == fact.First {
			role = b.role
		}
		if role == fact.Hedge {
			return fact.CauseHedge
		}
		return fact.CauseRetry
	}
	origin := b.origin
	if origin == fact.Planned {
		origin = i.landedFrom
	}
	if origin == fact.Adapted {
		return fact.CauseAdapt
	}
	return fact.CauseReissue
}

// Replay notes that a call was answered with the effect of an intent.
func (l *Ledger) Replay(c Call, of Number) {
	if l.IntentOf(c) != of {
		l.calls[c].replayed = true
	}
}

// Surface books what the model is told of a call and closes the wrapper's hold.
func (l *Ledger) Surface(now sim.Time, c Call, class fact.Class) {
	b := &l.calls[c]
	if class == fact.ClassOK {
		i := &l.intents[b.intent]
		i.done = true
		i.missed = i.missed || b.replayed
	} else {
		b.failed, b.unknown = true, class == fact.ClassUnknown
		l.emit(fact.EffectFailed, now, b.intent, 0)
		if b.unknown {
			l.emit(fact.EffectUnknown, now, b.intent, 0)
		}
		if b.landed {
			l.settle(now, c)
		}
	}
	l.Drop(now, c)
}

// settle books what a call's landing makes of its surfaced failure, once both
// have happened.
func (l *Ledger) settle(now sim.Time, c Call) {
	b := &l.calls[c]
	if b.failed {
		l.emit(fact.FalseFailure, now, b.intent, 0)
	}
	if b.unknown {
		l.emit(fact.EffectUnknownLanded, now, b.intent, 0)
	}
}

// Landed tells whether an intent's effect has landed.
func (l *Ledger) Landed(i Intent) bool { return l.intents[i].landed > 0 }

// Release notes that the task cares no more for an intent.
func (l *Ledger) Release(now sim.Time, i Intent) { l.release(now, i) }

func (l *Ledger) release(now sim.Time, i Intent) {
	b := &l.intents[i]
	if b.refs--; b.refs == 0 {
		l.close(now, i)
		l.freeIntents = append(l.freeIntents, i)
	}
}

// close books how an intent ended once nothing of it can land any more.
func (l *Ledger) close(now sim.Time, i Intent) {
	b := &l.intents[i]
	switch {
	case b.done && b.landed == 0 && b.missed:
		l.emit(fact.EffectMissed, now, i, 0)
	case b.done && b.landed == 0:
		l.emit(fact.EffectLost, now, i, 0)
	}
	b.done = false
}

// Finish closes the books of all that lives at the end of the run.
func (l *Ledger) Finish(now sim.Time) {
	for i := range l.intents {
		if l.intents[i].refs > 0 {
			l.close(now, Intent(i))
		}
	}
}

// Landings tells how many effects have landed, for the conservation check.
func (l *Ledger) Landings() int64 { return l.landings }

func (l *Ledger) emit(kind fact.Kind, now sim.Time, i Intent, code uint8) {
	b := &l.intents[i]
	f := l.recorder.New()
	f.Kind, f.At, f.Agent, f.Cohort, f.Tool, f.Code, f.Measured = kind, now, b.agent, b.cohort, b.tool, code, b.measured
}
