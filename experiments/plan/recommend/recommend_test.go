package recommend

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/sim/quantity"
)

// small is a fleet that is quick to size: 40 calls a second, each agent one a
// second. A task of at most 20 s makes 10 of them in half that time.
func small() Numbers {
	return Numbers{
		Agents: 40, Rate: quantity.Rate{Count: 40, Per: time.Second}, P50: 40 * time.Millisecond, P99: 300 * time.Millisecond,
		Capacity: 16, Outage: 10 * time.Second, Deadline: 20 * time.Second,
	}
}

func recommended(t *testing.T, n Numbers, workers int) *Wrapper {
	t.Helper()
	few := 6
	w, err := Recommend(context.Background(), n, Options{Workers: workers, Replications: &few})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Log-normal through 40 ms and 300 ms: σ = ln 7.5 / 2.326 = 0.866, its mean is
// 40 ms · exp(σ²/2) = 58.2 ms.
func TestNumbersMakeAFleet(t *testing.T) {
	n := small()
	if got := n.service(); got < 58100*time.Microsecond || got > 58300*time.Microsecond {
		t.Errorf("a mean answer takes %v", got)
	}
	if n.think() != 942*time.Millisecond || n.turns() != 10 || n.processes() != 2 {
		t.Errorf("thinks %v, %d turns, %d processes", n.think(), n.turns(), n.processes())
	}
}

// Ten seconds of 3 calls a second have 30, too near the 20 that a peak needs; what is
// said is what is asked.
func TestThePeakIsSpokenOfOnlyWhereItIsAsked(t *testing.T) {
	for rate, peak := range map[float64]bool{3: false, 4: true} {
		n := small()
		n.Rate.Count, n.Rate.Per = rate, time.Second
		budget := questions[3](n, n.begin())
		if asked, said := strings.HasPrefix(budget.suchThat[0], "amplification.peak "), strings.Contains(budget.reason, "worst ten seconds"); asked != peak || said != peak {
			t.Errorf("at %v/s: %q, because %q", rate, budget.suchThat, budget.reason)
		}
	}
}

func TestEverySettingIsRecommendedWithItsReason(t *testing.T) {
	w := recommended(t, small(), 2)
	r := w.Result
	var names []string
	for _, s := range r.Settings {
		names = append(names, s.Name)
		if s.Answer == nil || s.Binds == nil || s.Margin == nil || *s.Margin < 0 || s.Reason == "" || s.Why == "" {
			t.Errorf("%+v", s)
		}
		if r.Answer[s.Path].Text != s.Text {
			t.Errorf("%s is %s and %s", s.Path, s.Text, r.Answer[s.Path].Text)
		}
	}
	if got := strings.Join(names, " "); got != "attempt-deadline attempts backoff retry-budget concurrency-limit tool-deadline" {
		t.Error(got)
	}
	for _, o := range r.Objectives {
		if o.Verdict == result.Fails {
			t.Errorf("%s: %s fails with %v", o.Scenario, o.Text, *o.Value)
		}
	}
	// 99.5 % of answers come within 40 ms · exp(0.866 · 2.576) = 372 ms.
	if cut := r.Answer["policies.wrapper.attempt.max"].Value; cut < 0.3 || cut > 0.5 {
		t.Errorf("attempts are cut after %g s", cut)
	}
	// One attempt fails twice in a hundred, two do four times in 10,000.
	if attempts := r.Answer["policies.wrapper.retry.attempts"].Value; attempts != 2 {
		t.Errorf("%g attempts", attempts)
	}
	if len(r.Findings) != 0 {
		t.Errorf("%+v", r.Findings)
	}

	// What is left behind reads, says the same, and can be asked again.
	directory, files := t.TempDir(), w.Files()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(directory, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range files {
		e, err := scenario.ReadExperiment(name, data, scenario.Options{Directory: directory})
		if err != nil {
			t.Error(err)
			continue
		}
		s, err := e.Scenario(0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := int(s.Spec.Policies[0].Layers[1].Retry.Attempts); got != 2 {
			t.Errorf("%s: %d attempts", name, got)
		}
	}
	if len(files) != 9 || r.Scenario != string(files["sized-fleet.yaml"]) {
		t.Errorf("%d files", len(files))
	}
}

func TestRecommendationIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	n := small()
	n.Outage = 5 * time.Second
	n.Agents, n.Rate.Count = 10, 10
	var one, three bytes.Buffer
	if err := recommended(t, n, 1).Result.Encode(&one); err != nil {
		t.Fatal(err)
	}
	if err := recommended(t, n, 3).Result.Encode(&three); err != nil {
		t.Fatal(err)
	}
	if one.String() != three.String() {
		t.Errorf("one worker:\n%s\nthree:\n%s", &one, &three)
	}
}

// Of attempts 2 % fail: without retries so do 20 calls in 1,000, with one that is always
// granted 0.4, of which the ordinary day lets through 1. Of the settings sized after the
// attempts, backoff and budget, the budget alone costs it.
func TestTheSettingThatCostsAPromiseIsNamed(t *testing.T) {
	n, few := small(), 2
	w := &Wrapper{numbers: n, wrapper: n.begin(), Result: &result.Recommendation{}}
	for _, ask := range questions[:4] {
		w.asked = append(w.asked, ask(n, w.wrapper))
	}
	w.wrapper.Budget = "0%"
	if err := w.blame(context.Background(), ordinaryDay, "calls.success >= 99.9%", Options{Workers: 2, Replications: &few}); err != nil {
		t.Fatal(err)
	}
	want := []result.Cost{{Binding: result.Binding{Objective: "calls.success >= 99.9%", Scenario: "ordinary-day"}, What: "retry budget of a process", With: "100%"}}
	if !slices.Equal(w.Result.Costs, want) {
		t.Errorf("%+v", w.Result.Costs)
	}
}

func TestWhatIsMarkedIsListed(t *testing.T) {
	n := small()
	n.Quota = &quantity.Rate{Count: 600, Per: time.Minute}
	var got []string
	for _, d := range []day{outageDay, ordinaryDay} {
		for _, a := range assumed(n.scenario(d, n.begin(), n.objectives(d))) {
			got = append(got, a.Path+": "+a.Value)
		}
	}
	fleet := []string{
		"tools.call: {service: {p50: 40ms, p99: 300ms}}: calls only read; say `effect: true` and a `key` of those that write",
		"fleet.agents.processes: 2: 20 agents a process",
		"fleet.agents.start: {spread: 1s}: agents do not start together",
		"fleet.agents.task.turns: 10: a task takes half of its deadline when all is well",
		"fleet.agents.task.calls: 1: one call at a time",
		"dependency.queue: {max: 64}: 4 requests wait for each that is served",
	}
	want := slices.Concat(fleet, []string{
		"dependency.quota: {limit: 600, per: 1m}: one for the whole fleet, refilled evenly, no Retry-After",
		"faults.outage.down: unavailable: every attempt is refused with 503 at once",
	}, fleet, []string{"faults.everyday.errors: {share: 2%, status: unavailable}: so many attempts fail even then"})
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// 40 a second against 60 a minute: 1 of 40 passes, 97.5 % are refused.
func TestNumbersThatCannotWorkAreToldAtOnce(t *testing.T) {
	n := small()
	n.Quota = &quantity.Rate{Count: 60, Per: time.Minute}
	n.Capacity = 2 // 40/s of 58 ms keep 2.3 requests in service
	found := n.warnings()
	if len(found) != 2 {
		t.Fatalf("%+v", found)
	}
	if want := "97 % are refused"; !strings.Contains(found[0].Message, want) {
		t.Error(found[0].Message)
	}
	if want := "A quota of 2400/min carries this fleet, or this quota 1 agent of its 40"; !strings.HasPrefix(found[0].Advice, want) {
		t.Error(found[0].Advice)
	}
	if want := "the dependency serves 2 at once"; !strings.Contains(found[1].Message, want) {
		t.Error(found[1].Message)
	}
}

func TestCheckSaysWhichNumberCannotBe(t *testing.T) {
	for _, row := range []struct {
		change func(*Numbers)
		want   string
	}{
		{func(n *Numbers) { n.Agents = 0 }, "--agents must be at least 1, got 0"},
		{func(n *Numbers) { n.Rate.Count = 0 }, "--rate must be more than 0, got 0/s"},
		{func(n *Numbers) { n.P99 = n.P50 }, "--p99 must be more than --p50, and both more than 0, got 40ms and 40ms"},
		{func(n *Numbers) { n.Capacity = 0 }, "--capacity must be at least 1, got 0"},
		{func(n *Numbers) { n.Quota = &quantity.Rate{Per: time.Second} }, "--quota must be at least 1, got 0/s"},
		{func(n *Numbers) { n.Outage = 0 }, "--outage must be more than 0s, got 0s"},
		{func(n *Numbers) { n.Deadline = 300 * time.Millisecond }, "--deadline must be longer than --p99 (300ms), got 300ms"},
		{func(n *Numbers) { n.Agents = 10_000_001 }, "--agents must be at most 10000000, got 10000001"},
		{func(n *Numbers) { n.Rate.Count = 1e-8 }, "0.00000001/s of 40 agents is less than a call of each in 87600h: raise --rate or lower --agents"}, // once in 4e9 s
		{func(n *Numbers) { n.Capacity = 1 << 52 }, "--capacity must be at most 2251799813685248, got 4503599627370496"},                              // 2^53 / 4
		{func(n *Numbers) { n.Quota = &quantity.Rate{Count: 1.5, Per: time.Second} }, "--quota must be a whole number of requests in a ms, s, min or h, got 1.5/s"},
		{func(n *Numbers) { n.Outage = 278 * time.Hour }, "--outage must be at most 277h40m40s, got 278h"}, // 10^6 s less six minutes
		{func(n *Numbers) { n.Deadline = 87601 * time.Hour }, "--deadline must be at most 87600h, got 87601h"},
		{func(n *Numbers) { n.Rate.Count = 1000 }, "40 agents with one call at a time cannot make 1000/s at 58ms a call: raise --agents or lower --rate"},
	} {
		n := small()
		row.change(&n)
		if err := n.Check(); fmt.Sprint(err) != row.want {
			t.Errorf("got %v, want %s", err, row.want)
		}
	}
	if err := small().Check(); err != nil {
		t.Error(err)
	}
}

// Whatever passes the check is a scenario that the language takes.
func TestTheLargestNumbersMakeAScenario(t *testing.T) {
	for _, change := range []func(*Numbers){
		func(n *Numbers) { n.Agents = scenario.MostAgents },
		func(n *Numbers) { n.Agents, n.Rate = 8760, quantity.Rate{Count: 0.1, Per: time.Hour} }, // each once in ten years
		func(n *Numbers) { n.Capacity = mostCapacity },
		func(n *Numbers) { n.Quota = &quantity.Rate{Count: 30_000_000, Per: time.Minute} },
		func(n *Numbers) { n.Quota = &quantity.Rate{Count: scenario.Largest, Per: time.Millisecond} },
		func(n *Numbers) { n.Outage = mostOutage },
		func(n *Numbers) { n.Outage = 1 },
		func(n *Numbers) { n.P50, n.P99 = 1, 2 },
		func(n *Numbers) { n.Deadline = scenario.Longest },
	} {
		n := small()
		change(&n)
		if err := n.Check(); err != nil {
			t.Errorf("%+v: %v", n, err)
		}
		for i, ask := range questions {
			q := ask(n, n.begin())
			w := &Wrapper{numbers: n}
			if _, err := scenario.ReadExperiment(q.name, w.experiment(q, n.scenario(q.day, n.begin(), q.suchThat)), scenario.Options{}); err != nil {
				t.Errorf("%+v, question %d: %v", n, i+1, err)
			}
		}
	}
}
