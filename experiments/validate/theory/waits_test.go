package theory

import (
	"math"
	"testing"
)

func TestSumsOfUniformWaits(t *testing.T) {
	for _, row := range []struct {
		what               string
		of                 Spans
		mean, median, tail float64 // tail: p95
	}{
		{"full", Full(0.1, 2, 10, 4), 0.75, 0.75, 1.1831667},
		{"full, capped", Full(1, 2, 20, 7), 35.5, 35.5, 51.640374},
		{"full, ten attempts", Full(0.05, 2, 2, 9), 4.575, 4.575, 6.4462},
		{"equal", Equal(0.1, 2, 10, 4), 1.125, 1.125, 1.3415834},
		{"equal, capped", Equal(1, 2, 20, 7), 53.25, 53.25, 61.320187},
		{"plus or minus 20 %", PlusMinus(1, 1.6, 120, 4, 0.2), 9.256, 9.256, 10.239932},
		{"plus or minus 50 %", PlusMinus(0.5, 1.5, 60, 6, 0.5), 10.390625, 10.390625, 12.801901},
	} {
		near(t, row.what+": mean", row.of.Mean(), row.mean, 1e-9)
		near(t, row.what+": median", row.of.quantile(0.5), row.median, 1e-7)
		near(t, row.what+": p95", row.of.quantile(0.95), row.tail, 1e-6)
	}
	// Of 19 uniform numbers the smallest with half of them at or below is the tenth,
	// in the mean 10/20; of p95 it is the last, 19/20.
	one := Spans{{0, 1}}
	near(t, "median of 19", one.Ranked(0.5, 19), 0.5, 1e-6)
	near(t, "p95 of 19", one.Ranked(0.95, 19), 0.95, 1e-6)
	// The sum of two lies beyond 2 - x with the chance x²/2, the largest of 20 at most
	// there with (1-x²/2)²⁰. Its integral is √2·Γ(3/2)·Γ(21)/Γ(43/2).
	two := Spans{{0, 1}, {0, 1}}
	gamma := func(x float64) float64 { g, _ := math.Lgamma(x); return g }
	near(t, "largest of 20", two.Ranked(1, 20), 2-math.Sqrt2*math.Exp(gamma(1.5)+gamma(21)-gamma(21.5)), 1e-6)
}

// Without the cap the means go 2, 3.5, 5.75 times the base.
func TestDecorrelatedWaits(t *testing.T) {
	free := Decorrelated{Base: 0.1, Cap: 2.7, Waits: 3}.Solve(40)
	near(t, "uncapped mean", free.Mean(), 1.125, 1e-4)
	near(t, "uncapped median", free.Ranked(0.5, 1<<20), 0.9827, 3e-4)
	capped := Decorrelated{Base: 0.1, Cap: 4, Waits: 4}.Solve(20)
	near(t, "mean", capped.Mean(), 2.02984, 2e-4)
	near(t, "p95", capped.Ranked(0.95, 1<<20), 4.7148, 4e-4)
	low := Decorrelated{Base: 1, Cap: 8, Waits: 5}.Solve(40)
	near(t, "low cap mean", low.Mean(), 21.70166, 1e-4)
	near(t, "low cap median", low.Ranked(0.5, 1<<20), 22.1938, 3e-4)
	near(t, "low cap p95", low.Ranked(0.95, 1<<20), 32.1794, 3e-4)
}
