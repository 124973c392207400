package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s: got %v, want %v within %v", what, got, want, tolerance)
	}
}

func TestMeanAgreesWithTheTextbook(t *testing.T) {
	// 1…5: mean 3, s = √2.5, t(4) at 97.5 % = 2.776445105 (Student's table: 2.776).
	got := Mean([]float64{1, 2, 3, 4, 5}, 0.95)
	near(t, "mean", got.Value, 3, 0)
	near(t, "low", got.Low, 3-2.776445105*math.Sqrt(0.5), 1e-8)
	near(t, "high", got.High, 3+2.776445105*math.Sqrt(0.5), 1e-8)

	// The one-sided 95 % bound is an end of the 90 % interval: t(4) at 95 % = 2.131846786.
	near(t, "one-sided", Mean([]float64{1, 2, 3, 4, 5}, 0.90).High, 3+2.131846786*math.Sqrt(0.5), 1e-8)
}

func TestMeanOfEqualValuesIsThatValue(t *testing.T) {
	// The plain sum of twenty times 0.1 is 2.0000000000000004.
	values := make([]float64, 20)
	for i := range values {
		values[i] = 0.1
	}
	if got := Mean(values, 0.95); got != (Interval{0.1, 0.1, 0.1}) {
		t.Errorf("got %v", got)
	}
}

func TestLogMeanIsStudentsByTheDeltaMethod(t *testing.T) {
	// 1…5: mean 3, s/√n = √0.5, t(4) at 97.5 % = 2.776445105; the factor is exp(2.776445105·√0.5/3) = 1.924015.
	values := []float64{1, 2, 3, 4, 5}
	got, factor := LogMean(values, 0.95), math.Exp(2.776445105*math.Sqrt(0.5)/3)
	near(t, "factor", factor, 1.924015, 1e-6)
	near(t, "mean", got.Value, 3, 0)
	near(t, "low", got.Low, 3/factor, 1e-8)
	near(t, "high", got.High, 3*factor, 1e-8)
	near(t, "standard error", StandardError(values), math.Sqrt(0.5), 1e-15)
	if got := LogMean([]float64{0, 0, 0}, 0.95); got != (Interval{}) {
		t.Errorf("of nothing: %v", got)
	}
}

