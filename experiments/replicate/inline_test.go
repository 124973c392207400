package replicate_test

import (
	"context"
	"testing"

	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// simulate reads a scenario as a user would write it and runs it.
func simulate(t *testing.T, text string, set ...string) *result.Result {
	t.Helper()
	s, err := scenario.Read("inline.yaml", []byte(text), scenario.Options{Set: set})
	if err != nil {
		t.Fatal(err)
	}
	r, err := replicate.Run(context.Background(), s, replicate.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// answers runs a scenario and wants each of the statements, which are written as
// objectives, to hold.
func answers(t *testing.T, text string, statements []string, set ...string) *result.Result {
	t.Helper()
	text += "\nobjectives:\n"
	for _, statement := range statements {
		text += "  - " + statement + "\n"
	}
	r := simulate(t, text, set...)
	for _, o := range r.Objectives {
		if o.Verdict == result.Holds {
			continue
		}
		if o.Value == nil {
			t.Errorf("%v: %s: %s (%s)", set, o.Text, o.Verdict, o.Why)
		} else {
			t.Errorf("%v: %s: %s, got %v", set, o.Text, o.Verdict, *o.Value)
		}
	}
	return r
}
