package differential

import (
	"testing"

	"herdcast/experiments/scenario"
	"herdcast/models/client"
)

// layer gives the outermost layer of a preset.
func layer(t *testing.T, name string) client.Layer {
	t.Helper()
	return layers(t, name)[0]
}

func layers(t *testing.T, name string) []client.Layer {
	t.Helper()
	s, err := scenario.OfPreset(name)
	if err != nil {
		t.Fatal(err)
	}
	all, _, _ := s.Policy(scenario.PresetPolicy)
	return all
}
