package replicate_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// worlds writes scenarios that mix everything the language has.
type worlds struct{ *rand.Rand }

// one takes one of the choices, which are set apart by bars.
func (w worlds) one(choices string) string {
	all := strings.Split(choices, "|")
	return strings.TrimSpace(all[w.IntN(len(all))])
}

// some joins up to so many entries.
func (w worlds) some(most int, entry func() string) string {
	var all []string
	for range w.IntN(most + 1) {
		all = append(all, entry())
	}
	return "[" + strings.Join(all, ", ") + "]"
}

const (
	services = "0s | 1ms | 100ms | 2s | {exponential: 300ms} | {p50: 40ms, p99: 300ms}"
	scopes   = "call | task | agent | process | cohort | fleet"
)

func (w worlds) tool() string {
	return fmt.Sprintf("{service: %s, semantic_failures: %s%s}", w.one(services), w.one("0% | 20%"),
		w.one("| , effect: true | , effect: true, natural: true | , effect: true, lands: 40%, key: per_call | , effect: true, lands: start, key: per_intent | , effect: true, key: per_attempt"))
}

func (w worlds) layer() string {
	scope := w.one(scopes)
	switch w.IntN(9) {
	case 0:
		return "{timeout: " + w.one("200ms | 1s | 5s | {max: 5s, min: 200ms, share_of_budget: 30%}") + "}"
	case 1:
		if w.IntN(4) == 0 {
			return fmt.Sprintf("{breaker: {algorithm: %s, scope: %s}}", w.one("{opossum: {reset_timeout: 2s}} | {hystrix_go: {request_volume_threshold: 3, sleep_window: 1s}} | {spring_retry: {reset_timeout: 2s}}"), scope)
		}
		return fmt.Sprintf("{breaker: {trip: %s, open: %s, %s, judged: %s, stale: %s, scope: %s}}",
			w.one("{consecutive: 3} | {count: 3, window: 5s} | {rate: 50%, window: 5s, min_calls: 5} | {rate: 30%, window: 20, min_calls: 5} | {slow: 1s, slow_rate: 50%, window: 4s, slices: 4, min_calls: 2} | {rate: 50%, window: 5s, tumbling: true, min_calls: 2, of: started_and_rejected}"),
			w.one("2s | {first: 1s, cap: 5s, jitter: full}"), w.one("probes: 1 | probes: 3 | probes: unlimited | half_open: {probes: 3, close_below: 50%} | half_open: {share: 50%, for: 3s, close_below: 50%}"),
			w.one("each | failure | 500ms"), w.one("ignore | count | decide"), scope)
	case 2:
		return fmt.Sprintf("{limit: {max: %s, wait: %s, queue: %s, order: %s, scope: %s}}",
			w.one("1 | 5"), w.one("0s | 1s | forever"), w.one("0 | 5 | unlimited"), w.one("fifo | lifo"), scope)
	case 3:
		return fmt.Sprintf("{hedge: {after: %s, extra: %s, only_if_safe: %s, on_failure: %s}}", w.one("100ms | 1s | 3s | p50 | p95"), w.one("1 | 2"), w.one("true | false"), w.one("next | wait | fail"))
	case 4:
		return fmt.Sprintf("{limit: {adaptive: {%s}, wait: %s, order: %s, scope: %s}}",
			w.one("kind: aimd, initial: 3, min: 1, max: 5, timeout: 1s | kind: vegas, initial: 3, max: 9, probe_multiplier: 1 | kind: gradient2, initial: 3, min: 1, long_window: 20 | "+
				"kind: gradient, min: 1, initial: 4, min_rtt_calc: {request_count: 3, interval: 3s}"), w.one("0s | 1s | forever"), w.one("fifo | lifo"), scope)
	case 5:
		return fmt.Sprintf("{rate: {%s, scope: %s}}",
			w.one("limit: 5/s, burst: 3, wait: 0s | limit: 20/s | limit: 3/s, window: fixed, wait: {exponential: 1s} | limit: 30/min, burst: 5 | adaptive: cubic"), scope)
	case 6:
		return w.one("{throttle: {window: 5s, scope: agent}} | {throttle: {k: 1.5, scope: fleet}} | {throttle: {window: 2s, slices: 4, of: finished, at_most: 80%, aggression: 2}} | {throttle: {algorithm: go_zero, scope: fleet}} | {hop: {delay: 10ms}} | {hop: {delay: {exponential: 300ms}}} | {hop: {delay: {uniform: [0s, 1s]}}}")
	}
	budget := ""
	if w.IntN(2) == 0 {
		budget = fmt.Sprintf(", budget: {tokens: %s, give_back: %s, charge: %s, scope: %s}", w.one("5 | 500"), w.one("last | all | nothing"), w.one("before_wait | after_wait"), scope)
	}
	return fmt.Sprintf("{retry: {attempts: %s, on: %s, only_if_safe: %s, hint: %s, sleeps_after_last: %s, backoff: %s%s}}",
		w.one("1 | 3 | 5"), w.one("all | [timeout, unavailable]"), w.one("true | false"), w.one("ignore | honor | {use: floor, at_most: 1s, above: give_up}"), w.one("true | false"),
		w.one("none | {first: 500ms, jitter: full} | {first: 100ms, jitter: decorrelated, cap: 5s} | {schedule: [1s, {exponential: 50ms}]}"), budget)
}

