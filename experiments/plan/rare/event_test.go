package rare_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"herdcast/experiments/objective"
	"herdcast/experiments/plan/rare"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/experiments/stats"
)

func asked(s *scenario.Scenario, event string, paths int) (*result.Rare, error) {
	bound, err := objective.Parse(event)
	if err != nil {
		return nil, err
	}
	return rare.Of(context.Background(), s, rare.Options{Bound: &bound, Paths: paths, Workers: 2, Begins: func(int) {}, Progress: func(int, int) {}})
}

// poissonBelow is the probability that a Poisson count of that mean is at most k, its
// terms added from the smallest.
func poissonBelow(mean float64, k int) float64 {
	sum := 0.0
	for i := range k + 1 {
		gamma, _ := math.Lgamma(float64(i + 1))
		sum += math.Exp(float64(i)*math.Log(mean) - mean - gamma)
	}
	return sum
}

// Every call lands its effect after 10 ms. Of the replies 2 % are lost; then the caller
// gives up after 500 ms and tries again, which lands 510 ms after the call's start: a
// duplicate, if that is before the end at 20 s. Calls come in a Poisson stream of 5/s, so
// duplicates are a Poisson count of mean 0.02·5·19.49 = 1.949.
const doubled = `
version: 1
run: {duration: 20s, seed: 5}
tools: {pay: {effect: true, service: 10ms}}
fleet: [{arrivals: 5/s, policy: again, model: stop}]
policies: {again: [{retry: {attempts: 2, backoff: none, only_if_safe: false}}, {timeout: 500ms}]}
dependency: {servers: unlimited, network: {lose_replies: 2%}}`

// Thirty calls come at once at 20.5 s, which take 100 ms each on average, exponentially;
// the one server has done them B later, the time of thirty steps of a death process of
// rate 10/s. A probe comes each second from 0 on and takes 1 ms; twenty of them are the
// baseline. The windows after the fault, an instant, begin at 20.5 s + w, and have one probe
// each, 0.5 s later. It is healthy with a latency of at most 2 ms (twice the median of
// the baseline), when others wait for at most 1 ms before it: the first of those that
// find the burst done waits for the w probes before it, which came while the burst was
// served. So the fleet takes longer than D s to recover if B > 0.5 s + D − (D − 1) ms, and
// that is so if a Poisson count of ten times as many is at most 29.
const burst = `
version: 1
run: {duration: 40s, seed: 7}
tools: {probe: {service: 1ms}, burst: {service: {exponential: 100ms}}}
fleet:
  - {name: probes, arrivals: 1/s, pattern: even, model: stop, task: {tools: {probe: 100%}}}
  - {name: burst, at: [{time: 20500ms, count: 30}], model: stop, task: {tools: {burst: 100%}}}
dependency: {servers: 1}
faults: [{at: 20500ms, mark: burst}]`

// Of independent splittings the mean lies within three standard errors of what theory
// says.
func TestEventsHaveTheirKnownProbability(t *testing.T) {
	takes := func(d float64) float64 { return poissonBelow(10*(0.5+d-(d-1)/1000), 29) }
	for _, c := range []struct {
		scenario, event   string
		about, want       float64
		splittings, paths int
	}{
		{doubled, "effects.duplicates >= 9", 2.0e-4, 1 - poissonBelow(1.949, 8), 30, 120},
		{burst, "recovery.time > 4s", 7.4e-3, takes(4), 30, 60},
		{burst, "recovery.time > 5s", 9.0e-5, takes(5), 30, 120},
	} {
		if math.Abs(c.want/c.about-1) > 0.05 {
			t.Errorf("%s: theory says %v, not about %v", c.event, c.want, c.about)
		}
		if full {
			c.splittings, c.paths = 200, 200
		}
		r, err := asked(read(t, c.scenario, c.splittings), c.event, c.paths)
		if err != nil {
			t.Fatal(err)
		}
		p := r.Probability
		t.Logf("%s: %v ± %v in %d heights, theory %v, %d runs", c.event, p.Value, standardError(r), len(r.Stages), c.want, r.Runs)
		if math.Abs(p.Value-c.want) > 3*standardError(r) || r.RelativeError > 0.25 || len(r.Stages) < 2 {
			t.Errorf("%s: %v with a standard error of %v, theory says %v", c.event, p.Value, standardError(r), c.want)
		}
	}
}

// A fleet whose retries keep the dependency overloaded after a short fault, or do not.
const storm = `
version: 1
run: {duration: 26s, seed: 9}
fleet: [{arrivals: 7/s, policy: p, model: stop}]
policies: {p: [{retry: {attempts: 3, backoff: {first: 200ms, jitter: full}}}, {timeout: 500ms}]}
dependency: {servers: 2, service: {exponential: 100ms}, queue: {max: 60}}
faults: [{at: 6s, for: 500ms, capacity: 50%}]`

// Where no chain is known, plain runs are.
func TestCollapseIsAsLikelyAsPlainRunsSay(t *testing.T) {
	const event = "recovery.recovered == 0"
	s := read(t, storm, 30)
	r, err := asked(s, event, 60)
	if err != nil {
		t.Fatal(err)
	}
	bound, _ := objective.Parse(event)
	runs, err := rare.PlainlyKeep(s, &bound, 4000, 2)
	if err != nil {
		t.Fatal(err)
	}
	mean, wrong := stats.Average(runs), stats.StandardError(runs)
	said := fmt.Sprintf("splitting at %d heights says %v ± %v, plain runs say %v ± %v", len(r.Stages), r.Probability.Value, standardError(r), mean, wrong)
	t.Log(said)
	if math.Abs(mean-r.Probability.Value) > 3*math.Hypot(wrong, standardError(r)) || mean == 0 || len(r.Stages) == 0 {
		t.Error(said)
	}
}

// No reply is lost, so nothing lands twice: of 6·30 plain runs none has it, 3/180 is the
// rule of three, and 1 − 0.05^(1/180) = 0.0165052 the exact bound. No guide helps.
func TestNeverSeenIsTheRuleOfThree(t *testing.T) {
	r, err := asked(read(t, doubled, 6, "dependency.network.lose_replies=0%"), "effects.duplicates >= 1", 30)
	if err != nil {
		t.Fatal(err)
	}
	none := r.NeverSeen
	if none == nil || none.Runs != 180 || none.RuleOfThree != 3.0/180 || math.Abs(none.ClopperPearson-0.0165052) > 5e-8 {
		t.Fatalf("%+v", none)
	}
	if want := (result.Estimate{High: 3.0 / 180}); r.Probability != want || r.Runs != 180 || r.PlainRuns != nil || len(r.Stages) > 0 {
		t.Errorf("%+v", r)
	}
}

func TestEventsThatCannotBeAsked(t *testing.T) {
	for _, c := range []struct{ scenario, event, why string }{
		{doubled, "recovery.time > 4s", "no fault"}, // nothing to recover from
		{burst, "recovery.time > 30s", "the run ends 19.5s after the last fault"},
		{burst, "load > 10%", "ask for utilisation"},
		{burst, "calls(tool=nobody) > 1", `no tool is named "nobody"`},
		{burst, "layers.sdk > 1", "this scenario has no such measure"},
	} {
		_, err := asked(read(t, c.scenario, 6, "run.seed=7"), c.event, 40)
		var unfit rare.Unfit
		if !errors.As(err, &unfit) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", c.event, err)
		}
	}
}
