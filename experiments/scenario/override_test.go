package scenario

import (
	"strings"
	"testing"
)

const overridable = `
version: 1
name: a
tools: {look: {}, mcp.page: {effect: true}}
fleet:
  - {name: triage, agents: 5, rest: 1s, policy: careful-2.1, model: stop}
  - {agents: 6, rest: 1s, task: {script: [[look, look], [mcp.page]]}}
  - {name: day, profile: [{from: 0s, rate: 8/s}, {from: 30s, rate: 40/s}]}
  - {name: bursts, at: [1s, {time: 2s, count: 3}]}
policies:
  careful-2.1:
    - retry: {attempts: 3, backoff: none}
    - {retry: {attempts: 4, backoff: {schedule: [1s, 2s]}}, name: sdk}
    - {retry: {}, tools: [look]}
    - timeout: 2s
dependency: {service: 100ms, quota: [{limit: 60}, {limit: 9, window: fixed}]}
faults:
  - {at: 1m, for: 10s, capacity: 25%}
  - {at: 2m, for: 10s, errors: {share: 50%}, name: burst}
  - {at: 3m, for: 10s, capacity: 50%}
`

func TestOverrides(t *testing.T) {
	for set, want := range map[string]string{ // where it is found in the resolved scenario, and what is there
		"run.duration=5m":        "run.duration 5m",
		"name=b":                 "name b",
		"fleet.triage.agents=7":  "fleet.1.agents 7",
		"fleet.cohort2.agents=7": "fleet.2.agents 7",
		"fleet[2].agents=7":      "fleet.2.agents 7",
		"fleet.2.agents=7":       "fleet.2.agents 7",
		"fleet.triage.model.unknown={reissue: 100%}":      "fleet.1.model.unknown reissue 100%",
		"fleet.triage.task.think={p50: 1s, p99: 2s}":      "fleet.1.task.think p50 1s p99 2s",
		"fleet.cohort2.task.script[1][2]=mcp.page":        "fleet.2.task.script look mcp.page mcp.page",
		"tools.mcp.page.key=per_call":                     "tools.mcp.page.key per_call",
		"policies.careful-2.1.retry.attempts=9":           "policies.careful-2.1.1.retry.attempts 9",
		"policies.careful-2.1[1].retry.attempts=9":        "policies.careful-2.1.1.retry.attempts 9",
		"policies.careful-2.1.sdk.attempts=9":             "policies.careful-2.1.2.retry.attempts 9",
		"policies.careful-2.1.retry[2].attempts=9":        "policies.careful-2.1.2.retry.attempts 9",
		"policies.careful-2.1.retry[3].attempts=9":        "policies.careful-2.1.3.retry.attempts 9",
		"policies.careful-2.1.retry[3].tools=[mcp.page]":  "policies.careful-2.1.3.tools mcp.page",
		"policies.careful-2.1.retry.budget.tokens=50":     "policies.careful-2.1.1.retry.budget.tokens 50",
		"policies.careful-2.1.retry.backoff.jitter=equal": "policies.careful-2.1.1.retry.backoff.jitter equal",
		"policies.careful-2.1.sdk.backoff.schedule[2]=7s": "policies.careful-2.1.2.retry.backoff.schedule 1s 7s",
		"policies.careful-2.1.timeout=3s":                 "policies.careful-2.1.4.timeout.max 3s",
		"policies.careful-2.1.timeout.min=1s":             "policies.careful-2.1.4.timeout max 2s min 1s propagate false",
		"policies.careful-2.1.retry={attempts: 2}":        "policies.careful-2.1.1.retry.attempts 2",
		"dependency.service={exponential: 1s}":            "dependency.service exponential 1s",
		"fleet.day.profile[2].ramp=true":                  "fleet.3.profile.2 from 30s rate 40/s ramp true",
		"fleet.day.profile[1].rate=9/s":                   "fleet.3.profile.1.rate 9/s",
		"fleet.bursts.at[1].count=7":                      "fleet.4.at.1 time 1s count 7",
		"fleet.bursts.at[2].count=7":                      "fleet.4.at.2 time 2s count 7",
		"fleet.bursts.at[1]=3s":                           "fleet.4.at.1 time 3s count 1",
		"dependency.quota[1].burst=5":                     "dependency.quota.1.burst 5",
		"dependency.service.exponential=1s":               "dependency.service exponential 1s",
		"dependency.network.delay=1ms":                    "dependency.network.delay 1ms",
		"faults.capacity=10%":                             "faults.1.capacity 10%",
		"faults.capacity.for=20s":                         "faults.1.for 20s",
		"faults.capacity[2].at=4m":                        "faults.3.at 4m",
		"faults.burst.for=20s":                            "faults.2.for 20s",
		"faults.burst.errors.share=20%":                   "faults.2.errors.share 20%",
		"faults.errors.status=reset":                      "faults.2.errors.status reset",
		"faults.errors.share=20%":                         "faults.2.share 20%", // the fault's own key comes first
		"objectives=[amplification <= 2]":                 "objectives amplification <= 2",
	} {
		path, value, _ := strings.Cut(want, " ")
		s, err := Read("f.yaml", []byte(overridable), Options{Set: []string{set}})
		if err != nil {
			t.Errorf("%s: %v", set, err)
			continue
		}
		node := s.tree()
		// The two names with a dot in them are put together again.
		path = strings.NewReplacer("careful-2.1", "careful-2\x001", "mcp.page", "mcp\x00page").Replace(path)
		for key := range strings.SplitSeq(path, ".") {
			node = step(node, strings.ReplaceAll(key, "\x00", "."))
		}
		if got := spell(node); got != value {
			t.Errorf("%s: %s is %q, want %q", set, path, got, value)
		}
	}
}

