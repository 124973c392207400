package figure

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/result"
)

func varied() Varied {
	none := math.NaN()
	return Varied{
		Name: "amplification", Measure: "amplification", Unit: "ratio", Across: "attempts", At: []string{"1", "2", "4"},
		Title: "amplification goes from 1.00 to 3.5", Subtitle: "Mean of 10 replications",
		Curves: []Curve{
			{"agents 500", []float64{1, 1.5, 2.5}, []float64{1, 1.4, 2.2}, []float64{1, 1.6, 2.8}, nil},
			{"agents 2000", []float64{1, none, 3.5}, []float64{1, none, 3.2}, []float64{1, none, 3.8}, nil},
			{"agents 8000", []float64{1, 1.8, none}, []float64{1, 1.7, none}, []float64{1, 1.9, none}, nil},
		},
	}
}

// Each curve has its line, broken where there is no value, and its name at the end.
func TestLinesAndMapsAreDrawn(t *testing.T) {
	for _, f := range []Figure{Lines(varied()), Heat(varied(), "agents")} {
		if f.WhyNot != "" {
			t.Fatal(f.Name, f.WhyNot)
		}
		svg := f.SVG()
		if !bytes.Equal(svg, f.SVG()) {
			t.Errorf("%s: the same figure gives other bytes", f.Name)
		}
		if png, err := f.PNG(); err != nil || len(png) < 1000 {
			t.Errorf("%s: %d bytes, %v", f.Name, len(png), err)
		}
		if len(f.Table.Rows) != 3 || f.Table.Rows[1][2] != "—" || !strings.HasPrefix(f.Table.Rows[0][1], "1.00") {
			t.Errorf("%s: %v", f.Name, f.Table)
		}
		if !strings.Contains(f.Alt, "amplification over attempts") {
			t.Errorf("%s: %s", f.Name, f.Alt)
		}
	}
	whole := varied()
	whole.Curves[1].Mean[1], whole.Curves[1].Low[1], whole.Curves[1].High[1] = 2, 2, 2
	if bytes.Equal(Lines(whole).SVG(), Lines(varied()).SVG()) {
		t.Error("a missing value is drawn like one")
	}
	if a, b := strings.Count(string(Heat(whole, "agents").SVG()), "<path"), strings.Count(string(Heat(varied(), "agents").SVG()), "<path"); a <= b-2 {
		t.Errorf("a field more has %d paths, not more than %d", a, b)
	}
}

func TestNoPictureSaysWhy(t *testing.T) {
	few := varied()
	few.At = few.At[:1]
	for i := range few.Curves {
		few.Curves[i].Mean = few.Curves[i].Mean[:1]
	}
	if why := Lines(few).WhyNot; why != "attempts takes one value only" {
		t.Errorf("got %q", why)
	}
	many := varied()
	many.Curves = slices.Repeat(many.Curves, 9)
	if why := Lines(many).WhyNot; why != "27 lines cannot be told apart" {
		t.Errorf("got %q", why)
	}
	below := varied()
	below.Curves[0].Mean[0] = -1
	if why := Lines(below).WhyNot; why != "amplification has values below 0" {
		t.Errorf("got %q", why)
	}
	nothing := varied()
	nothing.Curves = []Curve{{"", []float64{math.NaN(), math.NaN(), math.NaN()}, nil, nil, nil}}
	if why := Heat(nothing, "agents").WhyNot; why != "amplification has no values" {
		t.Errorf("got %q", why)
	}
}

// Fields are parted where the objective begins to hold: of three by three with one
// corner that holds, two sides.
func TestMapsPartWhatHoldsFromTheRest(t *testing.T) {
	v := varied()
	v.Objective = "amplification <= 1.2"
	for k := range v.Curves {
		v.Curves[k].Verdict = []string{result.Fails, result.Fails, result.Fails}
	}
	thick := func() int { return strings.Count(string(Heat(v, "agents").SVG()), `stroke-width="1.8"`) }
	if n := thick(); n != 0 {
		t.Errorf("%d lines where nothing holds", n)
	}
	v.Curves[0].Verdict[0] = result.Holds
	if n := thick(); n != 2 {
		t.Errorf("%d lines about a corner, want 2", n)
	}
	if f := Heat(v, "agents"); !strings.Contains(f.Subtitle, "amplification <= 1.2 holds") {
		t.Errorf("got %q", f.Subtitle)
	}
}

// None is above 100 %, so the scale is not either.
func TestScalesOfSharesEndAtAll(t *testing.T) {
	v := varied()
	v.Unit = "share"
	for k := range v.Curves {
		v.Curves[k].High = []float64{0.5, 1, 1}
	}
	if values := v.scale(); values[len(values)-1] != 1 {
		t.Errorf("got %v", values)
	}
}
