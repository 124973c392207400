package figure

import (
	"fmt"
	"math"
	"strconv"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// Agreement shows each simulated value over its reference, on logarithmic scales,
// since they are times, rates and shares: they lie on the diagonal.
func Agreement(v *result.Validation) Figure {
	f := Figure{Name: "agreement", WhyNot: "no value is above 0"}
	var shown []result.ValidationCase
	low, high := math.Inf(1), math.Inf(-1)
	var apart float64
	for _, c := range v.Cases {
		if c.Reference > 0 && c.Value > 0 {
			shown = append(shown, c)
			low, high = math.Min(low, math.Min(c.Reference, c.Value)), math.Max(high, math.Max(c.Reference, c.Value))
			apart += math.Abs(c.Value/c.Reference - 1)
		}
	}
	if len(shown) == 0 {
		return f
	}
	f.WhyNot = ""
	from, to := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	if to == from {
		to++
	}
	f.Title = fmt.Sprintf("%s over theory: %s apart in the mean", number.Plural(float64(len(shown)), "simulated value"), number.Share(apart/float64(len(shown))))
	f.Subtitle = "One dot a value: seconds, rates per second, shares and counts; both scales are logarithmic, the line is where both are equal"
	f.Alt = "Dots on the diagonal of a square. " + f.Title + "."
	f.Table = Table{Columns: []string{"case", "value", "reference", "simulated"}}
	for _, c := range shown {
		f.Table.Rows = append(f.Table.Rows, []string{c.Name, c.What, number.Precise(c.Reference, c.Unit), number.Precise(c.Value, c.Unit)})
	}
	f.height = 400
	f.draw = func(p pen, room box) {
		frame := box{room.left + 60, room.right - 24, room.bottom + 34, room.top - 30}
		across := scale{p, frame, from, to}
		up := scale{p, box{left: frame.bottom, right: frame.top}, from, to} // along the other side
		for e := from; e <= to; e++ {
			x, y, text := across.x(e), up.x(e), strconv.FormatFloat(math.Pow(10, e), 'g', -1, 64)
			p.line([]point{{x, frame.bottom}, {x, frame.top}}, grid, 0.8)
			p.line([]point{{frame.left, y}, {frame.right, y}}, grid, 0.8)
			p.middle(x, frame.bottom-16, text, textStyle, muted)
			p.before(frame.left-7, y-4, text, textStyle, muted)
		}
		p.text(room.left, frame.top+12, "simulated", smallStyle, muted)
		p.before(frame.right, frame.bottom-31, "reference", smallStyle, muted)
		p.line([]point{{frame.left, frame.bottom}, {frame.right, frame.top}}, muted, 1)
		for _, c := range shown {
			t := firstTone
			if c.Verdict == result.Off {
				t = faultTone
			}
			p.dot(across.x(math.Log10(c.Reference)), up.x(math.Log10(c.Value)), 2.6, t.at(0.6))
		}
	}
	return f
}
