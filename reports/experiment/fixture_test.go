package experiment

import (
	"encoding/json"
	"strconv"

	"herdcast/experiments/result"
)

// influenced is a design of six cells in which attempts move amplification most.
func influenced() *result.Sweep {
	s := swept()
	s.Paths = []string{"policies.p.retry.attempts", "faults.down.for"}
	s.Asked = []string{"amplification"}
	for i := range s.Cells {
		s.Cells[i].Set = map[string]json.RawMessage{s.Paths[0]: json.RawMessage(strconv.Itoa(i/2 + 1)), s.Paths[1]: json.RawMessage(`"` + strconv.Itoa(10*(i%2+1)) + `s"`)}
	}
	s.Sensitivity = []result.Influence{
		{Path: "policies.p.retry.attempts", Measure: "amplification", Unit: "ratio", AtLow: given(1.1), AtHigh: given(2.1),
			Main: &result.Estimate{Value: 0.7, Low: 0.6, High: 0.8}, Total: &result.Estimate{Value: 0.8, Low: 0.7, High: 0.9}},
		{Path: "faults.down.for", Measure: "amplification", Unit: "ratio", AtLow: given(1.7), AtHigh: given(1.4),
			Main: &result.Estimate{Value: 0.1, Low: 0, High: 0.2}, Total: &result.Estimate{Value: 0.2, Low: 0.1, High: 0.3}},
	}
	return s
}

// sizedTwo is a search over two keys: with the timeout at most 2s and two attempts.
func sizedTwo() *result.Size {
	s := sized()
	s.Name, s.Fragment, s.Sensitivity, s.Bracket = "two", "", nil, nil
	s.Why = "every objective holds at attempts=2, timeout=2s; at timeout=4s calls.success >= 90% fails"
	s.Answer = map[string]result.Sized{"attempts": {Value: 2, Low: 2, High: 2, Text: "2"}, "timeout": {Value: 2, Low: 2, High: 4, Unit: "s", Text: "2s"}}
	s.Probes = nil
	for _, attempts := range []float64{1, 2, 3} {
		for _, timeout := range []float64{1, 2, 4} {
			verdict, mean := result.Holds, 0.96-attempts*timeout/100
			switch {
			case attempts*timeout > 6:
				verdict = result.Fails
			case attempts*timeout == 6:
				verdict = result.Unclear
			}
			s.Probes = append(s.Probes, result.Probe{
				Set: map[string]float64{"attempts": attempts, "timeout": timeout}, Verdict: verdict, Replications: 4,
				Texts: map[string]string{"attempts": strconv.Itoa(int(attempts)), "timeout": strconv.Itoa(int(timeout)) + "s"},
				Objectives: []result.ProbeObjective{{Scenario: "storm", Objective: result.Objective{
					Text: "calls.success >= 90%", Measure: "calls.success", Verdict: verdict, Value: given(mean), Low: given(mean - 0.01), High: given(mean + 0.01), Unit: "share", Sign: ">=", Bound: 0.9}}},
			})
		}
	}
	return s
}

