package replicate_test

import (
	"fmt"
	"testing"

	"herdcast/experiments/library"
	"herdcast/experiments/scenario"
	"herdcast/sim/quantity"
)

// Eleven details decide results and are easily simulated wrongly. Each has a
// test through the path that users take.

// One server, two calls at 0, 2 s of work each. The second waits until 2 s and
// would be answered at 4 s. Its timeout of 3 s runs from the sending: it ends at
// 3 s. Were it to run from the start of service, both would succeed.
func TestDetail01TimeoutRunsWhileQueued(t *testing.T) {
	answers(t, `
version: 1
run: {duration: 10s, replications: 2}
fleet: [{agents: 2, tasks: 1, policy: p, model: stop}]
policies: {p: [{timeout: 3s}]}
dependency: {servers: 1, service: 2s}`,
		[]string{"attempts == 2", "attempts.ok == 1", "attempts.timeout == 1", "wait.max == 2s", "latency.max == 3s"})
}

// The caller leaves after 2 s of 5 s. The server works on: 5 server seconds are
// wasted and the effect lands, though the call is reported as failed. Where the
// scenario says that abandoned work is cancelled, 2 s are wasted and none lands.
func TestDetail02LeavingCancelsNothing(t *testing.T) {
	text := `
version: 1
run: {duration: 10s, replications: 2}
tools: {post: {service: 5s, effect: true}}
fleet: [{agents: 1, tasks: 1, policy: p, model: stop}]
policies: {p: [{timeout: 2s}]}`
	answers(t, text, []string{"calls.failed == 1", "effects.landed == 1", "effects.false_failures == 1", "work.wasted == 5s", "work.wasted_share == 100%"})
	answers(t, text, []string{"calls.failed == 1", "effects.landed == 0", "effects.false_failures == 0", "work.wasted == 2s"}, "dependency.abandoned=cancel")
}

// A thousand agents fail together and draw waits from [0, 10 s): 10 in a bin of
// 100 ms on average, and 30 or more in any of 100 bins with a probability below
// 1e-5. One draw for all would put them in one bin.
func TestDetail03JitterDiffersBetweenAgents(t *testing.T) {
	answers(t, `
version: 1
run: {duration: 20s, replications: 2}
fleet: [{agents: 1000, tasks: 1, policy: p, model: stop}]
policies: {p: [{retry: {attempts: 2, backoff: {first: 10s, jitter: full}}}]}
faults: [{at: 0s, down: refuse}]`,
		[]string{"attempts == 2000", "herd.peak(attempt=1) == 1000", "herd.peak(attempt=2) < 30"})
}

// The second wait has bounds of its own: were it drawn as the first, the sum of
// both would be twice the first.
func TestDetail03JitterDiffersBetweenAttempts(t *testing.T) {
	text := `
version: 1
run: {duration: 60s, replications: 5}
fleet: [{agents: 1, tasks: 1, policy: p, model: stop}]
policies: {p: [{retry: {attempts: 2, backoff: {first: 10s, factor: 1, jitter: full}}}]}
faults: [{at: 0s, down: refuse}]`
	first := simulate(t, text).Measures["latency.max"]
	both := simulate(t, text, "policies.p.retry.attempts=3").Measures["latency.max"]
	for i, wait := range first.PerReplication {
		second := *both.PerReplication[i] - *wait
		if second < 0 || second >= 10 {
			t.Errorf("the second wait is %v s, but it is drawn below 10 s", second)
		}
		if difference := second - *wait; difference < 1e-6 && difference > -1e-6 {
			t.Errorf("both waits are %v s", *wait)
		}
	}
}

