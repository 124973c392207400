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
