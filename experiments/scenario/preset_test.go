package scenario

import "testing"

const withPreset = `version: 1
name: a
tools: {a: {}, b: {}}
fleet: [{agents: 1, rest: 1s, policy: p}]
policies:
  p:
    - retry: {}
    - {preset: openai-py-2025, tools: [a]}
    - limit: {}
`

func TestPresetsExpandInPlace(t *testing.T) {
	layers := read(t, withPreset).Spec.Policies[0].Layers
	if len(layers) != 4 || layers[1].Name != "retry[2]" || layers[1].Retry.Attempts != 3 || layers[2].Timeout == nil || layers[3].Limit == nil {
		t.Fatalf("got %+v", layers)
	}
	if layers[1].Tools[0] != "a" || layers[2].Tools[0] != "a" || layers[3].Tools != nil {
		t.Errorf("tools: got %v, %v, %v", layers[1].Tools, layers[2].Tools, layers[3].Tools)
	}
}

func TestPathsReachIntoPresets(t *testing.T) {
	layers := read(t, withPreset, "policies.p.retry[2].attempts=7", "policies.p.timeout=5s").Spec.Policies[0].Layers
	if layers[1].Retry.Attempts != 7 || layers[2].Timeout.Max.Seconds() != 5 {
		t.Errorf("got %+v", layers)
	}
	layers = read(t, withPreset, "policies.p=[{preset: gobreaker}]", "run.seed=3").Spec.Policies[0].Layers
	if len(layers) != 1 || *layers[0].Breaker.Trip.Consecutive != 6 {
		t.Errorf("got %+v", layers)
	}
}

func TestProblemsOfPresetsPointAtTheirName(t *testing.T) {
	for set, want := range map[string]string{
		"policies.p.preset=gobraker":     "policies.p[2].preset: found gobraker, which is no preset (herdcast policies list); did you mean gobreaker?",
		"policies.p.retry[2].attempts=0": "policies.p[2].retry.attempts: found 0, but it must be at least 1",
	} {
		_, err := Read("f.yaml", []byte(withPreset), Options{Set: []string{set}})
		if want = "--set " + set + ": " + want; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestEveryPresetIsSound(t *testing.T) {
	for _, name := range presetNames() {
		s := read(t, withPreset, "policies.p=[{preset: "+name+"}]")
		if len(s.Spec.Policies[0].Layers) == 0 || len(s.Warnings) > 0 {
			t.Errorf("%s: layers %v, warnings %v", name, s.Spec.Policies[0].Layers, s.Warnings)
		}
	}
}
