package semantics

import (
	"fmt"
	"math"
	"testing"

	"herdcast/experiments/result"
)

// shared is a stream of single calls at a dependency of one server that all present
// share.
func shared(arrivals, tools, mix, queue string) string {
	return fmt.Sprintf(`version: 1
name: sharing
run: {duration: 550s, warmup: 50s, replications: 12, seed: 7}
tools: %s
fleet: [{arrivals: %s, model: stop, task: {tools: %s}}]
dependency: {servers: 1, sharing: processor, queue: {max: %s}}
`, tools, arrivals, mix, queue)
}

// nearTheory checks that the mean over replications lies within four of its
// standard errors of theory, and that these are small enough for that to mean something.
func nearTheory(t *testing.T, what string, m result.Measure, want float64) {
	t.Helper()
	n, mean, squares := float64(len(m.PerReplication)), 0.0, 0.0
	for _, x := range m.PerReplication {
		if x == nil {
			t.Fatalf("%s: no value: %s", what, m.Why)
		}
		mean += *x / n
	}
	for _, x := range m.PerReplication {
		squares += (*x - mean) * (*x - mean)
	}
	deviation := math.Sqrt(squares / (n - 1) / n)
	if math.Abs(mean-want) > 4*deviation || deviation > 0.03*want {
		t.Errorf("%s: %.6g ± %.2g, want %.6g", what, mean, deviation, want)
	}
}

// Under processor sharing the mean response depends on the mean service alone,
// service/(1 − load), and that of requests of one size is size/(1 − load), whatever
// the others need (Kleinrock, Queueing Systems II, 4.4).
func TestSharingIsInsensitive(t *testing.T) {
	for what, service := range map[string]string{
		"M/M/1-PS": "{exponential: 10ms}",
		"M/D/1-PS": "10ms",
		"M/G/1-PS": "{lognormal: {mean: 10ms, sigma: 1}}",
	} {
		r := simulate(t, "sharing.yaml", shared("70/s", "{call: {service: "+service+"}}", "{call: 100%}", "unlimited"))
		nearTheory(t, what, r.Measures["latency.mean"], 0.01/0.3)
	}
	r := simulate(t, "sharing.yaml", shared("70/s", "{small: {service: 5ms}, large: {service: 25ms}}", "{small: 75%, large: 25%}", "unlimited"))
	nearTheory(t, "small", r.ByTool["small"]["latency.mean"], 0.005/0.3)
	nearTheory(t, "large", r.ByTool["large"]["latency.mean"], 0.025/0.3)
}

// With at most ten present and as much load as capacity all numbers present are
// equally likely: one in eleven is refused, five are present on average, and those
// served stay 5/(100·10/11) s (M/G/1/K-PS).
func TestSharingOfTenAtMost(t *testing.T) {
	for what, service := range map[string]string{"exponential": "{exponential: 10ms}", "constant": "10ms"} {
		r := simulate(t, "sharing.yaml", shared("100/s", "{call: {service: "+service+"}}", "{call: 100%}", "9"))
		nearTheory(t, what+" served", r.Measures["calls.success"], 10.0/11)
		nearTheory(t, what+" response", r.Measures["latency.ok.mean"], 0.055)
	}
}