// Decorrelated jitter remembers the last wait. It is the call's to remember:
// a crowd that shares the policy changes nothing for an agent.
func TestDetail03PolicyHoldsNoCallsState(t *testing.T) {
	text := `
version: 1
run: {duration: 2m, replications: 5}
fleet:
  - {name: a, agents: 1, tasks: 1, policy: p, model: stop}
  - {name: crowd, agents: %d, tasks: 1, policy: p, model: stop}
policies: {p: [{retry: {attempts: 5, backoff: {first: 1s, cap: 20s, jitter: decorrelated}}}]}
dependency: {servers: inf}
faults: [{at: 0s, down: refuse}]`
	alone := simulate(t, fmt.Sprintf(text, 1)).ByCohort["a"]["latency.max"]
	among := simulate(t, fmt.Sprintf(text, 500)).ByCohort["a"]["latency.max"]
	for i := range alone.PerReplication {
		if got, want := *among.PerReplication[i], *alone.PerReplication[i]; got != want {
			t.Errorf("replication %d: %v s among others, %v s alone", i, got, want)
		}
	}
}

// One server and no queue. `first` is refused at 0 and waits 10 s in backoff.
// Its retry is charged at once, so the budget of one is spent when `second` fails
// at 0.5 s; yet it is not in flight: `third` is served at 5 s at once. The retry
// at 10 s is answered at 11 s. Charged after the wait, `first` takes the token at
// 10 s, and `second`, whose wait of 10 s ends at 10.5 s, is denied only then.
func TestDetail04BackoffIsNeitherInFlightNorForgotten(t *testing.T) {
	text := `
version: 1
run: {duration: 20s, replications: 2}
fleet:
  - {name: first, agents: 1, tasks: 1, policy: p, model: stop}
  - {name: second, agents: 1, tasks: 1, start: {at: 500ms}, policy: p, model: stop}
  - {name: third, agents: 1, tasks: 1, start: {at: 5s}, model: stop}
policies:
  p:
    - retry: {attempts: 2, backoff: {schedule: [10s]}, budget: {tokens: 5, cost: 5, scope: fleet}}
dependency: {servers: 1, service: 1s, queue: {max: 0}}
faults: [{at: 0s, for: 2s, closed: {status: throttled}}]`
	answers(t, text, []string{
		"attempts == 4", "attempts.throttled == 2", "attempts.ok == 2", "retry_budget.denied == 1", "queue.max == 0",
		"latency.max(cohort=first) == 11s", "latency.max(cohort=second) == 0s", "latency.max(cohort=third) == 1s",
	})
	answers(t, text, []string{"attempts == 4", "retry_budget.denied == 1", "latency.max(cohort=first) == 11s", "latency.max(cohort=second) == 10s"},
		"policies.p.retry.budget.charge=after_wait")
}

// Five failures open the breaker for 10 s. Ten callers come at 20 s, before any
// answer: the one that turns it half-open and two more are its three probes.
func TestDetail05HalfOpenCountsTheTransition(t *testing.T) {
	answers(t, `
version: 1
run: {duration: 30s, replications: 2}
fleet:
  - {name: trip, agents: 5, tasks: 1, policy: p, model: stop}
  - {name: ten, agents: 10, tasks: 1, start: {at: 20s}, policy: p, model: stop}
policies: {p: [{breaker: {trip: {consecutive: 5}, open: 10s, probes: 3, close_after: 3, scope: fleet}}]}
dependency: {network: {delay: 1ms}}
faults: [{at: 0s, for: 5s, down: refuse}]`,
		[]string{"attempts(cohort=trip) == 5", "attempts(cohort=ten) == 3", "rejections(cohort=ten) == 7"})
}

