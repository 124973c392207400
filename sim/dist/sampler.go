package dist

import (
	"math"
	"sort"
	"time"

	"herdcast/sim"
)

// longest is the largest draw, about 36 years in nanoseconds. Heavy tails end
// here, so that sums of many draws stay far within the clock's range.
const longest = 1 << 60

// Sampler draws from one compiled distribution. It is a small value that any
// number of owners share: a draw changes nothing and allocates nothing.
type Sampler struct {
	kind  Kind
	fixed int64   // of Constant
	a, b  float64 // by kind, see Compile
	most  float64
	table *table // of the kinds that need lists
}

// table holds what only some kinds need.
type table struct {
	lines  lines     // Quantiles
	values []float64 // Empirical
	upTo   []float64 // Choice: a uniform draw below upTo[i] chooses of[i]
	of     []Sampler
}

// Compile prepares a distribution for drawing. The spec must have passed Check.
func (s Spec) Compile() Sampler {
	c := Sampler{kind: s.Kind, a: s.A, b: s.B, most: longest}
	if s.AtMost > 0 {
		c.most = min(longest, math.Floor(s.AtMost))
	}
	if value, ok := s.single(); ok {
		return Sampler{kind: Constant, fixed: nearest(value, c.most)}
	}
	switch s.Kind {
	case Uniform: // from a, b wide
		c.b = s.B - s.A
	case Between: // from a, b whole numbers
		c.b = s.B - s.A + 1
	case Lognormal: // e^(a + b·z)
		c.a = s.logMedian()
	case Quantiles:
		all := linesThrough(s.Points)
		if len(all) == 1 {
			c.kind, c.a, c.b = Lognormal, all[0].level, all[0].slope
		} else {
			c.table = &table{lines: all}
		}
	case Gamma: // a times a draw with scale 1 and shape b
		c.a, c.b = s.A*s.B*s.B, 1/(s.B*s.B)
	case Weibull, Pareto: // b is the power of the exponential draw, or its factor
		c.b = 1 / s.B
	case Empirical:
		c.table = &table{values: s.Values}
	case Choice:
		c.table = s.choices()
	}
	return c
}

// single tells whether all draws are the same, and which.
func (s Spec) single() (float64, bool) {
	switch s.Kind {
	case Constant:
		return s.A, true
	case Exponential, Gamma:
		return 0, s.A == 0
	case Uniform, Between:
		return s.A, s.A == s.B
	case Lognormal:
		return s.A, s.B == 0
	case Normal:
		return math.Abs(s.A), s.B == 0
	case Empirical:
		last := len(s.Values) - 1
		return s.Values[0], s.Values[0] == s.Values[last]
	}
	return 0, false
}

// choices lays out the entries that can be chosen at all.
func (s Spec) choices() *table {
	var t table
	total := 0.0
	for _, c := range s.Choices {
		if c.Share > 0 {
			total += c.Share
			t.upTo = append(t.upTo, total)
			t.of = append(t.of, c.Of.Compile())
		}
	}
	t.upTo[len(t.upTo)-1] = 1 // whatever the sum was rounded to
	return &t
}

// Duration draws a span, rounded to the nearest nanosecond (uniform: down, so
// that its upper end is never reached), from the index-th uniform at the address
// (k, p).
func (s *Sampler) Duration(k sim.Key, p sim.Purpose, index uint64) time.Duration {
	if s.kind == Constant {
		return time.Duration(s.fixed)
	}
	return time.Duration(s.span(k, p, index))
}

func (s *Sampler) span(k sim.Key, p sim.Purpose, index uint64) int64 {
	switch s.kind {
	case Exponential:
		return nearest(-s.a*log(1-k.Uniform(p, index)), s.most)
	case Uniform:
		return min(down(s.a, s.b, k.Uniform(p, index)), int64(s.most))
	case Choice:
		chosen, below := s.choose(k, p, index)
		return min(int64(chosen.Duration(below, p, 0)), int64(s.most))
	}
	return nearest(s.value(k, p, index), s.most)
}