func TestOverridesComeInOrder(t *testing.T) {
	s := read(t, overridable, "run.seed=3", "run.seed=4")
	if s.Spec.Run.Seed != 4 {
		t.Errorf("got %d", s.Spec.Run.Seed)
	}
	seed, replications := uint64(5), 7
	s, err := Read("f", []byte(overridable), Options{Set: []string{"run.seed=3"}, Seed: &seed, Replications: &replications})
	if err != nil || s.Spec.Run.Seed != 5 || s.Spec.Run.Replications != 7 {
		t.Errorf("got %+v, %v", s.Spec.Run, err)
	}
}

func TestOverridesAddWhatIsNamedNowhereYet(t *testing.T) {
	const bare = "{version: 1, fleet: [{agents: 1, rest: 1s}]}"
	if s := read(t, bare, "tools.call.service=7s"); spell(step(step(step(s.tree(), "tools"), "call"), "service")) != "7s" {
		t.Error("the one tool that every scenario has cannot be set")
	}
	if s := read(t, bare, "tools.a={service: 7s}", "tools.b={service: 8s}"); len(s.Spec.Tools) != 2 {
		t.Errorf("got %v", s.Spec.Tools)
	}
}

func TestBadOverrides(t *testing.T) {
	for set, want := range map[string]string{
		"run.duration":                           "PATH=VALUE is due, such as run.duration=5m",
		"=5":                                     "PATH=VALUE is due, such as run.duration=5m",
		"run.duration=":                          `run.duration: found "", but a value is due`,
		"run.duration=[":                         "run.duration: found [, but a value is due",
		"run.duration=5":                         "run.duration: found 5, a bare number; write a unit, as 5ms or 5s",
		"run.durtion=5m":                         "run.durtion: unknown key (allowed: duration, warmup, seed, replications, series, herd_bin, precision); did you mean duration?",
		"run..seed=5":                            "run..seed: the path has an empty step after run",
		"fleet.night.agents=5":                   "fleet.night.agents: nothing in fleet is night.agents (there are: triage, cohort2, day, bursts)",
		"fleet[9].agents=5":                      "fleet[9].agents: nothing in fleet is [9].agents (there are: triage, cohort2, day, bursts)",
		"policies.careful-2.1.breaker.open=5s":   "policies.careful-2.1.breaker.open: nothing in policies.careful-2.1 is breaker.open (there are: retry, sdk, retry[3], timeout)",
		"policies.careful-2.1.retry.attemps=5":   "policies.careful-2.1[1].retry.attemps: unknown key (allowed: attempts, backoff, max_elapsed, past_deadline, sleeps_after_last, on, only_if_safe, hint, budget); did you mean attempts?",
		"fleet.cohort2.task.script[1][1].x=look": "fleet.cohort2.task.script[1][1].x: nothing is below fleet[2].task.script[1][1]",
		"policies.carefull.retry.attempts=5":     "policies.carefull.retry.attempts: nothing in policies is carefull (there are: careful-2.1)",
		"tools.loook.service=1s":                 "tools.loook.service: nothing in tools is loook (there are: look, mcp.page)",
		"dependency.autoscale={max: 9}":          "dependency.autoscale: the key min is missing (servers at least)",
		"faults.capacity.capcity=10%":            "faults.capacity.capcity: unknown key (allowed: at, for, until, name, tools, replicas, share, sticky, repeat, down, closed, errors, slow, capacity, quota, restart, flap, lose_replies, lose_requests, load, mark); did you mean capacity?",
		"faults.burst.errors.shre=20%":           "faults[2].errors.shre: unknown key (allowed: share, status, effect); did you mean share?",
		"faults.capacity=120%":                   "faults[1].capacity: found 120%, but it must be at most 100%",
	} {
		_, err := Read("f.yaml", []byte(overridable), Options{Set: []string{set}})
		if want := "--set " + set + ": " + want; err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", set, err, want)
		}
	}
}
