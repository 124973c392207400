package semantics

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"herdcast/experiments/result"
)

func init() {
	flag.Set("rapid.seed", "1")
	flag.Set("rapid.checks", "40") // of two runs each
}

// storm is a crowd that calls through any layers while the dependency hangs, breaks and
// slows down, and cuts its calls in every state; all of it is over well before the others
// come, who share its layers and have troubles of their own.
const storm = `version: 1
name: calm
run: {duration: 20m, replications: 1}
tools: {call: {service: {exponential: 200ms}}, other: {service: {exponential: 100ms}}}
fleet:
  - {name: storm, agents: 40, processes: 4, tasks: 3, start: {at: 0s}, policy: p, task: {calls: 2, tools: {call: 100%}, think: {exponential: 1s}, budget: {wall_clock: 8s}}}
  - {name: late, agents: 30, processes: 4, tasks: 2, start: {at: 300s}, policy: p, model: stop, task: {calls: 2, tools: {call: 100%}, budget: {wall_clock: 30s}}}
policies:
  p:
LAYERS
dependency: {servers: 8, queue: {max: 20}, abandoned: ABANDONED, network: {delay: {exponential: 5ms}}}
faults:
  - {at: 2s, for: 3s, share: 50%, down: hang}
  - {at: 4s, for: 6s, errors: {share: 70%}}
  - {at: 8s, for: 8s, slow: 8x}
  - {at: 300s, for: 1s, errors: {share: 40%, status: unavailable}}
`

// layers are those whose states remember nothing for long.
var layers = []string{
	"retry: {attempts: 3, backoff: {first: 100ms, jitter: full}, budget: {in_flight: 30%, floor: 1, scope: fleet}}",
	"retry: {attempts: 3, backoff: {first: 300ms, jitter: equal}, budget: {in_flight: 50%, floor: 2, used: [active], scope: fleet, charge: after_wait}}",
	"retry: {attempts: 2, backoff: none, budget: {concurrent: 2, scope: fleet}}",
	"retry: {attempts: 4, backoff: {first: 50ms}, past_deadline: give_up, sleeps_after_last: true}",
	"timeout: 700ms",
	"timeout: 2s",
	"timeout: {share_of_budget: 30%, max: 3s}",
	"limit: {max: 5, wait: {exponential: 500ms}, scope: fleet}",
	"limit: {max: 6, wait: forever, order: lifo, scope: fleet}",
	"limit: {max: 3, wait: 1s, queue: 4, scope: process}",
	"rate: {limit: 40/s, burst: 3, wait: 1s, scope: fleet}",
	"hop: {delay: {exponential: 20ms}}",
	"hedge: {after: 300ms}",
	"hedge: {after: 400ms, on_failure: next}",
	"fallback: {tool: other}",
}

// Whatever layers calls go through, and however they end, they give back what they have
// taken: permits, places in line, what budgets count as under way. Who comes when all is over
// fares as in a world without them, to the nanosecond.
func TestStormsLeaveNothingBehind(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var chosen strings.Builder
		for range rapid.IntRange(2, 5).Draw(r, "layers") {
			chosen.WriteString("    - " + rapid.SampledFrom(layers).Draw(r, "layer") + "\n")
		}
		abandoned := rapid.SampledFrom([]string{"finish", "cancel"}).Draw(r, "abandoned")
		text := strings.NewReplacer("LAYERS\n", chosen.String(), "ABANDONED", abandoned).Replace(storm)
		after := simulate(t, "calm.yaml", text).ByCohort["late"]
		alone := simulate(t, "calm.yaml", text, "fleet.storm.start.at=900s").ByCohort["late"]
		for name, want := range alone {
			if got := after[name]; !same(got, want) {
				r.Errorf("%s: %s alone, %s after a storm", name, shown(want), shown(got))
			}
		}
	})
}

// A storm of cut calls leaves no probe's place taken: when the dependency is well, and
// calls come one after the other, the breaker lets all pass but those of its first open
// time.
func TestStormsLeaveNoProbeBehind(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		breaker := rapid.SampledFrom([]string{
			"breaker: {trip: {consecutive: 3}, open: 1s, scope: fleet}",
			"breaker: {trip: {consecutive: 3}, open: 500ms, probes: 2, close_after: 3, scope: fleet}",
			"breaker: {trip: {rate: 30%, min_calls: 5, window: 5s}, open: 1s, stale: count, scope: fleet}",
			"breaker: {trip: {rate: 30%, min_calls: 5, window: 5s}, open: 1s, stale: decide, scope: fleet}",
			"breaker: {trip: {consecutive: 3}, open: 1s, half_open: {probes: 4, close_below: 50%}, scope: fleet}",
		}).Draw(r, "breaker")
		above := rapid.SampledFrom([]string{"timeout: 1s", "hedge: {after: 300ms}", "retry: {attempts: 3, backoff: {first: 100ms}, on: all}"}).Draw(r, "above")
		below := rapid.SampledFrom([]string{"timeout: 700ms", "limit: {max: 4, wait: 500ms, scope: fleet}", "hop: {delay: 10ms}"}).Draw(r, "below")
		text := strings.NewReplacer("LAYERS\n", "    - "+above+"\n    - "+breaker+"\n    - "+below+"\n", "ABANDONED", "finish",
			"agents: 30, processes: 4, tasks: 2, start: {at: 300s}", "at: [300s, 302s, 304s, 306s, 308s, 310s, 312s, 314s, 316s, 318s], processes: 1",
			"calls: 2, tools: {call: 100%}, budget: {wall_clock: 30s}", "tools: {other: 100%}, budget: {wall_clock: 30s}", "{exponential: 100ms}", "1ms",
			"  - {at: 300s, for: 1s, errors: {share: 40%, status: unavailable}}\n", "").Replace(storm)
		late := simulate(t, "calm.yaml", text).ByCohort["late"]
		if n := late["calls.succeeded"]; *n.Value != 10 {
			r.Errorf("%s of 10 calls succeed; above %s, %s, below %s", shown(n), above, breaker, below)
		}
	})
}

func same(a, b result.Measure) bool {
	if a.Value == nil || b.Value == nil {
		return a.Value == nil && b.Value == nil
	}
	return near(*a.Value, *b.Value)
}

func shown(m result.Measure) string {
	if m.Value == nil {
		return m.Why
	}
	return fmt.Sprint(*m.Value)
}
