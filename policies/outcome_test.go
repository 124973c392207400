package policies

import "testing"

func TestOutcomesAreFoundByTheirNames(t *testing.T) {
	for o := range Outcomes {
		if got, ok := OutcomeNamed(o.String()); got != o || !ok {
			t.Errorf("%v: got %v, %v", o, got, ok)
		}
	}
	if o, ok := OutcomeNamed("Timeout"); ok {
		t.Errorf("found %v", o)
	}
}

// The defaults that each layer holds of each outcome.
func TestDefaultsByOutcome(t *testing.T) {
	for _, row := range []struct {
		o                                          Outcome
		retried, breaker, drop, mayHaveLanded, all bool
	}{
		{OK, false, false, false, false, false},
		{Throttled, true, false, true, false, true},
		{Unavailable, true, true, true, false, true},
		{ServerError, true, true, false, true, true},
		{Reset, true, true, false, true, true},
		{Refused, true, true, false, false, true},
		{Timeout, true, true, true, true, true},
		{Conflict, false, false, false, true, true},
		{Semantic, false, false, false, false, true},
		{Rejected, false, false, false, false, true},
		{Abandoned, false, false, false, true, false},
		{Unfinished, false, false, false, false, false},
	} {
		for _, each := range []struct {
			name string
			set  Set
			want bool
		}{
			{"retried", Retryable, row.retried}, {"breaker failure", BreakerFailures, row.breaker}, {"limit drop", LimitDrops, row.drop},
			{"may have landed", MayHaveLanded, row.mayHaveLanded}, {"all", All, row.all},
		} {
			if got := each.set.Has(row.o); got != each.want {
				t.Errorf("%v, %s: got %v, want %v", row.o, each.name, got, each.want)
			}
		}
	}
}
