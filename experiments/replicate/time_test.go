package replicate_test

import "testing"

// A hedge within a hedge, and all requests of the first two seconds lost. The
// first copy is sent at 0 and its own second at 1 s; the outer copy goes out at
// 3 s and is answered after 100 ms. The wait for the winning copy counts as
// service, and nothing is counted twice.
func TestTimeOfNestedHedgesAddsUp(t *testing.T) {
	answers(t, `
version: 1
run: {duration: 10s, replications: 2}
fleet: [{agents: 1, tasks: 1, policy: p, model: stop}]
policies: {p: [{hedge: {after: 3s}}, {hedge: {after: 1s}}]}
faults: [{at: 0s, for: 2s, lose_requests: 100%}]`,
		[]string{"attempts == 3", "attempts.first == 1", "attempts.hedges == 2", "attempts.abandoned == 2",
			"tasks.duration.max == 3.1s", "time.service == 100%", "time.failed_attempts == 0%"})
}

// Shares of time are out of seconds: of the task's 3 s, of 64 servers over 10 s.
// Counts are out of nothing.
func TestDenominatorsOfTimeAreSeconds(t *testing.T) {
	r := answers(t, `
version: 1
run: {duration: 10s, replications: 2}
fleet: [{agents: 1, tasks: 1, task: {think: 2s}, model: stop}]
dependency: {service: 1s}`, []string{"time.service in 33.3%..33.4%", "utilisation == 0.15625%"})
	for name, want := range map[string]float64{"time.think": 3, "utilisation": 640, "work.wasted_share": 1} {
		if of := r.Measures[name].Of; of == nil || *of != want {
			t.Errorf("%s is out of %v, want %v", name, of, want)
		}
	}
	if of := r.Measures["attempts"].Of; of != nil {
		t.Errorf("attempts are out of %v", *of)
	}
}
