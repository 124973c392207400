package review

import (
	"testing"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
)

func TestDenominatorsHaveTheirNoun(t *testing.T) {
	for _, row := range []struct {
		name string
		of   float64
		want string
	}{
		{"tasks.success", 14338.8, "14,339 ended tasks"},
		{"latency.ok.p99", 139110.6, "139,111 successful calls"},
		{"latency.p99", 153455.5, "153,456 ended calls"},
		{"goodput", 540, "540 s"},
		{"utilisation", 69120, "69,120 server seconds"},
		{"layers.sdk", 7, "7 calls entering"},
		{"recovery.recovered", 1, "10 runs"},
		{"recovery.relapsed", 0.1, "1 run"}, // the one that recovered
		{"unheard.of", 3, "3"},
	} {
		if got := outOf(row.name, result.Measure{Of: &row.of}, 10); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
	if got := outOf("attempts", result.Measure{}, 10); got != "" {
		t.Errorf("a count is out of %q", got)
	}
}

// Measures that are no counts are out of something.
func TestEveryRatioHasADenominator(t *testing.T) {
	of := 2.0
	for _, m := range objective.Measures {
		if m.Unit == "" || m.Unit == "tokens" {
			continue
		}
		if got := outOf(m.Name, result.Measure{Of: &of}, 1); got == "2" {
			t.Errorf("%s: no noun", m.Name)
		}
	}
}
