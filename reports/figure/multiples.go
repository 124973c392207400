package figure

import "math"

// acrossMost is how many small pictures stand in a row.
const acrossMost = 4

// multiples draws a small picture for each curve, all on one scale.
func (v Varied) multiples(f *Figure) {
	f.Subtitle += ", grey: the other lines"
	columns := min(len(v.Curves), acrossMost)
	rows := (len(v.Curves) + columns - 1) / columns
	const tall = 196.0
	f.height = tall * float64(rows)
	f.draw = func(p pen, room box) {
		values := v.scale()
		p.text(room.left, room.top-12, v.Measure, smallStyle, muted)
		first := room.left + beside(values, v.write)
		wide := (room.right - first) / float64(columns)
		for k, c := range v.Curves {
			column, row := k%columns, k/columns
			top := room.top - float64(tall*float64(row))
			a := axes{pen: p, box: room, across: float64(len(v.At) - 1), up: values[len(values)-1], edge: room.left}
			a.left = first + float64(wide*float64(column))
			a.right, a.top, a.bottom = a.left+wide-18, top-40, top-tall+44
			p.text(a.left, a.top+7, shortened(c.Name, boldStyle, a.right-a.left), boldStyle, ink)
			for _, value := range values {
				p.line([]point{{a.left, a.y(value)}, {a.right, a.y(value)}}, grid, 0.8)
				if column == 0 {
					p.before(a.left-7, a.y(value)-4, v.write(value), textStyle, muted)
				}
			}
			a.places(v.At, v.Across)
			for other, behind := range v.Curves {
				if other != k {
					a.lineOf(behind)
				}
			}
			a.curveOf(c, firstTone)
		}
	}
}

// lineOf draws a curve as a thin line behind others, broken where there is no value.
func (a axes) lineOf(c Curve) {
	var line []point
	for i, mean := range c.Mean {
		if math.IsNaN(mean) {
			a.line(line, muted.at(0.35), 0.8)
			line = nil
			continue
		}
		line = append(line, point{a.x(float64(i)), a.y(mean)})
	}
	a.line(line, muted.at(0.35), 0.8)
}
