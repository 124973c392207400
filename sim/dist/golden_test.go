package dist

import (
	"slices"
	"testing"

	"herdcast/sim"
)

// The first draws of each family at one address, in nanoseconds. They must be
// the same on every platform and in every version: results that people keep
// depend on them.
func TestFirstDraws(t *testing.T) {
	for _, c := range []struct {
		name string
		spec Spec
		want []int64
	}{
		{"exponential", Spec{Kind: Exponential, A: 200 * ms}, []int64{310328964, 132860059, 64196798}},
		{"uniform", Spec{Kind: Uniform, A: 1000 * ms, B: 2000 * ms}, []int64{1788100849, 1485366506, 1274565134}},
		{"lognormal", Spec{Kind: Lognormal, A: 50 * ms, B: 0.6}, []int64{67486825, 40854200, 29153782}},
		{"two quantiles", Spec{Kind: Quantiles, Points: []Point{{0.5, 40 * ms}, {0.99, 300 * ms}}}, []int64{79969629, 38748898, 23807878}},
		{"three quantiles", Spec{Kind: Quantiles, Points: []Point{{0.5, 40 * ms}, {0.9, 60 * ms}, {0.99, 300 * ms}}}, []int64{51518479, 39538369, 33093734}},
		{"gamma, shape 4", Spec{Kind: Gamma, A: 50 * ms, B: 0.5}, []int64{118836653, 36628308, 62411881}},
		{"gamma, shape 1/4", Spec{Kind: Gamma, A: 50 * ms, B: 2}, []int64{75873071, 55010602, 6065072}},
		{"normal", Spec{Kind: Normal, A: 10 * ms, B: 2 * ms}, []int64{11599698, 9926622, 8801872}},
		{"weibull", Spec{Kind: Weibull, A: 50 * ms, B: 0.7}, []int64{93654890, 27874361, 9861574}},
		{"pareto", Spec{Kind: Pareto, A: 10 * ms, B: 1.5}, []int64{28135017, 15571650, 12386094}},
		{"choice", Spec{Kind: Choice, Choices: []Weighted{{Of(100 * ms), 0.5}, {Spec{Kind: Exponential, A: 1000 * ms}, 0.5}}}, []int64{737019887, 100000000, 100000000}},
		{"values", Spec{Kind: Empirical, Values: []float64{1, 2, 3, 5, 8, 13, 21, 34, 55, 89}}, []int64{34, 8, 3}},
		{"between", Spec{Kind: Between, A: 1, B: 1000}, []int64{789, 486, 275}},
	} {
		sampler := c.spec.Compile()
		key := sim.NewKey(1, 0)
		var got []int64
		for i := range uint64(3) {
			got = append(got, int64(sampler.Duration(key, sim.PurposeService, i)))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
