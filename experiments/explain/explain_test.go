package explain

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/library"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

const written = `
version: 1
name: written
tools:
  look: {service: 100ms, semantic_failures: 2%}
  page: {service: 300ms, effect: true, key: per_intent, verify_by: check}
  check: {service: 50ms}
fleet:
  - name: triage
    agents: 60
    processes: 4
    start: {spread: 10s}
    rest: 5s
    policy: p
    task: {turns: {between: [2, 4]}, calls: 2, tools: {look: 75%, page: 25%}, think: 2s, budget: {wall_clock: 90s}}
    model: {base: careful, exhausted: {reissue: 50%, degrade: 50%}, max_repeats: 2, max_adapts: 1}
  - name: stream
    arrivals: 6/s
    processes: 2
    task: {script: [[look, look], [page]]}
    model: stop
policies:
  p:
    - {timeout: {max: 20s, by_tool: {page: 30s}}}
    - retry: {attempts: 3, backoff: {first: 1s, factor: 2, jitter: none}, budget: {percent: 10%, floor: 2/s}}
    - breaker: {trip: {consecutive: 5}, per_tool: true}
    - limit: {max: 8, scope: cohort}
    - timeout: 4s
dependency:
  servers: 20
  service: 1s
  network: {delay: 50ms, lose_requests: 10%}
  quota: [{limit: 1200, per: 1m, scope: process}, {limit: 60, per: 1s, of: tokens}]
faults:
  - {at: 2m, for: 1m, capacity: 25%, name: brown-out}
  - {at: 4m, for: 30s, down: refuse, name: outage}
`

func explained(t *testing.T, text string) *result.Explanation {
	t.Helper()
	return Of(read(t, text))
}

func near(a *float64, b float64) bool {
	return a == nil && math.IsInf(b, 1) || a != nil && math.Abs(*a-b) <= 1e-9*math.Max(1, math.Abs(b))
}

// Three turns on average, four at most, of two calls: 6 and 8 intents. An intent is
// called at most 1 + 2 (reissue, verify) + 1 (adapt) times, and each but the last
// of these 4 may be followed by a verifying one: 7. A tenth of the requests gets
// lost and is retried: (1 − 0.1³) / (1 − 0.1) = 1.11 attempts. 8 · 7 · 3 = 168.
func TestChainMultiplies(t *testing.T) {
	chain := explained(t, written).Chain[0]
	for name, row := range map[string]struct {
		got        result.Expected
		mean, most float64
	}{
		"turns":    {chain.Turns, 3, 4},
		"intents":  {chain.Intents, 6, 8},
		"calls":    {chain.Calls, 1, 7},
		"attempts": {chain.Total, 6 * 1.11, 168},
		"look":     {chain.Tools[0].Attempts, 1.11, 3},
	} {
		if !near(row.got.Mean, row.mean) || !near(row.got.Most, row.most) {
			t.Errorf("%s: got %v and %v, want %v and %v", name, *row.got.Mean, row.got.Most, row.mean, row.most)
		}
	}
	// Waits of 1 and 2 s; three tries of 4 s with them are 15 s.
	if tool := chain.Tools[0]; !near(tool.Horizon, 3) || !near(tool.Time, 15) {
		t.Errorf("got a horizon of %v and a time of %v", *tool.Horizon, *tool.Time)
	}
	if stream := explained(t, written).Chain[1]; !near(stream.Total.Most, 3) || len(stream.Tools) != 2 {
		t.Errorf("the stream's script has three calls of two tools, got %+v", stream)
	}
}

