package text

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"herdcast/experiments/result"
)

func value(x float64) *float64 { return &x }

// explanation holds a finding of each severity, numbers without bound, and names
// too long for a line.
func explanation() *result.Explanation {
	return &result.Explanation{
		Name: "paging",
		Findings: []result.Finding{
			{Name: "no-retry-fits", Severity: result.Error, Path: "policies.careful[2].retry.attempts", Line: 12, Message: "Of 3 tries only 1 can begin within the 3s of policies.careful[1].timeout, even if every wait is the shortest, and each takes 2s.", Advice: "Try less often."},
			{Name: "starts-together", Severity: result.Warning, Path: "fleet[1].start", Message: "200 agents start at one instant.", Advice: "Let them start apart."},
			{Name: "fault-overloads", Severity: result.Info, Path: "faults[1]", Line: 30, Message: "During brown-out 50/s first tries are sent."},
		},
		Chain: []result.Chain{{
			Cohort: "triage", Turns: result.Expected{Mean: value(6), Most: value(6)}, Intents: result.Expected{Mean: value(12), Most: value(12)},
			Calls: result.Expected{Mean: value(1)}, Total: result.Expected{Mean: value(13.32)},
			Tools: []result.ToolChain{{
				Tool: "lookup", Share: 1, Policy: "careful", Factors: []result.Factor{{Path: "policies.careful[1].retry", Factor: value(4)}, {Path: "policies.careful[2].retry", Factor: value(3)}},
				Attempts: result.Expected{Mean: value(1.11), Most: value(12)}, Horizon: value(3),
			}},
		}},
		Deadlines: []result.Nest{{Cohort: "triage", Policy: "careful", Tools: []string{"lookup", "page"}, Steps: []result.Step{
			{Path: "fleet[1].task.budget.wall_clock", Line: 9, What: "wall clock", Limit: value(120), Needs: value(60)},
			{Path: "policies.careful[1].retry", Line: 11, What: "retry"},
			{Path: "tools.a-tool-with-a-name-that-is-far-too-long-for-a-line-of-a-terminal.service", Line: 4, What: "service", Needs: value(0.0582)},
		}}},
		Budgets: []result.Allowance{
			{Path: "policies.careful[2].breaker", Kind: "breaker", Scope: "process", Owners: value(100), Each: value(10), Fleet: value(1000), Unit: "failures before it opens", Also: "50% of at least 20 calls"},
			{Path: "policies.careful[3].limit", Kind: "limit", Scope: "task", Each: value(2), Unit: "calls at once"},
			{Path: "policies.careful[1].retry.budget", Kind: "budget", Scope: "process", Owners: value(100), Each: value(0), Fleet: value(0), Unit: "retries/s", Share: value(0.2), Of: value(323), Also: "20% of first tries, ≈ 64.6/s over the fleet while all is well, and no floor"},
		},
		Load: result.Load{
			Cohorts: []result.Demand{{Cohort: "triage", Tasks: value(26.9), FirstTries: value(323), AtOnce: value(4000)}, {Cohort: "stream", Tasks: value(1), FirstTries: value(1)}},
			Phases: []result.Phase{
				{Name: "before", To: 180, Servers: value(128), Service: value(0.0741), Capacity: value(1728), FirstTries: value(323), Busy: value(23.9), Attempts: value(546), Refused: value(611), Verdict: "fits"},
				{Name: "brown-out", From: 180, To: 240, Servers: value(13), Service: value(0.0741), Capacity: value(176), FirstTries: value(323), Busy: value(23.9), Attempts: value(546), Refused: value(611), Verdict: "exceeds"},
				{Name: "after brown-out", From: 240, To: 600, FirstTries: value(323), Busy: value(0), Attempts: value(546), Refused: value(611), Verdict: "fits"},
			},
		},
		Quick: result.Quick{
			States: []result.State{
				{Stable: true, Wait: value(0), Queue: value(0), Calls: 50, Attempts: 50, PerCall: 1},
				{Wait: value(0.175), Queue: value(28), Calls: 50, Attempts: 160, PerCall: 3.2, Failed: 0.87},
				{Stable: true, Calls: 50, Attempts: 200, PerCall: 4, Failed: 1, Growth: 40},
			},
			Drift: []result.Drift{{Drift: -110}, {Wait: 0.1, Queue: 16, Drift: -110}, {Wait: 0.2, Queue: 32, Drift: 40}},
			Way:   &result.Way{Step: 0.5, Troubled: value(75)},
		},
	}
}

// An answer that there is none names the keys, and one without a way the faults.
func TestQuickLookSaysWhatItDoesNotKnow(t *testing.T) {
	for want, quick := range map[string]result.Quick{
		"None, as it does not know of dependency.quota, fleet[1].model.":                                                          {Unseen: []string{"dependency.quota", "fleet[1].model"}},
		"It does not know of faults[2], and so not how the run goes.":                                                             {UnseenFaults: []string{"faults[2]"}, States: []result.State{{Stable: true}}},
		"The run is too long beside its shortest span to be followed in short enough steps, and so it does not know how it goes.": {States: []result.State{{Stable: true}}},
	} {
		var b bytes.Buffer
		if err := Explanation(&b, &result.Explanation{Quick: quick}, Options{Width: 300}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
}

func TestExplanationIsAsItWas(t *testing.T) {
	var b bytes.Buffer
	if err := Explanation(&b, explanation(), Options{}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "explanation.txt")
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestExplanationFits(t *testing.T) {
	for _, width := range []int{60, 80, 120} {
		var b bytes.Buffer
		if err := Explanation(&b, explanation(), Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if line = strings.TrimRight(line, "\n"); columns(line) > width {
				t.Errorf("at %d columns: %d in %q", width, columns(line), line)
			}
		}
	}
}

func TestNothingFoundIsSaid(t *testing.T) {
	var b bytes.Buffer
	if err := Explanation(&b, &result.Explanation{Name: "calm"}, Options{}); err != nil {
		t.Fatal(err)
	}
	if first, _, _ := strings.Cut(b.String(), "\n"); first != "calm   nothing found that is probably not meant" {
		t.Errorf("got %q", first)
	}
}
