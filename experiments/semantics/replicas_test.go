package semantics

import (
	"fmt"
	"testing"
)

// Requests that come at random and are sent at random are independent streams at
// independent queues: three M/M/2, each with a third of the arrivals. 60/s in all are
// 20/s each; with a mean service of 80 ms a = 1.6 and ρ = 0.8. Erlang's C for two servers is
// (a²/2)/(1−ρ) / (1 + a + (a²/2)/(1−ρ)) = 6.4/9 = 0.7111, and the mean wait C/(2/0.08 − 20) s
// = 0.14222 s; the mean queue of each is λ·W = 2.8444.
func TestRandomReplicasAreQueuesOfTheirOwn(t *testing.T) {
	r := simulate(t, "replicas.yaml", spread("random"))
	wait := 6.4 / 9 / 5
	nearTheory(t, "wait", r.Measures["wait.mean"], wait)
	nearTheory(t, "queue", r.Measures["queue.mean"], 3*20*wait)
	nearTheory(t, "utilisation", r.Measures["utilisation"], 0.8)
}

// Whoever looks before it sends waits less, and who looks at all waits least.
func TestLookingShortensTheWait(t *testing.T) {
	var waits []float64
	for _, balance := range []string{"random", "round_robin", "two_choices", "least_loaded"} {
		waits = append(waits, *simulate(t, "replicas.yaml", spread(balance), "run.duration=400s", "run.replications=3").Measures["wait.mean"].Value)
	}
	for i := range len(waits) - 1 {
		if waits[i] < 1.1*waits[i+1] {
			t.Errorf("mean waits of random, round_robin, two_choices, least_loaded: %v", waits)
		}
	}
}

func spread(balance string) string {
	return fmt.Sprintf(`version: 1
name: replicas
run: {duration: 1100s, warmup: 100s, replications: 12, seed: 7}
tools: {call: {service: {exponential: 80ms}}}
fleet: [{arrivals: 60/s, model: stop}]
dependency: {servers: 2, queue: {max: unlimited}, replicas: {count: 3, balance: %s}}
`, balance)
}

// Whatever befalls them, what is at the replicas adds up to the dependency: every run
// checks that at its end, so here many end in the midst of trouble.
func TestReplicasAddUp(t *testing.T) {
	for _, balance := range []string{"random", "round_robin", "two_choices", "least_loaded"} {
		for _, sharing := range []string{"fifo", "processor"} {
			for _, abandoned := range []string{"finish", "cancel"} {
				simulate(t, "replicas.yaml", fmt.Sprintf(`version: 1
name: replicas
run: {duration: 17s, replications: 5}
tools: {read: {}, pay: {effect: true, key: per_call, lands: 40%%}}
fleet: [{arrivals: 60/s, model: stop, policy: p}]
policies: {p: [{retry: {attempts: 4}}, {timeout: 300ms}]}
dependency: {servers: 2, sharing: %s, service: {exponential: 80ms}, queue: {max: 5}, abandoned: %s, replicas: {count: 3, balance: %s},
  warm_up: {successes: 20}, keys: {in_progress: wait}}
faults:
  - {at: 5s, for: 1s, restart: {}, replicas: 1}
  - {at: 7s, for: 8s, flap: {up: 500ms, down: 500ms}, replicas: 2}
  - {at: 9s, capacity: 40%%, replicas: 2}
  - {at: 12s, restart: {keeps: [queue]}}
`, sharing, abandoned, balance))
			}
		}
	}
}
