package worstcase

import (
	"testing"
	"time"

	"herdcast/models/client"
	"herdcast/policies/backoff"
	"herdcast/policies/hedge"
	"herdcast/policies/retry"
	"herdcast/policies/timeout"
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
	elapsed := 5 * time.Second
	for name, row := range map[string]struct {
		layers   []client.Layer
		attempts quantity.Limit
		waits    time.Duration
	}{
		"no layers":       {nil, 1, 0},
		"three tries":     {[]client.Layer{tries(3, nil)}, 3, 3 * time.Second},
		"four tries":      {[]client.Layer{tries(4, nil)}, 4, 7 * time.Second},
		"two layers":      {[]client.Layer{tries(3, nil), tries(2, nil)}, 6, 3*time.Second + 3*time.Second},
		"cut above":       {[]client.Layer{within(2 * time.Second), tries(3, nil)}, 3, 2 * time.Second},
		"a try's timeout": {[]client.Layer{tries(3, nil), within(2 * time.Second)}, 3, 3 * time.Second},
		"elapsed":         {[]client.Layer{tries(4, func(s *retry.Spec) { s.MaxElapsed = &elapsed })}, 4, elapsed},
		"after the last":  {[]client.Layer{tries(3, func(s *retry.Spec) { s.SleepsAfterLast = true })}, 3, 7 * time.Second},
		"a hedge below":   {[]client.Layer{tries(3, nil), {Hedge: &hedge.Spec{Extra: 1}}}, 6, 3 * time.Second},
		"no end":          {[]client.Layer{tries(quantity.Unlimited, nil)}, quantity.Unlimited, backoff.Forever},
		"no end, cut":     {[]client.Layer{within(time.Minute), tries(quantity.Unlimited, nil)}, quantity.Unlimited, time.Minute},
		"full jitter":     {[]client.Layer{tries(3, func(s *retry.Spec) { s.Backoff.Jitter = backoff.Jitter{Word: "full"} })}, 3, 3 * time.Second},
	} {
		if got := Of(row.layers); got != (Case{row.attempts, row.waits}) {
			t.Errorf("%s: got %+v, want %d attempts and waits of %v", name, got, row.attempts, row.waits)
		}
	}
}