// `old` is sent at 0 and fails at 12 s. Five failures at 1 s open the breaker
// until 11 s; the probe is under way from 11.5 s to 12.5 s. By default the failure
// of `old` says nothing about the half-open breaker, the probe closes it, and the
// call at 13 s goes out. Counted, it opens the breaker again until 22 s.
func TestDetail05AnswersFromBeforeTheOpeningAreIgnored(t *testing.T) {
	text := `
version: 1
run: {duration: 20s, replications: 2}
tools: {slow: {service: 12s}, quick: {service: 1s}}
fleet:
  - {name: old, agents: 1, tasks: 1, policy: p, model: stop, task: {tools: {slow: 100%}}}
  - {name: trip, agents: 5, tasks: 1, start: {at: 1s}, policy: p, model: stop, task: {tools: {quick: 100%}}}
  - {name: probe, agents: 1, tasks: 1, start: {at: 11.5s}, policy: p, model: stop, task: {tools: {quick: 100%}}}
  - {name: after, agents: 1, tasks: 1, start: {at: 13s}, policy: p, model: stop, task: {tools: {quick: 100%}}}
policies: {p: [{breaker: {trip: {consecutive: 5}, open: 10s, scope: fleet}}]}
faults:
  - {at: 1s, for: 1s, down: refuse}
  - {at: 0s, tools: [slow], errors: {status: server_error}}`
	answers(t, text, []string{"attempts.server_error(cohort=old) == 1", "calls.succeeded(cohort=probe) == 1", "calls.succeeded(cohort=after) == 1", "rejections == 0"})
	answers(t, text, []string{"calls.succeeded(cohort=probe) == 1", "rejections(cohort=after) == 1"}, "policies.p.breaker.stale=count")
}

// Three calls at once meet a limit of one that nobody waits for: one is sent and
// two are rejected, without a request, without time, and without a failure for
// the breaker above, which a single one would open.
func TestDetail06RejectionIsNoAttemptAndNoFailure(t *testing.T) {
	answers(t, `
version: 1
run: {duration: 10s, replications: 2}
fleet:
  - {name: three, agents: 3, tasks: 1, policy: p, model: stop}
  - {name: late, agents: 1, tasks: 1, start: {at: 2s}, policy: p, model: stop}
policies:
  p:
    - breaker: {trip: {consecutive: 1}, open: 30s, scope: fleet}
    - limit: {max: 1, wait: 0s, scope: fleet}
dependency: {service: 1s}`,
		[]string{
			"attempts == 2", "attempts.ok == 2", "rejections(layer=limit) == 2", "rejections(layer=breaker) == 0",
			"calls.rejected == 2", "calls.succeeded(cohort=late) == 1", "breaker.open_time == 0%", "herd.peak == 1", "amplification == 0.5",
		})
}

// The first try fails at 1.5 s, the second is answered at 3 s. The timer of the
// first, due at 2 s, must not cut the second.
func TestDetail07TimeoutOfAnEndedAttemptNeverFires(t *testing.T) {
	answers(t, `
version: 1
run: {duration: 10s, replications: 2}
fleet: [{agents: 1, tasks: 1, policy: p, model: stop}]
policies: {p: [{retry: {attempts: 2, backoff: none}}, {timeout: 2s}]}
dependency: {service: 1500ms}
faults: [{at: 0s, for: 2s, errors: {status: server_error}}]`,
		[]string{"attempts == 2", "attempts.server_error == 1", "attempts.ok == 1", "attempts.timeout == 0", "latency.max == 3s"})
}

// The task's five seconds end while its call waits for a retry at 10 s: the call
// ends with it and the retry is never sent.
func TestDetail07NothingRunsAfterItsOwner(t *testing.T) {
	answers(t, `
version: 1
run: {duration: 20s, replications: 2}
fleet: [{agents: 1, tasks: 1, policy: p, model: stop, task: {budget: {wall_clock: 5s}}}]
policies: {p: [{retry: {attempts: 2, backoff: {schedule: [10s]}}}]}
faults: [{at: 0s, down: refuse}]`,
		[]string{"attempts == 1", "calls.failed == 1", "tasks.out_of_time == 1", "latency.max == 5s", "tasks.duration.max == 5s"})
}