func (w worlds) cohort(begins, tools string) string {
	return fmt.Sprintf("{%s, processes: 3, policy: p, model: %s, task: {turns: {between: [1, 3]}, calls: {between: [1, 3]}, think: %s, tools: %s, budget: {%s}}}",
		w.one(begins), w.one("stop | careful | {told: false} | {exhausted: {reissue: 80%, abandon: 20%}, semantic: {adapt: 100%}, max_repeats: 2, then: degrade}"),
		w.one("100ms | {exponential: 1s}"), tools, w.one("wall_clock: 3s, turns: 20 | wall_clock: 10s, turns: 20 | wall_clock: 10s, tokens: 9000"))
}

// policy writes up to four layers; more than two hedges of two copies each do not fit.
func (w worlds) policy() string {
	for {
		if layers := w.some(4, w.layer); strings.Count(layers, "hedge") < 3 {
			return layers
		}
	}
}

const begins = "agents: 30, rest: {exponential: 1s} | agents: 20, every: 2s, phase: even | arrivals: 5/s | profile: [{from: 0s, rate: 9/s}, {from: 10s, rate: 0/s, ramp: true}]"

// fleet writes two cohorts; in half of all worlds their calls start children, which
// start children of their own.
func (w worlds) fleet() (tools, fleet string) {
	if w.IntN(2) == 0 {
		return "", w.cohort(begins, "{a: 50%, b: 50%}") + ", " + w.cohort(begins, "{a: 50%, b: 50%}")
	}
	spawns := func(cohort string) string {
		return fmt.Sprintf("{spawns: {cohort: %s, count: %s, needs: %s}}", cohort, w.one("1 | 3 | {between: [1, 4]}"), w.one("all | any | 50%"))
	}
	return ", split: " + spawns("child") + ", deeper: " + spawns("grandchild"),
		w.cohort(begins, "{a: 80%, split: 20%}") + ", " + w.cohort(begins, "{b: 80%, deeper: 10%, split: 10%}") + ", " +
			w.cohort("name: child", "{a: 50%, b: 20%, deeper: 30%}") + ", " + w.cohort("name: grandchild", "{a: 20%, b: 80%}")
}

