package figure

import (
	"fmt"
	"math"

	"herdcast/reports/number"
)

// Varied is one measure over the values of one path, a curve for each value of
// another.
type Varied struct {
	Name     string // of the files
	Measure  string
	Unit     string
	Across   string   // the path along the picture
	At       []string // its values
	Curves   []Curve
	Title    string
	Subtitle string
}

// Curve is the measure at each value: the mean and the ends of its interval, NaN
// where there is none.
type Curve struct {
	Name            string // empty where there is only one
	Mean, Low, High []float64
}

// tones are those of curves, in their order.
var tones = []tone{firstTone, faultTone, goodTone, hedgeTone, retryTone, queueTone}

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

// Lines shows a curve for each value of the other path, with the band of its
// intervals. The values of the path stand at equal distances, in their order.
func Lines(v Varied) Figure {
	f := v.figure("Lines")
	switch {
	case f.WhyNot != "":
		return f
	case len(v.At) < 2:
		f.WhyNot = v.Across + " takes one value only"
		return f
	case len(v.Curves) > len(tones):
		f.WhyNot = fmt.Sprintf("%d lines cannot be told apart", len(v.Curves))
		return f
	}
	f.height = 260
	f.draw = func(p pen, room box) {
		largest := 0.0
		for _, c := range v.Curves {
			for i := range c.High {
				if !math.IsNaN(c.High[i]) {
					largest = math.Max(largest, c.High[i])
				}
			}
		}
		values := ticks(largest*1.03, 5)
		a := axes{pen: p, box: room, across: float64(len(v.At) - 1), up: values[len(values)-1], edge: room.left}
		a.left, a.right, a.bottom, a.top = room.left+beside(values, v.write), room.right-labelRoom, room.bottom+34, room.top-30
		a.upward(values, v.write, v.Measure)
		a.places(v.At, v.Across)
		var ends []label
		for k, c := range v.Curves {
			a.curveOf(c, tones[k])
			for i := len(c.Mean) - 1; i >= 0; i-- {
				if !math.IsNaN(c.Mean[i]) {
					ends = append(ends, label{text: v.names()[k], tone: tones[k], y: a.y(c.Mean[i])})
					break
				}
			}
		}
		a.labels(ends)
	}
	return f
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

// Heat shows a field for each pair of values, the darker the larger, with the value
// in it.
func Heat(v Varied, other string) Figure {
	f := v.figure("Heat map")
	f.Name += "-map"
	f.Title += ", by " + v.Across + " and " + other
	f.Alt = "Heat map of " + v.Measure + " over " + v.Across + " and " + other + ". " + v.Title + "."
	if f.WhyNot != "" {
		return f
	}
	if len(v.At) > 16 || len(v.Curves) > 24 {
		f.WhyNot = fmt.Sprintf("%d by %d fields are too many to read", len(v.At), len(v.Curves))
		return f
	}
	const field = 26.0
	f.height = field*float64(len(v.Curves)) + 70
	f.draw = func(p pen, room box) {
		left := room.left + 130.0
		wide := math.Min((room.right-left)/float64(len(v.At)), 110)
		top := room.top - 22
		least, largest := math.Inf(1), math.Inf(-1)
		for _, c := range v.Curves {
			for _, x := range c.Mean {
				if !math.IsNaN(x) {
					least, largest = math.Min(least, x), math.Max(largest, x)
				}
			}
		}
		p.text(room.left, top+8, other, smallStyle, muted)
		for k, c := range v.Curves {
			y := top - field*float64(k+1)
			p.text(room.left, y+9, shortened(c.Name, textStyle, 124), textStyle, ink)
			for i, x := range c.Mean {
				at := box{left + wide*float64(i), left + wide*float64(i+1), y, y + field}
				if math.IsNaN(x) {
					p.middle((at.left+at.right)/2, y+9, "—", textStyle, muted)
					continue
				}
				depth := 0.0
				if largest > least {
					depth = (x - least) / (largest - least)
				}
				p.rectangle(at, firstTone.at(0.06+0.5*depth))
				p.middle((at.left+at.right)/2, y+9, shortened(v.write(x), textStyle, wide-4), textStyle, ink)
			}
		}
		base := top - field*float64(len(v.Curves))
		for i, text := range v.At {
			p.middle(left+wide*(float64(i)+0.5), base-14, shortened(text, textStyle, wide-4), textStyle, muted)
		}
		p.before(left+wide*float64(len(v.At)), base-30, v.Across, smallStyle, muted)
	}
	return f
}
