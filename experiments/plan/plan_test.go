package plan

import (
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/scenario"
)

const base = "scenario: {version: 1, run: {replications: 2}, fleet: [{name: a, agents: 2, rest: 1s}]}"

func planned(t *testing.T, text string) *Plan {
	t.Helper()
	e, err := scenario.ReadExperiment("test.yaml", []byte("version: 1\n"+text), scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Of(e)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func texts(p *Plan) []string {
	var all []string
	for _, c := range p.Cells {
		var row []string
		for _, v := range c.Values {
			row = append(row, v.Text())
		}
		all = append(all, strings.Join(row, " "))
	}
	return all
}

func TestTheLastPathTurnsFastest(t *testing.T) {
	p := planned(t, base+"\nvary: {run.duration: [1m, 2m], fleet.a.agents: [1, 5]}")
	if got := texts(p); !slices.Equal(got, []string{"1m 1", "1m 5", "2m 1", "2m 5"}) {
		t.Errorf("got %q", got)
	}
	if *p.Cells[1].Scenario.Spec.Fleet[0].Agents != 5 || p.Cells[1].Scenario.Spec.Run.Duration.Minutes() != 1 {
		t.Error("the second cell is not 1m 5")
	}
}

func TestEveryCombinationMeetsTheWholeDesign(t *testing.T) {
	p := planned(t, base+"\nvary: {run.duration: {between: [1m, 9m]}, fleet.a.agents: [1, 5], run.warmup: {between: [0s, 10s]}}\ndesign: {latin_hypercube: 4}")
	if len(p.Cells) != 8 {
		t.Fatalf("got %q", texts(p))
	}
	for i := range 4 {
		if !p.Cells[i].Values[0].Equal(p.Cells[i+4].Values[0]) || p.Cells[i].Values[1].Text() != "1" || p.Cells[i+4].Values[1].Text() != "5" {
			t.Errorf("point %d: %q", i, texts(p))
		}
	}
}

// Scenarios with seeds of their own meet the same points, else nothing of them could
// be compared.
func TestEveryScenarioMeetsTheSamePoints(t *testing.T) {
	p := planned(t, "scenario:\n- {version: 1, name: one, run: {seed: 1}, fleet: [{name: a, agents: 1, rest: 1s}]}\n- {version: 1, name: two, run: {seed: 2}, fleet: [{name: a, agents: 1, rest: 1s}]}\nvary: {fleet.a.rest: {between: [1s, 9s]}}\ndesign: {latin_hypercube: 3}")
	for i := range 3 {
		if one, two := p.Cells[i], p.Cells[i+3]; !one.Values[1].Equal(two.Values[1]) || one.Scenario.Spec.Run.Seed != 1 || two.Scenario.Spec.Run.Seed != 2 {
			t.Errorf("point %d: %q", i, texts(p))
		}
	}
}

func TestSeveralScenariosAreAPathOfTheirOwn(t *testing.T) {
	p := planned(t, "scenario:\n- {version: 1, name: one, fleet: [{agents: 1, rest: 1s}]}\n- {version: 1, name: two, fleet: [{agents: 2, rest: 1s}]}\nvary: {run.seed: [1, 2]}")
	if got := texts(p); !slices.Equal(got, []string{"one 1", "one 2", "two 1", "two 2"}) || p.Paths[0] != "scenario" {
		t.Errorf("got %q", got)
	}
}

// Compared values meet the same luck, unless they shall not.
func TestUnpairedValuesHaveSeedsOfTheirOwn(t *testing.T) {
	const vary = base + "\nvary: {run.duration: [1m, 2m], fleet.a.agents: [1, 5]}\n"
	for text, want := range map[string][]uint64{
		"compare: {by: fleet.a.agents}":                {1, 1, 1, 1},
		"compare: {by: fleet.a.agents, paired: false}": {1, 2, 1, 2},
		"compare: {by: run.duration, paired: false}":   {1, 1, 2, 2},
	} {
		var got []uint64
		for _, c := range planned(t, vary+text).Cells {
			got = append(got, c.Scenario.Spec.Run.Seed)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

// What is wrong in many cells is told once.
func TestProblemsOfCellsAreToldOnce(t *testing.T) {
	e, err := scenario.ReadExperiment("test.yaml", []byte("version: 1\n"+base+"\nvary: {run.warmup: [1s, 20m], fleet.a.agents: [1, 5]}"), scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = Of(e)
	if want := "test.yaml:3:25: scenario.run.warmup: found 20m, but it must be shorter than the run (10m)"; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