// Nothing said of the dependency, it has 64 servers of 100 ms: of 65 calls at
// once one waits for 100 ms.
func TestDetail08CapacityIsFiniteByDefault(t *testing.T) {
	answers(t, `
version: 1
run: {duration: 10s, replications: 2}
fleet: [{agents: 65, tasks: 1, model: stop}]`,
		[]string{"latency.p50 == 100ms", "latency.max == 200ms", "queue.max == 1"})
	for _, entry := range library.All() {
		if entry.Case {
			continue // some cases take capacity out of the question on purpose
		}
		data, _ := library.Named(entry.Name)
		s, err := scenario.Read(entry.Name, data, scenario.Options{Shipped: library.Files()})
		if err != nil {
			t.Fatal(err)
		}
		if servers := s.Spec.Dependency.Servers; servers == quantity.Unlimited {
			t.Errorf("%s: its dependency cannot be overloaded", entry.Name)
		}
	}
}

// One server, ten calls at 0 of 4 s each, ten seconds: two are answered, at 4 and
// 8 s, and eight are open at the end. They stay in the counts of calls, attempts
// and tasks; latency and success are of the two that ended, and say so.
func TestDetail09UnfinishedIsCounted(t *testing.T) {
	r := answers(t, `
version: 1
run: {duration: 10s, replications: 2}
fleet: [{agents: 10, tasks: 1, model: stop}]
dependency: {servers: 1, service: 4s}`,
		[]string{
			"calls == 10", "calls.unfinished == 8", "attempts == 10", "attempts.ok == 2", "attempts.unfinished == 8",
			"tasks.started == 10", "tasks.succeeded == 2", "tasks.unfinished == 8", "calls.success == 100%", "latency.mean == 6s",
		})
	for name, want := range map[string]float64{"latency.mean": 2, "calls.success": 2, "tasks.success": 2, "amplification": 10} {
		if of := r.Measures[name].Of; of == nil || *of != want {
			t.Errorf("%s: the denominator is not %v", name, want)
		}
	}
	for name, m := range r.Measures {
		if m.Value != nil && (m.Unit == "share" || m.Unit == "ratio") && m.Of == nil {
			t.Errorf("%s: no denominator", name)
		}
		if m.Value == nil && m.Why == "" {
			t.Errorf("%s: neither a value nor a reason", name)
		}
	}
}

// 1 s there, 10 s of work whose effect lands at 40 %, 1 s back: commit at 5 s, end
// of service at 11 s, reply at 12 s. Whoever waits 4 s has gone before the commit,
// 11.5 s before the reply, 13 s has the answer; the effect lands each time. A run
// that ends at 5 s does not see the commit, one that ends just after does.
func TestDetail10CommitReplyAndTimeoutAreThreeInstants(t *testing.T) {
	text := `
version: 1
run: {duration: 30s, replications: 2}
tools: {post: {service: 10s, effect: true, lands: 40%}}
fleet: [{agents: 1, tasks: 1, policy: p, model: stop}]
policies: {p: [{timeout: 13s}]}
dependency: {network: {delay: 1s}}`
	answers(t, text, []string{"attempts.ok == 1", "latency.max == 12s", "effects.landed == 1", "effects.false_failures == 0"})
	for _, timeout := range []string{"4s", "11.5s"} {
		answers(t, text, []string{"attempts.timeout == 1", "latency.max == " + timeout, "effects.landed == 1", "effects.false_failures == 1"},
			"policies.p.timeout="+timeout)
	}
	answers(t, text, []string{"effects.landed == 0", "attempts.unfinished == 1"}, "run.duration=5s")
	answers(t, text, []string{"effects.landed == 1", "attempts.unfinished == 1"}, "run.duration=5.001s")
}

// The reply arrives at 2 s, when the timeout is due: it counts. With a nanosecond
// less it would not.
func TestDetail11ReplyAtTheTimeoutIsAReply(t *testing.T) {
	text := `
version: 1
run: {duration: 10s, replications: 2}
fleet: [{agents: 1, tasks: 1, policy: p, model: stop}]
policies: {p: [{timeout: 2s}]}
dependency: {service: 2s}`
	answers(t, text, []string{"attempts.ok == 1", "attempts.timeout == 0", "latency.max == 2s"})
	answers(t, text, []string{"attempts.ok == 0", "attempts.timeout == 1"}, "policies.p.timeout=1.999999999s")
}
