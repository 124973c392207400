package library

import (
	"context"
	"testing"

	"herdcast/experiments/scenario"
	"herdcast/models/fact"
	"herdcast/models/world"
	"herdcast/policies"
	"herdcast/sim"
)

// luckAt is where something is drawn: 0 stands for what it does not belong to.
type luckAt struct {
	what                string // start (of a task, from the end of the one before), think, service or fault
	cohort              uint16
	agent               uint32 // in its cohort; of a stream, the number of the arrival
	task, turn, attempt int
}

// luck is what came of a draw, and when it was seen.
type luck struct {
	value int64
	at    sim.Time
}

// drawn simulates a fleet and a stream that call through the layers, and gives what
// came of each draw, by its address. A call is the only one of its turn, so the turn
// tells it. Nothing is cut off, and the network takes no time: a request is at the door
// with the fact that follows its sending, and no answer is lost, so that each attempt
// ends as the fault decides.
func drawn(t *testing.T, layers string) map[luckAt]luck {
	t.Helper()
	s, err := scenario.Read("draws", []byte(`
version: 1
name: draws
run: {duration: 2m, seed: 77}
fleet:
  - {name: fleet, agents: 40, processes: 8, start: {spread: 5s}, rest: {exponential: 1s}, policy: wrapper, model: {exhausted: {degrade: 100%}},
     task: {turns: {between: [1, 4]}, think: {p50: 1s, p90: 4s}}}
  - {name: stream, arrivals: 4/s, processes: 4, policy: wrapper, model: {exhausted: {degrade: 100%}}, task: {turns: 2, think: {exponential: 500ms}}}
policies: {wrapper: `+layers+`}
dependency: {servers: 6, queue: {max: unlimited}, service: {p50: 100ms, p99: 800ms}}
faults: [{at: 0s, errors: {share: 30%}}]
`), scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	type agent struct {
		cohort uint16
		number uint32
	}
	type progress struct {
		task, turn    int
		rests, thinks sim.Time // since when
	}
	all := map[luckAt]luck{}
	at := map[agent]*progress{}
	var sender agent
	fold := func(facts []fact.Fact) {
		for _, f := range facts {
			who := agent{f.Cohort, f.Agent}
			if f.Kind == fact.Arrived {
				who = sender
			}
			p := at[who]
			if p == nil {
				p = &progress{}
				at[who] = p
			}
			here := luckAt{cohort: who.cohort, agent: who.number, task: p.task, turn: p.turn, attempt: int(f.Number)}
			switch f.Kind {
			case fact.TaskStarted:
				all[luckAt{what: "start", cohort: who.cohort, agent: who.number, task: p.task}] = luck{int64(f.At.Sub(p.rests)), f.At}
				p.task, p.turn = p.task+1, 0
			case fact.TaskEnded:
				p.rests = f.At
			case fact.TurnStarted:
				p.turn, p.thinks = p.turn+1, f.At
			case fact.CallStarted:
				here.what, here.attempt = "think", 0
				all[here] = luck{int64(f.At.Sub(p.thinks)), f.At}
			case fact.AttemptSent:
				sender = who
			case fact.Arrived:
				here.what = "service"
				all[here] = luck{int64(f.Span), f.At}
			case fact.AttemptEnded:
				if f.Outcome != policies.Unfinished {
					here.what = "fault"
					all[here] = luck{int64(f.Outcome), f.At}
				}
			}
		}
	}
	w, err := world.Build(&s.Spec, world.Options{Watch: fold})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return all
}

// Changing a retry setting leaves every start, thinking time, rest, service time and
// fault as it was, at every address that two worlds share, although the instants of
// nearly all of them move.
func TestRetrySettingsChangeNoDraw(t *testing.T) {
	settings := []string{
		`[{retry: {attempts: 1}}]`,
		`[{retry: {attempts: 5, backoff: {first: 200ms, factor: 3}}}]`,
		`[{retry: {attempts: 5, backoff: {first: 200ms, factor: 3, jitter: full}, max_elapsed: 4s, budget: {percent: 30%, ttl: 5s}}},
		   {breaker: {trip: {rate: 60%, window: 5s, min_calls: 5}, open: 500ms}}, {limit: {max: 3, wait: forever}}]`,
	}
	var all []map[luckAt]luck
	for _, layers := range settings {
		all = append(all, drawn(t, layers))
	}
	for i, one := range all {
		for j, other := range all[:i] {
			shared, moved := map[string]int{}, 0
			for at, value := range one {
				twin, both := other[at]
				if !both {
					continue
				}
				what := at.what
				if at.attempt > 1 {
					what += " of a later attempt"
				}
				shared[what]++
				if value.at != twin.at {
					moved++
				}
				if value.value != twin.value {
					t.Errorf("%s of agent %d of cohort %d, task %d, turn %d, attempt %d: %d with %s, %d with %s",
						at.what, at.agent, at.cohort, at.task, at.turn, at.attempt, value.value, settings[i], twin.value, settings[j])
				}
			}
			for _, what := range []string{"start", "think", "service", "fault"} {
				if shared[what] < 1000 {
					t.Errorf("only %d of %s in both %s and %s", shared[what], what, settings[i], settings[j])
				}
			}
			if j > 0 && shared["service of a later attempt"] < 100 {
				t.Errorf("only %d later attempts in both %s and %s", shared["service of a later attempt"], settings[i], settings[j])
			}
			if moved < len(one)/2 {
				t.Errorf("only %d of %d draws are seen at other instants with %s than with %s", moved, len(one), settings[i], settings[j])
			}
		}
	}
}
