package worstcase

import (
	"slices"
	"testing"
	"time"

	"herdcast/models/client"
	"herdcast/policies/backoff"
	"herdcast/policies/fallback"
	"herdcast/policies/hedge"
	"herdcast/policies/hop"
	"herdcast/policies/retry"
	"herdcast/policies/timeout"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// tries is a retry layer with waits of 1 s, 2 s, 4 s, ….
func tries(attempts quantity.Limit, change func(*retry.Spec)) client.Layer {
	spec := &retry.Spec{}
	spec.SetDefaults()
	spec.Attempts = attempts
	spec.Backoff = backoff.Spec{}
	spec.Backoff.SetDefaults()
	for o := range spec.Backoff.First {
		spec.Backoff.First[o] = time.Second
	}
	if change != nil {
		change(spec)
	}
	return client.Layer{Retry: spec}
}

func within(max time.Duration) client.Layer {
	return client.Layer{Timeout: &timeout.Spec{Max: &max}}
}

func TestWorstCaseMultipliesAndCuts(t *testing.T) {
	const forever = backoff.Forever
	elapsed, second := 5*time.Second, time.Second
	full := func(s *retry.Spec) { s.Backoff.Jitter = backoff.Jitter{Word: "full"} }
	stops := func(s *retry.Spec) { s.MaxElapsed = &elapsed }
	sleeps := func(s *retry.Spec) { s.SleepsAfterLast = true }
	byTool := client.Layer{Timeout: &timeout.Spec{Max: &second, ByTool: []timeout.ToolTimeout{{Tool: "report", Max: time.Minute}}}}
	ofOneTool := within(time.Second)
	ofOneTool.Tools = []string{"report"}
	for name, row := range map[string]struct {
		layers []client.Layer
		want   Case
	}{
		"no layers":          {nil, Case{1, 0, forever}},
		"three tries":        {[]client.Layer{tries(3, nil)}, Case{3, 3 * time.Second, forever}},
		"four tries":         {[]client.Layer{tries(4, nil)}, Case{4, 7 * time.Second, forever}},
		"two layers":         {[]client.Layer{tries(3, nil), tries(2, nil)}, Case{6, 3*time.Second + 3*time.Second, forever}},
		"cut above":          {[]client.Layer{within(2 * time.Second), tries(3, nil)}, Case{3, 2 * time.Second, 2 * time.Second}},
		"a try's timeout":    {[]client.Layer{tries(3, nil), within(2 * time.Second)}, Case{3, 3 * time.Second, 9 * time.Second}},
		"elapsed":            {[]client.Layer{tries(4, stops)}, Case{4, elapsed, forever}},
		"elapsed and cut":    {[]client.Layer{tries(4, stops), within(2 * time.Second)}, Case{4, elapsed, 7 * time.Second}},
		"after the last":     {[]client.Layer{tries(3, sleeps)}, Case{3, 7 * time.Second, forever}},
		"a proxy":            {[]client.Layer{tries(2, nil), {Hop: &hop.Spec{Delay: dist.Of(float64(100 * time.Millisecond))}}, within(2 * time.Second)}, Case{2, time.Second, 5400 * time.Millisecond}},
		"a hedge below":      {[]client.Layer{tries(3, nil), {Hedge: &hedge.Spec{Extra: 1}}}, Case{6, 3 * time.Second, forever}},
		"hedges by quantile": {[]client.Layer{{Hedge: &hedge.Spec{Extra: 2, After: hedge.After{Quantile: 0.95}}}, within(5 * time.Second)}, Case{3, 0, 15 * time.Second}},
		"hedges and cut":     {[]client.Layer{{Hedge: &hedge.Spec{Extra: 2, After: hedge.After{Delay: time.Second}}}, within(5 * time.Second)}, Case{3, 0, 7 * time.Second}},
		"a fallback":         {[]client.Layer{{Fallback: &fallback.Spec{Tool: "backup"}}, tries(3, nil), within(2 * time.Second)}, Case{6, 6 * time.Second, 18 * time.Second}},
		"no end":             {[]client.Layer{tries(quantity.Unlimited, nil)}, Case{quantity.Unlimited, forever, forever}},
		"no end, cut":        {[]client.Layer{within(time.Minute), tries(quantity.Unlimited, nil)}, Case{quantity.Unlimited, time.Minute, time.Minute}},
		"full jitter":        {[]client.Layer{tries(3, full)}, Case{3, 3 * time.Second, forever}},
		"timeouts by tool":   {[]client.Layer{byTool}, Case{1, 0, time.Minute}},
		"for one tool only":  {[]client.Layer{ofOneTool}, Case{1, 0, forever}},
	} {
		if got := Of(row.layers); got != row.want {
			t.Errorf("%s: got %+v, want %+v", name, got, row.want)
		}
	}
}

func TestWaitsAreThoseBetweenTries(t *testing.T) {
	full := tries(3, func(s *retry.Spec) { s.Backoff.Jitter = backoff.Jitter{Word: "full"} })
	want := []Wait{{0, time.Second}, {0, 2 * time.Second}}
	if got := Waits(full.Retry, 10); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	endless := tries(quantity.Unlimited, nil)
	want = []Wait{{time.Second, time.Second}, {2 * time.Second, 2 * time.Second}}
	if got := Waits(endless.Retry, 2); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
