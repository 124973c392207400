package figure

import (
	"math"
	"sort"
)

// label stands at the end of a line or area.
type label struct {
	text string
	tone tone
	y    float64 // where the line ends
	rule bool    // a limit, drawn dashed
}

// spacing is the least distance of two labels.
const spacing = 15

// spread gives each label a place near where its line ends: none overlaps another
// and all lie between bottom and top as far as there is room. Labels keep their
// order.
func spread(ends []float64, bottom, top float64) []float64 {
	order := make([]int, len(ends))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, k int) bool { return ends[order[i]] < ends[order[k]] })
	places := make([]float64, len(ends))
	least := bottom
	for _, i := range order {
		places[i] = math.Max(ends[i], least)
		least = places[i] + spacing
	}
	most := top
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		places[i] = math.Min(places[i], most)
		most = places[i] - spacing
	}
	return places
}

// labels writes the labels right of the plot, each with a sample of its colour and
// a thin leader where it had to move.
func (a axes) labels(all []label) {
	ends := make([]float64, len(all))
	for i, l := range all {
		ends[i] = l.y
	}
	for i, y := range spread(ends, a.bottom+2, a.top-2) {
		l, x := all[i], a.right+6
		if math.Abs(y-l.y) > 1 {
			a.line([]point{{a.right + 1, l.y}, {x + 6, y}}, muted.at(0.6), 0.6)
		}
		if l.rule {
			a.line([]point{{x + 6, y}, {x + 18, y}}, l.tone, 1.4, 4, 2)
		} else {
			a.rectangle(box{x + 6, x + 18, y - 2.5, y + 2.5}, l.tone)
		}
		a.text(x+23, y-4, shortened(l.text, textStyle, labelRoom-30), textStyle, ink)
	}
}
