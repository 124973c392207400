package validate

import (
	"fmt"
	"strings"
	"testing"
)

// What the family says of storms in words is what theory computes, and the cases beside
// the edge stand still for less and for more.
func TestStormsSayWhereTheirEdgeIs(t *testing.T) {
	for _, row := range []struct {
		calls            float64
		attempts, places int
		below, above     string
	}{
		{500, 3, 1000, "storm-below-the-edge", "storm-above-the-edge"},
		{700, 4, 560, "storm-partial-below-the-edge", "storm-partial-above-the-edge"},
	} {
		s := storm(row.calls, row.attempts, row.places)
		edge := s.Edge() * 1000
		if said := fmt.Sprintf("%.0f ms for %.0f", edge, row.calls); !strings.Contains(storms.about, said) {
			t.Errorf("it does not say %s", said)
		}
		for name, beyond := range map[string]bool{row.below: false, row.above: true} {
			data, _ := Scenario(name)
			_, after, _ := strings.Cut(string(data), "for: ")
			var stands float64
			if _, err := fmt.Sscanf(after, "%gms", &stands); err != nil || beyond != (stands > edge) {
				t.Errorf("%s stands still for %v ms, the edge is %v: %v", name, stands, edge, err)
			}
		}
	}
	if said := "1,001 attempts a second"; !strings.Contains(storms.about, said) || int(storm(500, 3, 1000).Unstable().Attempts+0.5) != 1001 {
		t.Errorf("it should say %s: %v", said, storm(500, 3, 1000).Unstable())
	}
}
