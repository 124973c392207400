package ledger

import (
	"testing"

	"herdcast/models/fact"
	"herdcast/sim"
)

// books is a ledger whose facts are counted by kind, landings also by cause.
type books struct {
	*Ledger
	recorder *fact.Recorder
	counts   [fact.Kinds]int
	causes   [fact.Causes]int
}

func newBooks() *books {
	b := &books{}
	b.recorder = &fact.Recorder{}
	b.recorder.Into(func(facts []fact.Fact) {
		for _, f := range facts {
			b.counts[f.Kind]++
			if f.Kind == fact.EffectLanded {
				b.causes[f.Code]++
			}
		}
	})
	b.Ledger = New(b.recorder)
	return b
}

func (b *books) count(k fact.Kind) int {
	b.recorder.Flush()
	return b.counts[k]
}

func (b *books) caused(c fact.Cause) int {
	b.recorder.Flush()
	return b.causes[c]
}

func (b *books) want() Intent { return b.Want(0, 0, 0, 0, false, true) }

func TestCausesOfDuplicates(t *testing.T) {
	type landing struct {
		call int // which call lands
		Landing
	}
	tests := []struct {
		name    string
		origins []fact.Origin
		lands   []landing
		want    fact.Cause
	}{
		{"a retry of the same call", []fact.Origin{fact.Planned}, []landing{{0, Landing{}}, {0, Landing{Role: fact.Retry}}}, fact.CauseRetry},
		{"a first try that lands after its retry", []fact.Origin{fact.Planned}, []landing{{0, Landing{Role: fact.Retry}}, {0, Landing{}}}, fact.CauseRetry},
		{"a hedge", []fact.Origin{fact.Planned}, []landing{{0, Landing{}}, {0, Landing{Role: fact.Hedge}}}, fact.CauseHedge},
		{"a re-issue, though its own retry landed", []fact.Origin{fact.Planned, fact.Reissued}, []landing{{0, Landing{}}, {1, Landing{Role: fact.Retry}}}, fact.CauseReissue},
		{"the planned call after its re-issue", []fact.Origin{fact.Planned, fact.Reissued}, []landing{{1, Landing{}}, {0, Landing{}}}, fact.CauseReissue},
		{"a changed call", []fact.Origin{fact.Planned, fact.Adapted}, []landing{{0, Landing{Key: 3}}, {1, Landing{Key: 5}}}, fact.CauseAdapt},
		{"the same key after its retention", []fact.Origin{fact.Planned}, []landing{{0, Landing{Key: 3}}, {0, Landing{Role: fact.Retry, Key: 3}}}, fact.CauseKeyExpired},
		{"an execution that began before the store", []fact.Origin{fact.Planned}, []landing{{0, Landing{Key: 3, Late: true}}, {0, Landing{Role: fact.Retry, Key: 3, Late: true}}}, fact.CauseStoredLate},
		{"an execution that had lost its lease", []fact.Origin{fact.Planned}, []landing{{0, Landing{Role: fact.Retry, Key: 3}}, {0, Landing{Key: 3, Lost: true}}}, fact.CauseLease},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBooks()
			i := b.want()
			var calls []Call
			for _, origin := range test.origins {
				calls = append(calls, b.Begin(i, origin))
			}
			for n, l := range test.lands {
				b.Land(sim.Time(n+1), calls[l.call], l.Landing)
			}
			if b.caused(fact.CauseNone) != 1 || b.caused(test.want) != 1 {
				t.Errorf("causes %v, want one without cause and one %s", b.causes, test.want)
			}
		})
	}
}

// A call is a false failure once it is surfaced as failed and has landed, in
// whichever order.
func TestFalseFailureInEitherOrder(t *testing.T) {
	for _, landsFirst := range []bool{true, false} {
		b := newBooks()
		c := b.Begin(b.want(), fact.Planned)
		b.Hold(c) // a request lives on
		if landsFirst {
			b.Land(1, c, Landing{})
		}
		b.Surface(2, c, fact.ClassUnknown)
		if !landsFirst {
			if b.count(fact.FalseFailure) != 0 {
				t.Error("a false failure before anything landed")
			}
			b.Land(3, c, Landing{})
		}
		b.Drop(4, c)
		if b.count(fact.FalseFailure) != 1 || b.count(fact.EffectUnknownLanded) != 1 || b.count(fact.EffectUnknown) != 1 {
			t.Errorf("lands first %v: %d false failures, %d unknown, %d of them landed; want 1 each",
				landsFirst, b.count(fact.FalseFailure), b.count(fact.EffectUnknown), b.count(fact.EffectUnknownLanded))
		}
	}
}

// An intent that a replay of another's effect reports done is missed; one that
// is reported done and never lands is lost.
func TestMissedAndLost(t *testing.T) {
	b := newBooks()
	first := b.want()
	landed := b.Begin(first, fact.Planned)
	b.Land(0, landed, Landing{})
	number := b.IntentOf(landed)
	b.Surface(0, landed, fact.ClassOK)
	b.Release(0, first) // over, so its row serves another
	second, third := b.want(), b.want()
	if second != first {
		t.Fatalf("the second intent has row %d, want that of the first, %d", second, first)
	}
	c := b.Begin(second, fact.Planned)
	b.Replay(c, number)
	b.Surface(1, c, fact.ClassOK)
	b.Release(2, second)
	b.Surface(2, b.Begin(third, fact.Planned), fact.ClassOK)
	b.Finish(3)
	if b.count(fact.EffectMissed) != 1 || b.count(fact.EffectLost) != 1 {
		t.Errorf("%d missed, %d lost; want 1 and 1", b.count(fact.EffectMissed), b.count(fact.EffectLost))
	}
}

// A repeat of what is harmless by nature lands nothing.
func TestNaturalRepeatLandsNothing(t *testing.T) {
	b := newBooks()
	c := b.Begin(b.Want(0, 0, 0, 0, true, true), fact.Planned)
	if !b.Land(1, c, Landing{}) || b.Land(2, c, Landing{Role: fact.Retry}) {
		t.Error("want the first to land and the second not")
	}
	if b.Landings() != 1 {
		t.Errorf("%d landings, want 1", b.Landings())
	}
}
