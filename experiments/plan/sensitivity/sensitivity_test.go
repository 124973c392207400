package sensitivity

import (
	"math"
	"testing"

	"herdcast/sim"
)

// sampled gives groups of a function over [0, 1)^k at independent points.
func sampled(n, k int, f func([]float64) float64) []Group {
	groups := make([]Group, n)
	for g := range groups {
		key := sim.NewKey(1, g)
		a, b := make([]float64, k), make([]float64, k)
		for d := range k {
			a[d], b[d] = key.Uniform(0, uint64(d)), key.Uniform(1, uint64(d))
		}
		groups[g] = Group{First: f(a), Second: f(b)}
		for d := range k {
			mixed := append([]float64{}, a...)
			mixed[d] = b[d]
			groups[g].Mixed = append(groups[g].Mixed, f(mixed))
		}
	}
	return groups
}

func hold(t *testing.T, groups []Group, main, total []float64, tolerance float64) {
	t.Helper()
	all, ok := Sobol(groups, Resample(1, len(groups)))
	if !ok {
		t.Fatal("no indices")
	}
	for i, got := range all {
		if math.Abs(got.Main.Value-main[i]) > tolerance || math.Abs(got.Total.Value-total[i]) > tolerance {
			t.Errorf("input %d: main %.4f and total %.4f, want %.4f and %.4f", i+1, got.Main.Value, got.Total.Value, main[i], total[i])
		}
		if got.Main.Low > main[i] || got.Main.High < main[i] || got.Total.Low > total[i]+1e-12 || got.Total.High < total[i]-1e-12 {
			t.Errorf("input %d: the intervals %v do not have %.4f and %.4f", i+1, got, main[i], total[i])
		}
	}
}

// Ishigami and Homma (1990): sin x1 + 7 sin² x2 + 0.1 x3⁴ sin x1 over [−π, π]³. With
// a = 7, b = 0.1 the variance is a²/8 + bπ⁴/5 + b²π⁸/18 + 1/2; x1 alone has
// ½(1 + bπ⁴/5)², x2 a²/8, x3 nothing; x1 with x3 8b²π⁸/225.
func TestIshigami(t *testing.T) {
	const a, b = 7, 0.1
	pi4 := math.Pow(math.Pi, 4)
	variance := a*a/8.0 + b*pi4/5 + b*b*pi4*pi4/18 + 0.5
	first, second, both := 0.5*math.Pow(1+b*pi4/5, 2)/variance, a*a/8.0/variance, 8*b*b*pi4*pi4/225/variance
	groups := sampled(8192, 3, func(u []float64) float64 {
		x := func(i int) float64 { return math.Pi * (2*u[i] - 1) }
		return math.Sin(x(0)) + a*math.Pow(math.Sin(x(1)), 2) + b*math.Pow(x(2), 4)*math.Sin(x(0))
	})
	// 8,192 groups know a share within about 0.02: three standard errors.
	hold(t, groups, []float64{first, second, 0}, []float64{first + both, second, both}, 0.04)
}

// 4x + 2y + z + 0w of independent uniforms: variances as 16, 4, 1 and 0 of 21, no
// interaction.
func TestLinearFunction(t *testing.T) {
	groups := sampled(4096, 4, func(u []float64) float64 { return 4*u[0] + 2*u[1] + u[2] })
	shares := []float64{16.0 / 21, 4.0 / 21, 1.0 / 21, 0}
	hold(t, groups, shares, shares, 0.03)
}

// What changes nothing has exactly 0, what changes everything exactly 1, with
// intervals of no width, however few groups there are.
func TestTheExtremesAreExact(t *testing.T) {
	groups := sampled(5, 2, func(u []float64) float64 { return math.Exp(u[1]) })
	all, ok := Sobol(groups, Resample(1, 5))
	if !ok {
		t.Fatal("no indices")
	}
	for i, want := range []float64{0, 1} {
		for _, got := range []float64{all[i].Main.Value, all[i].Main.Low, all[i].Main.High, all[i].Total.Value, all[i].Total.Low, all[i].Total.High} {
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("input %d: %+v, want %v", i+1, all[i], want)
			}
		}
	}
	if _, ok := Sobol(sampled(5, 2, func([]float64) float64 { return 3 }), Resample(1, 5)); ok {
		t.Error("an output that never changes has indices")
	}
}

// Effects 1, 3, −1 and 5: μ = 2, μ* = 10/4, σ² = (1 + 1 + 9 + 9)/3.
func TestMorrisByHand(t *testing.T) {
	e := Morris([]float64{1, 3, -1, 5}, Resample(1, 4))
	if e.Mean.Value != 2 || e.Absolute.Value != 2.5 || math.Abs(e.Spread-math.Sqrt(20.0/3)) > 1e-12 {
		t.Errorf("got %+v", e)
	}
	if e.Mean.Low >= 2 || e.Mean.High <= 2 || e.Absolute.Low < 1 || e.Absolute.High > 5 {
		t.Errorf("intervals %+v", e)
	}
	// Of a linear function every effect is its slope.
	if e := Morris([]float64{-4, -4, -4}, Resample(1, 3)); e.Mean.Low != -4 || e.Mean.High != -4 || e.Absolute.Value != 4 || e.Spread != 0 {
		t.Errorf("got %+v", e)
	}
}

// Of 200 samples of 64 groups at least 90 % of the intervals have the index of 16/21
// that they are meant to have in 95 %: the bootstrap is a little short in small samples.
func TestIntervalsHaveTheIndex(t *testing.T) {
	inside := 0
	for sample := range 200 {
		all := sampled(64*200, 3, func(u []float64) float64 { return 4*u[0] + 2*u[1] + u[2] })[64*sample : 64*sample+64]
		got, _ := Sobol(all, Resample(uint64(sample), 64))
		if got[0].Total.Low <= 16.0/21 && 16.0/21 <= got[0].Total.High {
			inside++
		}
	}
	if inside < 180 {
		t.Errorf("%d of 200 intervals have the index", inside)
	}
}