// Tools with the same bounds stand together; page has a timeout of its own.
func TestDeadlinesNest(t *testing.T) {
	nests := explained(t, written).Deadlines
	if len(nests) != 3 {
		t.Fatalf("got %d nests: %+v", len(nests), nests)
	}
	look, page := nests[0], nests[1]
	if !slices.Equal(look.Tools, []string{"look", "check"}) || !slices.Equal(page.Tools, []string{"page"}) {
		t.Errorf("got the tools %v and %v", look.Tools, page.Tools)
	}
	none := math.Inf(1)
	want := []struct {
		path         string
		limit, needs float64
	}{
		{"fleet[1].task.budget.wall_clock", 90, 60}, // four turns of 15 s
		{"policies.p[1].timeout", 20, 15},
		{"policies.p[2].retry", none, 15},
		{"policies.p[5].timeout", 4, none},
		{"tools.look.service", none, 0.1},
		{"tools.check.service", none, 0.05},
	}
	if len(look.Steps) != len(want) {
		t.Fatalf("got %+v", look.Steps)
	}
	for i, w := range want {
		if s := look.Steps[i]; s.Path != w.path || !near(s.Limit, w.limit) || !near(s.Needs, w.needs) {
			t.Errorf("step %d: got %s %v %v, want %v", i+1, s.Path, s.Limit, s.Needs, w)
		}
	}
	if s := page.Steps[1]; !near(s.Limit, 30) || s.Line != 24 {
		t.Errorf("got %+v for the timeout of page", s)
	}
}

// Policy p belongs to triage: 4 processes, one cohort, and three tools, that which
// verifies counted. The quotas are everybody's: 4 + 2 processes.
func TestBudgetsAddUpOverTheFleet(t *testing.T) {
	want := []struct {
		path                string
		each, owners, fleet float64
	}{
		{"policies.p[2].retry.budget", 2, 4, 8},
		{"policies.p[3].breaker", 5, 12, 60},
		{"policies.p[4].limit", 8, 1, 8},
		{"dependency.quota[1]", 20, 6, 120},
		{"dependency.quota[2]", 60, 1, 60},
	}
	got := explained(t, written).Budgets
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i, w := range want {
		if a := got[i]; a.Path != w.path || !near(a.Each, w.each) || !near(a.Owners, w.owners) || !near(a.Fleet, w.fleet) {
			t.Errorf("got %s: %v × %v = %v, want %v", a.Path, *a.Each, *a.Owners, *a.Fleet, w)
		}
	}
}

// Of five calls 75 %, rounded up, are four; of twenty half are ten. A breaker with
// both is listed by its failures.
func TestBreakersByWhatTripsThem(t *testing.T) {
	for trip, want := range map[string]struct {
		each float64
		unit string
	}{
		"{rate: 50%}": {10, "failures before it opens"},
		"{slow: 1s, slow_rate: 75%, min_calls: 5}":             {4, "slow answers before it opens"},
		"{slow: 1s, slow_rate: 75%, min_calls: 20, rate: 50%}": {10, "failures before it opens"},
	} {
		a := explained(t, "version: 1\nfleet: [{agents: 1, rest: 1s, policy: p}]\npolicies: {p: [{breaker: {trip: "+trip+"}}]}\n").Budgets[0]
		if !near(a.Each, want.each) || a.Unit != want.unit {
			t.Errorf("%s: got %v %s, want %v", trip, *a.Each, a.Unit, want)
		}
	}
}

