package backoff

import (
	"math"
	"time"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// Forever is the longest wait: huge exponents end here and never overflow.
const Forever time.Duration = math.MaxInt64

// Memory is what one call keeps between its waits; 0 before the first. Only
// decorrelated jitter and polly use it. It lives with the call, so a Backoff
// carries nothing from one call into another.
type Memory int64

// Backoff is a compiled Spec: a value that any number of calls share. The wait
// before retry k (k = 1, 2, …) begins as
//
//	growth        d
//	exponential   first · factor^(k-1)
//	linear        first · k
//	schedule      the k-th entry, after the end the last one
//
// goes through cap (d = min(cap, d)) and jitter in the order of the spec, and
// is at least floor. With U uniform in [0, 1) and U(a, b) = a + U·(b-a):
//
//	jitter        wait
//	none          d
//	full          U(0, d)
//	equal         d/2 + U(0, d/2)
//	plus_minus x  d · U(1-x, 1+x)
//	plus x        d · U(1, 1+x)
//	minus x       d · U(1-x, 1)
//	times a, b    d · U(a, b)
//	add x         d + U(0, x)
//	scaled x      U(d-j, d+j) within [first, cap], j = x · ⌊d/first⌋
//	decorrelated  min(cap, U(first, 3·previous)); previous is the wait before, at first: first
//	polly         min(cap, first/1.4 · (f(k-1+U) - previous)), f(t) = 2^t · tanh(√(4t));
//	              previous is the f before, at first 0; never below 0
//
// Full, equal and decorrelated are those of Brooker, "Exponential Backoff And
// Jitter" (AWS Architecture Blog, 2015); polly is the exponential jitter of
// Polly 8. Growth plays no part in the last two. For first = 100 ms, factor = 2,
// cap = 1 s and every U = 1/2:
//
//	k              1      2      3      4        5      6
//	none           100    200    400    800      1000   1000 ms
//	full           50     100    200    400      500    500 ms
//	equal          75     150    300    600      750    750 ms
//	decorrelated   200    350    575    912.5    1000   1000 ms
//
// U(0, d) is rounded down to whole nanoseconds, everything else to the nearest.
type Backoff struct {
	first    First
	early    [policies.Outcomes][earlyWaits]time.Duration // what the first waits start from, worked out once
	factor   float64
	linear   bool
	schedule []entry
	recalls  recall
	spread   Spread
	scaled   time.Duration // 0: no jitter of that kind
	capLast  bool
	cap      time.Duration
	floor    time.Duration
}

// earlyWaits is how many waits most calls stay below.
const earlyWaits = 8

// recall says which of the jitters with a memory is used.
type recall uint8

const (
	recallsNothing recall = iota
	recallsWait           // decorrelated
	recallsCurve          // polly
)

// entry is one wait of a schedule, with its bounds for showing.
type entry struct {
	sampler     dist.Sampler
	least, most time.Duration
}

// Compile prepares the waits. The word `none` waits nothing, ever.
func (s Spec) Compile() Backoff {
	if s.None {
		return Backoff{}
	}
	b := Backoff{
		first: s.First, factor: s.Factor, linear: s.Growth == "linear",
		spread: s.Jitter.Compile(), capLast: s.Order == "jitter_then_cap", cap: Forever,
	}
	switch s.Jitter.Word {
	case "decorrelated":
		b.recalls = recallsWait
	case "polly":
		b.recalls = recallsCurve
	}
	if s.Jitter.Scaled != nil {
		b.scaled = *s.Jitter.Scaled
	}
	if s.Cap != nil {
		b.cap = *s.Cap
	}
	if s.Floor != nil {
		b.floor = *s.Floor
	}
	for _, d := range s.Schedule {
		b.schedule = append(b.schedule, compileEntry(d))
	}
	for failed := range b.early {
		for i := range b.early[failed] {
			b.early[failed][i] = b.grown(i+1, b.first[failed])
		}
	}
	return b
}

// Wait gives the wait before retry k (k = 1 for the first) of a call whose last
// try ended as failed. m is the call's memory. Two draws are at the address
// (key, PurposeBackoff, index) at most: the jitter's at key itself, a schedule
// entry's at its first child.
func (b *Backoff) Wait(k int, failed policies.Outcome, m *Memory, key sim.Key, index uint64) time.Duration {
	var start time.Duration
	switch n := len(b.schedule); {
	case n > 0:
		start = b.schedule[min(k, n)-1].sampler.Duration(key.Child(0), sim.PurposeBackoff, index)
	case k <= earlyWaits:
		start = b.early[failed][k-1]
	default:
		start = b.grown(k, b.first[failed])
	}
	u := key.Uniform(sim.PurposeBackoff, index)
	if b.scaled > 0 {
		return b.scaledOver(start, b.first[failed], u)
	}
	return b.drawn(k, start, m, u)
}

// grown gives what the k-th wait starts from. Jitters with a memory grow by
// themselves.
func (b *Backoff) grown(k int, first time.Duration) time.Duration {
	switch {
	case b.recalls != recallsNothing:
		return first
	case b.linear:
		return nearest(float64(first) * float64(k))
	}
	return nearest(float64(first) * power(b.factor, k-1))
}

// drawn gives the wait that starts from d and draws u.
func (b *Backoff) drawn(k int, d time.Duration, m *Memory, u float64) time.Duration {
	switch b.recalls {
	case recallsWait:
		return max(b.floor, decorrelated(d, b.cap, m, u))
	case recallsCurve:
		return max(b.floor, min(b.cap, polly(k, d, m, u)))
	}
	return b.finish(d, u)
}

// finish applies cap and jitter in their order, then the floor.
func (b *Backoff) finish(d time.Duration, u float64) time.Duration {
	if b.capLast {
		d = min(b.cap, b.spread.Over(d, u))
	} else {
		d = b.spread.Over(min(b.cap, d), u)
	}
	return max(b.floor, d)
}

// decorrelated draws from [first, 3·previous). A first that goes by outcome may
// exceed 3·previous; no draw is below first all the same.
func decorrelated(first, longest time.Duration, m *Memory, u float64) time.Duration {
	previous := time.Duration(*m)
	if previous == 0 {
		previous = first
	}
	width := max(0, float64(3*float64(previous))-float64(first))
	d := min(longest, nearest(float64(first)+float64(u*width)))
	*m = Memory(d)
	return d
}

// power gives x^n by repeated squaring, the same bits on every machine.
func power(x float64, n int) float64 {
	p := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			p *= x
		}
		x *= x
	}
	return p
}

// nearest rounds to whole nanoseconds within [0, Forever].
func nearest(x float64) time.Duration {
	if x >= 1<<63 {
		return Forever
	}
	if !(x > 0) { // also when 0 meets an infinite factor
		return 0
	}
	return time.Duration(math.Round(x))
}
