package text

import (
	"bytes"
	"strings"
	"testing"

	"herdcast/experiments/result"
)

func asked(percent, ratio float64, verdict string) result.Probe {
	low, high := ratio-0.01, ratio+0.01
	return result.Probe{
		Set: map[string]float64{"p.percent": percent}, Texts: map[string]string{"p.percent": map[float64]string{0.1: "10%", 0.12: "12%"}[percent]},
		Verdict: verdict, Replications: 20,
		Objectives: []result.ProbeObjective{{Scenario: "b", Objective: result.Objective{Text: "amplification <= 1.2", Measure: "amplification", Unit: "ratio", Value: &ratio, Low: &low, High: &high, Sign: "<=", Bound: 1.2}}},
	}
}

func TestSizeSaysTheAnswerFirst(t *testing.T) {
	room := 0.03
	s := &result.Size{
		Name: "largest-budget", Find: "largest", Scenarios: []string{"a", "b"}, Confidence: 0.95,
		Answer: map[string]result.Sized{"p.percent": {Value: 0.1, Low: 0.1, High: 0.12, Unit: "share", Text: "10%"}},
		Why:    "every objective holds at 10%", Binds: &result.Binding{Objective: "amplification <= 1.2", Scenario: "b"}, Margin: &room,
		Sensitivity: []result.Sensitivity{{Path: "p.percent", Measure: "amplification", Step: 0.01, Change: -0.02}}, Simulations: 80, Grid: 2020,
		Probes:   []result.Probe{asked(0.12, 1.25, result.Fails), asked(0.1, 1.17, result.Holds)},
		Fragment: "p: {percent: 10%}\n",
	}
	var b bytes.Buffer
	if err := Size(&b, s, Options{}); err != nil {
		t.Fatal(err)
	}
	want := `largest-budget   largest p.percent · a, b · 95 % sure

  ✓ p.percent = 10%   the threshold lies between 10 % and 12 %

  Why        Every objective holds at 10%.
  Binds      amplification <= 1.2 in b, with room of 0.03
  Around     one step of 1 % more changes amplification by −0.02
  Cost       2 values, 80 simulations of the 2,020 of a grid

  ✓ 10%   over  20   amplification 1.170 ± 0.010
  ✗ 12%   over  20   amplification 1.250 ± 0.010

  to paste
p: {percent: 10%}
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	s.Answer, s.Fragment, room = nil, "", -0.05
	b.Reset()
	if err := Size(&b, s, Options{}); err != nil || !strings.Contains(b.String(), "  ✗ no value\n") || !strings.Contains(b.String(), "missed by 0.05") {
		t.Errorf("%v, got\n%s", err, b.String())
	}
}

// An interval from 1.23 to 1.25 is wholly beyond 1.2, one from 1.19 to 1.21 is not.
func TestAStricterLevelIsToldWhereTheIntervalLeavesNoDoubt(t *testing.T) {
	for ratio, told := range map[float64]bool{1.24: true, 1.2: false} {
		s := &result.Size{Find: "largest", Binds: &result.Binding{Objective: "amplification <= 1.2", Scenario: "b"}, Probes: []result.Probe{asked(0.1, ratio, result.Unclear)}}
		s.Probes[0].Objectives[0].Verdict = result.Unclear
		var b bytes.Buffer
		if err := Size(&b, s, Options{}); err != nil || strings.Contains(b.String(), "Judged at a stricter level") != told {
			t.Errorf("%g, %v:\n%s", ratio, err, b.String())
		}
	}
}

func TestProcessesThatStayAreTold(t *testing.T) {
	for fragment, told := range map[string]bool{"fleet: [{agents: 200, processes: 4}]\n": true, "fleet: [{agents: 200}]\n": false} {
		s := &result.Size{Find: "largest", Fragment: fragment, Probes: []result.Probe{{Set: map[string]float64{"fleet.agents.agents": 200}}}}
		var b bytes.Buffer
		if err := Size(&b, s, Options{}); err != nil || strings.Contains(b.String(), "processes stay as they are") != told {
			t.Errorf("%s: %v\n%s", fragment, err, b.String())
		}
	}
}
