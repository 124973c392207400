package dist

import (
	"math"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name string
		spec Spec
		want string // "": nothing is wrong
	}{
		{"constant", Of(0), ""},
		{"exponential", Spec{Kind: Exponential, A: 5, AtMost: 10}, ""},
		{"quantiles", Spec{Kind: Quantiles, Points: []Point{{0.5, 1}, {0.9, 1}}}, ""},
		{"choice", Spec{Kind: Choice, Choices: []Weighted{{Of(1), 1.0 / 3}, {Of(2), 2.0 / 3}}}, ""},
		{"nearly 1", Spec{Kind: Choice, Choices: []Weighted{{Of(1), 0.5}, {Of(2), 0.5 + 5e-10}}}, ""},
		{"values", Spec{Kind: Empirical, Values: []float64{0, 1}}, ""},

		{"negative", Of(-1), "the value is -1, but must be a number from 0"},
		{"not a number", Of(math.NaN()), "the value is NaN, but must be a number from 0"},
		{"endless", Spec{Kind: Exponential, A: math.Inf(1)}, "the mean is +Inf, but must be a number from 0"},
		{"bound", Spec{Kind: Exponential, A: 5, AtMost: -1}, "at_most is -1, but must be a number above 0"},
		{"ends", Spec{Kind: Uniform, A: 5, B: 4}, "the upper end is 4, below the lower end 5"},
		{"whole", Spec{Kind: Between, A: 1.5, B: 4}, "the ends are 1.5 and 4, but must be whole numbers"},
		{"sigma", Spec{Kind: Lognormal, A: 0, B: -1}, "the mean is 0, but must be a number above 0\nsigma is -1, but must be a number from 0"},
		{"cv", Spec{Kind: Gamma, A: 1}, "cv is 0, but must be a number above 0"},
		{"sd", Spec{Kind: Normal, A: 1, B: -2}, "sd is -2, but must be a number from 0"},
		{"shape", Spec{Kind: Weibull, A: 1}, "the shape is 0, but must be a number above 0"},
		{"alpha", Spec{Kind: Pareto, A: 1}, "alpha is 0, but must be a number above 0"},
		{"one quantile", Spec{Kind: Quantiles, Points: []Point{{0.5, 1}}}, "two or more quantiles are due, as p50 and p99"},
		{"share", Spec{Kind: Quantiles, Points: []Point{{0.5, 1}, {1, 2}}}, "a quantile is of the share 100%, but it must lie between 0% and 100%"},
		{"twice", Spec{Kind: Quantiles, Points: []Point{{0.5, 1}, {0.5, 2}}}, "p50 is given twice"},
		{"order", Spec{Kind: Quantiles, Points: []Point{{0.999, 1}, {0.5, 2}}}, "p50 comes after p99.9, but quantiles must be in order"},
		{"falling", Spec{Kind: Quantiles, Points: []Point{{0.5, 2}, {0.95, 1}}}, "p95 is smaller than p50"},
		{"zero quantile", Spec{Kind: Quantiles, Points: []Point{{0.5, 0}, {0.95, 1}}}, "p50 is 0, but must be a number above 0"},
		{"no entries", Spec{Kind: Choice}, "a choice needs at least one entry"},
		{"shares", Spec{Kind: Choice, Choices: []Weighted{{Of(1), 0.95}, {Of(2), 0.04}}}, "the shares add up to 99%, but must make 100%"},
		{"entry", Spec{Kind: Choice, Choices: []Weighted{{Of(1), 0.5}, {Of(-2), 0.5}}}, "entry 2: the value is -2, but must be a number from 0"},
		{"no values", Spec{Kind: Empirical}, "there are no values to draw from"},
		{"unsorted", Spec{Kind: Empirical, Values: []float64{2, 1}}, "the values are not sorted"},
		{"negative value", Spec{Kind: Empirical, Values: []float64{-2, 1}}, "the smallest value is -2, but must be a number from 0"},
	} {
		got := ""
		if err := c.spec.Check(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
