package library

import (
	"strconv"
	"testing"

	"herdcast/experiments/result"
)

func number(value *float64) string {
	if value == nil {
		return "none"
	}
	return strconv.FormatFloat(*value, 'g', -1, 64)
}

func value(t *testing.T, r *result.Result, name string) float64 {
	t.Helper()
	m := r.Measures[name]
	if m.Value == nil {
		t.Fatalf("%s has no %s: %s", r.Name, name, m.Why)
	}
	return *m.Value
}

// What the scenarios' comments claim, three replications each.
func TestShippedScenariosShowWhatTheySay(t *testing.T) {
	for name, others := range map[string]map[string]string{
		"hello":                            nil,
		"brownout-with-writes":             nil,
		"full-outage":                      nil,
		"full-outage-without-jitter":       {"herd.peak(attempt=2) <= 200": result.Fails},
		"shared-quota":                     nil,
		"metastable-slowdown":              nil,
		"metastable-slowdown-two-attempts": nil,
		"trace-driven-fleet":               nil,
		"workable-default":                 nil,
		"headroom-good-day":                nil,
		"headroom-brown-out":               nil,
		"research-fleet":                   nil,
		"research-fleet-unpaced":           {"tasks.success(cohort=lead) >= 95%": result.Fails, "amplification <= 1.2": result.Fails},
	} {
		t.Run(name, func(t *testing.T) {
			verdicts(t, simulate(t, name, 3), others)
		})
	}
}

// The gate, the key, the cap, the jitter and a model that is told are worth it:
// fewer effects twice, a smaller herd, fewer requests.
func TestWorkableDefaultIsBetterThanNone(t *testing.T) {
	with, without := simulate(t, "workable-default", 3), simulate(t, "workable-default-without", 3)
	for _, name := range []string{"effects.duplicates", "herd.peak", "amplification"} {
		if w, wo := value(t, with, name), value(t, without, name); w >= wo {
			t.Errorf("%s: %v with, %v without", name, w, wo)
		}
	}
}
