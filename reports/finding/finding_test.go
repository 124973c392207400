package finding

import (
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/result"
	"herdcast/reports/reporttest"
)

func messages(r *result.Result) map[string]string {
	all := map[string]string{}
	for _, f := range Of(r) {
		all[f.Name] = f.Message
	}
	return all
}

func TestEachRuleSaysItsNumbers(t *testing.T) {
	got := messages(reporttest.Brownout())
	for name, want := range map[string]string{
		// 400 + 420 first tries and 460 retries of a burst of a second, against 640/s
		"capacity-exceeded":        "At 4:00 the dependency is asked for 1,280/s, ×2.0 what it can serve then (640/s).",
		"queue-full":               "The dependency's queue fills up to its limit of 512; 4,490 attempts a run are answered unavailable.",
		"retries-multiply":         "In its worst ten seconds the fleet sends 1.31 attempts for each call that starts; over the whole run it is 0.90.",
		"breaker-sheds":            "The policy's own layers turn away 24,631 calls (11 %) before any attempt is made; breakers are not closed 6.2 % of the time; that keeps attempts below calls, at ×0.90.",
		"model-repeats":            "The model spends 3,580 extra turns (3.08 % of all) on calls that had failed; turns that only repeat cost 3.1 % of the tokens.",
		"work-wasted":              "The dependency spends 7.7 % of its busy time on requests whose caller has gone or whose result is a failure.",
		"wall-clock-spent-waiting": "3.9 % of task time goes into waiting and repeating, most of it on turns that repeat failed calls (3 %).",
		"tasks-out-of-time":        "631 tasks a run (2.58 %) run out of their 120 s.",
		"duplicates-by-repeating":  "35 effects a run land once more than wanted, 0.79 per 1,000, all by the model repeating a call.",
		"false-failures":           "402 calls a run are reported as failed or unknown although their effect landed, 8.3 % of the failures that a call with an effect reports.",
		"herd-returns-in-step":     "In the minute after the last fault up to 140 requests arrive within 100 ms, ×3.1 the usual.",
	} {
		if got[name] != want {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got[name], want)
		}
		delete(got, name)
	}
	for name, message := range got {
		t.Errorf("%s is not due: %q", name, message)
	}
}

func TestRulesAreSilentWithoutTheirMeasures(t *testing.T) {
	if found := Of(reporttest.Empty()); len(found) != 0 {
		t.Errorf("got %v", found)
	}
	if found := Of(&result.Result{}); len(found) != 0 {
		t.Errorf("got %v", found)
	}
}

func set(r *result.Result, name string, value float64) {
	r.Measures[name] = result.Measure{Value: &value}
}

func TestRulesOfRareCases(t *testing.T) {
	r := reporttest.Interrupted()
	set(r, "recovery.recovered", 0.75)
	set(r, "recovery.relapsed", 0.1)
	set(r, "effects.lost", 2)
	set(r, "retry_budget.denied", 1)
	set(r, "tasks.out_of_time", 1)
	set(r, "wall_clock.exhausted", 0.0001)
	set(r, "effects.duplicates", 70)
	got := messages(r)
	for name, want := range map[string]string{
		"interrupted":             "The run was interrupted: 7 of 20 replications were finished, so intervals are wider than planned.",
		"never-recovers":          "In 25 % of the replications calls do not get healthy again before the run ends.",
		"relapses":                "In 10 % of the replications calls recover and then fall ill again.",
		"effects-lost":            "2 effects a run were reported done although they never landed.",
		"retry-budget-denies":     "Retry budgets refuse 1 retry a run.",
		"tasks-out-of-time":       "1 task a run (0.01 %) runs out of its 120 s.",
		"duplicates-by-repeating": "70 effects a run land once more than wanted, 0.79 per 1,000, 35 of them by the model repeating a call.",
	} {
		if got[name] != want {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got[name], want)
		}
	}
}

