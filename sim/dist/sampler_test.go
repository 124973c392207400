package dist

import (
	"math"
	"slices"
	"testing"
	"time"

	"herdcast/sim"
)

const ms = float64(time.Millisecond)

// share gives the share of the standard normal distribution below z.
func share(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// families holds one distribution of each continuous family with the mean, the
// standard deviation and the share below x that theory gives for it. The
// Weibull moments of shape 1/2 are Γ(3) = 2 and Γ(5) = 24, those of the Pareto
// distribution with alpha = 5 are 5/4 and 5/3.
var families = []struct {
	name     string
	spec     Spec
	mean, sd float64
	below    func(x float64) float64
}{
	{"exponential", Spec{Kind: Exponential, A: 200 * ms}, 200 * ms, 200 * ms,
		func(x float64) float64 { return -math.Expm1(-x / (200 * ms)) }},
	{"uniform", Spec{Kind: Uniform, A: 1000 * ms, B: 2000 * ms}, 1500 * ms, 1000 * ms / math.Sqrt(12),
		func(x float64) float64 { return x/(1000*ms) - 1 }},
	{"lognormal", Spec{Kind: Lognormal, A: 50 * ms, B: 0.6}, 50 * ms, 50 * ms * math.Sqrt(math.Expm1(0.36)),
		func(x float64) float64 { return share((math.Log(x/(50*ms)) + 0.18) / 0.6) }},
	{"two quantiles", Spec{Kind: Quantiles, Points: []Point{{0.5, 40 * ms}, {0.99, 300 * ms}}},
		40 * ms * math.Exp(slope*slope/2), 40 * ms * math.Exp(slope*slope/2) * math.Sqrt(math.Expm1(slope*slope)),
		func(x float64) float64 { return share(math.Log(x/(40*ms)) / slope) }},
	{"gamma, shape 4", Spec{Kind: Gamma, A: 50 * ms, B: 0.5}, 50 * ms, 25 * ms,
		func(x float64) float64 {
			x /= 12.5 * ms
			return 1 - math.Exp(-x)*(1+x+x*x/2+x*x*x/6)
		}},
	{"gamma, shape 1/2", Spec{Kind: Gamma, A: 50 * ms, B: math.Sqrt2}, 50 * ms, 50 * ms * math.Sqrt2,
		func(x float64) float64 { return math.Erf(math.Sqrt(x / (100 * ms))) }},
	{"normal", Spec{Kind: Normal, A: 10 * ms, B: 1 * ms}, 10 * ms, 1 * ms,
		func(x float64) float64 { return share((x - 10*ms) / ms) }},
	{"half normal", Spec{Kind: Normal, A: 0, B: 2 * ms}, 2 * ms * math.Sqrt(2/math.Pi), 2 * ms * math.Sqrt(1-2/math.Pi),
		func(x float64) float64 { return math.Erf(x / (2 * ms) / math.Sqrt2) }},
	{"weibull", Spec{Kind: Weibull, A: 50 * ms, B: 0.5}, 100 * ms, 50 * ms * math.Sqrt(20),
		func(x float64) float64 { return -math.Expm1(-math.Sqrt(x / (50 * ms))) }},
	{"pareto", Spec{Kind: Pareto, A: 10 * ms, B: 5}, 12.5 * ms, 10 * ms * math.Sqrt(5.0/3-25.0/16),
		func(x float64) float64 { return 1 - math.Pow(10*ms/x, 5) }},
}

// slope is that of the log-normal distribution with p50 = 40 ms and p99 = 300 ms:
// ln 7.5 over the normal quantile of 0.99.
var slope = math.Log(7.5) / 2.326347874040841100885606

const draws = 100_000

func drawn(spec Spec, seed uint64) []float64 {
	sampler := spec.Compile()
	key := sim.NewKey(seed, 0)
	values := make([]float64, draws)
	for i := range values {
		values[i] = float64(sampler.Duration(key, sim.PurposeService, uint64(i)))
	}
	return values
}

func moments(values []float64) (mean, sd float64) {
	for _, x := range values {
		mean += x / float64(len(values))
	}
	for _, x := range values {
		sd += (x - mean) * (x - mean) / float64(len(values)-1)
	}
	return mean, math.Sqrt(sd)
}

// The mean of the draws lies within four standard errors of theory.
func TestMeansOfFamilies(t *testing.T) {
	for _, f := range families {
		got, _ := moments(drawn(f.spec, 1))
		if allowed := 4 * f.sd / math.Sqrt(draws); math.Abs(got-f.mean) > allowed {
			t.Errorf("%s: mean %v of the draws, want %v within %v", f.name, got, f.mean, allowed)
		}
		if got, ok := f.spec.Mean(); !ok || off(got, f.mean) > 1e-13 {
			t.Errorf("%s: Mean() = %v, %v, want %v", f.name, got, ok, f.mean)
		}
	}
}

// Kolmogorov's statistic √n·D exceeds 2.23 once in ten thousand seeds; a wrong
// family, parameter or rounding gives tens.
func TestShapesOfFamilies(t *testing.T) {
	for _, f := range families {
		values := drawn(f.spec, 2)
		slices.Sort(values)
		distance := 0.0
		for i, x := range values {
			below := f.below(x)
			distance = max(distance, below-float64(i)/draws, float64(i+1)/draws-below)
		}
		if got := math.Sqrt(draws) * distance; got > 2.23 {
			t.Errorf("%s: Kolmogorov's statistic %v, want at most 2.23", f.name, got)
		}
	}
}

func TestQuantilesOfFamilies(t *testing.T) {
	for _, f := range families {
		for _, q := range []float64{0.001, 0.1, 0.5, 0.9, 0.999} {
			x, ok := f.spec.Quantile(q)
			if closed := f.spec.Kind != Gamma && f.spec.Kind != Normal; ok != closed {
				t.Errorf("%s: a quantile is there: %v, want %v", f.name, ok, closed)
			}
			if ok && math.Abs(f.below(x)-q) > 1e-13 {
				t.Errorf("%s: share %v lies below the quantile of %v", f.name, f.below(x), q)
			}
		}
	}
}

// With a bound, the mean of the draws is that of min(X, bound).
func TestMeansWithBound(t *testing.T) {
	bounded := func(s Spec, most float64) Spec { s.AtMost = most; return s }
	specs := map[string]Spec{
		"spline":  {Kind: Quantiles, Points: []Point{{0.05, 5 * ms}, {0.5, 40 * ms}, {0.9, 60 * ms}, {0.99, 3000 * ms}}},
		"level":   {Kind: Quantiles, Points: []Point{{0.1, 20 * ms}, {0.5, 40 * ms}, {0.9, 40 * ms}}},
		"pareto":  {Kind: Pareto, A: 10 * ms, B: 1},
		"between": {Kind: Between, A: 3, B: 12},
		"values":  {Kind: Empirical, Values: []float64{1 * ms, 30 * ms, 50 * ms, 400 * ms}},
		"choice": {Kind: Choice, Choices: []Weighted{
			{Of(10 * ms), 0.5}, {Spec{Kind: Exponential, A: 50 * ms, AtMost: 40 * ms}, 0.3}, {Spec{Kind: Uniform, A: 0, B: 100 * ms}, 0.2}}},
	}
	for _, f := range families {
		specs[f.name] = f.spec
	}
	for name, spec := range specs {
		bounds := []float64{8 * ms, 11 * ms, 45 * ms, 1700 * ms}
		if spec.Kind == Between {
			bounds = []float64{2, 7, 20}
		}
		for _, most := range bounds {
			spec := bounded(spec, most)
			values := drawn(spec, 3)
			mean, sd := moments(values)
			want, ok := spec.Mean()
			// Whole nanoseconds: half of one beside four standard errors.
			if allowed := 4*sd/math.Sqrt(draws) + 0.5; !ok || math.Abs(mean-want) > allowed {
				t.Errorf("%s at most %v: mean %v of the draws, Mean() = %v, allowed %v", name, most, mean, want, allowed)
			}
			if got := slices.Max(values); got > most {
				t.Errorf("%s at most %v: drew %v", name, most, got)
			}
		}
	}
}

// Means that can be worked out by hand.
func TestMeansByHand(t *testing.T) {
	for _, c := range []struct {
		name string
		spec Spec
		want float64
	}{
		{"constant", Of(7), 7},
		{"bounded constant", Spec{A: 7, AtMost: 5}, 5},
		{"zero", Spec{Kind: Exponential}, 0},
		{"exponential at its mean", Spec{Kind: Exponential, A: 100, AtMost: 100}, 100 * (1 - 1/math.E)},
		{"uniform in the middle", Spec{Kind: Uniform, A: 100, B: 200, AtMost: 150}, 0.5*125 + 0.5*150},
		{"between", Spec{Kind: Between, A: 1, B: 3}, 2},
		{"between, bounded", Spec{Kind: Between, A: 1, B: 4, AtMost: 2.5}, (1 + 2 + 2 + 2) / 4.0},
		{"values", Spec{Kind: Empirical, Values: []float64{1, 2, 6}}, 3},
		{"values, bounded", Spec{Kind: Empirical, Values: []float64{1, 2, 6}, AtMost: 3}, 2},
		{"pareto, alpha 1", Spec{Kind: Pareto, A: 10, B: 1, AtMost: 10 * math.E}, 20},
		{"pareto, alpha 2", Spec{Kind: Pareto, A: 10, B: 2, AtMost: 40}, 10 + 10*(1-0.25)},
		// Log-normal with median 40 and sd of the logarithm ln(300/40)/Φ⁻¹(0.99).
		{"quantiles", Spec{Kind: Quantiles, Points: []Point{{0.5, 40}, {0.99, 300}}}, 40 * math.Exp(math.Pow(math.Log(7.5)/2.3263478740408408, 2)/2)},
		{"choice", Spec{Kind: Choice, Choices: []Weighted{{Of(100), 0.95}, {Of(1000), 0.05}}}, 145},
	} {
		if got, ok := c.spec.Mean(); !ok || off(got, c.want) > 1e-13 {
			t.Errorf("%s: mean %v, %v, want %v", c.name, got, ok, c.want)
		}
	}
	for _, alpha := range []float64{0.5, 1} {
		if got, ok := (Spec{Kind: Pareto, A: 10, B: alpha}).Mean(); ok {
			t.Errorf("pareto with alpha %v: mean %v, want none", alpha, got)
		}
	}
}

// Steep lines between quantiles that lie close together overflow nowhere.
func TestMeanOfSteepQuantiles(t *testing.T) {
	steep := Spec{Kind: Quantiles, Points: []Point{{0.5, 1}, {0.51, 1e12}}}
	if got, ok := steep.Mean(); ok {
		t.Errorf("mean %v, want none", got)
	}
	steep.AtMost = 1e12
	// Half is next to 0, 49 % are at the bound; between, ln x grows evenly from
	// 0 to ln 1e12, with the mean (1e12-1)/ln 1e12.
	want := 0.49*1e12 + 0.01*1e12/math.Log(1e12)
	if got, ok := steep.Mean(); !ok || off(got, want) > 1e-4 {
		t.Errorf("mean %v, %v, want %v", got, ok, want)
	}
}

// The stated quantiles are met exactly, and beyond the outer ones the
// distribution goes on as it began.
func TestQuantilesGoThroughTheirPoints(t *testing.T) {
	points := []Point{{0.05, 5 * ms}, {0.5, 40 * ms}, {0.9, 60 * ms}, {0.99, 3000 * ms}}
	for _, of := range [][]Point{points, points[1:3], points[2:]} {
		spec := Spec{Kind: Quantiles, Points: of}
		for _, p := range of {
			if got, ok := spec.Quantile(p.Q); !ok || off(got, p.X) > 1e-13 {
				t.Errorf("p%v of %v is %v, want %v", 100*p.Q, of, got, p.X)
			}
		}
		values := drawn(spec, 4)
		for _, p := range of {
			n := 0.0
			for _, x := range values {
				if x <= p.X {
					n++
				}
			}
			if allowed := 4 * math.Sqrt(p.Q*(1-p.Q)/draws); math.Abs(n/draws-p.Q) > allowed {
				t.Errorf("%v of the draws lie below p%v of %v", n/draws, 100*p.Q, of)
			}
		}
	}
	spec := Spec{Kind: Quantiles, Points: points}
	z, steep := 3.090232306167813541540399, math.Log(50)/(2.326347874040841100885606-1.281551565544600466965103)
	want := 3000 * ms * math.Exp(steep*(z-2.326347874040841100885606))
	if got, _ := spec.Quantile(0.999); off(got, want) > 1e-12 {
		t.Errorf("p99.9 is %v, want %v", got, want)
	}
}

// Every share is met within four standard errors, and nothing else is drawn.
func TestDiscreteFamilies(t *testing.T) {
	for _, c := range []struct {
		name string
		spec Spec
		want map[float64]float64
	}{
		{"between", Spec{Kind: Between, A: 1, B: 3}, map[float64]float64{1: 1.0 / 3, 2: 1.0 / 3, 3: 1.0 / 3}},
		{"values", Spec{Kind: Empirical, Values: []float64{2, 5, 5, 9}}, map[float64]float64{2: 0.25, 5: 0.5, 9: 0.25}},
		{"choice", Spec{Kind: Choice, Choices: []Weighted{{Of(1), 0.7}, {Of(8), 0}, {Spec{Kind: Between, A: 2, B: 3}, 0.3}}},
			map[float64]float64{1: 0.7, 2: 0.15, 3: 0.15}},
	} {
		counts := map[float64]float64{}
		for _, x := range drawn(c.spec, 5) {
			counts[x]++
		}
		for x, n := range counts {
			share := c.want[x]
			if allowed := 4 * math.Sqrt(share*(1-share)/draws); math.Abs(n/draws-share) > allowed {
				t.Errorf("%s: %v is drawn with share %v, want %v", c.name, x, n/draws, share)
			}
		}
		if len(counts) != len(c.want) {
			t.Errorf("%s: drew %v, want the values %v", c.name, counts, c.want)
		}
	}
}

// Counts round to the nearest, durations of a uniform distribution down.
func TestRoundingOfUniform(t *testing.T) {
	spec := Spec{Kind: Uniform, A: 1, B: 3}
	sampler := spec.Compile()
	key := sim.NewKey(6, 0)
	var counts, spans [5]float64
	for i := range uint64(draws) {
		counts[sampler.Count(key, sim.PurposeTurns, i)]++
		spans[sampler.Duration(key, sim.PurposeTurns, i)]++
	}
	for i, want := range [5]float64{0, 0.25, 0.5, 0.25, 0} {
		if got := counts[i] / draws; math.Abs(got-want) > 4*math.Sqrt(0.25/draws) || want == 0 && got != 0 {
			t.Errorf("count %d has the share %v, want %v", i, got, want)
		}
	}
	for i, want := range [5]float64{0, 0.5, 0.5, 0, 0} {
		if got := spans[i] / draws; math.Abs(got-want) > 4*math.Sqrt(0.25/draws) || want == 0 && got != 0 {
			t.Errorf("%d ns has the share %v, want %v", i, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		x, most float64
		want    int64
	}{
		{0, 10, 0}, {0.49999999999999994, 10, 0}, {0.5, 10, 1}, {1.4999, 10, 1}, {2.5, 10, 3}, {10, 10, 10}, {10.5, 10, 10},
		{1<<52 + 1, longest, 1<<52 + 1}, {math.Inf(1), longest, longest}, {math.NaN(), 7, 7},
	} {
		if got := nearest(c.x, c.most); got != c.want {
			t.Errorf("nearest(%v, %v) = %d, want %d", c.x, c.most, got, c.want)
		}
	}
}

func TestConstant(t *testing.T) {
	for _, c := range []struct {
		name string
		spec Spec
		want time.Duration
		ok   bool
	}{
		{"constant", Of(200 * ms), 200 * time.Millisecond, true},
		{"bounded", Spec{A: 200 * ms, AtMost: 50 * ms}, 50 * time.Millisecond, true},
		{"half a nanosecond", Of(0.5), 1, true},
		{"too long", Of(1e30), longest, true},
		{"exponential of 0", Spec{Kind: Exponential}, 0, true},
		{"ends that meet", Spec{Kind: Uniform, A: 5, B: 5}, 5, true},
		{"no spread", Spec{Kind: Normal, A: 5}, 5, true},
		{"no sigma", Spec{Kind: Lognormal, A: 5}, 5, true},
		{"one value", Spec{Kind: Empirical, Values: []float64{3, 3}}, 3, true},
		{"exponential", Spec{Kind: Exponential, A: 5}, 0, false},
		{"choice", Spec{Kind: Choice, Choices: []Weighted{{Of(1), 0.5}, {Of(2), 0.5}}}, 0, false},
	} {
		sampler := c.spec.Compile()
		got, ok := sampler.Constant()
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%s: constant %v, %v, want %v, %v", c.name, got, ok, c.want, c.ok)
		}
		if drew := sampler.Duration(1, 1, 1); ok && drew != c.want {
			t.Errorf("%s: drew %v, want %v", c.name, drew, c.want)
		}
	}
}

// Both ends of the uniform draw give finite values in the distribution's range.
func TestEndsOfTheUniformDraw(t *testing.T) {
	const last = 1 - 0x1p-53
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"exponential at 0", Spec{Kind: Exponential, A: 5}.inverseAt(0), 0},
		{"exponential at the end", Spec{Kind: Exponential, A: 1}.inverseAt(last), 53 * math.Ln2},
		{"uniform at 0", Spec{Kind: Uniform, A: 3, B: 8}.inverseAt(0), 3},
		{"weibull at 0", Spec{Kind: Weibull, A: 3, B: 8}.inverseAt(0), 0},
		{"pareto at 0", Spec{Kind: Pareto, A: 3, B: 8}.inverseAt(0), 3},
		{"values at 0", Spec{Kind: Empirical, Values: []float64{3, 8}}.inverseAt(0), 3},
		{"values at the end", Spec{Kind: Empirical, Values: []float64{3, 8}}.inverseAt(last), 8},
		{"between at 0", Spec{Kind: Between, A: 3, B: 8}.inverseAt(0), 3},
		{"between at the end", Spec{Kind: Between, A: 3, B: 8}.inverseAt(last), 8},
		{"normal at 0", standardNormal(0), -standardNormal(last)},
		{"normal in the middle", math.Round(standardNormal(0.5) * 1e9), 0},
	} {
		if off(c.got, c.want) > 1e-15 {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if z := standardNormal(0); !(z > -8.3 && z < -8.2) {
		t.Errorf("the smallest normal draw is %v, want the quantile of 2^-54, about -8.29", z)
	}
}

func (s Spec) inverseAt(u float64) float64 {
	sampler := s.Compile()
	return sampler.inverse(u)
}

// A uniform span never reaches its upper end, even where adding in floating
// point would round up to it.
func TestUniformStaysBelowItsEnd(t *testing.T) {
	const last = 1 - 0x1p-53
	if sum := 1e9 + last*1e9; sum != 2e9 {
		t.Fatalf("the sum is %v: this test needs one that rounds up", sum)
	}
	if got := down(1e9, 1e9, last); got != 2e9-1 {
		t.Errorf("the last draw from [1 s, 2 s) is %d ns, want 1999999999", got)
	}
}

// Draws at different addresses differ, draws at the same address agree,
// whatever was drawn between.
func TestDrawsHaveAnAddress(t *testing.T) {
	for _, f := range families {
		sampler := f.spec.Compile()
		key := sim.NewKey(7, 0)
		first := sampler.Duration(key, sim.PurposeService, 0)
		if other := sampler.Duration(key, sim.PurposeService, 1); other == first {
			t.Errorf("%s: index 1 gives %v, as index 0", f.name, other)
		}
		if other := sampler.Duration(key, sim.PurposeThink, 0); other == first {
			t.Errorf("%s: another purpose gives %v too", f.name, other)
		}
		if other := sampler.Duration(key.Child(0), sim.PurposeService, 0); other == first {
			t.Errorf("%s: another key gives %v too", f.name, other)
		}
		if again := sampler.Duration(key, sim.PurposeService, 0); again != first {
			t.Errorf("%s: %v, then %v", f.name, first, again)
		}
	}
}

func TestDrawsDoNotAllocate(t *testing.T) {
	for _, f := range families {
		sampler := f.spec.Compile()
		if n := testing.AllocsPerRun(100, func() { sampler.Duration(1, 1, 1) }); n != 0 {
			t.Errorf("%s: %v allocations a draw, want none", f.name, n)
		}
	}
}

func BenchmarkLog(b *testing.B) {
	sum, x := 0.0, 0.0
	for b.Loop() {
		x += 0x1p-20
		sum += log(1 - x/65536)
	}
	_ = sum
}

func BenchmarkDraw(b *testing.B) {
	specs := map[string]Spec{"constant": Of(5)}
	names := []string{"constant"}
	for _, f := range families {
		specs[f.name] = f.spec
		names = append(names, f.name)
	}
	for _, name := range names {
		b.Run(name, func(b *testing.B) {
			sampler := specs[name].Compile()
			i := uint64(0)
			for b.Loop() {
				sampler.Duration(1, sim.PurposeService, i)
				i++
			}
		})
	}
}
