package figure

import (
	"cmp"
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

var phaseTones = map[string]tone{result.Recovers: goodTone, result.Degrades: retryTone, result.Collapses: faultTone, "": muted}

// Phases draws a map of phases: a field for each point, a dot where it was simulated, the
// smaller the less sure its phase is, and a line where one phase turns into another.
func Phases(m *result.Map) Figure {
	f := Figure{
		Name: "phases", Title: fmt.Sprintf("Where the fleet recovers over %s and %s", m.X.Path, m.Y.Path),
		Subtitle: fmt.Sprintf("Dots: %s of %s each, the larger the more of them agree", number.Plural(float64(len(m.Points)), "simulated point"), number.Plural(float64(m.Replications), "replication")),
		Alt:      "Map of phases over " + m.X.Path + " and " + m.Y.Path + ", a field for each point.",
		Table:    Table{Columns: []string{m.X.Path, m.Y.Path, "phase", "recovers", "degrades", "collapses"}},
	}
	for _, p := range m.Points {
		share := func(e result.Estimate) string { return number.Interval(e.Value, e.Low, e.High, "share") }
		f.Table.Rows = append(f.Table.Rows, []string{m.X.Values[p.X], m.Y.Values[p.Y], p.Phase, share(p.Recovers), share(p.Degrades), share(p.Collapses)})
	}
	columns, rows := len(m.X.Values), len(m.Y.Values)
	tall := math.Max(10, math.Min(26, 420/float64(rows)))
	f.height = tall*float64(rows) + 64
	f.draw = func(p pen, room box) {
		left, base := room.left+90, room.bottom+38
		wide := math.Min((room.right-labelRoom-left)/float64(columns), 90)
		x := func(k int) float64 { return left + float64(wide*float64(k)) }
		y := func(k int) float64 { return base + float64(tall*float64(k)) }
		p.text(room.left, y(rows)+8, m.Y.Path, smallStyle, muted)
		for row := range rows {
			if every := int(math.Ceil(14 / tall)); row%every == 0 {
				p.before(left-8, y(row)+tall/2-4, m.Y.Values[row], textStyle, muted)
			}
			for k, phase := range m.Phases[row] {
				p.rectangle(box{x(k), x(k + 1), y(row), y(row + 1)}, phaseTones[phase].at(0.3))
			}
		}
		for row := range rows {
			for k, phase := range m.Phases[row] {
				if k+1 < columns && m.Phases[row][k+1] != phase {
					p.line([]point{{x(k + 1), y(row)}, {x(k + 1), y(row + 1)}}, ink, 1.4)
				}
				if row+1 < rows && m.Phases[row+1][k] != phase {
					p.line([]point{{x(k), y(row + 1)}, {x(k + 1), y(row + 1)}}, ink, 1.4)
				}
			}
		}
		for _, at := range m.Points {
			sure := math.Max(at.Recovers.Value, math.Max(at.Degrades.Value, at.Collapses.Value))
			p.dot(x(at.X)+wide/2, y(at.Y)+tall/2, 1+3*math.Max(0, sure-0.3), phaseTones[at.Phase])
		}
		shown := map[string]bool{}
		for _, row := range m.Phases {
			for _, phase := range row {
				shown[phase] = true
			}
		}
		from := y(rows) - 14
		for _, phase := range []string{result.Recovers, result.Degrades, result.Collapses, ""} {
			if shown[phase] {
				p.rectangle(box{x(columns) + 12, x(columns) + 24, from, from + 12}, phaseTones[phase].at(0.3))
				p.text(x(columns)+30, from+2, cmp.Or(phase, "cannot be told"), textStyle, ink)
				from -= 20
			}
		}
		free := math.Inf(-1)
		for k, text := range m.X.Values {
			center, half := x(k)+wide/2, textStyle.wide(text)/2
			if center-half > free {
				p.middle(center, base-15, text, textStyle, muted)
				free = center + half + 8
			}
		}
		p.before(x(columns), base-31, m.X.Path, smallStyle, muted)
	}
	return f
}
