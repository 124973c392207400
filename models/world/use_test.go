package world

import (
	"slices"
	"testing"

	"herdcast/models/agent"
	"herdcast/models/client"
	"herdcast/models/tool"
	"herdcast/policies/fallback"
)

// The scout looks up, splits its work, which sends nothing, and, by its script, never
// pages; the medic pages, through the tool's own policy, and verifies by checking.
// What goes on patiently falls back on the book. Nobody reads, nobody is hasty.
func TestInUse(t *testing.T) {
	spec := &Spec{
		Tools: []tool.Spec{{Name: "look"}, {Name: "page", Policy: "careful", VerifyBy: "check"}, {Name: "check"}, {Name: "read"}, {Name: "book"}, {Name: "guess"}, {Name: "split", Spawns: &tool.Spawns{Cohort: "scout"}}},
		Fleet: []agent.Spec{
			{Name: "scout", Task: agent.Task{Script: [][]string{{"look", "split"}}}},
			{Name: "medic", Policy: "patient", Task: agent.Task{Tools: []agent.ToolShare{{Tool: "page", Share: 1}, {Tool: "read", Share: 0}}}},
		},
		Policies: []client.Policy{
			{Name: "patient", Layers: []client.Layer{{Fallback: &fallback.Spec{Tool: "book"}}}},
			{Name: "careful"},
			{Name: "hasty", Layers: []client.Layer{{Fallback: &fallback.Spec{Tool: "guess"}}}},
		},
	}
	called, through := inUse(spec)
	if want := []bool{true, true, true, false, true, false, false}; !slices.Equal(called, want) {
		t.Errorf("called are %v, want %v", called, want)
	}
	for p, want := range [][]bool{
		{true, false, false, false, false, false, true},   // none: the scout looks and splits
		{false, false, true, false, false, false, false},  // patient: the medic checks
		{false, true, false, false, false, false, false},  // careful: the medic pages
		{false, false, false, false, false, false, false}, // hasty
	} {
		if !slices.Equal(through[p], want) {
			t.Errorf("through policy %d: %v, want %v", p, through[p], want)
		}
	}
}
