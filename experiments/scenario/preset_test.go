package scenario

import (
	"reflect"
	"testing"
)

// sdk is a library of one preset with two layers.
var sdk = presets{
	names: func() []string { return []string{"sdk"} },
	named: func(name string) ([]byte, bool) {
		return []byte("- retry: {attempts: 4, backoff: {first: 1s}}\n- timeout: 60s\n"), name == "sdk"
	},
}

func prepared(t *testing.T, text string, set ...string) (document, Problems) {
	t.Helper()
	root, problem := parse("f.yaml", []byte(text))
	if problem != nil {
		t.Fatal(*problem)
	}
	d := newDecoder("f.yaml", files{})
	d.presets = sdk
	d.prepare(root, Options{Set: set})
	var f document
	d.decode(root, reflect.ValueOf(&f).Elem(), field{}, "")
	f.complete(d)
	d.check(&f)
	return f, d.problems
}

const withPreset = `version: 1
name: a
tools: {a: {}, b: {}}
fleet: [{agents: 1, rest: 1s, policy: p}]
policies:
  p:
    - retry: {}
    - {preset: sdk, tools: [a]}
    - limit: {}
`

func TestPresetsExpandInPlace(t *testing.T) {
	f, problems := prepared(t, withPreset)
	if problems != nil {
		t.Fatal(problems)
	}
	layers := f.Policies[0].Layers
	if len(layers) != 4 || layers[1].Name != "retry[2]" || layers[1].Retry.Attempts != 4 || layers[2].Timeout == nil || layers[3].Limit == nil {
		t.Fatalf("got %+v", layers)
	}
	if layers[1].Tools[0] != "a" || layers[2].Tools[0] != "a" || layers[3].Tools != nil {
		t.Errorf("tools: got %v, %v, %v", layers[1].Tools, layers[2].Tools, layers[3].Tools)
	}
}

func TestPathsReachIntoPresets(t *testing.T) {
	f, problems := prepared(t, withPreset, "policies.p.retry[2].attempts=7", "policies.p.timeout=5s")
	if problems != nil || f.Policies[0].Layers[1].Retry.Attempts != 7 || f.Policies[0].Layers[2].Timeout.Max.Seconds() != 5 {
		t.Errorf("got %+v, %v", f.Policies[0].Layers, problems)
	}
	f, problems = prepared(t, withPreset, "policies.p=[{preset: sdk}]", "run.seed=3")
	if problems != nil || len(f.Policies[0].Layers) != 2 {
		t.Errorf("got %+v, %v", f.Policies[0].Layers, problems)
	}
}

func TestProblemsOfPresetsPointAtTheirName(t *testing.T) {
	_, problems := prepared(t, withPreset, "policies.p.preset=sdkk")
	if want := "--set policies.p.preset=sdkk: policies.p[2].preset: found sdkk, which is no preset (herdcast policies list); did you mean sdk?"; len(problems) != 1 || problems[0].Error() != want {
		t.Errorf("got %v", problems)
	}
	_, problems = prepared(t, withPreset, "policies.p.retry[2].attempts=0")
	if want := "--set policies.p.retry[2].attempts=0: policies.p[2].retry.attempts: found 0, but it must be at least 1"; len(problems) != 1 || problems[0].Error() != want {
		t.Errorf("got %v", problems)
	}
}
