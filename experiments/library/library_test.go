package library

import (
	"bytes"
	"testing"

	"herdcast/experiments/plan"
	"herdcast/experiments/scenario"
)

func TestEveryShippedScenarioHasATitleAndItsOwnName(t *testing.T) {
	seen := map[string]bool{}
	for _, entry := range append(All(), Experiments()...) {
		if entry.Title == "" {
			t.Errorf("%s: the first comment line, its title, is missing", entry.Name)
		}
		if seen[entry.Name] {
			t.Errorf("%s: two scenarios have this name", entry.Name)
		}
		seen[entry.Name] = true
		data, ok := Named(entry.Name)
		if !ok || !bytes.Contains(data, []byte("name: "+entry.Name+"\n")) {
			t.Errorf("%s: its name inside is another", entry.Name)
		}
	}
	if !seen["hello"] {
		t.Error("hello is missing")
	}
}

// Every cell of a shipped experiment is sound; a search has one a scenario.
func TestEveryShippedExperimentIsSound(t *testing.T) {
	if len(Experiments()) < 3 {
		t.Error("experiments are missing")
	}
	for _, entry := range Experiments() {
		data, ok := Named(entry.Name)
		e, err := scenario.ReadExperiment(entry.Name, data, scenario.Options{Shipped: Files()})
		if err != nil || !ok || entry.Title == "" {
			t.Errorf("%s: %v", entry.Name, err)
			continue
		}
		p, err := plan.Of(e)
		if err != nil || len(p.Cells) < 2 && e.Size == nil && e.Map == nil && e.Rare == nil || e.Name != entry.Name {
			t.Errorf("%s: named %s, %v", entry.Name, e.Name, err)
		}
	}
}

func TestNothingIsNamedOtherwise(t *testing.T) {
	for _, name := range []string{"", "starter", "cases", "../library", "nosuch"} {
		if _, ok := Named(name); ok {
			t.Errorf("%q is found", name)
		}
	}
}

func TestStarterTakesTheNameOnce(t *testing.T) {
	got := Starter("storm")
	if bytes.Count(got, []byte("name: storm\n")) != 1 || bytes.Contains(got, []byte("name: starter")) {
		t.Errorf("got\n%s", got)
	}
}

func TestEveryShippedScenarioIsSound(t *testing.T) {
	texts := map[string][]byte{"storm": Starter("storm")}
	for _, entry := range All() {
		texts[entry.Name], _ = Named(entry.Name)
	}
	for name, data := range texts {
		s, err := scenario.Read(name, data, scenario.Options{Shipped: Files()})
		if err != nil {
			t.Error(err)
			continue
		}
		if s.Spec.Name != name || len(s.Objectives) == 0 {
			t.Errorf("%s: its name is %s, and it has %d objectives", name, s.Spec.Name, len(s.Objectives))
		}
	}
}
