package explain

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/replicate"
)

// fleet is 5,000 agents that ask for up to 5,000 / 10 s = 500 a second of the 400 that
// 40 servers can serve.
const fleet = `
version: 1
name: fleet
run: {duration: 2m, warmup: 60s, replications: 2}
fleet: [{agents: 5000, rest: {exponential: 10s}, policy: p, model: stop}]
policies: {p: [{retry: {attempts: 3, backoff: {first: 400ms, factor: 1, cap: 400ms, jitter: full}}}, {timeout: 2s}]}
dependency: {servers: 40, service: {exponential: 100ms}, queue: {max: 200}}
`

// Large fleets do what the quick look says: their attempts, amplification, refusals
// and queue are within 2 %. With a timeout of 20 s and no
// bound none is refused, and by Little's law 5,000 / 400 = 12.5 s are a round, of which
// 2.4 s are spent in a queue of 960.
func TestLargeFleetsDoWhatTheQuickLookSays(t *testing.T) {
	for name, set := range map[string][]string{
		"refusals": nil,
		"repeats":  {"fleet.cohort1.model={exhausted: {reissue: 60%, degrade: 40%}, max_repeats: 3}", "fleet.cohort1.task.think=1s", "run.duration=4m", "run.warmup=2m"},
		"tools":    {"tools={quick: {service: {exponential: 50ms}}, slow: {service: {exponential: 150ms}}}", "run.duration=4m", "run.warmup=2m"},
		"timeouts": {"policies.p.retry.attempts=1", "policies.p.timeout=20s", "dependency.queue.max=unlimited"},
	} {
		t.Run(name, func(t *testing.T) {
			s := read(t, fleet, set...)
			quick := Of(s).Quick
			if len(quick.States) != 1 {
				t.Fatalf("got %+v", quick)
			}
			state := quick.States[0]
			r, err := replicate.Run(context.Background(), s, replicate.Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			attempts := *r.Measures["attempts"].Value
			for _, row := range []struct {
				what       string
				says, does float64
			}{
				{"attempts", state.Attempts, *r.Measures["offered"].Value},
				{"per call", state.PerCall, *r.Measures["amplification"].Value},
				{"let in", 1 - state.Refused, 1 - *r.Measures["attempts.unavailable"].Value/attempts},
				{"queue", *state.Queue, *r.Measures["queue.mean"].Value},
			} {
				if math.Abs(row.says/row.does-1) > 0.02 {
					t.Errorf("%s: it says %v, the simulation %v", row.what, row.says, row.does)
				}
			}
		})
	}
}

// No answer is better than a wrong one: a key that the quick look does not know of is
// named, and there is no state.
func TestQuickLookNamesWhatItDoesNotKnow(t *testing.T) {
	for set, path := range map[string]string{
		"dependency.sharing=processor":                                      "dependency.sharing",
		"dependency.queue.order=lifo":                                       "dependency.queue.order",
		"dependency.abandoned=cancel":                                       "dependency.abandoned",
		"dependency.replicas.count=2":                                       "dependency.replicas",
		"dependency.network.lose_requests=1%":                               "dependency.network.lose_requests",
		"fleet.cohort1.model=stubborn":                                      "fleet[1].model",
		"fleet.cohort1.model={exhausted: {reissue: 60%, degrade: 40%}}":     "fleet[1].task.think", // 0 s < 10 · 100 ms / 40
		"fleet.cohort1.model={exhausted: {adapt: 60%, degrade: 40%}}":       "fleet[1].model",
		"fleet.cohort1.tasks=3":                                             "fleet[1].tasks",
		"fleet.cohort1.start.spread=61s":                                    "fleet[1].start",
		"policies.p.retry.max_elapsed=5s":                                   "policies.p[1].retry.max_elapsed",
		"policies.p.retry.backoff=none":                                     "policies.p[1].retry.backoff", // 0 s < 10 · 100 ms / 40
		"policies.p.retry.budget={tokens: 10}":                              "policies.p[1].retry.budget",
		"policies.p=[{retry: {}}, {breaker: {trip: {consecutive: 5}}}]":     "policies.p[2].breaker",
		"policies.p=[{timeout: 7s}, {retry: {attempts: 3}}, {timeout: 2s}]": "policies.p[1].timeout",
	} {
		quick := Of(read(t, fleet, set)).Quick
		if !slices.Contains(quick.Unseen, path) || len(quick.States) > 0 || quick.Way != nil {
			t.Errorf("%s: got %+v, want %s among the unseen", set, quick, path)
		}
	}
	// Three attempts of 2 s and two waits of 400 ms take 6.8 s at most, and agents that have
	// started by the end of warm-up are as those that always were: that changes nothing.
	plain := Of(read(t, fleet)).Quick
	for _, set := range []string{"policies.p.retry.max_elapsed=6900ms", "fleet.cohort1.start.spread=60s", "policies.p=[{timeout: 6900ms}, {retry: {attempts: 3, backoff: {first: 400ms, factor: 1, cap: 400ms, jitter: full}}}, {timeout: 2s}]"} {
		if quick := Of(read(t, fleet, set)).Quick; !reflect.DeepEqual(quick, plain) {
			t.Errorf("%s: got %+v, want %+v", set, quick, plain)
		}
	}
	for _, set := range []string{"policies.p.retry.max_elapsed=6800ms", "policies.p=[{timeout: 6800ms}, {retry: {attempts: 3, backoff: {first: 400ms, factor: 1, cap: 400ms, jitter: full}}}, {timeout: 2s}]"} {
		if quick := Of(read(t, fleet, set)).Quick; len(quick.Unseen) != 1 {
			t.Errorf("%s: got %v unseen", set, quick.Unseen)
		}
	}
	// Of two tools with one budget neither knows what the other has spent.
	if quick := Of(read(t, fleet, "tools={x: {}, y: {}}", "policies.p.retry.budget.percent=20%")).Quick; strings.Join(quick.Unseen, " ") != "policies.p[1].retry.budget" {
		t.Errorf("got %+v", quick)
	}
	quick := Of(read(t, fleet+"faults: [{at: 10s, for: 1s, down: hang}]\n")).Quick
	if len(quick.States) == 0 || quick.Way != nil || strings.Join(quick.UnseenFaults, " ") != "faults[1]" {
		t.Errorf("an outage leaves the states but no way, got %+v", quick)
	}
	// 24 h in steps of the service's 100 ms are 864,000, of 200,000 that are made at most.
	quick = Of(read(t, fleet, "run.duration=24h")).Quick
	if len(quick.States) == 0 || quick.Way != nil || len(quick.UnseenFaults) > 0 {
		t.Errorf("a long run leaves the states but no way, got %+v", quick)
	}
}
