package library

import (
	"context"
	"testing"

	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// simulate runs a shipped scenario as a user would; without replications as many
// as it asks for.
func simulate(t *testing.T, name string, replications int) *result.Result {
	t.Helper()
	data, ok := Named(name)
	if !ok {
		t.Fatalf("%s is not shipped", name)
	}
	options := scenario.Options{Shipped: Files()}
	if replications > 0 {
		options.Replications = &replications
	}
	s, err := scenario.Read(name, data, options)
	if err != nil {
		t.Fatal(err)
	}
	r, err := replicate.Run(context.Background(), s, replicate.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func verdicts(t *testing.T, r *result.Result, want map[string]string) {
	t.Helper()
	for _, o := range r.Objectives {
		due, ok := want[o.Text]
		if !ok {
			due = result.Holds
		}
		if o.Verdict != due {
			t.Errorf("%s: %s, want %s; value %s %s", o.Text, o.Verdict, due, number(o.Value), o.Why)
		}
	}
}

// Every case states its known answer as objectives, so all of them hold.
func TestCasesHaveTheirKnownAnswers(t *testing.T) {
	for _, entry := range All() {
		if !entry.Case {
			continue
		}
		t.Run(entry.Name, func(t *testing.T) {
			verdicts(t, simulate(t, entry.Name, 0), nil)
		})
	}
}
