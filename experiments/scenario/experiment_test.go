package scenario

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const experiments = "testdata/experiment"

func experiment(t *testing.T, text string, set ...string) *Experiment {
	t.Helper()
	e, err := ReadExperiment("test.yaml", []byte(text), Options{Directory: experiments, Set: set})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestBadExperiments holds every complaint about an experiment to its words; each
// value is tried alone, and each range at both its ends.
func TestBadExperiments(t *testing.T) {
	files, err := filepath.Glob(experiments + "/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		name := filepath.Base(file)
		if name == "base.yaml" {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err = try(name, data); err == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		all.WriteString("== " + name + "\n" + err.Error() + "\n")
	}
	golden(t, experiments+"/golden.txt", all.String())
}

func try(name string, data []byte) error {
	e, err := ReadExperiment(name, data, Options{Directory: experiments})
	if err != nil {
		return err
	}
	var problems Problems
	ask := func(settings ...Setting) {
		if _, err := e.Scenario(0, settings...); err != nil {
			problems = append(problems, err.(Problems)...)
		}
	}
	ask()
	for _, axis := range e.Vary {
		for _, value := range axis.Values {
			ask(e.At(axis, value))
		}
		if axis.Between != nil {
			ask(e.At(axis, axis.Sample(0)))
			ask(e.At(axis, axis.Sample(0.9999)))
		}
	}
	if problems == nil {
		return nil
	}
	return problems.Sorted(name)
}

const jittered = `
version: 1
name: jitter-by-size
scenario: base.yaml
vary:
  policies.careful.retry.backoff.jitter: [none, equal]
  policies.careful.retry.budget: [{tokens: 5}, {total: 3}]
  fleet.triage.agents: {between: [10, 12]}
  policies.careful.timeout: {between: [0, 10s]}
design: {latin_hypercube: 4}
compare: {by: policies.careful.retry.backoff.jitter, baseline: equal}
measures: [amplification, attempts(cohort=triage)]
`

func TestSettingsAreLaidOverAScenario(t *testing.T) {
	e := experiment(t, jittered, "run.duration=30s", "policies.careful.retry.attempts=4")
	s, err := e.Scenario(0, e.At(e.Vary[0], e.Vary[0].Values[1]), e.At(e.Vary[1], e.Vary[1].Values[1]), e.At(e.Vary[2], e.Vary[2].Sample(0.999)), e.At(e.Vary[3], e.Vary[3].Sample(0.25)))
	if err != nil {
		t.Fatal(err)
	}
	retry := s.Spec.Policies[0].Layers[0].Retry
	if retry.Backoff.Jitter.Word != "equal" || retry.Budget.Total == nil || *retry.Budget.Total != 3 || retry.Attempts != 4 {
		t.Errorf("got %+v", retry)
	}
	if *s.Spec.Fleet[0].Agents != 12 || s.Spec.Run.Duration.Seconds() != 30 || s.Spec.Policies[0].Layers[1].Timeout.Max.Seconds() != 2.5 {
		t.Errorf("got %s", s.ResolvedYAML())
	}
	// What one cell lays over the file is gone in the next.
	plain, err := e.Scenario(0)
	if err != nil {
		t.Fatal(err)
	}
	if *plain.Spec.Fleet[0].Agents != 5 || plain.Spec.Policies[0].Layers[0].Retry.Budget != nil {
		t.Errorf("got %s", plain.ResolvedYAML())
	}
	// It is what --set gives.
	set := experiment(t, "{version: 1, scenario: base.yaml}", "run.duration=30s", "policies.careful.retry.attempts=4",
		"policies.careful.retry.backoff.jitter=equal", "policies.careful.retry.budget={total: 3}", "fleet.triage.agents=12", "policies.careful.timeout=2.5s")
	same, err := set.Scenario(0)
	if err != nil || same.Digest() != s.Digest() {
		t.Errorf("--set gives\n%s, %v", same.ResolvedYAML(), err)
	}
}

func TestARangeIsSampledInItsUnit(t *testing.T) {
	for _, row := range []struct {
		between string
		u       float64
		want    string
	}{
		{"[500, 8000]", 0.5, "4250"}, // 500 + ⌊0.5 · 7501⌋: each whole number has an equal share
		{"[1, 3]", 0, "1"}, {"[1, 3]", 0.34, "2"}, {"[1, 3]", 0.9999, "3"},
		{"[1.0, 3]", 0.25, "1.5"},
		{"[0%, 100%]", 0.125, "12.5%"}, {"[0, 50%]", 0.5, "25%"},
		{"[1s, 2s]", 0.25, "1.25s"}, {"[1s, 2s]", 1.0 / 3, "1.33333s"}, {"[0, 1h]", 0.5, "30m"},
		{"[60/min, 120/min]", 0.5, "90/min"}, {"[1/s, 60/s]", 0, "1/s"},
		{"[1x, 4x]", 0.5, "2.5x"},
	} {
		e := experiment(t, "{version: 1, scenario: base.yaml, vary: {a: {between: "+row.between+"}}, design: {sobol: 2}}")
		if got := e.Vary[0].Sample(row.u).Text(); got != row.want {
			t.Errorf("%s at %v: got %s, want %s", row.between, row.u, got, row.want)
		}
	}
}

func TestSizeIsReadWithItsDefaults(t *testing.T) {
	e := experiment(t, "{version: 1, scenario: base.yaml, size: {find: largest, of: policies.careful.retry.budget.percent, between: [0, 50%], such_that: [amplification <= 1.2]}}")
	s := e.Size
	if s.Find != "largest" || s.Between[0].From.Text() != "0%" || s.Between[0].To.Size != 0.5 || s.Within[0].Text() != "0.5%" || s.Confidence != 0.95 || len(s.Objectives) != 1 {
		t.Errorf("got %+v", s)
	}
	cell, err := e.Scenario(0, Set(s.Of[0], s.Between[0].To.At(0.123)))
	if err != nil {
		t.Fatal(err)
	}
	if percent := cell.Spec.Policies[0].Layers[0].Retry.Budget.Percent; percent == nil || *percent != 0.123 {
		t.Errorf("got %v", percent)
	}
	_, err = e.Scenario(0, Set("fleet.triage.policy", s.Between[0].To))
	if want := "fleet.triage.policy=50%: fleet[1].policy: found 50% of a range, but this key takes words, not numbers"; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if within := experiment(t, "{version: 1, scenario: base.yaml, size: {find: smallest, of: fleet.triage.agents, between: [1, 500]}}").Size.Within[0]; within.Text() != "1" {
		t.Errorf("got %v", within)
	}
}

func TestExperimentsResolveToThemselves(t *testing.T) {
	for _, text := range []string{
		jittered,
		"{version: 1, scenario: [base.yaml, {version: 1, name: b, fleet: [{agents: 1, rest: 1s}]}], compare: {by: scenario, paired: false, pareto: [attempts]}}",
		"{version: 1, scenario: base.yaml, size: {find: largest, of: run.warmup, between: [0, 1m], confidence: 99%}}",
		"{version: 1, scenario: base.yaml, size: {find: smallest, of: [run.warmup, fleet.triage.agents], between: [[0, 1m], [1, 64]], within: [1s, 2]}}",
	} {
		e := experiment(t, text)
		resolved := e.Resolved()
		again := experiment(t, string(resolved))
		if string(again.Resolved()) != string(resolved) {
			t.Errorf("got\n%s\nafter\n%s", again.Resolved(), resolved)
		}
	}
}

func TestAScenarioIsAnExperimentThatVariesNothing(t *testing.T) {
	e := experiment(t, "{version: 1, name: alone, fleet: [{agents: 1, rest: 1s}]}", "run.seed=5")
	s, err := e.Scenario(0)
	if err != nil || e.Name != "alone" || len(e.Scenarios) != 1 || s.Spec.Run.Seed != 5 {
		t.Errorf("got %+v, %v", e, err)
	}
	for text, want := range map[string]bool{"{version: 1, fleet: []}": false, "{scenario: a}": true, "{vary: {}}": true, "[": false} {
		if IsExperiment([]byte(text)) != want {
			t.Errorf("%s: not %v", text, want)
		}
	}
}

func TestVariedAndLaidDownIsRefused(t *testing.T) {
	_, err := ReadExperiment("test.yaml", []byte(jittered), Options{Directory: experiments, Set: []string{"fleet.triage.agents=7"}})
	if want := "test.yaml:8:24: vary.fleet.triage.agents: it cannot be varied and laid down by --set fleet.triage.agents=7"; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
