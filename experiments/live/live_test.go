package live

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"herdcast/experiments/emulate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/models/metric"
)

func read(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Read("test.yaml", []byte("version: 1\n"+text), scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// really runs a scenario for real and gives its measures.
func really(t *testing.T, text string) map[string]float64 {
	t.Helper()
	o, err := measure(t.Context(), read(t, text))
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]float64{}
	for _, v := range o.Values {
		if v.Part == metric.Whole {
			values[v.Name] = v.Value
		}
	}
	return values
}

func want(t *testing.T, values map[string]float64, wanted map[string]float64) {
	t.Helper()
	for name, value := range wanted {
		if values[name] != value {
			t.Errorf("%s is %v, want %v", name, values[name], value)
		}
	}
}

// Errors for 900 ms: tries at 0 and 600 ms fail, that at 1.2 s succeeds. The timer has
// 300 ms to spare on either side.
func TestRetriesForReal(t *testing.T) {
	t.Parallel()
	values := really(t, `
run: {duration: 3s}
fleet: [{agents: 1, tasks: 1, policy: p, model: stop}]
policies: {p: [{retry: {attempts: 5, backoff: {first: 600ms, factor: 1}}}]}
dependency: {service: 0s}
faults: [{at: 0s, for: 900ms, errors: {}}]
`)
	want(t, values, map[string]float64{
		"calls": 1, "calls.succeeded": 1, "attempts": 3, "attempts.first": 1, "attempts.retries": 2,
		"attempts.server_error": 2, "attempts.ok": 1, "amplification": 3, "tasks.succeeded": 1,
	})
	if took := values["latency.max"]; took < 1.2 || took > 1.5 {
		t.Errorf("the call took %v s, want 1.2 to 1.5", took)
	}
}

// The answer is an error though the effect has landed. Without a key nobody repeats
// it: a false failure, surfaced as unknown. Under a key the retry is answered from
// the store: landed once, done.
func TestEffectsForReal(t *testing.T) {
	t.Parallel()
	text := `
run: {duration: 2s}
fleet: [{agents: 1, tasks: 1, policy: p, model: stop}]
policies: {p: [{retry: {attempts: 3, backoff: {first: 1s, factor: 1}}}]}
tools: {pay: {effect: true, key: KEY}}
dependency: {service: 0s}
faults: [{at: 0s, for: 500ms, errors: {effect: landed}}]
`
	want(t, really(t, strings.Replace(text, "KEY", "none", 1)), map[string]float64{
		"attempts": 1, "effects.landed": 1, "effects.false_failures": 1, "effects.unknown": 1, "calls.failed": 1,
	})
	want(t, really(t, strings.Replace(text, "KEY", "per_call", 1)), map[string]float64{
		"attempts": 2, "effects.landed": 1, "effects.duplicates": 0, "effects.false_failures": 0, "calls.succeeded": 1,
	})
}

// Two calls hang until their timeout; the third finds the breaker open. What is
// refused has not got to the door.
func TestTimeoutsAndBreakersForReal(t *testing.T) {
	t.Parallel()
	values := really(t, `
run: {duration: 1s}
fleet: [{agents: 1, tasks: 3, policy: p, model: stop}]
policies: {p: [{breaker: {trip: {consecutive: 2}}}, {timeout: 100ms}]}
faults: [{at: 0s, down: hang}]
`)
	want(t, values, map[string]float64{"calls": 3, "attempts": 2, "attempts.timeout": 2, "calls.rejected": 1})
}

// A task's wall clock cuts its call.
func TestBudgetsForReal(t *testing.T) {
	t.Parallel()
	values := really(t, `
run: {duration: 1s}
fleet: [{agents: 1, tasks: 1, task: {budget: {wall_clock: 300ms}}}]
faults: [{at: 0s, down: hang}]
`)
	want(t, values, map[string]float64{"tasks.out_of_time": 1, "attempts": 1, "attempts.abandoned": 1})
}

func TestScenariosThatNoClientCanPlay(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"fleet: [{agents: 1, rest: 1s, policy: p}]\npolicies: {p: [{hop: {delay: 1ms}}]}", "policies.p.hop: no real client has a hop yet"},
		{"fleet: [{agents: 1, rest: 1s, policy: p}]\npolicies: {p: [{breaker: {scope: task}}]}", "policies.p.breaker: real clients share no state by task"},
		{"fleet: [{agents: 5001, rest: 1s}]", "5001 agents are more than the 5000 that are run for real; make the fleet and the dependency smaller with --set"},
	} {
		if _, err := measure(t.Context(), read(t, c.text)); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// The attempt that is one too many in a second is not sent, and ends the run.
func TestRunawayFleetsAreStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancelCause(t.Context())
		c := &clients{stop: stop}
		for range emulate.MostPerSecond {
			c.cap.Enter()
		}
		request, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://dependency/", nil)
		_, err := (&wire{clients: c}).RoundTrip(request)
		var unfit *UnfitError
		if !errors.Is(err, context.Canceled) || !errors.As(context.Cause(ctx), &unfit) {
			t.Errorf("%v, and the run ends with %v; want it cancelled as unfit", err, context.Cause(ctx))
		}
	})
}

// Ten runs of mean 10 and standard deviation 1: t(9) at 97.5 % is 2.262, so that one
// more lies in 10 ± 2.262·√1.1 = 10 ± 2.373.
func TestIntervalOfOneMoreRun(t *testing.T) {
	mean := 10.0
	values := []float64{}
	for range 5 {
		values = append(values, 10+math.Sqrt(0.9), 10-math.Sqrt(0.9))
	}
	simulated := result.Measure{Value: &mean}
	for i := range values {
		simulated.PerReplication = append(simulated.PerReplication, &values[i])
	}
	for _, c := range []struct {
		real   float64
		agrees bool
	}{{12.37, true}, {12.38, false}, {7.63, true}, {7.62, false}} {
		got := comparisonOf("x", metric.Value{Value: c.real}, simulated)
		if math.Abs(*got.High-12.373) > 0.001 || math.Abs(*got.Low-7.627) > 0.001 || got.Agrees != c.agrees || math.Abs(*got.Difference-(c.real-10)/10) > 1e-12 {
			t.Errorf("real %v: [%v, %v], agrees %v, difference %v", c.real, *got.Low, *got.High, got.Agrees, *got.Difference)
		}
	}
}

// A difference of a tenth agrees whatever chance says, as do two zeros.
func TestNearIsEnough(t *testing.T) {
	ten, zero := 10.0, 0.0
	one := result.Measure{Value: &ten, PerReplication: []*float64{&ten}}
	if got := comparisonOf("x", metric.Value{Value: 11}, one); !got.Agrees {
		t.Error("11 against 10 does not agree")
	}
	if got := comparisonOf("x", metric.Value{Value: 11.1}, one); got.Agrees {
		t.Error("11.1 against 10 agrees")
	}
	nothing := result.Measure{Value: &zero, PerReplication: []*float64{&zero}}
	if got := comparisonOf("x", metric.Value{}, nothing); !got.Agrees || got.Difference != nil {
		t.Error("0 against 0 does not agree, or differs by a share of nothing")
	}
}
