package library

import (
	"context"
	"strings"
	"testing"

	"herdcast/experiments/plan/size"
	"herdcast/experiments/scenario"
)

// The quick ones of the questions have answers, and not at the end of the range, where
// they would ask nothing. Three replications tell that much.
func TestQuestionsThatShipHaveAnswers(t *testing.T) {
	for _, name := range []string{"size-concurrency-limit", "size-retry-budget"} {
		data, ok := Named(name)
		if !ok {
			t.Fatalf("%s is not shipped", name)
		}
		few := 3
		e, err := scenario.ReadExperiment(name, data, scenario.Options{Shipped: Files(), Replications: &few})
		if err != nil {
			t.Fatal(err)
		}
		r, err := size.Find(context.Background(), e, size.Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if r.Answer == nil || strings.Contains(r.Why, "end of the range") {
			t.Errorf("%s: %s", name, r.Why)
		}
	}
}
