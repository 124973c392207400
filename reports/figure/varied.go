package figure

import (
	"fmt"
	"math"

	"herdcast/reports/number"
)

// Varied is one measure over the values of one path, a curve for each value of
// another.
type Varied struct {
	Name    string // of the files
	Measure string
	Unit    string
	Across  string   // the path along the picture
	At      []string // its values
	Curves  []Curve
	// Objective is what the verdicts of the curves are of; empty where there are none.
	Objective string
	Title     string
	Subtitle  string
}

// Curve is the measure at each value: the mean and the ends of its interval, NaN
// where there is none.
type Curve struct {
	Name            string // empty where there is only one
	Mean, Low, High []float64
	Verdict         []string // of Objective at each value, as results name it; empty where there is none
}

// figure begins the picture, and says why there is none.
func (v Varied) figure(kind string) Figure {
	f := Figure{Name: v.Name, Title: v.Title, Subtitle: v.Subtitle, Alt: kind + " of " + v.Measure + " over " + v.Across + ". " + v.Title + "."}
	f.Table.Columns = append([]string{v.Across}, v.names()...)
	drawn := false
	for i, at := range v.At {
		row := []string{at}
		for _, c := range v.Curves {
			if math.IsNaN(c.Mean[i]) {
				row = append(row, "—")
				continue
			}
			drawn = true
			row = append(row, number.Interval(c.Mean[i], c.Low[i], c.High[i], v.Unit))
			if c.Mean[i] < 0 {
				f.WhyNot = v.Measure + " has values below 0"
			}
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	if !drawn {
		f.WhyNot = v.Measure + " has no values"
	}
	return f
}

func (v Varied) names() []string {
	var names []string
	for _, c := range v.Curves {
		if c.Name == "" {
			c.Name = v.Measure
		}
		names = append(names, c.Name)
	}
	return names
}

// write writes a value on an axis.
func (v Varied) write(x float64) string { return number.Value(x, v.Unit) }

// most is how many curves can be looked at, each in a picture of its own.
const mostCurves = 24

// Lines shows the measure over the path with the band of its intervals: one picture, or
// for each value of the other path a small one, all on the same scale and each with the
// others' lines behind. The values of the path stand at equal distances, in their order.
func Lines(v Varied) Figure {
	f := v.figure("Lines")
	switch {
	case f.WhyNot != "":
		return f
	case len(v.At) < 2:
		f.WhyNot = v.Across + " takes one value only"
		return f
	case len(v.Curves) > mostCurves:
		f.WhyNot = fmt.Sprintf("%d lines cannot be told apart", len(v.Curves))
		return f
	case len(v.Curves) > 1:
		v.multiples(&f)
		return f
	}
	f.height = 260
	f.draw = func(p pen, room box) {
		values := v.scale()
		a := axes{pen: p, box: room, across: float64(len(v.At) - 1), up: values[len(values)-1], edge: room.left}
		a.left, a.right, a.bottom, a.top = room.left+beside(values, v.write), room.right-labelRoom, room.bottom+34, room.top-30
		a.upward(values, v.write, v.Measure)
		a.places(v.At, v.Across)
		a.curveOf(v.Curves[0], firstTone)
	}
	return f
}

// scale gives the values up to the largest end of an interval.
func (v Varied) scale() []float64 {
	largest := 0.0
	for _, c := range v.Curves {
		for _, high := range c.High {
			if !math.IsNaN(high) {
				largest = math.Max(largest, high)
			}
		}
	}
	above := largest * 1.03
	if v.Unit == "share" && largest <= 1 { // none is above 100 %
		above = math.Min(above, 1)
	}
	return ticks(above, 5)
}

// places draws the base line with the values of a path, left out where they would
// run into each other.
func (a axes) places(at []string, across string) {
	a.line([]point{{a.left, a.bottom}, {a.right, a.bottom}}, muted, 0.8)
	free := math.Inf(-1)
	for i, text := range at {
		x := a.x(float64(i))
		a.line([]point{{x, a.bottom}, {x, a.bottom - 4}}, muted, 0.8)
		text = shortened(text, textStyle, 120)
		if half := textStyle.wide(text) / 2; x-half > free {
			a.middle(x, a.bottom-16, text, textStyle, muted)
			free = x + half + 8
		}
	}
	a.before(a.right, a.bottom-31, across, smallStyle, muted)
}

// curveOf draws a band and its line, broken where there is no value.
func (a axes) curveOf(c Curve, t tone) {
	var lower, mean, upper []point
	end := func() {
		if len(mean) > 1 {
			a.area(between(lower, upper), t.at(0.18))
			a.line(mean, t, 1.8)
		}
		for _, at := range mean {
			a.dot(at.x, at.y, 2.6, t)
		}
		lower, mean, upper = nil, nil, nil
	}
	for i := range c.Mean {
		if math.IsNaN(c.Mean[i]) {
			end()
			continue
		}
		x := a.x(float64(i))
		lower = append(lower, point{x, a.y(math.Max(c.Low[i], 0))})
		mean = append(mean, point{x, a.y(c.Mean[i])})
		upper = append(upper, point{x, a.y(c.High[i])})
	}
	end()
}
