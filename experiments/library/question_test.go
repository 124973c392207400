package library

import (
	"context"
	"os"
	"strings"
	"testing"

	"herdcast/experiments/plan/size"
	"herdcast/experiments/scenario"
)

// Every question that ships has an answer, and not at the end of the range, where it
// would ask nothing; it takes at most a fifth of the simulations of a grid of the same
// resolution. The quick ones are asked always, the others take a minute together and are asked
// where that is asked for.
func TestQuestionsThatShipHaveAnswers(t *testing.T) {
	quick := map[string]bool{"size-concurrency-limit": true, "size-attempts-for-a-quota": true, "size-tipping-slowdown": true}
	questions := 0
	for _, entry := range Experiments() {
		name := entry.Name
		if !strings.HasPrefix(name, "size-") {
			continue
		}
		questions++
		t.Run(name, func(t *testing.T) {
			if !quick[name] && os.Getenv("HERDCAST_FULL") == "" {
				return
			}
			data, ok := Named(name)
			if !ok {
				t.Fatal("not shipped")
			}
			e, err := scenario.ReadExperiment(name, data, scenario.Options{Shipped: Files()})
			if err != nil {
				t.Fatal(err)
			}
			r, err := size.Find(context.Background(), e, size.Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			if r.Answer == nil || strings.Contains(r.Why, "end of the range") {
				t.Error(r.Why)
			}
			if r.Simulations > r.Grid/5 {
				t.Errorf("%d simulations, more than a fifth of %d", r.Simulations, r.Grid)
			}
		})
	}
	if questions < 9 {
		t.Errorf("only %d questions ship", questions)
	}
}
