package library

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"herdcast/experiments/replicate"
	"herdcast/experiments/scenario"
	"herdcast/experiments/stats"
)

// lucky gives measures of each of 40 replications of a shipped scenario.
func lucky(t *testing.T, name string) map[string][]float64 {
	t.Helper()
	data, ok := Named(name)
	if !ok {
		t.Fatalf("%s does not ship", name)
	}
	replications, seed := 40, uint64(1)
	s, err := scenario.Read(name+".yaml", data, scenario.Options{Shipped: Files(), Seed: &seed, Replications: &replications})
	if err != nil {
		t.Fatal(err)
	}
	r, err := replicate.Run(context.Background(), s, replicate.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]float64{}
	for measure, m := range r.Measures {
		for _, v := range m.PerReplication {
			if v != nil {
				all[measure] = append(all[measure], *v)
			}
		}
	}
	return all
}

// Arms that meet the same luck differ by less chance than arms with luck of their
// own: the variance of the paired differences over the sum of the variances of both
// arms, which is that of unpaired differences, is below 1 in each of these
// comparisons, and as docs/determinism.md shows it. Where only the number of attempts
// differs, the calls that arrive are the same to the last one.
func TestPairingShrinksTheVarianceOfDifferences(t *testing.T) {
	page, err := os.ReadFile("../../docs/determinism.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range []struct {
		one, other string
		sameCalls  bool
	}{
		{"workable-default", "workable-default-without", false},
		{"slowdown-two-attempts", "slowdown-one-attempt", true},
		{"metastable-slowdown", "metastable-slowdown-two-attempts", true},
	} {
		a, b := lucky(t, pair.one), lucky(t, pair.other)
		row := fmt.Sprintf("| `%s`, `%s` |", pair.one, pair.other)
		for _, measure := range []string{"calls", "attempts", "goodput"} {
			differences := make([]float64, len(a[measure]))
			for i := range differences {
				differences[i] = a[measure][i] - b[measure][i]
			}
			_, paired := stats.Spread(differences)
			_, one := stats.Spread(a[measure])
			_, other := stats.Spread(b[measure])
			share := paired * paired / (one*one + other*other)
			if !(share < 1) {
				t.Errorf("%s and %s, %s: pairing leaves %v of the variance", pair.one, pair.other, measure, share)
			}
			if measure == "calls" && pair.sameCalls != (share == 0) {
				t.Errorf("%s and %s: calls differ with a variance of %v", pair.one, pair.other, share)
			}
			row += fmt.Sprintf(" %.2f |", share)
		}
		if !strings.Contains(string(page), row+"\n") {
			t.Errorf("docs/determinism.md should say\n%s", row)
		}
	}
}
