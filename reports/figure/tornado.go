package figure

import (
	"math"

	"herdcast/reports/number"
)

// Tornado is one measure and what each of several inputs does to it over its range,
// the strongest first.
type Tornado struct {
	Name     string // of the files
	Measure  string
	Unit     string
	Strength string // what is said beside each input
	Title    string
	Subtitle string
	Bars     []Bar
}

// Bar is the measure where an input is low and where it is high, and what is said of
// the input's strength.
type Bar struct {
	Input     string
	Low, High float64
	Note      string
}

// Figure draws a bar for each input, from the measure where the input is low (light
// end) to where it is high (dark end).
func (t Tornado) Figure() Figure {
	f := Figure{
		Name: t.Name, Title: t.Title, Subtitle: t.Subtitle, Alt: "Tornado plot of " + t.Measure + ". " + t.Title + ".",
		Table: Table{Columns: []string{"path", "in the lowest quarter", "in the highest quarter", t.Strength}},
	}
	least, largest := math.Inf(1), 0.0
	for _, b := range t.Bars {
		f.Table.Rows = append(f.Table.Rows, []string{b.Input, number.Value(b.Low, t.Unit), number.Value(b.High, t.Unit), b.Note})
		least, largest = math.Min(least, math.Min(b.Low, b.High)), math.Max(largest, math.Max(b.Low, b.High))
		if b.Low < 0 || b.High < 0 {
			f.WhyNot = t.Measure + " has values below 0"
		}
	}
	if len(t.Bars) == 0 {
		f.WhyNot = t.Measure + " has no values"
	}
	const tall = 30.0
	names, notes := textStyle.wide("path"), smallStyle.wide(t.Strength)
	for _, b := range t.Bars {
		names, notes = math.Max(names, textStyle.wide(b.Input)), math.Max(notes, textStyle.wide(b.Note))
	}
	names, notes = math.Min(names, 260)+14, math.Min(notes, 150)+14
	f.height = tall*float64(len(t.Bars)) + 64
	f.draw = func(p pen, room box) {
		write := func(x float64) string { return number.Value(x, t.Unit) }
		if least < largest/2 { // else a scale from 0 on would leave the bars no room
			least = 0
		}
		values := span(least, largest, 5)
		a := axes{pen: p, box: room, across: values[len(values)-1] - values[0], up: 1, edge: room.left}
		a.left, a.right, a.bottom, a.top = room.left+names, room.right-notes, room.bottom+38, room.top-18
		x := func(v float64) float64 { return a.x(v - values[0]) }
		places := make([]float64, len(values))
		for i, v := range values {
			places[i] = v - values[0]
			a.line([]point{{x(v), a.bottom}, {x(v), a.top}}, grid, 0.8)
		}
		a.onward(places, func(place float64) string { return write(place + values[0]) }, t.Measure)
		p.text(room.left, a.top+6, "path", smallStyle, muted)
		p.text(a.right+10, a.top+6, t.Strength, smallStyle, muted)
		for k, b := range t.Bars {
			y := a.top - tall*(float64(k)+0.5)
			p.text(room.left, y-4, shortened(b.Input, textStyle, names-10), textStyle, ink)
			p.text(a.right+10, y-4, shortened(b.Note, textStyle, notes-10), textStyle, muted)
			low, high := x(b.Low), x(b.High)
			if math.Abs(high-low) < 1 {
				p.rectangle(box{low - 0.75, low + 0.75, y - 9, y + 9}, firstTone)
				continue
			}
			middle := (low + high) / 2
			p.rectangle(box{math.Min(low, middle), math.Max(low, middle), y - 9, y + 9}, firstTone.at(0.35))
			p.rectangle(box{math.Min(high, middle), math.Max(high, middle), y - 9, y + 9}, firstTone)
		}
	}
	return f
}
