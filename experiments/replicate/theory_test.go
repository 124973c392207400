package replicate_test

import (
	"fmt"
	"math"
	"testing"
)

// station is Poisson arrivals at exponential servers with a bounded queue.
func station(duration string, servers int, queue string, rate float64) string {
	return fmt.Sprintf(`
version: 1
run: {duration: %s, warmup: 30s, replications: 20, seed: 7}
fleet: [{arrivals: %g/s, model: stop}]
dependency: {servers: %d, service: {exponential: 10ms}, queue: {max: %s}}`, duration, rate, servers, queue)
}

// near wants the mean of the replications within three of its standard errors of
// the theory's value, and the standard error small enough for that to mean something.
func near(t *testing.T, what string, values []float64, want float64) {
	t.Helper()
	var sum, squares float64
	for _, v := range values {
		sum += v
	}
	n := float64(len(values))
	mean := sum / n
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	se := math.Sqrt(squares / (n - 1) / n)
	if math.Abs(mean-want) > 3*se {
		t.Errorf("%s: %v, theory says %v (standard error %v)", what, mean, want, se)
	}
	if se > 0.03*want {
		t.Errorf("%s: a standard error of %v is too coarse to judge %v", what, se, want)
	}
}

func values(t *testing.T, pointers []*float64) []float64 {
	t.Helper()
	var all []float64
	for _, p := range pointers {
		if p == nil {
			t.Fatal("a replication has no value")
		}
		all = append(all, *p)
	}
	return all
}

// erlangC gives the probability that an arrival waits for one of c servers
// (Erlang 1917), a = arrival rate x mean service time.
func erlangC(c int, a float64) float64 {
	term, sum := 1.0, 1.0
	for k := 1; k < c; k++ {
		term *= a / float64(k)
		sum += term
	}
	last := term * a / float64(c) * float64(c) / (float64(c) - a)
	return last / (sum + last)
}

// 80 a second at one server of 10 ms, busy 80 % of time: the mean wait is
// 0.8 / (100 - 80) s = 40 ms.
func TestOneServerAgreesWithTheory(t *testing.T) {
	r := simulate(t, station("5m", 1, "unlimited", 80))
	near(t, "mean wait", values(t, r.Measures["wait.mean"].PerReplication), 0.040)
	near(t, "utilisation", values(t, r.Measures["utilisation"].PerReplication), 0.8)
	// The wait and the service together are exponential with mean 50 ms.
	near(t, "median latency", values(t, r.Measures["latency.p50"].PerReplication), 0.050*math.Ln2)
	near(t, "p99 latency", values(t, r.Measures["latency.p99"].PerReplication), 0.050*math.Log(100))
}

// 320 a second at four servers: the mean wait is C(4, 3.2) / (400 - 320) s.
func TestFourServersAgreeWithTheory(t *testing.T) {
	want := erlangC(4, 3.2) / 80
	if math.Abs(erlangC(1, 0.8)-0.8) > 1e-12 {
		t.Fatal("of one server, an arrival waits with the share that it is busy")
	}
	r := simulate(t, station("2m", 4, "unlimited", 320))
	near(t, "mean wait", values(t, r.Measures["wait.mean"].PerReplication), want)
}

// 500 a second at four servers and six places to wait: the share turned away is
// that of the time in which ten are inside. With n inside, weights go as a^n/n! up
// to the servers and by a/c for each one beyond, a = 5.
func TestFullQueueAgreesWithTheory(t *testing.T) {
	const a, servers, places = 5.0, 4, 10
	weight, sum := 1.0, 1.0
	for n := 1; n <= places; n++ {
		weight *= a / float64(min(n, servers))
		sum += weight
	}
	want := weight / sum
	r := simulate(t, station("1m", servers, "6", 500))
	sent := values(t, r.Measures["attempts"].PerReplication)
	shares := values(t, r.Measures["attempts.unavailable"].PerReplication)
	for i := range shares {
		shares[i] /= sent[i]
	}
	near(t, "share turned away", shares, want)
}
