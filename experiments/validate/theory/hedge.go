package theory

import "math"

// Hedge is a call answered by the first of two copies, the second being sent after a
// time if there is no answer yet.
type Hedge struct {
	Latency Tail // of one copy
	After   float64
}

// Tail gives P(X > t).
type Tail func(t float64) float64

// ExponentialTail is that of an exponential time with a mean.
func ExponentialTail(mean float64) Tail {
	return func(t float64) float64 { return math.Exp(-t / mean) }
}

// QuantileTail is that of the log-normal time with a median and a p99.
func QuantileTail(median, p99 float64) Tail {
	sigma := math.Log(p99/median) / 2.3263478740408408 // Φ⁻¹(0.99)
	return func(t float64) float64 {
		if t <= 0 {
			return 1
		}
		return normal(-math.Log(t/median) / sigma)
	}
}

// Hedged is the share of calls that send the second copy.
func (h Hedge) Hedged() float64 { return h.Latency(h.After) }

func (h Hedge) tail(t float64) float64 {
	if t < h.After {
		return h.Latency(t)
	}
	return h.Latency(t) * h.Latency(t-h.After)
}

// Mean is the mean time of a call: the integral of its tail, by the midpoint rule on
// either side of the kink.
func (h Hedge) Mean() float64 {
	end := h.After
	for h.tail(end) > 1e-10 {
		end += h.After
	}
	return area(h.tail, 0, h.After) + area(h.tail, h.After, end)
}

func area(f Tail, from, to float64) float64 {
	const steps = 200000
	var sum float64
	for k := range steps {
		sum += f(from + (to-from)*(float64(k)+0.5)/steps)
	}
	return sum * (to - from) / steps
}

// Quantile of the time of a call.
func (h Hedge) Quantile(q float64) float64 { return quantile(h.tail, q) }
