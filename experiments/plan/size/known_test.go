package size

import (
	"context"
	"fmt"
	"os"
	"testing"

	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// reading gives the one scenario that is written in place.
func reading(t *testing.T, text string) Read {
	t.Helper()
	e, err := scenario.ReadExperiment("inline.yaml", []byte(text), scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return func(set ...scenario.Setting) ([]*scenario.Scenario, error) {
		s, err := e.Scenario(0, set...)
		return []*scenario.Scenario{s}, err
	}
}

// sizing asks for one key of a scenario that is written in place, and gives the
// answer.
func sizing(t *testing.T, text string, q Question) *result.Size {
	t.Helper()
	return bracketed(t, reading(t, text), q, Options{})
}

func bracketed(t *testing.T, read Read, q Question, options Options) *result.Size {
	t.Helper()
	q.Confidence, q.Scenarios = 0.95, 1
	r, err := Ask(context.Background(), q, Simulated(read, nil, 2, nil), options)
	if err != nil {
		t.Fatal(err)
	}
	if r.Answer == nil {
		t.Fatal(r.Why)
	}
	return r
}

func within(t *testing.T, what string, got result.Sized, truth float64) {
	t.Helper()
	if !(got.Low <= truth && truth <= got.High) {
		t.Errorf("%s: the interval from %g to %g has no %g", what, got.Low, got.High, truth)
	}
}

// station is Poisson arrivals at four exponential servers of 100 ms.
func station(seed uint64) string {
	return fmt.Sprintf(`
version: 1
run: {duration: 80s, warmup: 20s, replications: 10, seed: %d}
fleet: [{name: a, arrivals: 20/s, model: stop}]
dependency: {servers: 4, service: {exponential: 100ms}, queue: {max: unlimited}}
objectives: [wait.mean <= 50ms]`, seed)
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

// threshold bisects a rising function for where it reaches a bound.
func threshold(low, high, bound float64, f func(float64) float64) float64 {
	for range 60 {
		if middle := (low + high) / 2; f(middle) <= bound {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// The mean wait is C(4, r/10) / (40 − r) s at r arrivals a second: 50 ms is reached
// at about 32 of 40.
var largestLoad = threshold(1, 39.9, 0.05, func(rate float64) float64 { return erlangC(4, rate/10) / (40 - rate) })

func load(t *testing.T) Question {
	return Question{Of: []Parameter{{"fleet.a.arrivals", scale(t, "10/s", "39/s", "0.2/s")}}, Replications: 10}
}

func TestLargestLoadOfFourServers(t *testing.T) {
	r := sizing(t, station(3), load(t))
	got := r.Answer["fleet.a.arrivals"]
	within(t, "load", got, largestLoad)
	if got.High-got.Low > 3 || r.Simulations > 146*10/5+10 {
		t.Errorf("from %g to %g, by %d simulations", got.Low, got.High, r.Simulations)
	}
}

// Of a hundred seeds the intervals of at least 93 have the truth. That takes
// minutes, so it is run where it is asked for; otherwise six seeds are.
func TestIntervalsOfSimulationsHaveTheTruth(t *testing.T) {
	seeds, due := 6, 5
	if os.Getenv("HERDCAST_FULL") != "" {
		seeds, due = 100, 93
	}
	inside := 0
	for seed := range seeds {
		got := sizing(t, station(uint64(100+seed)), load(t)).Answer["fleet.a.arrivals"]
		if got.Low <= largestLoad && largestLoad <= got.High {
			inside++
		}
	}
	if inside < due {
		t.Errorf("%d of %d intervals have the truth", inside, seeds)
	}
}

// Ten Erlang of load and nowhere to wait: the share turned away is Erlang's B,
// B(c) = a·B(c−1) / (c + a·B(c−1)). It comes below 2 % with 17 servers (1.3 %; 16
// have 2.2 %).
func TestSmallestCapacityIsErlangs(t *testing.T) {
	blocked, want := 1.0, 0
	for c := 1; want == 0; c++ {
		blocked = 10 * blocked / (float64(c) + 10*blocked)
		if blocked <= 0.02 {
			want = c
		}
	}
	if want != 17 {
		t.Fatalf("Erlang's B says %d", want)
	}
	r := sizing(t, `
version: 1
run: {duration: 5m, warmup: 10s, replications: 10, seed: 1}
fleet: [{arrivals: 100/s, model: stop}]
dependency: {servers: 4, service: {exponential: 100ms}, queue: {max: 0}}
objectives: [calls.success >= 98%]`,
		Question{Smallest: true, Of: []Parameter{{"dependency.servers", scale(t, "1", "40", "1")}}, Replications: 10})
	if got := r.Answer["dependency.servers"]; got != (result.Sized{Value: 17, Low: 17, High: 17, Text: "17"}) {
		t.Errorf("got %+v: %s", got, r.Why)
	}
}

// All calls fail, so a bucket of n tokens, never refilled, grants n/5 retries at 5
// each: of 200 calls that is an amplification of 1 + n/5/200. 1.25 is reached by
// 50 retries, that is by up to 254 tokens.
func TestLargestTokenBudget(t *testing.T) {
	r := sizing(t, `
version: 1
run: {duration: 5m, replications: 4}
fleet: [{agents: 200, tasks: 1, processes: 1, start: {stagger: 100s}, policy: p, model: stop}]
policies: {p: [{retry: {attempts: 3, backoff: none, budget: {tokens: 500, cost: 5, earn: 0}}}]}
dependency: {servers: 100}
faults: [{at: 0s, down: unavailable}]
objectives: [amplification <= 1.25]`,
		Question{Of: []Parameter{{"policies.p.retry.budget.tokens", scale(t, "0", "1000", "1")}}, Replications: 4})
	if got := r.Answer["policies.p.retry.budget.tokens"]; got != (result.Sized{Value: 254, Low: 254, High: 254, Text: "254"}) || *r.Margin != 0 {
		t.Errorf("got %+v, margin %g: %s", got, *r.Margin, r.Why)
	}
}

// 50 calls a second at 160 a second of capacity, and a slowdown of 3 s: while all
// time out, each sends its attempts, so the backlog goes away as long as 50 times
// the attempts stay below 160. Three do, four keep the slowdown alive for ever.
func TestMostAttemptsThatASlowdownLeaves(t *testing.T) {
	r := sizing(t, `
version: 1
run: {duration: 120s, warmup: 2s, replications: 8, seed: 1}
fleet: [{arrivals: 50/s, policy: p, model: stop}]
policies: {p: [{retry: {attempts: 3, backoff: none}}, {timeout: 200ms}]}
dependency: {servers: 4, service: 25ms, queue: {max: unlimited}}
faults: [{at: 10s, for: 3s, slow: 4x}]
objectives: [recovery.time <= 70s]`,
		Question{Of: []Parameter{{"policies.p.retry.attempts", scale(t, "1", "10", "1")}}, Replications: 8})
	if got := r.Answer["policies.p.retry.attempts"]; got != (result.Sized{Value: 3, Low: 3, High: 3, Text: "3"}) {
		t.Errorf("got %+v: %s", got, r.Why)
	}
	// Three take half a minute or so, four the rest of the run, 107 s.
	if *r.Margin < 20 || *r.Margin > 55 {
		t.Errorf("margin %g s", *r.Margin)
	}
}

// How long may a slowdown last? Calls 20 ms apart leave nothing to luck. While it lasts 40 a
// second of the 50 are served, and what comes too late is sent again; 28 that wait are enough to
// keep it alive. The fluid knows about when that is, and the answer is the same.
func TestTheFluidPlacesTheFirstLooks(t *testing.T) {
	read := reading(t, `
version: 1
run: {duration: 60s, warmup: 2s, replications: 2, seed: 1}
fleet: [{arrivals: 50/s, pattern: even, policy: p, model: stop}]
policies: {p: [{retry: {attempts: 4, backoff: none}}, {timeout: 200ms}]}
dependency: {servers: 4, service: 25ms, queue: {max: unlimited}}
faults: [{at: 10s, for: 3s, slow: 4x}]
objectives: [recovery.time <= 20s]`)
	q := Question{Of: []Parameter{{"faults.slow.for", scale(t, "0.1s", "5s", "0.01s")}}, Replications: 2}
	plain, r := bracketed(t, read, q, Options{}), bracketed(t, read, q, Options{Foresee: Foretold(read, nil)})
	if r.Answer["faults.slow.for"] != plain.Answer["faults.slow.for"] || r.Why != plain.Why {
		t.Errorf("got %+v, without the fluid %+v", r.Answer, plain.Answer)
	}
	if r.Bracket == nil || !r.Bracket.Confirmed || r.Simulations >= plain.Simulations || r.Simulations > r.Grid/5 {
		t.Errorf("bracket %+v, %d simulations, without it %d, of a grid %d", r.Bracket, r.Simulations, plain.Simulations, r.Grid)
	}
}

func TestTheNumberOfWorkersChangesNothing(t *testing.T) {
	text := `
version: 1
run: {duration: 20s, replications: 4, seed: 2}
fleet: [{arrivals: 50/s, model: stop}]
dependency: {servers: 8, service: {exponential: 100ms}, queue: {max: 5}}
objectives: [calls.success >= 90%]`
	read := reading(t, text)
	var first *result.Size
	for workers := 1; workers <= 5; workers += 2 {
		q := Question{Of: []Parameter{{"fleet.cohort1.arrivals", scale(t, "10/s", "100/s", "1/s")}}, Replications: 4, Confidence: 0.95, Scenarios: 1}
		r, err := Ask(context.Background(), q, Simulated(read, nil, workers, nil), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = r
		} else if fmt.Sprintf("%+v", *r.Binds)+r.Why+fmt.Sprint(r.Answer, r.Simulations) != fmt.Sprintf("%+v", *first.Binds)+first.Why+fmt.Sprint(first.Answer, first.Simulations) {
			t.Errorf("%d workers: %s\none: %s", workers, r.Why, first.Why)
		}
	}
}
