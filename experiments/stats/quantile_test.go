package stats

import (
	"slices"
	"testing"
)

func TestPercentileIsTheNearestRank(t *testing.T) {
	values := []float64{20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}
	before := slices.Clone(values)
	for _, row := range []struct {
		percent int
		want    float64
	}{{1, 1}, {5, 1}, {6, 2}, {50, 10}, {95, 19}, {96, 20}, {100, 20}} {
		if got := Percentile(values, row.percent); got != row.want {
			t.Errorf("%d %%: got %v, want %v", row.percent, got, row.want)
		}
	}
	if !slices.Equal(values, before) {
		t.Error("the values changed their order")
	}
	if got := Percentile([]float64{7}, 5); got != 7 {
		t.Errorf("of one value: got %v", got)
	}
}

func TestQuantilesAgreeWithTables(t *testing.T) {
	near(t, "normal", normalQuantile(0.975), 1.95996398454, 1e-11)
	near(t, "student 1", studentQuantile(0.975, 1), 12.7062047362, 1e-9)
	near(t, "student 19", studentQuantile(0.975, 19), 2.09302405441, 1e-10)
	near(t, "χ² 2", chiSquaredQuantile(0.975, 2), 7.37775890823, 1e-10)
	near(t, "χ² 10", chiSquaredQuantile(0.05, 10), 3.94029913612, 1e-10)
}

func TestChiSquaredQuantileIsSmoothWhereTheFormulaChanges(t *testing.T) {
	// The quantile grows by about one for each degree of freedom.
	below, above := chiSquaredQuantile(0.975, manyEvents), chiSquaredQuantile(0.975, manyEvents+2)
	near(t, "step", above-below, 2, 0.02)
}
