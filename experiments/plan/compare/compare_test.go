package compare_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/plan"
	"herdcast/experiments/plan/compare"
	"herdcast/experiments/plan/sweep"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

func compared(t *testing.T, text string, policies ...string) *result.Comparison {
	t.Helper()
	e, err := scenario.ReadExperiment("test.yaml", []byte("version: 1\n"+text), scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if policies != nil {
		if err := e.ComparePolicies(policies); err != nil {
			t.Fatal(err)
		}
	}
	p, err := plan.Of(e)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := sweep.Run(context.Background(), p, sweep.Options{Shard: sweep.All, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return compare.Of(p, rows)
}

func find(t *testing.T, c *result.Comparison, measure, arm string) result.Compared {
	t.Helper()
	i := slices.IndexFunc(c.Comparisons, func(c result.Compared) bool { return c.Measure == measure && c.Arm == arm })
	if i < 0 {
		t.Fatalf("no comparison of %s for %s", measure, arm)
	}
	return c.Comparisons[i]
}

// Ten agents, one call each, every attempt refused. With so many attempts each call
// makes that many: amplification 1, 2 and 4 exactly, in every replication. No waits
// are drawn, so neither arm varies: with ten replications p is 2·4⁻¹⁰, times eight
// comparisons for the smallest by Holm.
const refused = `
scenario:
  version: 1
  run: {duration: 60s, replications: 10}
  fleet: [{name: a, agents: 10, tasks: 1, policy: p, model: stop}]
  policies: {p: [{retry: {attempts: 2, backoff: {first: 1s}}}]}
  faults: [{at: 0s, down: refuse}]
vary: {policies.p.retry.attempts: [1, 2, 4]}
compare: {by: policies.p.retry.attempts, baseline: 2}
measures: [amplification, attempts, calls.success, latency.max]
`

func TestWhatIsCertainIsTold(t *testing.T) {
	c := compared(t, refused)
	if len(c.Comparisons) != 8 || c.Baseline != "2" || !slices.Equal(c.Arms, []string{"1", "2", "4"}) {
		t.Fatalf("got %d comparisons, %v, %v", len(c.Comparisons), c.Baseline, c.Arms)
	}
	for _, row := range []struct {
		measure, arm string
		difference   float64
		verdict      string
	}{
		{"amplification", "1", -1, result.IsBetter},
		{"amplification", "4", 2, result.IsWorse},
		{"attempts", "4", 20, result.IsDifferent}, // 40 rather than 20: more, but neither better nor worse
		{"calls.success", "4", 0, result.CannotTell},
		{"latency.max", "1", -1, result.IsBetter}, // no wait of 1 s
		{"latency.max", "4", 6, result.IsWorse},   // 1 + 2 + 4 s rather than 1 s
	} {
		got := find(t, c, row.measure, row.arm)
		if math.Abs(*got.Difference-row.difference) > 1e-9 || got.Verdict != row.verdict || got.Replications != 10 {
			t.Errorf("%s of %s: got %+v (%v), want %v and %s", row.measure, row.arm, got, *got.Difference, row.difference, row.verdict)
		}
	}
	best := find(t, c, "amplification", "1")
	if p := 2 * math.Pow(4, -10); *best.P != p || *best.PAdjusted != 8*p || *best.Relative != -0.5 {
		t.Errorf("p %v, adjusted %v, relative %v", *best.P, *best.PAdjusted, *best.Relative)
	}
	// Fewer attempts win in what has a better side, and all are the same in the rest.
	order := func(measure string) (text string) {
		for _, r := range c.Rankings {
			if r.Measure == measure {
				for _, a := range r.Arms {
					text += fmt.Sprintf("%s:%d ", a.Arm, a.Rank)
				}
			}
		}
		return text
	}
	if got := order("amplification"); got != "1:1 2:2 4:3 " {
		t.Errorf("amplification: %s", got)
	}
	if got := order("calls.success"); got != "1:1 2:1 4:1 " {
		t.Errorf("calls.success: %s", got)
	}
	if got := order("attempts"); got != "" {
		t.Errorf("attempts have no better side: %s", got)
	}
	if len(c.Pareto) != 1 || !slices.Equal(c.Pareto[0].Arms, []string{"1"}) || len(c.Pareto[0].Beaten) != 2 {
		t.Errorf("got %+v", c.Pareto)
	}
}

// More attempts cost more and succeed more often: neither beats the other.
func TestParetoKeepsWhatIsBestInSomething(t *testing.T) {
	c := compared(t, `
scenario:
  version: 1
  run: {duration: 60s, replications: 10}
  fleet: [{name: a, agents: 50, rest: 1s, policy: p, model: stop}]
  policies: {p: [{retry: {attempts: 1, backoff: {first: 1s}}}]}
  faults: [{at: 0s, share: 50%, down: refuse}]
vary: {policies.p.retry.attempts: [1, 2, 3]}
compare: {by: policies.p.retry.attempts, pareto: [amplification, calls.success]}
measures: [latency.max]
`)
	if len(c.Pareto) != 1 || !slices.Equal(c.Pareto[0].Arms, []string{"1", "2", "3"}) || len(c.Comparisons) != 2 {
		t.Errorf("got %+v", c.Pareto)
	}
}

// Amplification is 1, 2 and 4: at most 2 holds of the first two.
func TestObjectivesAreJudgedForEachArm(t *testing.T) {
	c := compared(t, strings.Replace(refused, "  faults:", "  objectives: [amplification <= 2]\n  faults:", 1))
	var got []string
	for _, j := range c.Objectives {
		got = append(got, fmt.Sprintf("%s: %s %v", j.Arm, j.Objectives[0].Verdict, *j.Objectives[0].Value))
	}
	if want := []string{"1: holds 1", "2: holds 2", "4: fails 4"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOneReplicationTellsNothing(t *testing.T) {
	c := compared(t, strings.Replace(refused, "replications: 10", "replications: 1", 1))
	got := find(t, c, "amplification", "1")
	if got.Verdict != result.CannotTell || *got.Difference != -1 || got.Why == "" {
		t.Errorf("got %+v", got)
	}
}

func TestMoreReplicationsAreNamedWhereTheyWouldTell(t *testing.T) {
	c := compared(t, strings.Replace(refused, "replications: 10", "replications: 2", 1))
	// 2·4⁻² is 12.5 %. Eight comparisons: 2·4⁻ⁿ < 0.05/8 from n = 5 on.
	got := find(t, c, "amplification", "1")
	if got.Verdict != result.CannotTell || got.Needed == nil || *got.Needed != 5 {
		t.Errorf("got %+v", got)
	}
}

// No call fails, so two and three attempts are the same fleet with luck of its own:
// most p-values are any from 0 to 1, and above a half no replications are named.
func TestReplicationsAreNamedOnlyOfWhatShowsASign(t *testing.T) {
	c := compared(t, `
scenario:
  version: 1
  run: {duration: 60s, replications: 6}
  fleet: [{name: a, agents: 20, tasks: 5, policy: p, model: stop}]
  policies: {p: [{retry: {attempts: 2}}]}
  dependency: {servers: 4, service: {exponential: 100ms}}
vary: {policies.p.retry.attempts: [2, 3]}
compare: {by: policies.p.retry.attempts, paired: false}
`)
	named, without := 0, 0
	for _, each := range c.Comparisons {
		switch {
		case each.Needed != nil && *each.P <= 0.5:
			named++
		case each.Needed != nil:
			t.Errorf("%s: %d replications for p %v", each.Measure, *each.Needed, *each.P)
		case each.P != nil && *each.P > 0.5 && *each.Difference != 0:
			without++
		}
	}
	if named == 0 || without == 0 {
		t.Errorf("%d named, %d not: nothing to see", named, without)
	}
}

func TestPoliciesTakeThePlaceOfThoseThatCohortsName(t *testing.T) {
	const two = `
name: two
run: {duration: 60s, replications: 6}
fleet:
  - {name: a, agents: 1, tasks: 1, policy: p, model: stop}
  - {name: b, agents: 1, tasks: 1, policy: q, model: stop}
  - {name: c, agents: 1, tasks: 1, model: stop}
policies: {p: [{retry: {attempts: 2, backoff: none}}], q: [{retry: {attempts: 4, backoff: none}}]}
faults: [{at: 0s, down: refuse}]
dependency: {network: {delay: 1ms}}
`
	// Cohort c has none and keeps none: 2 + 2 + 1, 4 + 4 + 1, 3 + 3 + 1 and 3 attempts
	// (that of OpenAI retries twice).
	c := compared(t, two, "p", "q", "preset:openai-py-2026", "none")
	for arm, want := range map[string]float64{"q": 9, "preset:openai-py-2026": 7, "none": 3} {
		if got := find(t, c, "attempts", arm); *got.BaselineValue != 5 || *got.Value != want {
			t.Errorf("%s: %v and %v attempts, want 5 and %v", arm, *got.BaselineValue, *got.Value, want)
		}
	}
	for _, policies := range [][]string{{"p"}, {"p", "p"}, {"p", "preset:nobody"}} {
		e, err := scenario.ReadExperiment("test.yaml", []byte("version: 1\n"+two), scenario.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if e.ComparePolicies(policies) == nil {
			t.Errorf("%v are compared", policies)
		}
	}
}

// What has no value on one side cannot be compared, and says why.
func TestWithoutAValueThereIsNoComparison(t *testing.T) {
	c := compared(t, strings.Replace(refused, "measures: [amplification,", "measures: [wall_clock.used.p99,", 1))
	got := find(t, c, "wall_clock.used.p99", "1")
	if got.Difference != nil || got.P != nil || got.Why == "" || got.Verdict != result.CannotTell {
		t.Errorf("got %+v", got)
	}
}

// Two hundred comparisons of arms that differ in nothing but their luck: 5 % of
// them, ten, may be told by p alone, and hardly any once p is adjusted.
func TestNothingIsToldOfTheSameScenarioTwice(t *testing.T) {
	wrong, adjusted, comparisons := 0, 0, 0
	for seed := 1; comparisons < 200; seed++ {
		c := compared(t, fmt.Sprintf(`
scenario:
  version: 1
  run: {duration: 20s, replications: 12, seed: %d}
  fleet: [{name: a, arrivals: 20/s, processes: 1, policy: p, model: stop}]
  policies: {p: [{retry: {attempts: 3, backoff: {first: 100ms, jitter: full}}}, {timeout: 2s}]}
  dependency: {servers: 4, service: {exponential: 100ms}}
  faults: [{at: 10s, for: 2s, share: 30%%, errors: {}}]
vary: {run.herd_bin: [100ms, 100000us]}
compare: {by: run.herd_bin, paired: false}
measures: [attempts, latency.p99, calls.success, goodput]
`, 1000*seed))
		for _, each := range c.Comparisons {
			comparisons++
			if *each.P < 0.05 {
				wrong++
			}
			if each.Verdict != result.CannotTell {
				adjusted++
			}
		}
	}
	if wrong > comparisons/20 || adjusted > comparisons/50 {
		t.Errorf("of %d comparisons %d are told, %d after adjustment", comparisons, wrong, adjusted)
	}
	if wrong == 0 {
		t.Error("not one p is below 5 %: the test is blind")
	}
}
