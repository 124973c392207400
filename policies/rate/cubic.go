package rate

import (
	"math"
	"time"

	"herdcast/sim"
)

// cubic is the client-side rate of the adaptive retry mode of AWS SDKs. The rate of
// responses is measured; a throttled one cuts the rate, and from then on it grows
// back along the curve of TCP CUBIC, slowly near the rate that was too much:
//
//	rate = 0.4 · (t − K)³ + most,  K = ∛(most · 0.3 / 0.4)
//
// with t in seconds since the last throttled response, most the rate then. No call
// waits before the first one. A call that finds no token waits until there would be
// one and asks again: it reserves nothing.
type cubic struct {
	started bool
	enabled bool // since the first throttled response

	bucket    int64 // half seconds: up to where responses are in the measured rate
	responses int64 // since then
	measured  float64

	throttled sim.Time // the last one, or the start
	most      float64  // the rate then
	k         float64  // seconds until the curve is back there

	tokens, capacity float64
	fill             float64  // tokens per second
	filled           sim.Time // when tokens was true
}

const (
	steepness     = 0.4
	leaves        = 0.7 // of the rate, after a throttled response
	newest        = 0.8 // weight of the newest rate of responses
	leastFill     = 0.5 // tokens per second
	leastCapacity = 1.0 // tokens
	halfSecond    = int64(500 * time.Millisecond)
)

// start begins to measure with the second in which it is used first.
func (c *cubic) start(now sim.Time) {
	if !c.started {
		second := int64(now) / int64(time.Second)
		*c = cubic{started: true, bucket: 2 * second, throttled: now, filled: now}
	}
}

// ask takes a token, or gives the wait after which to ask again.
func (c *cubic) ask(now sim.Time) time.Duration {
	c.start(now)
	if !c.enabled {
		return 0
	}
	c.refill(now)
	if c.tokens < 1 {
		return time.Duration(math.Ceil((1 - c.tokens) / c.fill * 1e9))
	}
	c.tokens--
	return 0
}

func (c *cubic) refill(now sim.Time) {
	c.tokens = min(c.capacity, c.tokens+float64(now.Sub(c.filled).Seconds()*c.fill))
	c.filled = now
}

// report takes a response.
func (c *cubic) report(now sim.Time, throttled bool) {
	c.start(now)
	c.measure(now)
	rate := c.curve(now)
	if throttled {
		rate = c.cut(now)
	}
	c.refill(now)
	rate = min(rate, 2*c.measured)
	c.fill, c.capacity = max(rate, leastFill), max(rate, leastCapacity)
	c.tokens = min(c.tokens, c.capacity)
}

// measure counts a response; the rate is found as the first of a half second comes.
func (c *cubic) measure(now sim.Time) {
	c.responses++
	bucket := int64(now) / halfSecond
	if bucket > c.bucket {
		rate := float64(2*c.responses) / float64(bucket-c.bucket)
		c.measured = float64(newest*rate) + float64((1-newest)*c.measured)
		c.responses, c.bucket = 0, bucket
	}
}

// curve gives the rate at an instant after the last throttled response.
func (c *cubic) curve(now sim.Time) float64 {
	x := now.Sub(c.throttled).Seconds() - c.k
	return float64(steepness*x*x*x) + c.most
}

// cut gives the rate after a throttled response.
func (c *cubic) cut(now sim.Time) float64 {
	used := c.measured
	if c.enabled {
		used = min(used, c.fill)
	}
	c.most, c.k = used, cubeRoot(used*(1-leaves)/steepness)
	c.throttled, c.enabled = now, true
	return leaves * used
}

// cubeRoot gives ∛x for x ≥ 0 by Newton's method, alike on every machine. It begins
// with a power of two that is at most four times too large: three steps bring it
// near, the others double the digits that are right.
func cubeRoot(x float64) float64 {
	if x == 0 {
		return 0
	}
	_, exponent := math.Frexp(x)
	root := math.Ldexp(1, exponent/3+1)
	for range 9 {
		root = (float64(2*root) + float64(x/float64(root*root))) / 3
	}
	return root
}
