package figure

import (
	"bytes"
	"testing"

	"herdcast/experiments/result"
)

// Three values, one of them off and far beyond the axis.
func validated() *result.Validation {
	mean, deviation := 1.5, 3.1
	z := func(v float64) *float64 { return &v }
	return &result.Validation{
		Tolerance: 4, Families: []result.Family{{Name: "One server"}},
		Cases: []result.ValidationCase{
			{Family: "One server", Reference: 0.04, Value: 0.042, Error: 0.001, Z: z(2), Verdict: result.Agrees},
			{Family: "One server", Reference: 80, Value: 88, Error: 0.1, Z: z(80), Verdict: result.Off},
			{Family: "One server", Reference: 1, Value: 1, Error: 0.1, Z: z(0), Verdict: result.Agrees},
			{Family: "One server", Reference: 0, Value: 0, Z: z(0), Verdict: result.Agrees},
		},
		Scores: result.Scores{Count: 3, Exact: 1, Mean: &mean, Deviation: &deviation},
	}
}

// Apart by 5 %, 10 % and 0: 5 % in the mean. The value that is 0 has no place on a
// logarithmic scale.
func TestValidationIsDrawn(t *testing.T) {
	scores, agreement := Scores(validated()), Agreement(validated())
	if want := "3 values lie 1.50 standard errors from theory in the mean, with a spread of 3.10; 1 value beyond 4"; scores.Title != want {
		t.Errorf("got %q", scores.Title)
	}
	if want := "3 simulated values over theory: 5 % apart in the mean"; agreement.Title != want {
		t.Errorf("got %q", agreement.Title)
	}
	for _, f := range []Figure{scores, agreement} {
		if svg := f.SVG(); !bytes.Contains(svg, []byte("d55e00")) {
			t.Errorf("%s shows nothing in the colour of what is off", f.Name)
		}
		if !bytes.Equal(f.SVG(), f.SVG()) {
			t.Errorf("%s is drawn differently twice", f.Name)
		}
	}
}

func TestNothingValidatedIsNothingToDraw(t *testing.T) {
	for _, f := range []Figure{Scores(&result.Validation{}), Agreement(&result.Validation{})} {
		if f.WhyNot == "" {
			t.Errorf("%s draws nothing without a reason", f.Name)
		}
	}
}