// Count draws a whole number of at least 0, rounded to the nearest, from the
// index-th uniform at the address (k, p).
func (s *Sampler) Count(k sim.Key, p sim.Purpose, index uint64) int64 {
	switch s.kind {
	case Constant:
		return s.fixed
	case Choice:
		chosen, below := s.choose(k, p, index)
		return min(chosen.Count(below, p, 0), int64(s.most))
	}
	return nearest(s.value(k, p, index), s.most)
}

// Constant tells whether every draw is the same, and which.
func (s *Sampler) Constant() (time.Duration, bool) {
	return time.Duration(s.fixed), s.kind == Constant
}

// choose gives the chosen entry and the address for its own draw. That address
// comes from all the bits of the choosing draw, so it is nobody else's.
func (s *Sampler) choose(k sim.Key, p sim.Purpose, index uint64) (*Sampler, sim.Key) {
	u := k.Uniform(p, index)
	i := 0
	for u >= s.table.upTo[i] {
		i++
	}
	return &s.table.of[i], sim.Key(k.Bits(p, index)).Child(uint64(i))
}

// value draws before rounding.
func (s *Sampler) value(k sim.Key, p sim.Purpose, index uint64) float64 {
	if s.kind == Gamma {
		return s.a * standardGamma(s.b, sim.Key(k.Bits(p, index)), p)
	}
	u := k.Uniform(p, index)
	switch s.kind {
	case Lognormal:
		return exp(s.a + float64(s.b*standardNormal(u)))
	case Quantiles:
		return s.table.lines.at(standardNormal(u))
	case Normal:
		return math.Abs(s.a + float64(s.b*standardNormal(u)))
	}
	return s.inverse(u)
}

// inverse gives the value below which the share u of the distribution lies, for
// the kinds where that is finite for every u in [0, 1).
func (s *Sampler) inverse(u float64) float64 {
	switch s.kind {
	case Exponential:
		return -s.a * log(1-u)
	case Uniform:
		return s.a + float64(u*s.b)
	case Weibull:
		if u == 0 {
			return 0
		}
		return s.a * Power(-log(1-u), s.b)
	case Pareto:
		return s.a * exp(-s.b*log(1-u))
	case Empirical:
		return s.table.values[int(u*float64(len(s.table.values)))]
	}
	return s.a + math.Floor(u*s.b) // Between
}

// down gives low + u·width rounded down. Adding as whole numbers keeps the sum
// from rounding up to the end.
func down(low, width, u float64) int64 { return int64(low) + int64(u*width) }

// nearest rounds a value that is not negative to a whole number, at most most.
// From 2^52 on every number is whole. Below, adding a half and cutting off is exact
// but for the greatest number below a half.
func nearest(x, most float64) int64 {
	x = float64(x) // a product is rounded before anything is added to it
	switch {
	case !(x <= most):
		return int64(most)
	case x < 0.5:
		return 0
	case x < 1<<mantissaBits:
		return int64(x + 0.5)
	}
	return int64(x)
}

// Quantile gives the smallest value with at least the share q, 0 < q < 1, of
// the draws at or below it, before rounding. It answers false for the kinds
// where only a search would find it: gamma, normal and choice. The spec must
// have passed Check.
func (s Spec) Quantile(q float64) (float64, bool) {
	x, ok := s.quantile(q)
	if s.AtMost > 0 {
		x = min(x, s.AtMost)
	}
	return x, ok
}

func (s Spec) quantile(q float64) (float64, bool) {
	if value, ok := s.single(); ok {
		return value, true
	}
	c := s.Compile()
	switch s.Kind {
	case Gamma, Normal, Choice:
		return 0, false
	case Lognormal:
		return exp(c.a + float64(c.b*normalQuantile(q, 1-q))), true
	case Quantiles:
		return linesThrough(s.Points).at(normalQuantile(q, 1-q)), true
	case Empirical:
		n := len(s.Values)
		return s.Values[sort.Search(n-1, func(i int) bool { return float64(i+1)/float64(n) >= q })], true
	case Between:
		n := s.B - s.A + 1
		i := sort.Search(int(n)-1, func(i int) bool { return float64(i+1)/n >= q })
		return s.A + float64(i), true
	}
	return c.inverse(q), true
}
