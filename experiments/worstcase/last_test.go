package worstcase

import (
	"testing"
	"time"

	"herdcast/models/client"
	"herdcast/policies/backoff"
	"herdcast/policies/hedge"
	"herdcast/policies/retry"
	"herdcast/sim/quantity"
)

func TestLastAttemptIsSentAfterAllTriesAndWaitsBefore(t *testing.T) {
	five := 5 * time.Second
	stops := func(s *retry.Spec) { s.MaxElapsed = &five }
	sleeps := func(s *retry.Spec) { s.SleepsAfterLast = true }
	hedged := client.Layer{Hedge: &hedge.Spec{Extra: 2, After: hedge.After{Delay: time.Second}}}
	for name, row := range map[string]struct {
		layers []client.Layer
		want   time.Duration
	}{
		"one try":        {nil, 0},
		"three tries":    {[]client.Layer{tries(3, nil), within(2 * time.Second)}, 2*time.Second + time.Second + 2*time.Second + 2*time.Second},
		"no timeout":     {[]client.Layer{tries(3, nil)}, backoff.Forever},
		"a cap":          {[]client.Layer{within(6 * time.Second), tries(3, nil), within(2 * time.Second)}, 6 * time.Second},
		"elapsed":        {[]client.Layer{tries(3, stops), within(2 * time.Second)}, five},
		"after the last": {[]client.Layer{tries(3, sleeps), within(2 * time.Second)}, 7 * time.Second}, // the wait after it delays none
		"hedges":         {[]client.Layer{hedged, within(2 * time.Second)}, 2 * time.Second},
		"two layers":     {[]client.Layer{tries(2, nil), tries(2, nil), within(2 * time.Second)}, 5*time.Second + time.Second + 3*time.Second},
		"no end":         {[]client.Layer{tries(quantity.Unlimited, nil), within(time.Second)}, backoff.Forever},
	} {
		if got := Last(row.layers); got != row.want {
			t.Errorf("%s: got %s, want %s", name, got, row.want)
		}
	}
}
