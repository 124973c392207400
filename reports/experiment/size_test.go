package experiment

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"herdcast/experiments/result"
)

func sized() *result.Size {
	s := &result.Size{
		Format: 1, Herdcast: "v1", Kind: "size", Name: "budget", Command: "herdcast size budget.yaml", Seed: 7, Scenarios: []string{"storm"},
		Find: "largest", Confidence: 0.95, Why: "every objective holds at 12%; at 14% calls.success >= 90% fails", Monotone: true, Simulations: 6, Grid: 153, Bracket: &result.Bracket{Low: "10%", High: "14%", Confirmed: true},
		Answer: map[string]result.Sized{"percent": {Value: 0.12, Low: 0.12, High: 0.14, Unit: "share", Text: "12%"}},
		Binds:  &result.Binding{Objective: "calls.success >= 90%", Scenario: "storm"}, Margin: given(0.02),
		Sensitivity: []result.Sensitivity{{Path: "percent", Measure: "calls.success", Step: 0.02, Change: -0.05}},
		Fragment:    "policies:\n  p: [{retry: {budget: {percent: 12%}}}]\n",
	}
	for _, at := range []struct {
		text, verdict string
		value, mean   float64
	}{{"14%", result.Fails, 0.14, 0.87}, {"12%", result.Holds, 0.12, 0.92}} {
		s.Probes = append(s.Probes, result.Probe{
			Set: map[string]float64{"percent": at.value}, Texts: map[string]string{"percent": at.text}, Verdict: at.verdict, Replications: 3,
			Objectives: []result.ProbeObjective{{Scenario: "storm", Objective: result.Objective{
				Text: "calls.success >= 90%", Measure: "calls.success", Verdict: at.verdict, Value: given(at.mean), Low: given(at.mean - 0.01), High: given(at.mean + 0.01), Unit: "share", Sign: ">=", Bound: 0.9}}},
		})
	}
	return s
}

func TestTheReportOfASizeSaysAnswerReasonAndWhatToPaste(t *testing.T) {
	directory := t.TempDir()
	if err := WriteSize(directory, sized()); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(directory, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	rest := string(page)
	for _, want := range []string{ // in this order
		"What is the largest percent with which every objective holds in storm, 95 % sure?",
		"percent = 12% (the threshold lies between 12 % and 14 %).",
		"Every objective holds at 12%; at 14% calls.success",
		"holds up to 12%",
		"2 points",                           // the room: 92 % − 90 %
		"changes calls.success by −5 points", // one step of 2 % more
		"percent: 12%",
		"2 values, 6 simulations of the 153 of a grid; a fluid foresaw the threshold between 10% and 14%, where the first looks were, and they confirm it.",
		"| 12% | holds | 3 | 92.0 % ± 1.0 %, holds |",
		"| 14% | fails | 3 | 87.0 % ± 1.0 %, fails |",
		"herdcast size budget.yaml",
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Errorf("no %q after what comes before it in\n%s", want, page)
			continue
		}
		rest = after
	}
	for _, name := range []string{"report.html", "plots/probes.svg", "plots/probes.png"} {
		if _, err := os.Stat(filepath.Join(directory, name)); err != nil {
			t.Error(err)
		}
	}
}

func TestTheReportSaysWhereNothingHolds(t *testing.T) {
	s := sized()
	s.Answer, s.Fragment, s.Sensitivity, s.Margin, s.Monotone = nil, "", nil, given(-0.03), false
	v := sizeReview(s)
	if v.Verdict != "No value holds." || v.Sections[1].Blocks[0].Text != "No value holds, so there is nothing to paste." {
		t.Errorf("got %q, %q", v.Verdict, v.Sections[1].Blocks[0].Text)
	}
	if rows := limits(s).rows; len(rows) != 2 || rows[1][0] != "it is missed by" || rows[1][1] != "3 points" {
		t.Errorf("got %v", rows)
	}
	if text := v.Sections[2].Blocks[0].Text; !strings.Contains(text, "do not agree") {
		t.Errorf("got %q", text)
	}
}
