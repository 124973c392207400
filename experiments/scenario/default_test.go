package scenario

import (
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// everything names every part of the language with nothing in it.
const everything = `
version: 1
fleet:
  - {agents: 3, policy: p}
  - {arrivals: 1/s, processes: 1}
  - {agents: 1, every: 1s}
policies:
  p:
    - retry: {}
    - retry: {backoff: {}, hint: {}, budget: {tokens: 500}}
    - breaker: {}
    - breaker: {trip: {rate: 50%}, open: {first: 1s}}
    - limit: {}
    - rate: {limit: 5/s}
    - hop: {}
    - throttle: {}
    - hedge: {after: 1s}
  a:
    - limit: {adaptive: {kind: aimd}}
    - limit: {adaptive: {kind: vegas}}
    - limit: {adaptive: {kind: gradient2}}
    - limit: {adaptive: {kind: gradient}}
    - rate: {adaptive: cubic}
  b:
    - retry: {budget: {grpc: {}}}
    - retry: {budget: {percent: 20%}}
    - retry: {budget: {in_flight: 20%}}
    - retry: {budget: {percent: 10%, window: 2m}}
dependency: {quota: {limit: 7}}
faults:
  - {at: 1s, errors: {}}
  - {at: 1s, closed: {}}
`

// TestDefaults holds the table of defaults; "-" is a key that is not there.
func TestDefaults(t *testing.T) {
	s := read(t, everything)
	tree := s.tree()
	for _, row := range []struct{ path, want string }{
		{"name", "test"},
		{"run.duration", "10m"}, {"run.warmup", "0s"}, {"run.seed", "1"}, {"run.replications", "20"}, {"run.series", "1s"}, {"run.herd_bin", "100ms"},

		{"fleet.1.name", "cohort1"}, {"fleet.2.name", "cohort2"}, {"fleet.1.processes", "3"}, {"fleet.1.start", "together"}, {"fleet.1.rest", "0s"},
		{"fleet.1.tasks", "unlimited"}, {"fleet.2.pattern", "poisson"}, {"fleet.3.phase", "random"}, {"fleet.3.policy", "-"},
		{"fleet.1.task.turns", "1"}, {"fleet.1.task.calls", "1"}, {"fleet.1.task.tools.call", "100%"}, {"fleet.1.task.think", "0s"},
		{"fleet.1.task.tokens.per_turn", "1500"}, {"fleet.1.task.tokens.per_result", "300"}, {"fleet.1.task.budget", "-"},
		{"fleet.1.model.told", "true"}, {"fleet.1.model.max_repeats", "3"}, {"fleet.1.model.max_adapts", "3"}, {"fleet.1.model.then", "abandon"},
		{"fleet.1.model.exhausted", "reissue 20% degrade 50% abandon 30%"}, {"fleet.1.model.semantic", "adapt 70% degrade 20% abandon 10%"},
		{"fleet.1.model.unknown", "reissue 50% degrade 20% abandon 30% verify_where_possible true"}, {"fleet.1.model.untold", "reissue 60% degrade 20% abandon 20%"},

		{"tools.call.effect", "false"}, {"tools.call.key", "none"}, {"tools.call.semantic_failures", "0%"}, {"tools.call.weight", "1"}, {"tools.call.service", "-"},

		{"policies.p.1.name", "retry"}, {"policies.p.2.name", "retry[2]"}, {"policies.p.1.retry.attempts", "3"},
		{"policies.p.1.retry.backoff", "first 500ms factor 2 growth exponential cap 8s jitter full order cap_then_jitter"},
		{"policies.p.2.retry.backoff", "first 500ms factor 2 growth exponential jitter none order cap_then_jitter"},
		{"policies.p.1.retry.hint", "honor"}, {"policies.p.2.retry.hint", "honor"},
		{"policies.p.1.retry.only_if_safe", "true"}, {"policies.p.1.retry.past_deadline", "sleep"}, {"policies.p.1.retry.sleeps_after_last", "false"},
		{"policies.p.1.retry.budget", "-"}, {"policies.p.1.retry.max_elapsed", "-"},
		{"policies.p.1.retry.on", "throttled unavailable server_error reset refused timeout"},
		{"policies.p.2.retry.budget", "tokens 500 cost 5 earn 1 give_back last charge before_wait scope process per_tool false"},
		{"policies.b.1.retry.budget", "grpc max 10 ratio 0.1 charge before_wait scope process per_tool false"},
		{"policies.b.2.retry.budget", "percent 20% floor 0 ttl 10s funded_by calls charge before_wait scope process per_tool false"},
		{"policies.b.3.retry.budget", "in_flight 20% floor 3 used waiting active base active waiting deciding round down charge before_wait scope process per_tool false"},
		{"policies.b.4.retry.budget", "percent 10% window 2m charge before_wait scope process per_tool false"},
		{"policies.p.3.breaker.trip", "consecutive 5"}, {"policies.p.4.breaker.trip", "rate 50% window 10s min_calls 20 above false tumbling false of finished"},
		{"policies.p.3.breaker.open", "30s"}, {"policies.p.3.breaker.probes", "1"}, {"policies.p.3.breaker.close_after", "1"},
		{"policies.p.3.breaker.failures", "unavailable server_error reset refused timeout"}, {"policies.p.3.breaker.stale", "ignore"},
		{"policies.p.3.breaker.successes", ""}, {"policies.p.3.breaker.judged", "each"}, {"policies.p.4.breaker.trip.slices", "-"},
		{"policies.p.3.breaker.half_open", "-"}, {"policies.p.4.breaker.open", "first 1s factor 2 jitter none order cap_then_jitter"},
		{"policies.p.3.breaker.scope", "process"}, {"policies.p.3.breaker.per_tool", "false"},
		{"policies.p.5.limit", "max 10 wait 0s queue unlimited order fifo scope process per_tool false"},
		{"policies.a.1.limit", "adaptive kind aimd initial 20 min 20 max 200 backoff_ratio 0.9 timeout 5s wait 0s queue unlimited order fifo scope process per_tool false"},
		{"policies.a.2.limit.adaptive", "kind vegas initial 20 min 1 max 1000 smoothing 1 probe_multiplier 30"},
		{"policies.a.3.limit.adaptive", "kind gradient2 initial 20 min 20 max 200 smoothing 0.2 queue_size 4 tolerance 1.5 long_window 600"},
		{"policies.a.4.limit.adaptive", "kind gradient initial 3 min 3 max 1000 sample_aggregate_percentile 50% concurrency_update_interval 100ms min_rtt_calc interval 1m request_count 50 jitter 15% buffer 25%"},
		{"policies.a.5.rate", "adaptive cubic scope process per_tool false"},
		{"policies.p.6.rate", "limit 5/s burst 1 window bucket wait forever scope process per_tool false"},
		{"policies.p.7.hop", "delay 0s"},
		{"policies.p.8.throttle", "k 2 window 2m of started_and_rejected min_requests 0 accepted server_error conflict semantic aggression 1 at_most 100% scope process"},
		{"policies.p.9.hedge", "after 1s extra 1 only_if_safe true on_failure wait on throttled unavailable server_error reset refused timeout conflict semantic rejected budget none"},

		{"dependency.servers", "64"}, {"dependency.queue", "max 1024 order fifo"}, {"dependency.service", "100ms"}, {"dependency.abandoned", "finish"},
		{"dependency.full", "status unavailable hint none"}, {"dependency.network", "delay 0s lose_requests 0% lose_replies 0% reset 0%"},
		{"dependency.keys", "retention 24h reserve start in_progress conflict done replay at service"},
		{"dependency.quota", "limit 7 per 1m window bucket burst 7 counts_refused false of requests scope fleet hint none status throttled"},

		{"faults.1.for", "-"}, {"faults.1.share", "-"}, {"faults.1.name", "errors"}, {"faults.1.errors", "share 100% status server_error effect none"},
		{"faults.2.closed", "status throttled hint none"},
	} {
		if got := spell(lookUp(tree, row.path)); got != row.want {
			t.Errorf("%s: got %q, want %q", row.path, got, row.want)
		}
	}
}

func lookUp(node *yaml.Node, path string) *yaml.Node {
	for key := range strings.SplitSeq(path, ".") {
		node = step(node, key)
	}
	return node
}

// step takes a key, or the number of an entry from 1.
func step(node *yaml.Node, key string) *yaml.Node {
	switch {
	case node == nil:
		return nil
	case node.Kind == yaml.SequenceNode:
		return node.Content[key[0]-'1']
	}
	return child(node, key)
}

// spell gives the words of a value one after the other.
func spell(node *yaml.Node) string {
	if node == nil {
		return "-"
	}
	if node.Kind == yaml.ScalarNode {
		return node.Value
	}
	var words []string
	for _, child := range node.Content {
		words = append(words, spell(child))
	}
	return strings.Join(words, " ")
}

func TestToolsShareCallsUnlessTheyOnlyVerify(t *testing.T) {
	s := read(t, "version: 1\ntools: {a: {}, b: {effect: true, verify_by: status}, status: {}, c: {}}\nfleet: [{agents: 1, rest: 1s}]")
	if got := spell(lookUp(s.tree(), "fleet.1.task.tools")); got != "a 33.33333333333333% b 33.33333333333333% c 33.33333333333333%" {
		t.Errorf("got %s", got)
	}
}

func TestSpawningStartsOneWhichIsNeeded(t *testing.T) {
	s := read(t, "version: 1\ntools: {a: {}, b: {spawns: {cohort: c}}}\nfleet: [{agents: 1, rest: 1s}, {name: c}]")
	if got := spell(lookUp(s.tree(), "tools.b.spawns")); got != "cohort c count 1 needs all" {
		t.Errorf("got %s", got)
	}
	if got := spell(lookUp(s.tree(), "fleet.1.task.tools")); got != "a 100%" {
		t.Errorf("calls are shared out as %s, want all for a, which does not spawn", got)
	}
	if got := spell(lookUp(s.tree(), "fleet.2.processes")); got != "-" {
		t.Errorf("children live in %s processes, want none said", got)
	}
}

func TestEffectsLandAtTheEnd(t *testing.T) {
	s := read(t, "version: 1\ntools: {a: {effect: true}}\nfleet: [{agents: 1, rest: 1s}]")
	if got := spell(lookUp(s.tree(), "tools.a.lands")); got != "end" {
		t.Errorf("got %s", got)
	}
}

// TestSmallestValues are valid wherever they stand.
func TestSmallestValues(t *testing.T) {
	s := read(t, `
version: 1
tools: {x: {}}
fleet: [{agents: 1, rest: 0, policy: p, tasks: 1}, {agents: 1, rest: 1s, policy: r}]
policies: {p: [], r: [{retry: {attempts: 1}}, {retry: {budget: {tokens: 0}}}]}
dependency: {queue: {max: 0}, service: 0s, network: {}, keys: {lease: none}, servers: 1}
run: {warmup: 0}
faults: []
objectives: []
`)
	if layers := s.Spec.Policies[0].Layers; layers == nil || len(layers) != 0 {
		t.Errorf("got %v", layers)
	}
	if s.Spec.Dependency.Queue.Max != 0 || s.Spec.Dependency.Service.A != 0 || s.Spec.Dependency.Keys.Lease != nil {
		t.Errorf("got %+v", s.Spec.Dependency)
	}
}

// TestStatedDefaults: a key that is not built may state what happens anyway.
func TestStatedDefaults(t *testing.T) {
	read(t, `
version: 1
fleet: [{agents: 1, rest: 1s, priority: 5, policy: p, task: {same_args: 0%}}]
policies: {p: [{timeout: {max: 1s, propagate: false}}, {breaker: {judged: each, trip: {rate: 50%, of: finished, tumbling: false}}}, {hedge: {after: 1s, budget: none}}]}
dependency: {sharing: fifo, expired: serve, quota: {limit: 5, of: requests}}
faults: [{at: 1s, down: hang, sticky: none}]
`)
}
