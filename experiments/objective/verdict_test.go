package objective

import (
	"testing"

	"herdcast/experiments/result"
)

func measure(unit string, value float64, replications ...float64) result.Measure {
	m := result.Measure{Unit: unit, Value: &value}
	for _, r := range replications {
		m.PerReplication = append(m.PerReplication, &r)
	}
	return m
}

func TestVerdictComesFromTheOneSidedBound(t *testing.T) {
	for _, row := range []struct {
		sign         string
		bound, upper float64
		low, high    float64
		want         string
	}{
		{"<=", 1.2, 0, 0.9, 1.2, result.Holds}, // the bound itself is allowed
		{"<=", 1.2, 0, 0.9, 1.3, result.Unclear},
		{"<=", 1.2, 0, 1.2, 1.3, result.Unclear},
		{"<=", 1.2, 0, 1.21, 1.3, result.Fails},
		{"<", 1.2, 0, 0.9, 1.19, result.Holds},
		{"<", 1.2, 0, 0.9, 1.2, result.Unclear},
		{"<", 1.2, 0, 1.2, 1.2, result.Fails},
		{">=", 0.99, 0, 0.99, 1, result.Holds},
		{">=", 0.99, 0, 0.98, 0.99, result.Unclear},
		{">=", 0.99, 0, 0.97, 0.98, result.Fails},
		{">", 0, 0, 0, 0, result.Fails},
		{">", 0, 0, 0, 1, result.Unclear},
		{">", 0, 0, 0.5, 1, result.Holds},
		{"in", 113, 125, 113, 125, result.Holds}, // both ends included
		{"in", 113, 125, 112, 125, result.Unclear},
		{"in", 113, 125, 113, 126, result.Unclear},
		{"in", 113, 125, 100, 112, result.Fails},
		{"in", 113, 125, 126, 130, result.Fails},
		{"in", 113, 125, 100, 130, result.Unclear},
	} {
		o := Objective{Text: "m", Query: Query{Measure: "m"}, Sign: row.sign, Bound: row.bound, Upper: row.upper}
		got := o.Judge(measure("ratio", (row.low+row.high)/2, row.low, row.high), Bounds{row.low, row.high})
		if got.Verdict != row.want {
			t.Errorf("%s %v (%v) for %v..%v: got %s, want %s", row.sign, row.bound, row.upper, row.low, row.high, got.Verdict, row.want)
		}
	}
}

func TestEqualAsksEveryReplication(t *testing.T) {
	for _, row := range []struct {
		unit   string
		bound  float64
		values []float64
		want   string
	}{
		{"", 12, []float64{12, 12, 12}, result.Holds},
		{"", 12, []float64{11, 13}, result.Fails}, // the mean alone would be right
		{"s", 0.25, []float64{0.25, 0.250000001}, result.Fails},
		{"s", 0.25, []float64{0.25, 0.25}, result.Holds},
		{"share", 1.0 / 3, []float64{0.3333333333}, result.Holds},
		{"share", 1.0 / 3, []float64{0.33333333}, result.Fails},
	} {
		o := Objective{Text: "m == x", Query: Query{Measure: "m"}, Sign: "==", Bound: row.bound}
		if got := o.Judge(measure(row.unit, row.bound, row.values...), Bounds{row.bound, row.bound}); got.Verdict != row.want {
			t.Errorf("%v %q == %v: got %s, want %s", row.values, row.unit, row.bound, got.Verdict, row.want)
		}
	}
}

func TestNothingHoldsWithoutAValue(t *testing.T) {
	o := Objective{Text: "latency.p99 <= 2s", Query: Query{Measure: "latency.p99"}, Sign: "<=", Bound: 2}
	got := o.Judge(result.Measure{Unit: "s", Why: "no call ended"}, Bounds{})
	if got.Verdict != result.Unclear || got.Why != "no call ended" {
		t.Errorf("got %+v", got)
	}

	// One of three replications saw no call: the others cannot vouch for it …
	m := measure("s", 1, 1, 1)
	m.PerReplication, m.Why = append(m.PerReplication, nil), "no call ended"
	got = o.Judge(m, Bounds{1, 1})
	if want := "no value in 1 of 3 replications: no call ended"; got.Verdict != result.Unclear || got.Why != want {
		t.Errorf("got %s, %q", got.Verdict, got.Why)
	}
	// … but they can convict.
	if got := o.Judge(m, Bounds{3, 3}); got.Verdict != result.Fails {
		t.Errorf("got %s", got.Verdict)
	}
}

func TestJudgedObjectiveRepeatsWhatWasAsked(t *testing.T) {
	o := Objective{Text: "attempts(attempt=2) in 3..5", Query: Query{Measure: "attempts", Part: Part{Attempt: 2}}, Sign: "in", Bound: 3, Upper: 5}
	got := o.Judge(measure("", 4, 4), Bounds{4, 4})
	if got.Measure != "attempts(attempt=2)" || got.Text != o.Text || got.Bound != 3 || got.Upper == nil || *got.Upper != 5 || *got.Value != 4 {
		t.Errorf("got %+v", got)
	}
}
