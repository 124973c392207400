package differential

import (
	"testing"

	"herdcast/experiments/scenario"
	"herdcast/models/client"
)

// layer gives the outermost layer of a preset.
func layer(t *testing.T, name string) client.Layer {
	t.Helper()
	s, err := scenario.OfPreset(name)
	if err != nil {
		t.Fatal(err)
	}
	layers, _, _ := s.Policy(scenario.PresetPolicy)
	return layers[0]
}
