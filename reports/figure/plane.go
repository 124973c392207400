package figure

import (
	"math"
	"slices"

	"herdcast/reports/number"
)

// plane draws the pairs that a search over two keys tried: the first along, the second
// up, a mark for each verdict with the measure that binds beside it where there is room for all.
func (t *tries) plane(f *Figure) {
	var values [2][]float64
	var texts [2][]string
	for axis, path := range t.paths {
		for _, probe := range t.probes {
			v := probe.Set[path]
			if at, known := slices.BinarySearch(values[axis], v); !known {
				values[axis] = slices.Insert(values[axis], at, v)
				texts[axis] = slices.Insert(texts[axis], at, probe.Texts[path])
			}
		}
	}
	const tall = 24.0
	f.height = tall*float64(len(values[1])) + 72
	f.draw = func(p pen, room box) {
		a := axes{pen: p, box: room, across: float64(len(values[0])), up: float64(len(values[1])), edge: room.left}
		names := 36.0
		for _, text := range texts[1] {
			names = math.Max(names, textStyle.wide(text))
		}
		a.left, a.bottom, a.top = room.left+names+14, room.bottom+38, room.top-26
		wide := (a.right - a.left) / a.across
		p.text(room.left, a.top+10, t.paths[1], smallStyle, muted)
		for k, text := range texts[1] {
			y := a.y(float64(k) + 0.5)
			p.line([]point{{a.left, y}, {a.right, y}}, grid, 0.8)
			p.before(a.left-8, y-4, text, textStyle, muted)
		}
		free := math.Inf(-1)
		for k, text := range texts[0] {
			if x, half := a.x(float64(k)+0.5), textStyle.wide(text)/2; x-half > free {
				p.middle(x, a.bottom-15, text, textStyle, muted)
				free = x + half + 8
			}
		}
		p.before(a.right, a.bottom-31, t.paths[0], smallStyle, muted)
		said := true // beside every mark, or none
		for _, o := range t.binding {
			said = said && o.Value != nil && 18+smallStyle.wide(number.Value(*o.Value, o.Unit)) < wide
		}
		for i, probe := range t.probes {
			along, _ := slices.BinarySearch(values[0], probe.Set[t.paths[0]])
			up, _ := slices.BinarySearch(values[1], probe.Set[t.paths[1]])
			x, y := a.x(float64(along)+0.5), a.y(float64(up)+0.5)
			if i == t.answer {
				p.rectangle(box{x - wide/2, x + wide/2, y - tall/2, y + tall/2}, goodTone.at(0.2))
			}
			if !said {
				p.mark(x, y, probe.Verdict)
				continue
			}
			value := number.Value(*t.binding[i].Value, t.binding[i].Unit)
			all := 14 + smallStyle.wide(value)
			p.mark(x-all/2+4, y, probe.Verdict)
			p.text(x-all/2+14, y-4, value, smallStyle, muted)
		}
	}
}
