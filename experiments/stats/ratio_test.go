package stats

import (
	"math"
	"testing"
)

// Totals of 1: the mean 3 of 1…5 with s = √2.5, so a standard error of √0.5.
func TestRatioToOneIsTheMean(t *testing.T) {
	got, err := Ratio([]float64{1, 2, 3, 4, 5}, []float64{1, 1, 1, 1, 1}, 0.95)
	want := Mean([]float64{1, 2, 3, 4, 5}, 0.95)
	near(t, "value", got.Value, want.Value, 1e-12)
	near(t, "low", got.Low, want.Low, 1e-12)
	near(t, "high", got.High, want.High, 1e-12)
	near(t, "error", err, math.Sqrt(0.5), 1e-12)
}

// 1 of 2 and 3 of 4 are 4 of 6, 2/3. They lie off by 1 - 4/3 = -1/3 and
// 3 - 8/3 = 1/3, in units of the mean total 3 by ∓1/9: s = √(2/81), and the
// standard error √(2/81/2) = 1/9.
func TestRatioIsOfSums(t *testing.T) {
	got, err := Ratio([]float64{1, 3}, []float64{2, 4}, 0.95)
	near(t, "value", got.Value, 2.0/3, 1e-12)
	near(t, "error", err, 1.0/9, 1e-12)
}

func TestSpread(t *testing.T) {
	mean, deviation := Spread([]float64{1, 2, 3, 4, 5})
	near(t, "mean", mean, 3, 1e-12)
	near(t, "deviation", deviation, math.Sqrt(2.5), 1e-12)
}
