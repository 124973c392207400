package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/figure"
	"herdcast/reports/number"
	"herdcast/reports/text"
)

// quarters says what the ends of a tornado's bars are.
const quarters = "from the mean in the lowest quarter of a path's range (light) to that in the highest (dark)"

// moved gives the influences on a measure of which both ends are known, the strongest
// first, and what their strength is called.
func moved(s *result.Sweep, measure string) (all []result.Influence, strength string) {
	for _, i := range s.Sensitivity {
		if i.Measure == measure && i.AtLow != nil && i.AtHigh != nil {
			all = append(all, i)
			if e, name, _ := strengthOf(i); e != nil {
				strength = name
			}
		}
	}
	slices.SortStableFunc(all, func(a, b result.Influence) int {
		size := func(i result.Influence) float64 {
			if e, _, _ := strengthOf(i); e != nil {
				return e.Value
			}
			return 0
		}
		return cmp.Compare(size(b), size(a))
	})
	return all, strength
}

// strengthOf gives the estimate by which paths are put in order, nil where there is none.
func strengthOf(i result.Influence) (e *result.Estimate, name, unit string) {
	if i.Total != nil {
		return i.Total, "total effect", "share"
	}
	return i.AbsoluteEffect, "μ*", i.Unit
}

func strengthText(i result.Influence) string {
	e, _, unit := strengthOf(i)
	if e == nil {
		return "—"
	}
	return number.Interval(e.Value, e.Low, e.High, unit)
}

// strongest says which path moves a measure most, and whether that is sure.
func strongest(all []result.Influence, measure, strength string) string {
	first, _, _ := strengthOf(all[0])
	if first == nil || first.Value == 0 {
		return "No path moves " + measure
	}
	text := fmt.Sprintf("%s moves %s most: %s %s", about(all[0].Path, all[0].At), measure, strength, strengthText(all[0]))
	if len(all) > 1 {
		if second, _, _ := strengthOf(all[1]); second != nil && second.High >= first.Low {
			text += ", not surely more than " + about(all[1].Path, all[1].At)
		}
	}
	return text
}

func tornado(s *result.Sweep, measure string) figure.Figure {
	all, strength := moved(s, measure)
	t := figure.Tornado{
		Name: "tornado-" + fileName(measure), Measure: measure, Strength: strength,
		Subtitle: text.Capital(quarters) + ", over " + number.Plural(float64(len(s.Cells)), "cell") + "; " + strength + " with its 95 % interval",
	}
	for _, i := range all {
		t.Unit = i.Unit
		t.Bars = append(t.Bars, figure.Bar{Input: about(i.Path, i.At), Low: *i.AtLow, High: *i.AtHigh, Note: strengthText(i)})
	}
	if len(all) > 0 {
		t.Title = strongest(all, measure, strength)
	}
	return t.Figure()
}

// barColumns is how many columns of a terminal the bars of a tornado have.
const barColumns = 20

// tornadoes gives for each measure its bars for a terminal.
func tornadoes(s *result.Sweep, measures []string) []block {
	names := map[string]string{}
	for i, name := range short(s.Paths, nil) {
		names[s.Paths[i]] = name
	}
	var blocks []block
	for _, measure := range measures {
		all, strength := moved(s, measure)
		if len(all) == 0 {
			continue
		}
		least, most := math.Inf(1), math.Inf(-1)
		for _, i := range all {
			least, most = math.Min(least, math.Min(*i.AtLow, *i.AtHigh)), math.Max(most, math.Max(*i.AtLow, *i.AtHigh))
		}
		g := grid{columns: []string{"path", "", "from → to", strength}, keys: 1}
		for _, i := range all {
			name := names[i.Path]
			if at := place(i.At); at != "" {
				name += " at " + at
			}
			g.rows = append(g.rows, []string{name, bar(*i.AtLow, *i.AtHigh, least, most), number.Value(*i.AtLow, i.Unit) + " → " + number.Value(*i.AtHigh, i.Unit), strengthText(i)})
		}
		blocks = append(blocks, block{title: strongest(all, measure, strength), grid: g})
	}
	return blocks
}

// bar draws from one value to another, its first half light and its second dark.
func bar(from, to, least, most float64) string {
	at := func(v float64) int {
		if most == least {
			return 0
		}
		return int(math.Round((barColumns - 1) * (v - least) / (most - least)))
	}
	a, b := at(from), at(to)
	light, dark := (max(a, b)-min(a, b)+1)/2, (max(a, b)-min(a, b))/2+1
	drawn := strings.Repeat("░", light) + strings.Repeat("▓", dark)
	if b < a {
		drawn = strings.Repeat("▓", dark) + strings.Repeat("░", light)
	}
	return strings.Repeat(" ", min(a, b)) + drawn
}
