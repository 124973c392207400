// Package worstcase says, without simulating, what a policy can cost at most: how
// many attempts one call makes and how long it waits between them.
package worstcase

import (
	"math"
	"time"

	"herdcast/models/client"
	"herdcast/policies/backoff"
	"herdcast/policies/hedge"
	"herdcast/policies/retry"
	"herdcast/policies/timeout"
	"herdcast/sim/quantity"
)

// Case is the worst case of one call; backoff.Forever is without bound. Waiting
// for what refusals tell (Retry-After) and for permits is left out.
type Case struct {
	Attempts quantity.Limit
	Waits    time.Duration // between tries, all together: the retry horizon
	Time     time.Duration // of the call, when no attempt is ever answered
}

// Of walks the layers of a policy from the inside out: retry layers multiply, a
// timeout cuts what it holds.
func Of(layers []client.Layer) Case {
	worst := Case{Attempts: 1, Time: backoff.Forever}
	for i := len(layers) - 1; i >= 0; i-- {
		switch layer := layers[i]; {
		case layer.Retry != nil:
			worst = retried(layer.Retry, worst)
		case layer.Hedge != nil:
			copies := int64(layer.Hedge.Extra)
			worst.Attempts = quantity.Limit(times(copies+1, int64(worst.Attempts)))
			worst.Time = plus(time.Duration(times(copies, int64(gap(layer.Hedge, worst.Time)))), worst.Time)
		case layer.Hop != nil:
			worst.Time = plus(layer.Hop.Longest(), worst.Time)
		case layer.Fallback != nil: // the same once more, with the other tool
			worst = Case{quantity.Limit(times(2, int64(worst.Attempts))), time.Duration(times(2, int64(worst.Waits))), time.Duration(times(2, int64(worst.Time)))}
		case layer.Timeout != nil && len(layer.Tools) == 0:
			if most := longest(layer.Timeout); most < worst.Time {
				worst.Time, worst.Waits = most, min(worst.Waits, most)
			}
		}
	}
	return worst
}

// gap gives the longest wait before the next copy of a hedge, whose copies take so
// long at most.
func gap(spec *hedge.Spec, copy time.Duration) time.Duration {
	if spec.After.Quantile > 0 {
		return copy // none is sent once those before it have ended
	}
	return spec.After.Delay
}

func retried(spec *retry.Spec, try Case) Case {
	tries := int64(spec.Attempts)
	worst := Case{
		Attempts: quantity.Limit(times(tries, int64(try.Attempts))),
		Waits:    plus(waits(spec), time.Duration(times(tries, int64(try.Waits)))),
		Time:     plus(waits(spec), time.Duration(times(tries, int64(try.Time)))),
	}
	if spec.MaxElapsed != nil { // the last try may begin when it is over
		worst.Time = min(worst.Time, plus(*spec.MaxElapsed, try.Time))
	}
	return worst
}

// longest gives what a timeout holds any call to; shares of a task's budget are
// not known here.
func longest(spec *timeout.Spec) time.Duration {
	if spec.Max == nil {
		return backoff.Forever
	}
	most := *spec.Max
	for _, by := range spec.ByTool {
		most = max(most, by.Max)
	}
	return most
}

// Wait is the range of the wait before one retry.
type Wait struct {
	Least, Most time.Duration
}

// Waits gives the waits between the tries of one retry layer, the first so many.
func Waits(spec *retry.Spec, first int) []Wait {
	compiled := spec.Backoff.Compile()
	var all []Wait
	for k := 1; k <= first && quantity.Limit(k) < spec.Attempts; k++ {
		least, most := compiled.Bounds(k)
		all = append(all, Wait{least, most})
	}
	return all
}

// manyTries is more than anybody waits out: from there on waits have no bound.
const manyTries = 1_000_000

// waits adds up the longest waits of one retry layer, with that after the last try
// if it has one.
func waits(spec *retry.Spec) time.Duration {
	count := int64(spec.Attempts) - 1
	if spec.SleepsAfterLast && spec.Attempts != quantity.Unlimited {
		count++
	}
	return firstWaits(spec, count)
}

// firstWaits adds up so many of the longest waits.
func firstWaits(spec *retry.Spec, count int64) time.Duration {
	compiled := spec.Backoff.Compile()
	total := time.Duration(0)
	if count > manyTries {
		total, count = backoff.Forever, 0
	}
	for k := int64(1); k <= count && total < backoff.Forever; k++ {
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
