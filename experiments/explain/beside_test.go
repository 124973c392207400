package explain

import (
	"context"
	"math"
	"strings"
	"testing"

	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
)

// storm is 50 calls a second, 20 ms apart, of up to four attempts at 160 a second of
// capacity: a slowdown of 3 s is kept alive by the retries. Nothing is left to luck.
const storm = `
version: 1
name: storm
run: {duration: 2m, warmup: 2s, replications: 1}
fleet: [{arrivals: 50/s, pattern: even, policy: p, model: stop}]
policies: {p: [{retry: {attempts: 4, backoff: none}}, {timeout: 200ms}]}
dependency: {servers: 4, service: 25ms, queue: {max: unlimited}}
faults: [{name: slowdown, at: 10s, for: 3s, slow: 4x}, {name: late, load: 1x, at: 60s, for: 1m}]
`

func besideRun(t *testing.T, text string, set ...string) *result.QuickLook {
	t.Helper()
	s := read(t, text, set...)
	r, err := replicate.Run(context.Background(), s, replicate.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return Beside(s, r)
}

// Before the slowdown each of 50 calls a second takes 25 ms. From a minute on nobody is
// answered: 4 attempts of 200 ms each. The simulation does the same to the last call,
// as each second has the same 50 arrivals.
func TestFluidAndSimulationAgreeWithoutLuck(t *testing.T) {
	q := besideRun(t, storm)
	for name, want := range map[string]map[string]float64{
		"before": {"goodput": 50, "offered": 50, "amplification": 1, "latency": 0.025},
		"late":   {"goodput": 0, "offered": 200, "amplification": 4, "latency": 0.8},
	} {
		for _, span := range q.Spans {
			if span.Name != name {
				continue
			}
			for _, m := range span.Measures {
				w, seen := want[m.Measure]
				if !seen || math.Abs(*m.Fluid-w) > 1e-6 || math.Abs(*m.Simulated-w) > 1e-6 || m.Apart == nil || math.Abs(*m.Apart) > 1e-6 {
					t.Errorf("%s: %s is %v by the fluid, %v simulated, want %v", name, m.Measure, *m.Fluid, *m.Simulated, w)
				}
				delete(want, m.Measure)
			}
		}
		if len(want) > 0 {
			t.Errorf("%s: nothing is told of %v", name, want)
		}
	}
}

// A model that calls once more what has failed, after 1 s: two calls of four attempts for each of
// 50 a second, and 800 ms each. None of the repeats is left to luck either.
func TestFluidAndSimulationAgreeOnModelsThatRepeat(t *testing.T) {
	q := besideRun(t, storm, "fleet.cohort1.model={exhausted: {reissue: 100%}, max_repeats: 1}", "fleet.cohort1.task.think=1s")
	if len(q.Spans) == 0 {
		t.Fatalf("got %+v", q)
	}
	want := map[string]float64{"goodput": 0, "offered": 400, "amplification": 4, "latency": 0.8}
	for _, m := range q.Spans[len(q.Spans)-1].Measures {
		if w := want[m.Measure]; math.Abs(*m.Fluid-w) > 1e-6 || math.Abs(*m.Simulated-w) > 1e-6 {
			t.Errorf("%s is %v by the fluid, %v simulated, want %v", m.Measure, *m.Fluid, *m.Simulated, w)
		}
	}
}

// Spans are whole bins from warm-up on: of a fault from 10.5 s to 13.5 s those from 11 s
// to 13 s. A span with no whole bin is left out.
func TestSpansAreWholeBins(t *testing.T) {
	spans := func(q *result.QuickLook) string {
		var all []string
		for _, s := range q.Spans {
			all = append(all, s.Name+" "+number(s.From)+" to "+number(s.To))
		}
		return strings.Join(all, ", ")
	}
	if got := spans(besideRun(t, storm, "run.duration=60s", "faults.slowdown.at=10500ms")); got != "before 2 to 10, slowdown 11 to 13, after slowdown 14 to 60" {
		t.Errorf("got %s", got)
	}
	if got := spans(besideRun(t, storm, "run.duration=60s", "faults.slowdown.for=300ms")); got != "before 2 to 10, after slowdown 11 to 60" {
		t.Errorf("got %s", got)
	}
}

// Keys and faults of which the fluid knows nothing are named, and so is a run too long
// for it: a day in steps of 25 ms.
func TestNothingIsToldBesideWhatTheFluidDoesNotKnow(t *testing.T) {
	for set, want := range map[string]string{
		"dependency.abandoned=cancel":                    "dependency.abandoned",
		"faults=[{at: 10s, for: 3s, lose_replies: 50%}]": "faults[1]",
		"faults=[{at: 10s, for: 3s, slow: {add: 10ms}}]": "faults[1]",
	} {
		if q := besideRun(t, storm, "run.duration=20s", set); len(q.Spans) > 0 || strings.Join(q.Unseen, " ") != want {
			t.Errorf("%s: got %+v, want %s unseen", set, q, want)
		}
	}
	s := read(t, storm, "run.duration=24h")
	if q := Beside(s, &result.Result{Facts: result.Facts{SeriesBin: 1}}); len(q.Unseen) > 0 || len(q.Spans) > 0 || !strings.HasPrefix(q.Why, "the run is too long") {
		t.Errorf("got %+v", q)
	}
}
