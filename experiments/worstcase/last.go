package worstcase

import (
	"time"

	"herdcast/models/client"
	"herdcast/policies/backoff"
)

// Last gives how long after a call's start its last attempt is sent at the latest,
// when no attempt is ever answered; backoff.Forever is without bound. The second
// tool of a fallback is left out: its calls carry a key of their own.
func Last(layers []client.Layer) time.Duration {
	if len(layers) == 0 {
		return 0
	}
	layer, below := layers[0], layers[1:]
	last := Last(below)
	switch {
	case layer.Retry != nil:
		between := time.Duration(times(int64(layer.Retry.Attempts)-1, int64(Of(below).Time)))
		last = plus(plus(between, firstWaits(layer.Retry, int64(layer.Retry.Attempts)-1)), last)
		if layer.Retry.MaxElapsed != nil {
			last = min(last, plus(*layer.Retry.MaxElapsed, Last(below)))
		}
	case layer.Hedge != nil:
		last = plus(time.Duration(times(int64(layer.Hedge.Extra), int64(gap(layer.Hedge, Of(below).Time)))), last)
	case layer.Hop != nil:
		last = plus(layer.Hop.Longest()/2, last)
	case layer.Timeout != nil && len(layer.Tools) == 0:
		last = min(last, longest(layer.Timeout))
	}
	return min(last, backoff.Forever)
}
