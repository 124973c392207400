package semantics

import (
	"fmt"
	"strings"
	"testing"
)

// luckScenario is 60 agents of one call each, one a cohort so that each shows in
// measures of its own, beside a stream. Half of all answers are errors.
func luckScenario() string {
	var b strings.Builder
	b.WriteString(`version: 1
name: luck
run: {duration: 10m, replications: 1}
tools: {call: {service: {exponential: 1s}}}
policies:
  p: [{retry: {attempts: 1, backoff: {schedule: [1s]}}}]
dependency: {servers: inf, network: {delay: {uniform: [1ms, 9ms]}}}
faults: [{at: 0s, errors: {share: 50%}}]
fleet:
  - {name: stream, arrivals: 5/s, processes: 1, policy: p, model: stop}
`)
	for i := range 60 {
		fmt.Fprintf(&b, "  - {name: a%d, agents: 1, tasks: 1, policy: p, model: {base: stop, exhausted: {degrade: 100%%}}, start: {spread: 10s}, task: {think: {exponential: 5s}}}\n", i)
	}
	return b.String()
}

// A change of the retry setting changes nobody's luck: whatever both runs draw
// (arrivals, thinking, delays, service, the fault's pick) is the same.
func TestRetriesLeaveDrawsAlone(t *testing.T) {
	of := func(set ...string) func(cohort, measure string) float64 {
		r := simulate(t, "luck.yaml", luckScenario(), set...)
		return func(cohort, measure string) float64 {
			t.Helper()
			m := r.ByCohort[cohort][measure]
			if m.Value == nil {
				t.Fatalf("%s of %s: %s", measure, cohort, m.Why)
			}
			return *m.Value
		}
	}
	once := of()
	twice := of("policies.p.retry.attempts=2")
	patient := of("policies.p.retry.attempts=9", "policies.p.retry.backoff.schedule=[7s]")

	if once("stream", "tasks.started") < 2500 {
		t.Error("hardly any arrivals")
	}
	for _, measure := range []string{"tasks.started", "attempts.first"} {
		if a, b := once("stream", measure), patient("stream", measure); a != b {
			t.Errorf("%s of the stream: %v and %v", measure, a, b)
		}
	}
	var first, second int
	for i := range 60 {
		cohort := fmt.Sprintf("a%d", i)
		thinking := func(of func(string, string) float64) float64 {
			return of(cohort, "tasks.duration.max") - of(cohort, "latency.max")
		}
		if a, b := thinking(once), thinking(patient); !near(a, b) {
			t.Errorf("%s thinks for %v and %v s", cohort, a, b)
		}
		switch attempts := patient(cohort, "attempts"); {
		case attempts == 1:
			first++
			if once(cohort, "calls.succeeded") != 1 {
				t.Errorf("%s succeeds at once only where it might try again", cohort)
			}
			if a, b := once(cohort, "latency.max"), patient(cohort, "latency.max"); !near(a, b) {
				t.Errorf("%s succeeds at once after %v and %v s", cohort, a, b)
			}
		case attempts == 2:
			second++
			if a, b := twice(cohort, "latency.max")-1, patient(cohort, "latency.max")-7; !near(a, b) {
				t.Errorf("%s succeeds at the second try after %v and %v s without the wait", cohort, a, b)
			}
			fallthrough
		default:
			if once(cohort, "calls.failed") != 1 {
				t.Errorf("%s fails at first only where it may try again", cohort)
			}
		}
	}
	// Half and a quarter of 60, give or take four standard deviations.
	if first < 15 || first > 45 || second < 2 || second > 28 {
		t.Errorf("%d succeed at the first and %d at the second try", first, second)
	}
}

// Children owe their draws to the call that starts them, not to the order in which
// children start: what one lead's do is the same whether another comes before or not.
func TestChildrenHaveDrawsOfTheirCall(t *testing.T) {
	of := func(others string) (found []float64) {
		r := simulate(t, "luck.yaml", `version: 1
run: {duration: 10m, replications: 1}
tools: {act: {service: {exponential: 1s}}, split: {spawns: {cohort: worker, count: {between: [1, 9]}, needs: any}}}
dependency: {servers: inf}
fleet:
`+others+`
  - {name: lead, agents: 1, tasks: 1, task: {turns: 20, think: {exponential: 1s}, tools: {split: 100%}}}
  - {name: worker, task: {turns: 3, think: {exponential: 1s}, tools: {act: 100%}}}
`)
		for _, measure := range []string{"tasks.duration.max", "latency.mean", "latency.p50", "latency.p99"} {
			found = append(found, *r.ByCohort["lead"][measure].Value)
		}
		return found
	}
	alone := of("")
	beside := of("  - {name: other, agents: 5, rest: 1s, task: {think: 1s, tools: {split: 100%}}}")
	for i := range alone {
		if !near(alone[i], beside[i]) {
			t.Errorf("alone %v, beside others %v", alone, beside)
			break
		}
	}
	if alone[2] == alone[3] {
		t.Errorf("all calls take the same: %v", alone)
	}
}

// Nor does it change what a call's children draw, though they start at another instant: the
// turn before the one that spawns takes longer by the wait of its retry, and all else as long.
func TestRetriesLeaveDrawsOfChildrenAlone(t *testing.T) {
	of := func(set ...string) float64 {
		r := simulate(t, "luck.yaml", `version: 1
run: {duration: 10m, replications: 1}
tools: {bad: {service: 0s, policy: p}, act: {service: {exponential: 1s}}, split: {spawns: {cohort: worker, count: {between: [3, 9]}}}}
policies: {p: [{retry: {attempts: 2, backoff: {schedule: [1s]}}}]}
dependency: {servers: inf}
faults: [{at: 0s, tools: [bad], down: refuse}]
fleet:
  - {name: lead, agents: 1, tasks: 1, model: {base: stop, exhausted: {degrade: 100%}}, task: {think: {exponential: 1s}, script: [[bad], [split], [split]]}}
  - {name: worker, task: {turns: 3, think: {exponential: 1s}, tools: {act: 100%}}}
`, set...)
		return *r.ByCohort["lead"]["tasks.duration.max"].Value
	}
	short, long := of(), of("policies.p.retry.backoff.schedule=[7s]")
	if !near(short+6, long) {
		t.Errorf("a task takes %v s with a wait of 1 s, %v s with one of 7 s", short, long)
	}
}

// near tells that two sums of the same nanoseconds agree.
func near(a, b float64) bool { return a-b < 1e-10 && b-a < 1e-10 }
