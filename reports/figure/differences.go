package figure

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// Differences is one measure of several arms beside the same baseline.
type Differences struct {
	Name     string // of the files
	Measure  string
	Unit     string
	Baseline string
	Title    string
	Subtitle string
	Rows     []Difference
}

// Difference is how much more an arm has of the measure, with the ends of its interval;
// NaN where it cannot be told.
type Difference struct {
	Arm              string // and at which values of what else is varied
	Value, Low, High float64
	Note             string // how much that is of the baseline
	Verdict          string // as results name it
}

// differenceMarks are the verdicts of objectives whose marks those of comparisons share.
var differenceMarks = map[string]string{
	result.IsBetter: result.Holds, result.IsWorse: result.Fails, result.CannotTell: result.Unclear, result.IsDifferent: result.Holds,
}

// Figure draws a row for each arm, its interval beside the line of no difference.
func (d Differences) Figure() Figure {
	f := Figure{
		Name: d.Name, Title: d.Title, Subtitle: d.Subtitle,
		Alt:   "Intervals of the differences in " + d.Measure + " from " + d.Baseline + ". " + d.Title + ".",
		Table: Table{Columns: []string{"instead of " + d.Baseline, "difference in " + d.Measure, "95 % interval", "relative", "verdict"}},
	}
	low, high := 0.0, 0.0
	names, notes := 60.0, textStyle.wide("relative")
	for _, r := range d.Rows {
		row := []string{r.Arm, "—", "—", r.Note, r.Verdict}
		if !math.IsNaN(r.Value) {
			row[1], row[2] = number.Change(r.Value, d.Unit), number.Change(r.Low, d.Unit)+" to "+number.Change(r.High, d.Unit)
			low, high = math.Min(low, r.Low), math.Max(high, r.High)
		}
		f.Table.Rows = append(f.Table.Rows, row)
		names, notes = math.Max(names, textStyle.wide(r.Arm)), math.Max(notes, textStyle.wide(r.Note))
	}
	if low == high {
		f.WhyNot = "nothing differs in " + d.Measure
		return f
	}
	names, notes = math.Min(names, 220), math.Min(notes, 150)
	const tall = 26.0
	f.height = tall*float64(len(d.Rows)) + 66
	f.draw = func(p pen, room box) {
		values := span(low, high, 6)
		first, last := values[0], values[len(values)-1]
		plot := box{room.left + names + 16, room.right - notes - 16, room.bottom + 38, room.top - 20}
		x := func(v float64) float64 { return plot.left + float64((plot.right-plot.left)*(v-first)/(last-first)) }
		for _, v := range values {
			p.line([]point{{x(v), plot.bottom}, {x(v), plot.top}}, grid, 0.8)
			p.middle(x(v), plot.bottom-15, number.Change(v, d.Unit), textStyle, muted)
		}
		p.line([]point{{x(0), plot.bottom - 4}, {x(0), plot.top}}, ink, 1.2)
		p.text(room.left, plot.top+6, "instead of "+d.Baseline, smallStyle, muted)
		p.text(plot.right+14, plot.top+6, "relative", smallStyle, muted)
		p.before(plot.right, plot.bottom-31, "difference in "+d.Measure, smallStyle, muted)
		for k, r := range d.Rows {
			y := plot.top - tall*(float64(k)+0.5)
			p.text(room.left, y-4, shortened(r.Arm, textStyle, names), textStyle, ink)
			p.text(plot.right+14, y-4, shortened(r.Note, textStyle, notes), textStyle, muted)
			if math.IsNaN(r.Value) {
				continue
			}
			verdict := differenceMarks[r.Verdict]
			p.line([]point{{x(r.Low), y}, {x(r.High), y}}, probeTones[verdict], 1.8)
			p.mark(x(r.Value), y, verdict)
		}
	}
	return f
}

// differenceLegend says what the marks of differences are.
const differenceLegend = "Dot: better, or different where no side is; cross: worse; ring: cannot be told"

// DifferencesSubtitle says over how many replications differences are, and how.
func DifferencesSubtitle(replications int, paired bool) string {
	luck := "all with the same luck"
	if !paired {
		luck = "with seeds of their own"
	}
	return fmt.Sprintf("Difference of the means with its 95 %% interval over %s, %s. %s", number.Plural(float64(replications), "replication"), luck, differenceLegend)
}
