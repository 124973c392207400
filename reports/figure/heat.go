package figure

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// Heat shows a field for each pair of values, the darker the larger, with the value
// in it, and the line where the objective begins to hold.
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
	if v.Objective != "" {
		f.Subtitle += ". Dot: " + v.Objective + " holds; cross: it fails; ring: it cannot be told; the line lies about where it holds"
	}
	const field = 26.0
	f.height = field*float64(len(v.Curves)) + 70
	f.draw = func(p pen, room box) {
		left := room.left + 130.0
		wide := math.Min((room.right-left)/float64(len(v.At)), 150)
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
				room, center := wide-6, (at.left+at.right)/2
				if v.Objective != "" && c.Verdict[i] != "" {
					room, center = room-18, center+9
					p.mark(at.left+11, y+field/2, c.Verdict[i])
				}
				text := number.Interval(x, c.Low[i], c.High[i], v.Unit)
				if textStyle.wide(text) > room {
					text = shortened(v.write(x), textStyle, room)
				}
				p.middle(center, y+9, text, textStyle, ink)
			}
		}
		if v.Objective != "" {
			v.boundary(p, left, top, wide, field)
		}
		base := top - field*float64(len(v.Curves))
		for i, text := range v.At {
			p.middle(left+wide*(float64(i)+0.5), base-14, shortened(text, textStyle, wide-4), textStyle, muted)
		}
		p.before(left+wide*float64(len(v.At)), base-30, v.Across, smallStyle, muted)
	}
	return f
}

// boundary draws lines between the fields where the objective holds and the others.
func (v Varied) boundary(p pen, left, top, wide, field float64) {
	holds := func(k, i int) bool { return v.Curves[k].Verdict[i] == result.Holds }
	for k := range v.Curves {
		for i := range v.At {
			x, y := left+float64(wide*float64(i+1)), top-float64(field*float64(k+1))
			if i+1 < len(v.At) && holds(k, i) != holds(k, i+1) {
				p.line([]point{{x, y}, {x, y + field}}, ink, 1.8)
			}
			if k+1 < len(v.Curves) && holds(k, i) != holds(k+1, i) {
				p.line([]point{{x - wide, y}, {x, y}}, ink, 1.8)
			}
		}
	}
}