// A call of triage takes 0.75 · 100 ms + 0.25 · 300 ms = 150 ms, and 100 ms of
// network: it goes round in 5 s + 3 · (2 s + 0.25 s) = 11.75 s. The stream starts 6
// tasks a second of three calls of (2 · 100 ms + 300 ms) / 3 each.
func TestLoadMeetsCapacity(t *testing.T) {
	load := explained(t, written).Load
	triage, stream := load.Cohorts[0], load.Cohorts[1]
	tasks := 60 / 11.75
	calls := 6*tasks + 18
	if !near(triage.Tasks, tasks) || !near(triage.FirstTries, 6*tasks) || !near(triage.AtOnce, 120) {
		t.Errorf("got %v, %v, %v", *triage.Tasks, *triage.FirstTries, *triage.AtOnce)
	}
	if !near(stream.Tasks, 6) || !near(stream.FirstTries, 18) || stream.AtOnce != nil {
		t.Errorf("got %+v", stream)
	}
	service := (6*tasks*0.15 + 18*0.5/3) / calls
	// When all times out, a call of triage makes 1 + 10 % attempts of 4 s in the long
	// run, as its budget has it, and waits 1 s in one call of ten: 4.5 s.
	worst := 60/(5+3*6.5)*6*1.1 + 18
	// Refused at once, an attempt takes the 0.1 s of the network: 0.21 s.
	refused := 60/(5+3*2.21)*6*1.1 + 18
	// The second quota admits 60 tokens a second, and a result has 300.
	want := []struct {
		name              string
		from, to, servers float64
		capacity          float64
		verdict           string
	}{
		{"before", 0, 120, 20, 0.2, "exceeds"},
		{"brown-out", 120, 180, 5, 0.2, "exceeds"},
		{"after brown-out", 180, 240, 20, 0.2, "exceeds"},
		{"outage", 240, 270, 20, 0, "unserved"},
		{"after outage", 270, 600, 20, 0.2, "exceeds"},
	}
	if len(load.Phases) != len(want) {
		t.Fatalf("got %+v", load.Phases)
	}
	for i, w := range want {
		p := load.Phases[i]
		if p.Name != w.name || p.From != w.from || p.To != w.to || !near(p.Servers, w.servers) || !near(p.Capacity, w.capacity) || p.Verdict != w.verdict {
			t.Errorf("got %s %v–%v: %v servers, %v/s, %s; want %+v", p.Name, p.From, p.To, *p.Servers, *p.Capacity, p.Verdict, w)
		}
		if !near(p.FirstTries, calls) || !near(p.Service, service) || !near(p.Busy, calls*service) || !near(p.Attempts, worst) || !near(p.Refused, refused) {
			t.Errorf("%s: got %v/s, %v s, %v busy, %v/s, %v/s; want %v, %v, %v, %v, %v", p.Name, *p.FirstTries, *p.Service, *p.Busy, *p.Attempts, *p.Refused, calls, service, calls*service, worst, refused)
		}
	}
}

// Agents that do nothing but call have one attempt under way at any time: 100 whose
// attempts time out after 1 s send 100 a second, however they retry. With 1 s of
// wait before each retry, three tries take 5 s: 60 a second. Retries of what does
// not happen change nothing, and a deadline of 1.5 s cuts the second of two tries.
func TestAtWorstAnAgentHasOneAttemptUnderWay(t *testing.T) {
	for layers, want := range map[string]float64{
		"timeout: 1s": 100,
		"retry: {attempts: 3, backoff: none}}, {timeout: 1s":                                                           100,
		"retry: {attempts: 3, backoff: none}}, {retry: {attempts: 3, backoff: none}}, {timeout: 1s":                    100,
		"retry: {attempts: 3, backoff: none, on: [throttled]}}, {timeout: 1s":                                          100,
		"retry: {attempts: 3, backoff: none, budget: {percent: 20%}}}, {timeout: 1s":                                   100,
		"retry: {attempts: unlimited, backoff: none}}, {timeout: 1s":                                                   100,
		"retry: {attempts: 100000000, backoff: none}}, {timeout: 1s":                                                   100,
		"retry: {attempts: 3, backoff: {first: 1s, factor: 1, jitter: none}}}, {timeout: 1s":                           60,
		"timeout: 1500ms}, {retry: {attempts: 2, backoff: none}}, {timeout: 1s":                                        200 / 1.5,
		"retry: {attempts: 2, backoff: none}}, {timeout: 4s}, {retry: {attempts: 9, backoff: none}}, {timeout: 1500ms": 75, // three begin in 4 s
	} {
		phase := explained(t, "version: 1\nname: worst\nfleet: [{agents: 100, policy: p}]\npolicies: {p: [{"+layers+"}]}\n").Load.Phases[0]
		if !near(phase.Attempts, want) {
			t.Errorf("%s: got %v/s, want %v", layers, *phase.Attempts, want)
		}
	}
}