func (w worlds) fault() string {
	return fmt.Sprintf("{at: %s, %s%s}", w.one("0s | 5s | 10s"), w.one("| for: 5s,"),
		w.one(" share: 50%, down: refuse | down: hang | down: reset | closed: {hint: remaining} | errors: {share: 50%} | errors: {effect: landed} | slow: 4x | slow: {to: {exponential: 1s}} | capacity: 25% | lose_replies: 30% | lose_requests: 30% | load: 3x"))
}

func (w worlds) world() string {
	quota := w.one("| , quota: {limit: 20, per: 1s, window: fixed, hint: remaining} | , quota: {limit: 100, per: 1m, scope: agent}")
	keys := fmt.Sprintf("{retention: %s, reserve: %s, in_progress: %s, done: %s, lease: %s, at: %s}",
		w.one("1s | 24h"), w.one("start | end"), w.one("conflict | wait"), w.one("replay | conflict"), w.one("none | 500ms"), w.one("service | door"))
	tools, fleet := w.fleet()
	return fmt.Sprintf("version: 1\nrun: {duration: 20s, replications: 1}\ntools: {a: %s, b: %s%s}\npolicies: {p: %s}\nfleet: [%s]\nfaults: %s\n"+
		"dependency: {servers: %s, queue: {max: %s}, abandoned: %s, network: {delay: %s, lose_replies: 5%%, reset: 5%%}, keys: %s%s}",
		w.tool(), w.tool(), tools, w.policy(), fleet, w.some(3, w.fault),
		w.one("1 | 20 | inf"), w.one("0 | 5 | unlimited"), w.one("finish | cancel"), w.one("0s | 1ms | {exponential: 20ms}"), keys, quota)
}

// Whatever the scenario, each thing that began has one end: the run checks
// permits, commits and time itself, and the counts add up.
func TestNothingIsLostInAnyWorld(t *testing.T) {
	for seed := range uint64(150) {
		text := worlds{rand.New(rand.NewPCG(seed, 0))}.world()
		s, err := scenario.Read("world.yaml", []byte(text), scenario.Options{})
		if err != nil {
			t.Fatalf("world %d: %v\n%s", seed, err, text)
		}
		r, err := replicate.Run(context.Background(), s, replicate.Options{Workers: 1})
		if err != nil {
			t.Errorf("world %d: %v\n%s", seed, err, text)
			continue
		}
		for total, parts := range sums {
			if whole, sum := count(r, total), count(r, parts...); whole != sum {
				t.Errorf("world %d: %v %s, but %v %v\n%s", seed, whole, total, sum, parts, text)
			}
		}
		if landed, once := count(r, "effects.landed"), count(r, "effects.wanted", "effects.duplicates"); landed > once {
			t.Errorf("world %d: %v effects landed, but %v were wanted or duplicates\n%s", seed, landed, once, text)
		}
		if shares := count(r, categories...); r.Measures["time.think"].Value != nil && math.Abs(shares-1) > 1e-9 {
			t.Errorf("world %d: the categories of time make %v\n%s", seed, shares, text)
		}
	}
}

var sums = map[string][]string{
	"tasks.started": {"tasks.succeeded", "tasks.degraded", "tasks.failed", "tasks.out_of_time", "tasks.out_of_tokens", "tasks.out_of_turns", "tasks.unfinished"},
	"calls":         {"calls.succeeded", "calls.failed", "calls.unfinished"},
	"attempts": {"attempts.ok", "attempts.semantic", "attempts.throttled", "attempts.unavailable", "attempts.server_error", "attempts.reset",
		"attempts.refused", "attempts.conflict", "attempts.timeout", "attempts.abandoned", "attempts.unfinished"},
}

var categories = []string{"time.think", "time.service", "time.queue", "time.network", "time.backoff", "time.limit", "time.failed_attempts", "time.wasted_turns", "time.children"}

// count adds up measures of a run of one replication; those that are not there
// count as none.
func count(r *result.Result, names ...string) (sum float64) {
	for _, name := range names {
		if m := r.Measures[name]; m.Value != nil {
			sum += *m.Value
		}
	}
	return sum
}
