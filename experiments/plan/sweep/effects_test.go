package sweep

import (
	"context"
	"math"
	"slices"
	"testing"

	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// pressed is 2 agents that each call every 2 s, 100 ms long, for 40 s. A timeout of
// more than 100 ms never acts. The first task of each starts at 0, each next one
// 100 ms + rest after the one before.
const pressed = `
version: 1
name: pressed
scenario:
  version: 1
  run: {duration: 40s, replications: 2}
  fleet: [{name: a, agents: 2, rest: 2s, policy: p}]
  policies: {p: [{timeout: 1s}]}
  dependency: {servers: 8, service: 100ms}
  objectives: [attempts <= 60]
vary: {fleet.a.rest: {between: [500ms, 4s]}, policies.p.timeout: {between: [200ms, 10s]}}
measures: [attempts, attempts.timeout, recovery.time]
`

func simulated(t *testing.T, text string) *result.Sweep {
	t.Helper()
	p := planned(t, text)
	rows, err := Run(context.Background(), p, Options{Shard: All, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewManifest(p, "v1", "herdcast sweep").Result(rows)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func influence(t *testing.T, s *result.Sweep, path, measure string) result.Influence {
	t.Helper()
	i := slices.IndexFunc(s.Sensitivity, func(i result.Influence) bool { return i.Path == path && i.Measure == measure })
	if i < 0 {
		t.Fatalf("nothing is told of %s and %s", path, measure)
	}
	return s.Sensitivity[i]
}

// The timeout cannot matter, so the rest decides everything: indices of exactly 0 and
// 1. With a rest of r s each agent calls ⌈40/(0.1 + r)⌉ times: at 500 ms 67 and both
// 134, at 4 s 10 and both 20. The objective turns at r = 40/30 − 0.1 = 1.23 s.
func TestWhatCannotMatterHasIndexZero(t *testing.T) {
	s := simulated(t, pressed+"design: {saltelli: 16}\n")
	if len(s.Cells) != 16*4 {
		t.Fatalf("%d cells", len(s.Cells))
	}
	rest, timeout := influence(t, s, "fleet.a.rest", "attempts"), influence(t, s, "policies.p.timeout", "attempts")
	for want, got := range map[float64]result.Influence{1: rest, 0: timeout} {
		if *got.Main != (result.Estimate{Value: want, Low: want, High: want}) || *got.Total != *got.Main {
			t.Errorf("%s: main %+v, total %+v, want %v", got.Path, got.Main, got.Total, want)
		}
	}
	// Between 0.5 and 1.375 s an agent calls from 67 down to 28 times, between 3.125 and 4 s from 13 down to 10.
	if low, high := *rest.AtLow, *rest.AtHigh; low < 56 || low > 134 || high < 20 || high > 26 {
		t.Errorf("from %v to %v", low, high)
	}
	if i := influence(t, s, "fleet.a.rest", "attempts.timeout"); i.Main != nil || i.Why != "it does not vary" {
		t.Errorf("got %+v", i)
	}
	if i := influence(t, s, "fleet.a.rest", "recovery.time"); i.Main != nil || i.Why != "no value in 64 of 64 cells" {
		t.Errorf("got %+v", i)
	}
	if s.Matters != nil {
		t.Error("ranks are told beside indices")
	}
	// Only the rest turns the objective round.
	if len(s.Flips) != 1 || s.Flips[0].Path != "fleet.a.rest" || s.Flips[0].Objective != "attempts <= 60" || s.Flips[0].Pairs != 16 {
		t.Fatalf("flips: %+v", s.Flips)
	}
}

// In a walk the rest goes from 500 ms or 1.666667 s to 2.833333 or 4 s, two thirds of
// its range: calls from 134 or 46 to 28 or 20. So every effect is 3/2·(28 − 134) =
// −159 or 3/2·(20 − 46) = −39.
func TestElementaryEffectsOfARest(t *testing.T) {
	s := simulated(t, pressed+"design: {morris: 8}\n")
	if len(s.Cells) != 8*3 {
		t.Fatalf("%d cells", len(s.Cells))
	}
	rest, timeout := influence(t, s, "fleet.a.rest", "attempts"), influence(t, s, "policies.p.timeout", "attempts")
	if *timeout.Effect != (result.Estimate{}) || *timeout.AbsoluteEffect != (result.Estimate{}) || *timeout.Spread != 0 {
		t.Errorf("timeout: %+v", timeout)
	}
	steep := (-rest.Effect.Value - 39) / 120 * 8 // of 8 effects those of −159
	if math.Abs(steep-math.Round(steep)) > 1e-3 || steep < 0.5 || steep > 7.5 || rest.AbsoluteEffect.Value != -rest.Effect.Value {
		t.Errorf("rest: %+v", rest.Effect)
	}
	// Each walk crosses 60 calls with the rest and never with the timeout, unless it
	// goes from 46 to 20.
	if len(s.Flips) != 1 || s.Flips[0].Path != "fleet.a.rest" || float64(s.Flips[0].Flipped) != math.Round(steep) {
		t.Errorf("flips: %+v", s.Flips)
	}
}

// A crowd of agents that call again after 100 ms, at 4 servers of 100 ms, each attempt
// cut after 150 ms. A limit of 64 turns nobody away, one of 4 whoever would have to
// queue.
const contested = `
version: 1
name: contested
scenario:
  version: 1
  run: {duration: 20s, replications: 3}
  fleet: [{name: a, agents: 20, processes: 1, rest: {exponential: 100ms}, policy: p}]
  policies: {p: [{timeout: 150ms}, {limit: {max: 64}}]}
  dependency: {servers: 4, service: 100ms, queue: {max: unlimited}}
vary: {policies.p.limit.max: [64, 4], fleet.a.agents: {between: [2, 40]}}
compare: {by: policies.p.limit.max}
measures: [calls.success]
`

// Few agents fare better with many permits: who is turned away by the limit of 4 would
// have been served within 150 ms. A crowd fares better with few: where more than six
// are inside, whoever comes waits for more than 50 ms, and is served for nothing.
func TestAnInputThatFlipsAComparison(t *testing.T) {
	s := simulated(t, contested+"design: {saltelli: 8}\n")
	if len(s.Flips) != 1 {
		t.Fatalf("flips: %+v", s.Flips)
	}
	f := s.Flips[0]
	if f.Path != "fleet.a.agents" || f.Measure != "calls.success" || f.Arm != "4" || f.Baseline != "64" || len(f.At) != 0 || f.Pairs != 8 {
		t.Errorf("got %+v", f)
	}
	sizes := map[string]float64{f.Verdict: scenario.SizeOf(f.From), f.Becomes: scenario.SizeOf(f.To)}
	if few, crowd := sizes[result.IsWorse], sizes[result.IsBetter]; few < 2 || few >= crowd || f.Flipped < 1 {
		t.Errorf("got %+v", f)
	}
}