// A share of 20 % of 200 first tries a second is 40 retries a second, whatever the
// floor; Linkerd's whole units make one retry in two calls of 40 %. What nobody sends
// back funds nothing where successes do.
func TestSharesGrantRetriesBesideTheirFloor(t *testing.T) {
	for budget, want := range map[string]struct {
		share, refused float64
		says           string
	}{
		"percent: 20%":                       {0.2, 240, "20% of first tries, ≈ 40/s over the fleet while all is well, and no floor; what is saved up within 10s may go at once, ≈ 400 retries"},
		"percent: 20%, floor: 1/s":           {0.2, 240, "20% of first tries, ≈ 40/s over the fleet while all is well, beside a floor of 10/s; what is saved up within 10s may go at once, ≈ 500 retries"},
		"percent: 40%, deposit: 1":           {0.5, 300, "50% of first tries, ≈ 100/s over the fleet while all is well, and no floor; what is saved up within 10s may go at once, ≈ 1,000 retries"},
		"percent: 10%, window: 2m":           {0.1, 220, "10% of first tries, ≈ 20/s over the fleet while all is well, counted over 2m"},
		"percent: 20%, funded_by: successes": {0.2, 200, "20% of calls that succeed, ≈ 40/s over the fleet while all is well, and no floor; what is saved up within 10s may go at once, ≈ 400 retries"},
	} {
		e := explained(t, "version: 1\nname: shares\nfleet: [{arrivals: 200/s, processes: 10, policy: p}]\npolicies: {p: [{retry: {budget: {"+budget+"}}}, {timeout: 1s}]}\n")
		a := e.Budgets[0]
		if !near(a.Share, want.share) || !near(a.Of, 200) || a.Also != want.says {
			t.Errorf("%s: got %v of %v, %q", budget, *a.Share, *a.Of, a.Also)
		}
		if got := e.Load.Phases[0].Refused; !near(got, want.refused) {
			t.Errorf("%s: got %v/s refused, want %v", budget, *got, want.refused)
		}
	}
}

// Agents that nothing makes wait ask for more than any number, and a billion tries
// of which next to none gets through are added up at once.
func TestWordsForWhatHasNoBound(t *testing.T) {
	found := of(explained(t, `
version: 1
name: endless
fleet: [{agents: 5}]
tools: {call: {service: 0s}}
dependency: {quota: {limit: 10, per: 1s}}
`).Findings, "load-above-capacity")
	if len(found) != 1 || !strings.Contains(found[0].Message, "unlimited first tries are sent") {
		t.Errorf("got %+v", found)
	}
	chain := explained(t, `
version: 1
name: lossy
fleet: [{agents: 5, rest: 1s, policy: p}]
policies: {p: [{retry: {attempts: 1000000000}}, {timeout: 1s}]}
dependency: {network: {lose_requests: 99.9999999%}}
`).Chain[0].Tools[0]
	// (1 − pⁿ) / (1 − p) with 1 − p = 1e-9 and n = 1e9, so that pⁿ is 1/e.
	if want := (1 - math.Exp(-1)) * 1e9; math.Abs(*chain.Attempts.Mean/want-1) > 1e-6 {
		t.Errorf("got %v attempts, want %v", *chain.Attempts.Mean, want)
	}
}

// A retry layer of one try never waits, whatever refusals tell: all is over after the
// 2 s of the try.
func TestOneTryIsToldNothing(t *testing.T) {
	found := of(explained(t, `
version: 1
name: once
fleet: [{agents: 1, rest: 1s, policy: p}]
policies: {p: [{timeout: 20s}, {retry: {attempts: 1, hint: {clamp: 5s}}}, {timeout: 2s}]}
faults: [{at: 1m, for: 20s, closed: {status: throttled, hint: 30s}}]
`).Findings, "deadline-never-reached")
	if len(found) != 1 || found[0].Path != "policies.p[1].timeout" {
		t.Errorf("got %+v", found)
	}
}

