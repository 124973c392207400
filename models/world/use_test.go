package world

import (
	"slices"
	"testing"

	"herdcast/models/agent"
	"herdcast/models/client"
	"herdcast/models/tool"
)

// The scout looks up and, by its script, never pages; the medic pages, through the
// tool's own policy, and verifies by looking. Nobody reads, nobody is hasty.
func TestInUse(t *testing.T) {
	spec := &Spec{
		Tools: []tool.Spec{{Name: "look"}, {Name: "page", Policy: "careful", VerifyBy: "check"}, {Name: "check"}, {Name: "read"}},
		Fleet: []agent.Spec{
			{Name: "scout", Task: agent.Task{Script: [][]string{{"look", "look"}}}},
			{Name: "medic", Policy: "patient", Task: agent.Task{Tools: []agent.ToolShare{{Tool: "page", Share: 1}, {Tool: "read", Share: 0}}}},
		},
		Policies: []client.Policy{{Name: "patient"}, {Name: "careful"}, {Name: "hasty"}},
	}
	called, through := inUse(spec)
	if want := []bool{true, true, true, false}; !slices.Equal(called, want) {
		t.Errorf("called are %v, want %v", called, want)
	}
	for p, want := range [][]bool{
		{true, false, false, false},  // none: the scout looks
		{false, false, true, false},  // patient: the medic checks
		{false, true, false, false},  // careful: the medic pages
		{false, false, false, false}, // hasty
	} {
		if !slices.Equal(through[p], want) {
			t.Errorf("through policy %d: %v, want %v", p, through[p], want)
		}
	}
}
