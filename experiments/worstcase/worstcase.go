// Package worstcase says, without simulating, what a policy can cost at most: how
// many attempts one call makes and how long it waits between them.
package worstcase

import (
	"math"
	"time"

	"herdcast/models/client"
	"herdcast/policies/backoff"
	"herdcast/policies/retry"
	"herdcast/sim/quantity"
)

// Case is the worst case of one call. Waits leaves out what refusals tell
// (Retry-After) and waiting for permits; backoff.Forever is without bound.
type Case struct {
	Attempts quantity.Limit
	Waits    time.Duration
}

// Of walks the layers of a policy from the inside out: retry layers multiply, a
// timeout cuts what it holds.
func Of(layers []client.Layer) Case {
	worst := Case{Attempts: 1}
	for i := len(layers) - 1; i >= 0; i-- {
		switch layer := layers[i]; {
		case layer.Retry != nil:
			tries := layer.Retry.Attempts
			worst.Attempts = quantity.Limit(times(int64(tries), int64(worst.Attempts)))
			inner := time.Duration(times(int64(tries), int64(worst.Waits)))
			worst.Waits = plus(waits(layer.Retry), inner)
		case layer.Hedge != nil:
			worst.Attempts = quantity.Limit(times(int64(layer.Hedge.Extra+1), int64(worst.Attempts)))
		case layer.Timeout != nil && layer.Timeout.Max != nil && len(layer.Timeout.ByTool) == 0:
			worst.Waits = min(worst.Waits, *layer.Timeout.Max)
		}
	}
	return worst
}

// manyTries is more than anybody waits out: from there on waits have no bound.
const manyTries = 1_000_000

// waits adds up the longest waits of one retry layer.
func waits(spec *retry.Spec) time.Duration {
	between := int64(spec.Attempts) - 1
	if spec.SleepsAfterLast && spec.Attempts != quantity.Unlimited {
		between++
	}
	compiled := spec.Backoff.Compile()
	total := time.Duration(0)
	for k := int64(1); k <= between && total < backoff.Forever; k++ {
		if k > manyTries {
			total = backoff.Forever
			break
		}
		_, most := compiled.Bounds(int(k))
		total = plus(total, most)
	}
	if spec.MaxElapsed != nil {
		total = min(total, *spec.MaxElapsed)
	}
	return total
}

// plus and times stop at the largest number, which stands for "without bound".
func plus(a, b time.Duration) time.Duration {
	if a > backoff.Forever-b {
		return backoff.Forever
	}
	return a + b
}

func times(a, b int64) int64 {
	if a > 0 && b > math.MaxInt64/a {
		return math.MaxInt64
	}
	return a * b
}