// A slow half of the requests of one tool, and streams that run faster.
func TestFaultsChangeServiceAndLoad(t *testing.T) {
	phases := explained(t, `
version: 1
name: slow
tools: {a: {service: 100ms}, b: {service: 200ms}}
fleet: [{arrivals: 10/s, task: {tools: {a: 50%, b: 50%}}}]
dependency: {servers: 10}
faults:
  - {at: 1m, for: 1m, slow: 3x, tools: [a], share: 50%, name: one}
  - {at: 1m, for: 1m, slow: {add: 100ms}, name: two}
  - {at: 3m, for: 1m, load: 2x, name: rush}
`).Load.Phases
	// a: half of 100 ms, half of 300 ms, 200 ms; with 100 ms more 300 ms. b: 300 ms.
	if p := phases[1]; p.Name != "one, two" || !near(p.Service, 0.3) || !near(p.Capacity, 10/0.3) {
		t.Errorf("got %+v", p)
	}
	if p := phases[3]; p.Name != "rush" || !near(p.FirstTries, 20) || !near(p.Busy, 3) {
		t.Errorf("got %+v", p)
	}
}

// Four replicas hold eight: one in service and one that waits each. A permit for each
// replica is four, one for each of nine processes is one too many.
func TestLimitsOfReplicas(t *testing.T) {
	for scope, want := range map[string]bool{"replica": false, "process": true} {
		found := slices.ContainsFunc(explained(t, `
version: 1
name: replicas
fleet: [{agents: 9, rest: 1s, policy: p}]
policies: {p: [{limit: {max: 1, scope: `+scope+`}}]}
dependency: {servers: 1, queue: {max: 1}, replicas: {count: 4}}
`).Findings, func(f result.Finding) bool { return f.Name == "limit-above-capacity" })
		if found != want {
			t.Errorf("scope %s: found %v", scope, found)
		}
	}
}

// A ramp from 10 to 30 a second brings 20 a second on average; nobody comes before the
// first entry.
func TestStreamsFollowTheirProfile(t *testing.T) {
	phases := explained(t, `
version: 1
name: profile
run: {duration: 100s}
fleet:
  - name: stream
    profile: [{from: 10s, rate: 10/s}, {from: 20s, rate: 30/s, ramp: true}, {from: 60s, rate: 5/s}]
`).Load.Phases
	want := []struct {
		name string
		rate float64
	}{{"before", 0}, {"stream 10/s to 30/s", 20}, {"stream 30/s", 30}, {"stream 5/s", 5}}
	if len(phases) != len(want) {
		t.Fatalf("got %+v", phases)
	}
	for i, w := range want {
		if p := phases[i]; p.Name != w.name || !near(p.FirstTries, w.rate) {
			t.Errorf("got %s: %v/s, want %+v", p.Name, *p.FirstTries, w)
		}
	}
}

// Two tasks a second start two helpers each, which make three calls: 12 a second,
// beside the 2 of the tasks themselves. A helper's task takes 3 · 100 ms.
func TestSpawnedAgentsSendTheCalls(t *testing.T) {
	e := explained(t, `
version: 1
name: spawning
tools: {look: {}, help: {spawns: {cohort: helpers, count: 2}}}
fleet:
  - {name: leads, arrivals: 2/s, task: {script: [[help], [look]]}}
  - {name: helpers, task: {turns: 3, tools: {look: 100%}}}
`)
	leads, helpers := e.Load.Cohorts[0], e.Load.Cohorts[1]
	if !near(leads.FirstTries, 2) || !near(helpers.Tasks, 4) || !near(helpers.FirstTries, 12) {
		t.Errorf("got %v/s of leads, %v tasks and %v/s of helpers", *leads.FirstTries, *helpers.Tasks, *helpers.FirstTries)
	}
	if p := e.Load.Phases[0]; !near(p.FirstTries, 14) || !near(p.Busy, 1.4) {
		t.Errorf("got %+v", p)
	}
	for _, nest := range e.Deadlines {
		for _, step := range nest.Steps {
			if step.Path == "tools.help.spawns" && !near(step.Needs, 0.3) {
				t.Errorf("got %v s for a helper's task", *step.Needs)
			}
		}
	}
	if chain := e.Chain[0]; !near(chain.Total.Mean, 1) {
		t.Errorf("a lead's task sends one request itself, got %v", *chain.Total.Mean)
	}
}

