package figure

import (
	"bytes"
	"strings"
	"testing"

	"herdcast/experiments/result"
)

// tried is a search of which 10 and 20 hold, 25 cannot be told and 40 fails.
func tried() *result.Size {
	s := &result.Size{
		Find: "largest", Scenarios: []string{"storm"}, Binds: &result.Binding{Objective: "amplification <= 1.2", Scenario: "storm"},
		Answer: map[string]result.Sized{"percent": {Value: 20, Text: "20"}},
	}
	add := func(set, text, verdict string, value, mean float64, replications int) {
		low, high := mean-0.1, mean+0.1
		s.Probes = append(s.Probes, result.Probe{
			Set: map[string]float64{set: value}, Texts: map[string]string{set: text}, Verdict: verdict, Replications: replications,
			Objectives: []result.ProbeObjective{{Scenario: "storm", Objective: result.Objective{Text: "amplification <= 1.2", Measure: "amplification", Verdict: verdict, Value: &mean, Low: &low, High: &high, Unit: "ratio", Sign: "<=", Bound: 1.2}}},
		})
	}
	add("percent", "40", result.Fails, 40, 30, 8)
	add("percent", "10", result.Holds, 10, 1, 2)
	add("percent", "20", result.Holds, 20, 1.05, 4)
	add("percent", "25", result.Unclear, 25, 1.2, 8)
	return s
}

func TestProbesAreMarksInTheOrderOfValues(t *testing.T) {
	f := Probes(tried())
	if f.WhyNot != "" || f.Title != "amplification <= 1.2 holds up to 20" || !strings.Contains(f.Subtitle, "over 2 to 8 replications") {
		t.Errorf("got %q, %q, %q", f.WhyNot, f.Title, f.Subtitle)
	}
	var order []string
	for _, row := range f.Table.Rows {
		order = append(order, row[0]+" "+row[3])
	}
	if got := strings.Join(order, ", "); got != "10 holds, 20 holds, 25 unclear, 40 fails" {
		t.Errorf("got %s", got)
	}
	svg := f.SVG()
	if png, err := f.PNG(); err != nil || len(png) < 1000 {
		t.Errorf("%d bytes, %v", len(png), err)
	}
	// A verdict alone changes the form of a mark: without colour it can still be told.
	other := tried()
	other.Probes[1].Objectives[0].Verdict = result.Fails
	if a, b := strings.Count(string(svg), "<path"), strings.Count(string(Probes(other).SVG()), "<path"); a == b {
		t.Error("a value that fails has the form of one that holds")
	}
	// 30 is far above four times the bound: the picture ends there and says the number,
	// so that 30 and 40 look different though both marks are at the edge.
	further := tried()
	further.Probes[0].Objectives[0].Value = new(float64)
	*further.Probes[0].Objectives[0].Value = 40
	if bytes.Equal(svg, Probes(further).SVG()) {
		t.Error("what is above the picture is not said")
	}
}

func TestASearchWithoutAnAnswerIsDrawn(t *testing.T) {
	s := tried()
	s.Answer = nil
	if f := Probes(s); f.WhyNot != "" || f.Title != "No value that was tried keeps amplification <= 1.2" {
		t.Errorf("got %q, %q", f.WhyNot, f.Title)
	}
	s.Binds = nil
	if f := Probes(s); f.WhyNot != "no objective keeps the answer from going further" {
		t.Errorf("got %q", f.WhyNot)
	}
}
