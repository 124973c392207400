package dist

import (
	"math"
	"testing"
)

func TestBounds(t *testing.T) {
	for _, row := range []struct {
		what        string
		spec        Spec
		least, most float64
	}{
		{"constant", Of(3), 3, 3},
		{"constant, cut", Spec{Kind: Constant, A: 3, AtMost: 2}, 2, 2},
		{"uniform", Spec{Kind: Uniform, A: 1, B: 4}, 1, 4},
		{"uniform, cut", Spec{Kind: Uniform, A: 1, B: 4, AtMost: 3}, 1, 3},
		{"between", Spec{Kind: Between, A: 1, B: 3}, 1, 3},
		{"pareto", Spec{Kind: Pareto, A: 2, B: 1.5}, 2, math.Inf(1)},
		{"exponential", Spec{Kind: Exponential, A: 2}, 0, math.Inf(1)},
		{"exponential, cut", Spec{Kind: Exponential, A: 2, AtMost: 9}, 0, 9},
	} {
		if least, most := row.spec.Bounds(); least != row.least || most != row.most {
			t.Errorf("%s: got %v to %v, want %v to %v", row.what, least, most, row.least, row.most)
		}
	}
}
