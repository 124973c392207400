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
		o                                                    Outcome
		retried, breaker, drop, mayHaveLanded, all, accepted bool
	}{
		{OK, false, false, false, false, false, true},
		{Throttled, true, false, true, false, true, false},
		{Unavailable, true, true, true, false, true, false},
		{ServerError, true, true, false, true, true, true},
		{Reset, true, true, false, true, true, false},
		{Refused, true, true, false, false, true, false},
		{Timeout, true, true, true, true, true, false},
		{Conflict, false, false, false, true, true, true},
		{Semantic, false, false, false, false, true, true},
		{Rejected, false, false, false, false, true, false},
		{Abandoned, false, false, false, true, false, false},
		{Unfinished, false, false, false, false, false, false},
	} {
		for _, each := range []struct {
			name string
			set  Set
			want bool
		}{
			{"retried", Retryable, row.retried}, {"breaker failure", BreakerFailures, row.breaker}, {"limit drop", LimitDrops, row.drop},
			{"may have landed", MayHaveLanded, row.mayHaveLanded}, {"all", All, row.all}, {"accepted", Accepted, row.accepted},
		} {
			if got := each.set.Has(row.o); got != each.want {
				t.Errorf("%v, %s: got %v, want %v", row.o, each.name, got, each.want)
			}
		}
	}
}