// wrapper is a recommendation of two settings, one of which no value was found for.
func wrapper() *result.Recommendation {
	probe := func(path, text string, value, mean float64, verdict string) result.Probe {
		return result.Probe{
			Set: map[string]float64{path: value}, Texts: map[string]string{path: text}, Verdict: verdict, Replications: 8,
			Objectives: []result.ProbeObjective{{Scenario: "good-day", Objective: result.Objective{
				Text: "amplification <= 1.005", Measure: "amplification", Verdict: verdict, Value: given(mean), Low: given(mean - 0.0005), High: given(mean + 0.0005), Unit: "ratio", Sign: "<=", Bound: 1.005}}},
		}
	}
	binds := &result.Binding{Objective: "amplification <= 1.005", Scenario: "good-day"}
	answer := result.Sized{Value: 0.4, Low: 0.36, High: 0.4, Unit: "s", Text: "400ms"}
	return &result.Recommendation{
		Format: 1, Herdcast: "v1", Kind: "recommendation", Command: "herdcast size --agents 200", Scenario: "version: 1\nname: sized-fleet\n",
		Findings:    []result.Finding{{Name: "quota", Severity: "warning", Message: "The quota is below the rate.", Advice: "Ask for more."}},
		Assumptions: []result.Assumption{{Path: "fleet.agents.model.told", Value: "true"}},
		Answer:      map[string]result.Sized{"attempt.max": answer}, Why: "each setting meets its own objective", Binds: binds, Margin: given(0.0012), Simulations: 48,
		Settings: []result.Setting{
			{Name: "attempt-deadline", What: "deadline of an attempt", Path: "attempt.max", Find: "smallest", Text: "400ms", Answer: &answer, Day: "on a good day", Reason: "the shortest that cuts few", Why: "every objective holds at 400ms; at 360ms amplification <= 1.005 fails", Binds: binds, Margin: given(0.0012), Unit: "ratio"},
			{Name: "attempts", What: "attempts of a call", Path: "retry.attempts", Find: "smallest", Text: "1", Day: "on a good day", Reason: "the fewest that hide failures", Why: "no value holds", Binds: binds, Margin: given(-0.3), Unit: "ratio"},
		},
		Objectives: []result.ProbeObjective{
			probe("attempt.max", "400ms", 0.4, 1.0038, result.Holds).Objectives[0],
			{Scenario: "ordinary-day", Objective: result.Objective{Text: "calls.success >= 99.9%", Measure: "calls.success", Verdict: result.Fails, Value: given(0.9988), Low: given(0.9987), High: given(0.9989), Unit: "share", Sign: ">=", Bound: 0.999}},
		},
		Costs: []result.Cost{{Binding: result.Binding{Objective: "calls.success >= 99.9%", Scenario: "ordinary-day"}, What: "retry budget of a process", With: "100%"}},
		Probes: []result.Probe{
			probe("attempt.max", "40ms", 0.04, 1.5, result.Fails), probe("attempt.max", "360ms", 0.36, 1.0055, result.Fails), probe("attempt.max", "400ms", 0.4, 1.0038, result.Holds), probe("attempt.max", "3s", 3, 1, result.Holds),
			probe("retry.attempts", "1", 1, 1.305, result.Fails), probe("retry.attempts", "6", 6, 1.9, result.Fails),
		},
	}
}

// phases is a map of which a corner collapses and a point cannot be told.
func phases() *result.Map {
	m := &result.Map{
		Format: 1, Herdcast: "v1", Kind: "map", Name: "corner", Command: "herdcast map corner.yaml", Seed: 1, Replications: 8,
		X: result.MapAxis{Path: "policies.p.retry.attempts", Values: []string{"1", "2", "3"}}, Y: result.MapAxis{Path: "faults.slowdown.for", Values: []string{"1s", "2s", "3s"}},
		Phases: [][]string{{result.Recovers, result.Recovers, result.Recovers}, {result.Recovers, result.Recovers, result.Degrades}, {result.Recovers, result.Recovers, result.Collapses}},
	}
	sure, none := result.Estimate{Value: 1, Low: 0.68, High: 1}, result.Estimate{Value: 0, Low: 0, High: 0.32}
	for _, y := range []int{0, 2} {
		for x := range 2 {
			m.Points = append(m.Points, result.MapPoint{X: x, Y: y, Phase: result.Recovers, Recovers: sure, Degrades: none, Collapses: none})
		}
	}
	m.Points = append(m.Points,
		result.MapPoint{X: 2, Y: 1, Phase: result.Degrades, Recovers: result.Estimate{Value: 0.375, Low: 0.14, High: 0.69}, Degrades: result.Estimate{Value: 0.625, Low: 0.31, High: 0.86}, Collapses: none},
		result.MapPoint{X: 2, Y: 2, Phase: result.Collapses, Recovers: none, Degrades: none, Collapses: sure})
	return m
}

// seldom is a rare height with two on the way and one never reached.
func seldom() *result.Rare {
	last := result.Estimate{High: 2.5e-6}
	return &result.Rare{
		Format: 1, Herdcast: "v1", Kind: "rare", Name: "station", Command: "herdcast rare station.yaml --level 30", Seed: 1, Level: 30, Guide: "waiting", Paths: 200, Replications: 10,
		Probability: last, PilotRuns: 800, Runs: 6000,
		Stages: []result.RareStage{
			{Height: 10, Probability: result.Estimate{Value: 0.02, Low: 0.017, High: 0.024}},
			{Height: 20, Probability: result.Estimate{Value: 1.5e-6, Low: 9e-7, High: 2.5e-6}},
			{Height: 30, Probability: last},
		},
	}
}
