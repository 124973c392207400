package sensitivity

import (
	"math"

	"herdcast/experiments/stats"
)

// Effect is what an input does to an output over its whole range, as elementary
// effects tell: each the change of the output when the input alone moves, divided by
// how far it moves as a share of its range.
type Effect struct {
	Mean     stats.Interval // μ: the direction; near 0 where effects cancel
	Absolute stats.Interval // μ*: how much the input matters
	Spread   float64        // σ: how much that hangs on where the others are
}

// Morris sums up the elementary effects of one input, one from each walk (Morris
// 1991; μ* after Campolongo, Cariboni and Saltelli 2007).
func Morris(effects []float64, r Resamples) Effect {
	var e Effect
	e.Mean, _ = r.interval(func(drawn []int) float64 { return mean(effects, drawn, func(x float64) float64 { return x }) })
	e.Absolute, _ = r.interval(func(drawn []int) float64 { return mean(effects, drawn, math.Abs) })
	var squares float64
	for _, x := range effects {
		squares += square(x - e.Mean.Value)
	}
	e.Spread = math.Sqrt(squares / float64(len(effects)-1))
	return e
}

func mean(values []float64, drawn []int, of func(float64) float64) float64 {
	var sum float64
	for _, i := range drawn {
		sum += of(values[i])
	}
	return sum / float64(len(drawn))
}
