package scenario

import (
	"testing"
	"time"

	"herdcast/sim/quantity"
)

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
		s := read(t, withPreset, "policies.p=[{preset: "+name+"}]", "dependency.replicas.count=2")
		if len(s.Spec.Policies[0].Layers) == 0 || len(s.Warnings) > 0 {
			t.Errorf("%s: layers %v, warnings %v", name, s.Spec.Policies[0].Layers, s.Warnings)
		}
	}
}

func milliseconds(m float64) time.Duration { return time.Duration(m * float64(time.Millisecond)) }

// What each library waits before its first retries, from the rules in its source:
// the least and the most of every wait in milliseconds, over all outcomes.
func TestWaitsOfPresets(t *testing.T) {
	type wait struct{ least, most float64 }
	always := func(spans ...float64) (waits []wait) {
		for _, m := range spans {
			waits = append(waits, wait{m, m})
		}
		return waits
	}
	upTo := func(spans ...float64) (waits []wait) {
		for _, m := range spans {
			waits = append(waits, wait{0, m})
		}
		return waits
	}
	stainless := []wait{{375, 500}, {750, 1000}}
	all := map[string]struct {
		attempts quantity.Limit
		waits    []wait
	}{
		"anthropic-go":                    {3, stainless},
		"anthropic-py":                    {3, stainless},
		"anthropic-ts-1.15":               {3, stainless},
		"avast-retry-go":                  {10, []wait{{100, 200}, {200, 300}, {400, 500}, {800, 900}}},
		"aws-legacy-boto":                 {5, upTo(1000, 2000, 4000, 8000)},
		"aws-standard-2.0":                {3, upTo(1000, 2000)},
		"aws-standard-2.1":                {3, upTo(1000, 2000)},
		"azcore":                          {4, []wait{{640, 1040}, {1920, 3120}, {4480, 7280}, {9600, 15600}, {19840, 32240}, {40320, 60000}, {60000, 60000}}},
		"anthropic-ts-2026-08":            {3, stainless},
		"aws-adaptive":                    {3, upTo(1000, 2000)},
		"aws-adaptive-2.1":                {3, upTo(1000, 2000)},
		"aws-blog-decorrelated":           {quantity.Unlimited, []wait{{5, 15}, {5, 45}, {5, 135}, {5, 405}, {5, 1215}, {5, 2000}}},
		"aws-blog-equal":                  {quantity.Unlimited, []wait{{5, 10}, {10, 20}, {20, 40}, {40, 80}, {80, 160}, {160, 320}, {320, 640}, {640, 1280}, {1000, 2000}}},
		"aws-blog-full":                   {quantity.Unlimited, upTo(10, 20, 40, 80, 160, 320, 640, 1280, 2000, 2000)},
		"aws-dynamodb-2.1":                {4, upTo(1000, 2000, 4000)},
		"aws-legacy-boto-dynamodb":        {10, always(50, 100, 200, 400, 800, 1600, 3200, 6400, 12800)},
		"aws-standard-2.0-go":             {3, append(upTo(2000, 4000, 8000, 16000), always(20000, 20000)...)},
		"cenkalti-v4":                     {quantity.Unlimited, []wait{{250, 750}, {375, 1125}, {562.5, 1687.5}}},
		"cockatiel-exponential":           {quantity.Unlimited, []wait{{0, 176.279329}, {0, 363.167943}}}, // 128 ms/1.4 · (f(k) - f(k-2)), f(t) = 2^t · tanh(√(4t))
		"envoy-budget":                    {2, upTo(25, 50, 100, 200, 250, 250)},
		"envoy-default":                   {2, upTo(25, 50, 100, 200, 250, 250)},
		"envoy-gateway":                   {3, upTo(25, 50, 100, 200, 250, 250)},
		"finagle":                         {3, []wait{{5, 5}, {5, 15}}},
		"google-genai-default":            {1, nil},
		"google-genai-js":                 {5, []wait{{1000, 2000}, {2000, 4000}, {4000, 8000}, {8000, 16000}}},
		"grpc-retry":                      {4, []wait{{80, 120}, {160, 240}, {320, 480}, {640, 960}, {800, 1200}}},
		"grpc-retry-old":                  {4, upTo(100, 200, 400, 800, 1000)},
		"k8s-client-go":                   {11, always(1000, 1000)},
		"k8s-conflict-backoff":            {4, []wait{{10, 11}, {50, 55}, {250, 275}}},
		"k8s-retry-on-conflict":           {5, []wait{{10, 11}, {10, 11}}},
		"linkerd-profile":                 {quantity.Unlimited, always(0, 0, 0)},
		"litellm-router-2025":             {3, []wait{{500, 1250}, {500, 1250}, {1000, 1750}, {2000, 2750}, {4000, 4750}, {8000, 8750}, {8000, 8750}}},
		"none":                            {1, nil},
		"openai-agents-runner":            {3, []wait{{218.75, 281.25}, {437.5, 562.5}, {875, 1125}, {1750, 2000}, {2000, 2000}}},
		"openai-go-1.12":                  {3, stainless},
		"openai-go-3":                     {3, stainless},
		"resilience4j-exponential":        {3, always(500, 750, 1125, 1687, 2530, 3795, 5692, 8538)},
		"spring-retry-exponential":        {3, always(100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600, 30000, 30000)},
		"spring-retry-exponential-random": {3, []wait{{100, 200}, {200, 400}, {400, 800}}},
		"sre-client":                      {3, upTo(500, 1000)},
		"temporal-activity":               {quantity.Unlimited, always(1000, 2000, 4000, 8000, 16000, 32000, 64000, 100000, 100000)},
		"urllib3-default":                 {4, always(0, 0, 0)},
		"cenkalti-v5":                     {quantity.Unlimited, []wait{{250, 750}, {375, 1125}, {562.5, 1687.5}}},
		"claude-code":                     {11, []wait{{375, 500}, {750, 1000}, {1500, 2000}, {3000, 4000}, {6000, 8000}, {6000, 8000}}},
		"failsafe-go-retry":               {3, always(0, 0)},
		"codex-cli":                       {5, []wait{{180, 220}, {360, 440}, {720, 880}, {1440, 1760}}},
		"dotnet-standard":                 {4, []wait{{0, 2754.364515}, {0, 5674.499117}, {0, 8651.834327}}}, // 2 s/1.4 · (f(k) - f(k-2)), f(t) = 2^t · tanh(√(4t))
		"gax-go":                          {quantity.Unlimited, upTo(1000, 2000, 4000, 8000, 16000, 30000, 30000)},
		"gax-python":                      {quantity.Unlimited, upTo(1000, 2000, 4000, 8000, 16000, 32000, 60000)},
		"go-retryablehttp":                {5, always(1000, 2000, 4000, 8000)},
		"google-genai-options":            {5, []wait{{1000, 2000}, {2000, 3000}, {4000, 5000}, {8000, 9000}}},
		"istio-default":                   {3, upTo(25, 50)},
		"langchain-js-caller":             {7, []wait{{1000, 2000}, {2000, 4000}, {4000, 8000}}},
		"langchain-v1-tool-retry":         {3, []wait{{750, 1250}, {1500, 2500}}},
		"langchain-with-retry":            {3, []wait{{1000, 2000}, {2000, 3000}}},
		"langgraph-retry":                 {3, []wait{{500, 1500}, {1000, 2000}}},
		"linkerd-annotations":             {2, []wait{{25, 50}}},
		"openai-node-7":                   {3, stainless},
		"openai-py-2025":                  {3, stainless},
		"openai-py-2026":                  {3, stainless},
		"polly-default":                   {4, always(2000, 2000, 2000)},
		"resilience4j-default":            {3, always(500, 500)},
		"spring-retry-default":            {3, always(1000, 1000)},
		"spring7-default":                 {4, always(1000, 1000, 1000)},
		"stripe":                          {3, []wait{{500, 500}, {500, 1000}}},
		"tenacity-default":                {quantity.Unlimited, always(0, 0, 0)},
		"vercel-ai":                       {3, always(2000, 4000)},
		"finagle-requeue":                 {21, always(0, 0, 0)},
		"gemini-cli":                      {10, []wait{{3500, 6500}, {7000, 13000}, {14000, 26000}, {21000, 39000}, {21000, 39000}}},
		"genkit-retry":                    {4, []wait{{1000, 2000}, {2000, 4000}, {4000, 8000}}},
		"grpc-hedging":                    {1, nil},
		// 5 ms · 2^17 is 655.36 s, the next 1,000 s.
		"k8s-workqueue":  {quantity.Unlimited, always(5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10240, 20480, 40960, 81920, 163840, 327680, 655360, 1000000, 1000000)},
		"mcp-py-client":  {1, nil},
		"polly-7":        {7, always(2000, 4000, 8000, 16000, 32000, 64000)},
		"polly-7-jitter": {6, []wait{{0, 1377.182257}, {0, 2837.249558}, {0, 4325.917163}}}, // half of dotnet-standard's
	}
	found := 0
	for _, name := range presetNames() {
		for _, layer := range read(t, withPreset, "policies.p=[{preset: "+name+"}]", "dependency.replicas.count=2").Spec.Policies[0].Layers {
			if layer.Retry == nil {
				continue
			}
			found++
			want, known := all[name]
			if !known || layer.Retry.Attempts != want.attempts {
				t.Errorf("%s: %d attempts, want %d", name, layer.Retry.Attempts, want.attempts)
			}
			waits := layer.Retry.Backoff.Compile()
			for k, w := range want.waits {
				least, most := waits.Bounds(k + 1)
				if least != milliseconds(w.least) || most != milliseconds(w.most) {
					t.Errorf("%s: wait %d is %v to %v, want %v to %v ms", name, k+1, least, most, w.least, w.most)
				}
			}
		}
	}
	if found != len(all) {
		t.Errorf("%d presets retry, %d are listed", found, len(all))
	}
}

// Spring Framework 7 with delay = 1000, multiplier = 2, jitter = 100: never below the
// first delay, and 200 ms more or less once it has doubled.
func TestJitterOfSpring(t *testing.T) {
	backoff, jitter := presetLayers(t, "spring7-default")[0].Retry.Backoff, 100*time.Millisecond
	backoff.Factor, backoff.Jitter.Scaled = 2, &jitter
	waits := backoff.Compile()
	for k, want := range [][2]float64{{1000, 1100}, {1800, 2200}, {3600, 4400}} {
		if least, most := waits.Bounds(k + 1); least != milliseconds(want[0]) || most != milliseconds(want[1]) {
			t.Errorf("wait %d is %v to %v, want %v ms", k+1, least, most, want)
		}
	}
}
