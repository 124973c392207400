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
