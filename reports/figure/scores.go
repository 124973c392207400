package figure

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// Scores shows how many standard errors each value lies from theory: a dot for
// each, a row for each family, and below how many lie where beside the normal
// curve that chance alone gives.
func Scores(v *result.Validation) Figure {
	f := Figure{Name: "scores", WhyNot: "no value has a standard error"}
	rows := map[string][]float64{}
	var all []float64
	for _, c := range v.Cases {
		if c.Z != nil && c.Error > 0 && c.Within == 0 {
			rows[c.Family] = append(rows[c.Family], *c.Z)
			all = append(all, *c.Z)
		}
	}
	if v.Scores.Mean == nil {
		return f
	}
	f.WhyNot = ""
	beyond := "none lies beyond"
	if n := v.Off(); n > 0 {
		beyond = number.Plural(float64(n), "value") + " beyond"
	}
	f.Title = fmt.Sprintf("%d values lie %.2f standard errors from theory in the mean, with a spread of %.2f; %s %v", len(all), math.Abs(*v.Scores.Mean), *v.Scores.Deviation, beyond, v.Tolerance)
	f.Subtitle = "One dot a value, (simulated − reference) / standard error; the curve is what chance alone gives, mean 0 and spread 1"
	f.Alt = "A row of dots for each family of cases, crowded around 0, and a histogram of all of them under a normal curve. " + f.Title + "."
	f.Table = Table{Columns: []string{"family", "values", "largest z"}}
	for _, family := range v.Families {
		largest := 0.0
		for _, z := range rows[family.Name] {
			largest = math.Max(largest, math.Abs(z))
		}
		f.Table.Rows = append(f.Table.Rows, []string{family.Name, number.Count(float64(len(rows[family.Name]))), number.Ratio(largest)})
	}
	const each, tall, names = 20, 120, 170
	f.height = each*float64(len(v.Families)) + tall + 44
	f.draw = func(p pen, room box) {
		a := scale{p, box{room.left + names, room.right - 8, room.bottom + 34, room.top}, -scoreEnd, scoreEnd}
		for z := -4.0; z <= 4; z++ {
			t, width := grid, 0.8
			if math.Abs(z) == v.Tolerance {
				t, width = faultTone, 1.2
			}
			a.line([]point{{a.x(z), a.bottom}, {a.x(z), a.top}}, t, width)
			a.middle(a.x(z), a.bottom-16, number.Count(z), textStyle, muted)
		}
		a.before(a.right, a.bottom-31, "standard errors from theory", smallStyle, muted)
		y := a.top
		for _, family := range v.Families {
			y -= each
			a.before(a.left-8, y+6, shortened(family.Name, textStyle, names-8), textStyle, ink)
			for _, z := range rows[family.Name] {
				a.dot(a.x(clamped(z)), y+each/2, 2.6, firstTone.at(0.5))
			}
		}
		a.before(a.left-8, a.bottom+tall/2, "all", boldStyle, ink)
		a.histogram(all, tall-10)
	}
	return f
}

// scoreEnd is where the axis ends, and scoreBin the width of a bar.
const (
	scoreEnd = 4.5
	scoreBin = 0.5
)

func clamped(z float64) float64 { return math.Max(-scoreEnd, math.Min(scoreEnd, z)) }

// scale is a frame with an axis of two ends.
type scale struct {
	pen
	box
	low, high float64
}

func (s scale) x(v float64) float64 {
	return s.left + float64((s.right-s.left)*(v-s.low)/(s.high-s.low))
}

// histogram draws how many lie in each bin, and how many would by chance alone.
func (s scale) histogram(all []float64, tall float64) {
	bins := make([]float64, int(2*scoreEnd/scoreBin))
	expected := make([]float64, len(bins))
	largest := 0.0
	for _, z := range all {
		bins[min(int((clamped(z)+scoreEnd)/scoreBin), len(bins)-1)]++
	}
	for i := range bins {
		from := -scoreEnd + float64(scoreBin*float64(i))
		expected[i] = float64(len(all)) * (normal(from+scoreBin) - normal(from))
		largest = math.Max(largest, math.Max(bins[i], expected[i]))
	}
	var curve []point
	for i, n := range bins {
		from := -scoreEnd + float64(scoreBin*float64(i))
		if n > 0 {
			s.rectangle(box{s.x(from) + 1, s.x(from+scoreBin) - 1, s.bottom, s.bottom + tall*n/largest}, firstTone.at(0.55))
		}
		curve = append(curve, point{s.x(from + scoreBin/2), s.bottom + tall*expected[i]/largest})
	}
	s.line(curve, ink, 1.4)
	s.line([]point{{s.left, s.bottom}, {s.right, s.bottom}}, muted, 0.8)
}

// normal is the distribution function of the standard normal.
func normal(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