// Three replicas of 4 servers: at a quarter, the first two have 1 each, the third all
// of its 4. A slow factor of 4 on one of three meets a third of the requests: 100 ms ·
// (2/3 + 4/3) = 200 ms.
func TestReplicasAddUp(t *testing.T) {
	e := explained(t, `
version: 1
name: replicas
fleet: [{arrivals: 10/s, processes: 2, policy: p}]
policies: {p: [{limit: {adaptive: {kind: aimd, max: 50}}}]}
dependency: {servers: 4, queue: {max: 5}, replicas: {count: 3}}
faults:
  - {at: 1m, for: 1m, capacity: 25%, replicas: 2}
  - {at: 3m, for: 1m, slow: 4x, replicas: 1}
  - {at: 5m, for: 1m, down: refuse, replicas: 1}
`)
	for i, want := range []struct{ servers, service float64 }{{12, 0.1}, {6, 0.1}, {12, 0.1}, {12, 0.2}, {12, 0.1}, {8, 0.1}, {12, 0.1}} {
		if p := e.Load.Phases[i]; !near(p.Servers, want.servers) || !near(p.Service, want.service) || p.Verdict != "fits" {
			t.Errorf("%s: got %v servers at %v s, %s; want %+v", p.Name, *p.Servers, *p.Service, p.Verdict, want)
		}
	}
	if a := e.Budgets[0]; !near(a.Each, 50) || !near(a.Fleet, 100) {
		t.Errorf("got %+v for the adaptive limit", a)
	}
}

// Whatever a scenario says, it can be explained, and the explanation is JSON.
func TestEveryScenarioCanBeExplained(t *testing.T) {
	files, err := filepath.Glob("../*/testdata/*.yaml")
	if err != nil || len(files) < 300 {
		t.Fatalf("only %d files: %v", len(files), err)
	}
	for _, entry := range library.All() {
		data, _ := library.Named(entry.Name)
		marshals(t, entry.Name, data)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		marshals(t, name, data)
	}
}

func marshals(t *testing.T, name string, data []byte) {
	t.Helper()
	s, err := scenario.Read(name, data, scenario.Options{Directory: filepath.Dir(name), Shipped: library.Files()})
	if err != nil {
		return // not a scenario, and held to its message elsewhere
	}
	if _, err := json.Marshal(Of(s)); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// The scenarios built to show harm are found out, and no other has a finding of the
// worst kind.
func TestShippedScenariosAreFoundOut(t *testing.T) {
	harm := map[string]string{
		"metastable-slowdown":      "metastable-risk",
		"workable-default-without": "effect-retried-without-key",
	}
	warned := map[string]string{
		"brownout-with-writes":       "effect-reissued-with-new-key",
		"full-outage-without-jitter": "retry-without-jitter",
		"shared-quota":               "burst-above-capacity",
	}
	for _, entry := range library.All() {
		if entry.Case {
			continue
		}
		data, _ := library.Named(entry.Name)
		s, err := scenario.Read(entry.Name, data, scenario.Options{Shipped: library.Files()})
		if err != nil {
			t.Fatal(err)
		}
		var worst []string
		findings := Of(s).Findings
		for _, f := range findings {
			if f.Severity == result.Error {
				worst = append(worst, f.Name)
			}
		}
		want := []string(nil)
		if name, ok := harm[entry.Name]; ok {
			want = []string{name}
		}
		if !slices.Equal(worst, want) {
			t.Errorf("%s: got the errors %v, want %v", entry.Name, worst, want)
		}
		if name, ok := warned[entry.Name]; ok && len(of(findings, name)) == 0 {
			t.Errorf("%s: %s is missing", entry.Name, name)
		}
	}
}
