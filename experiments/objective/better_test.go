package objective

import (
	"slices"
	"strings"
	"testing"
)

func TestMeasuresHaveTheirBetterSide(t *testing.T) {
	for measure, want := range map[string]Side{
		"amplification.peak": Lower, "latency.ok.p99": Lower, "latency.p99(tool=search)": Lower, "attempts (tool=search)": Neither, "effects.duplicates_per_1000": Lower, "layers.retry[2]": Lower, "tokens": Lower,
		"goodput": Higher, "tasks.success": Higher, "recovery.recovered": Higher, "recovery.time": Lower,
		"attempts": Neither, "attempts.retries": Neither, "calls": Neither, "load": Neither, "time.think": Neither, "effects.landed": Neither, "turns": Neither, "effects.unknown": Lower, "effects.unknown.landed": Neither,
	} {
		if got := Better(measure); got != want {
			t.Errorf("%s: got %q, want %q", measure, got, want)
		}
	}
}

// Every name of a side is a measure or the stem of some, and stands once.
func TestSidesNameMeasures(t *testing.T) {
	all := append(slices.Clone(lower), higher...)
	for i, name := range all {
		known := slices.ContainsFunc(Measures, func(m Measure) bool { return m.Name == name || strings.HasPrefix(m.Name, name+".") })
		if !known && name != "layers" {
			t.Errorf("%s is no measure", name)
		}
		if slices.Contains(all[:i], name) {
			t.Errorf("%s stands twice", name)
		}
	}
}
