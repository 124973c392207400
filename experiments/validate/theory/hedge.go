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

func (f Tail) below(x float64) float64        { return 1 - f(x) }
func (f Tail) quantile(level float64) float64 { return quantile(f, level) }

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

// Point of a law: P(X > Time) = Above.
type Point struct{ Time, Above float64 }

// PointsTail is that of the time whose logarithm is drawn on a normal scale as straight
// lines through points, in the order of time.
func PointsTail(points ...Point) Tail {
	x, z := make([]float64, len(points)), make([]float64, len(points))
	for i, p := range points {
		x[i] = math.Log(p.Time)
		// The point of the normal law that has as much above it, shifted to be above 0.
		z[i] = quantile(func(t float64) float64 { return normal(10 - t) }, 1-p.Above) - 10
	}
	return func(t float64) float64 {
		if t <= 0 {
			return 1
		}
		i := 1
		for i < len(x)-1 && math.Log(t) > x[i] {
			i++
		}
		return normal(-(z[i-1] + (math.Log(t)-x[i-1])*(z[i]-z[i-1])/(x[i]-x[i-1])))
	}
}

// Slowest is the time of the slowest of so many independent calls.
type Slowest struct {
	Tail
	Calls int
}

// Ranked is the mean of the nearest-rank quantile of so many observations.
func (s Slowest) Ranked(q float64, observations int) float64 {
	return rankedMean(Tail(func(t float64) float64 { return 1 - math.Pow(1-s.Tail(t), float64(s.Calls)) }), q, observations)
}

// Hedged is the share of calls that send the second copy.
func (h Hedge) Hedged() float64 { return h.Latency(h.After) }

// Tail of the time of a call.
func (h Hedge) Tail(t float64) float64 {
	if t < h.After {
		return h.Latency(t)
	}
	return h.Latency(t) * h.Latency(t-h.After)
}

// Mean is the mean time of a call: the integral of its tail, by the midpoint rule on
// either side of the kink.
func (h Hedge) Mean() float64 {
	end := h.After
	for h.Tail(end) > 1e-10 {
		end += h.After
	}
	return area(h.Tail, 0, h.After) + area(h.Tail, h.After, end)
}

func area(f Tail, from, to float64) float64 {
	const steps = 200000
	var sum float64
	for k := range steps {
		sum += f(from + (to-from)*(float64(k)+0.5)/steps)
	}
	return sum * (to - from) / steps
}

// Ranked is the mean of the nearest-rank quantile of so many observations.
func (h Hedge) Ranked(q float64, observations int) float64 {
	return rankedMean(Tail(h.Tail), q, observations)
}

// Quantile of the time of a call.
func (h Hedge) Quantile(q float64) float64 { return quantile(h.Tail, q) }

// Cancelled is a hedge over a network that takes a time each way, exponential work, the
// copy that lost being stopped the moment the first answer has arrived: after the time
// of the way back it lands all the same if both end that close together.
type Cancelled struct {
	Work    float64 // its mean
	After   float64 // at the client
	Network float64 // each way
}

// Hedged is the share of calls: whose answer has not come by then.
func (c Cancelled) Hedged() float64 { return math.Exp(-(c.After - 2*c.Network) / c.Work) }

// Duplicates is effects a call beyond the first. From the instant at which an answer
// would still have come in time, the first copy has exponential work left and the second
// begins two ways later; how far apart they end is a difference of exponential times.
func (c Cancelled) Duplicates() float64 {
	apart := func(longer float64) float64 { return math.Exp(-longer/c.Work) / 2 }
	return c.Hedged() * (apart(c.Network) - apart(3*c.Network))
}

// Mean time of a call.
func (c Cancelled) Mean() float64 {
	return 2*c.Network + Hedge{Latency: ExponentialTail(c.Work), After: c.After}.Mean()
}