// In the fault a tenth of 640/s can be served, so 800/s are 736/s too many; the
// 1,280/s after it are 640/s too many, and 5,000/s in the warm-up are not measured.
func TestOverloadIsHeldAgainstWhatAFaultLeaves(t *testing.T) {
	r := reporttest.Brownout()
	r.Facts.Faults[0].Capacity = 0.1
	first, again := r.Series["arrivals.first"].Mean, r.Series["arrivals.retries"].Mean
	first[10], first[200], again[200] = 5000, 700, 100
	want := "At 3:20 the dependency is asked for 800/s, ×12.5 what it can serve then (64/s)."
	if got := messages(r)["capacity-exceeded"]; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if at, found := Busiest(r); at != 240 || !found {
		t.Errorf("busiest: got %d, %v, want 240", at, found)
	}
	r.Facts.Faults[0].Capacity = 0
	want = "At 3:20 the dependency is asked for 800/s and can serve nothing."
	if got := messages(r)["capacity-exceeded"]; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	clear(first)
	clear(again)
	if at, found := Busiest(r); found {
		t.Errorf("without arrivals bin %d is the busiest", at)
	}
	if message := messages(r)["capacity-exceeded"]; message != "" {
		t.Errorf("without arrivals: %q", message)
	}
}

// About a mean of 100/s, bins of a second and one run lie within 40/s by chance (four
// standard deviations of 10/s), those of four runs within 20/s; what is in the warm-up
// does not count, and a hole is no more level than a peak.
func TestArrivalsAreLevelWithinChance(t *testing.T) {
	for _, row := range []struct {
		off  float64
		runs int
		want bool
	}{{40, 1, true}, {40.1, 1, false}, {20, 4, true}, {20.1, 4, false}, {100, 4, false}} {
		r := &result.Result{Replications: row.runs, Facts: result.Facts{Warmup: 1}, Series: map[string]result.Series{
			"arrivals.first": {Bin: 1, Mean: []float64{900, 100, 100 - row.off, 100 + row.off, 100}},
		}}
		if got := Level(r); got != row.want {
			t.Errorf("%v/s off in %d runs: got %v", row.off, row.runs, got)
		}
	}
	if Level(&result.Result{Replications: 1, Series: map[string]result.Series{"arrivals.first": {Bin: 1, Mean: make([]float64, 3)}}}) {
		t.Error("nothing arrives and is level")
	}
}

// Asked for 100/s, with bins of a second and one run, a dependency that can serve
// 100/s sees 130/s by chance (three standard deviations of 10/s), four runs on
// average 115/s.
func TestOverloadIsMoreThanChance(t *testing.T) {
	capacity := 100.0
	for _, row := range []struct {
		arrivals float64
		runs     int
		want     bool
	}{{130, 1, false}, {130.1, 1, true}, {115, 4, false}, {115.1, 4, true}} {
		r := &result.Result{Replications: row.runs, Facts: result.Facts{Capacity: &capacity}, Series: map[string]result.Series{
			"arrivals.first": {Bin: 1, Mean: []float64{90, row.arrivals, 90}},
		}}
		if at, found := Overload(r); found != row.want || found && at != 1 {
			t.Errorf("%v/s in %d runs: got bin %d, %v", row.arrivals, row.runs, at, found)
		}
	}
}

func TestFindingsAreSentencesWithANumber(t *testing.T) {
	for _, f := range Of(reporttest.Brownout()) {
		if !strings.HasSuffix(f.Message, ".") || !strings.ContainsAny(f.Message, "0123456789") {
			t.Errorf("%s: %q", f.Name, f.Message)
		}
	}
}

func TestAllKeepsWhatTheResultHoldsAndRepeatsNothing(t *testing.T) {
	r := reporttest.Brownout()
	r.Findings = append(r.Findings, result.Finding{Name: "queue-full", Message: "held"})
	all := All(r)
	if all[0].Name != "unsafe-repeat" || all[1].Message != "held" {
		t.Errorf("what the result holds does not come first: %v", all[:2])
	}
	if len(all) != len(Of(r))+1 {
		t.Errorf("%d findings, want %d", len(all), len(Of(r))+1)
	}
	if !slices.IsSortedFunc(all[2:], func(a, b result.Finding) int { return place(a.Name) - place(b.Name) }) {
		t.Error("findings are out of order")
	}
}

func place(name string) int {
	return slices.IndexFunc(rules, func(r rule) bool { return r.name == name })
}