func TestOneReplicationIsItsOwnInterval(t *testing.T) {
	for name, got := range map[string]Interval{
		"mean":     Mean([]float64{0.25}, 0.95),
		"share":    Share([]float64{1}, []float64{4}, 0.95),
		"fraction": Fraction([]float64{1}, 0.95),
		"rare":     Rare([]float64{1}, []float64{4}, 1, 0.95),
	} {
		if got.Low != got.Value || got.High != got.Value {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestFractionIsWilsons(t *testing.T) {
	// z² = 3.841458821. None of 10: [0, z²/(n+z²)]; 5 of 10: 0.2366 to 0.7634 (Wilson 1927).
	got := Fraction(make([]float64, 10), 0.95)
	near(t, "none low", got.Low, 0, 0)
	near(t, "none high", got.High, 3.841458821/13.841458821, 1e-9)
	got = Fraction([]float64{1, 0, 1, 0, 1, 0, 1, 0, 1, 0}, 0.95)
	near(t, "half", got.Value, 0.5, 0)
	near(t, "half low", got.Low, 0.2365931, 1e-6)
	near(t, "half high", got.High, 0.7634069, 1e-6)
	got = Fraction([]float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 0.95)
	near(t, "all low", got.Low, 10/13.841458821, 1e-9)
	near(t, "all high", got.High, 1, 0)
}

func TestShareIsPooledWhereReplicationsAgree(t *testing.T) {
	// 20 of 100 and 20 of 100: no spread between them, Wilson for 40 of 200 stays.
	got := Share([]float64{20, 20}, []float64{100, 100}, 0.95)
	low, high := wilson(40, 200, 0.95)
	if got != (Interval{0.2, low, high}) {
		t.Errorf("got %v, want 0.2 in %v..%v", got, low, high)
	}
	near(t, "low", low, 0.150452, 1e-6)
	near(t, "high", high, 0.260855, 1e-6)
}

func TestShareIsWidenedWhereReplicationsDiffer(t *testing.T) {
	// 10 %, 20 % and 30 % of 1,000 each: mean 20 %, s = 10 %, t(2) at 97.5 % = 4.30265273;
	// the lower end would be -4.8 %.
	got := Share([]float64{100, 200, 300}, []float64{1000, 1000, 1000}, 0.95)
	near(t, "low", got.Low, 0, 0)
	near(t, "high", got.High, 0.2+4.30265273*0.1/math.Sqrt(3), 1e-8)
}

func TestRareIsGarwoods(t *testing.T) {
	// Garwood's table: 0 → 0..3.689, 1 → 0.0253..5.572, 10 → 4.795..18.390.
	for _, row := range []struct{ count, low, high float64 }{
		{0, 0, 3.688879}, {1, 0.025318, 5.571643}, {10, 4.795389, 18.390356},
	} {
		low, high := poisson(row.count, 0.95)
		near(t, "low", low, row.low, 1e-6)
		near(t, "high", high, row.high, 1e-6)
	}
	// 10 of 20,000 in two replications, per 1,000.
	got := Rare([]float64{4, 6}, []float64{10000, 10000}, 1000, 0.95)
	near(t, "value", got.Value, 0.5, 1e-15)
	near(t, "low", got.Low, 4.795389/20, 1e-7)
	near(t, "high", got.High, 18.390356/20, 1e-7)
}

func TestRareIsWidenedForClusters(t *testing.T) {
	// All 40 in one of four replications: mean 10, s = 20, t(3) at 97.5 % = 3.182446305.
	got := Rare([]float64{0, 40, 0, 0}, []float64{1000, 1000, 1000, 1000}, 1000, 0.95)
	near(t, "low", got.Low, 0, 0)
	near(t, "high", got.High, 10+3.182446305*10, 1e-7)
}

// coverage gives the share of 4,000 trials whose 95 % interval holds the truth;
// its standard error is 0.35 %, the bounds below are four of them.
func coverage(truth float64, trial func(*rand.Rand) Interval) float64 {
	random := rand.New(rand.NewPCG(1, 2))
	held := 0
	const trials = 4000
	for range trials {
		if got := trial(random); got.Low <= truth && truth <= got.High {
			held++
		}
	}
	return float64(held) / trials
}

func TestStudentCoversNormalValuesExactly(t *testing.T) {
	got := coverage(3, func(random *rand.Rand) Interval {
		values := make([]float64, 5)
		for i := range values {
			values[i] = 3 + 2*random.NormFloat64()
		}
		return Mean(values, 0.95)
	})
	near(t, "coverage", got, 0.95, 0.014)
}

func TestShareCoversIndependentAndClusteredObservations(t *testing.T) {
	for name, spread := range map[string]float64{"independent": 0, "clustered": 0.15} {
		got := coverage(0.3, func(random *rand.Rand) Interval {
			counts, totals := make([]float64, 10), make([]float64, 10)
			for i := range counts {
				share := 0.3 + spread*(2*random.Float64()-1)
				for range 200 {
					totals[i]++
					if random.Float64() < share {
						counts[i]++
					}
				}
			}
			return Share(counts, totals, 0.95)
		})
		if got < 0.936 {
			t.Errorf("%s: covers %v, want at least 0.95 less four standard errors", name, got)
		}
	}
}

func TestRareCoversPoissonCounts(t *testing.T) {
	// Sixteen replications of 500 intents, one in a thousand twice: 8 in the mean.
	got := coverage(1, func(random *rand.Rand) Interval {
		counts, totals := make([]float64, 16), make([]float64, 16)
		for i := range counts {
			totals[i] = 500
			for range 500 {
				if random.Float64() < 0.001 {
					counts[i]++
				}
			}
		}
		return Rare(counts, totals, 1000, 0.95)
	})
	if got < 0.936 {
		t.Errorf("covers %v, want at least 0.95 less four standard errors", got)
	}
}
