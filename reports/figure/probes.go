package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// boundsHigh is how many times the bound the picture of a search reaches at most: far
// beyond it, how far says nothing of where the threshold is.
const boundsHigh = 4

// Probes draws the measure of the objective that binds a search, a mark for each value
// that was tried, with the objective's bound. The values stand at equal distances, in
// their order: most of them lie close to the threshold.
func Probes(s *result.Size) Figure {
	f := Figure{Name: "probes"}
	if s.Binds == nil {
		f.WhyNot = "no objective keeps the answer from going further"
		return f
	}
	paths := s.Paths()
	probes := s.Ordered()
	tried := make([]result.ProbeObjective, len(probes))
	at := make([]string, len(probes))
	answer, least, most := -1, math.MaxInt, 0
	largest, drawn := 0.0, false
	var bound result.ProbeObjective
	f.Table.Columns = append(append(f.Table.Columns, paths...), "replications", "measure", "verdict")
	for i, probe := range probes {
		tried[i], _ = s.Binding(probe)
		o := tried[i]
		bound.Bound, bound.Upper, bound.Sign, bound.Unit = o.Bound, o.Upper, o.Sign, cmp.Or(o.Unit, bound.Unit)
		bound.Measure, bound.Text = o.Measure, o.Text
		var texts, row []string
		held := s.Answer != nil
		for _, path := range paths {
			texts, row = append(texts, probe.Texts[path]), append(row, probe.Texts[path])
			held = held && s.Answer[path].Text == probe.Texts[path]
		}
		if held {
			answer = i
		}
		at[i] = strings.Join(texts, ", ")
		least, most = min(least, probe.Replications), max(most, probe.Replications)
		value := "—"
		if o.Value != nil {
			drawn = true
			value = number.Interval(*o.Value, *o.Low, *o.High, o.Unit)
			largest = math.Max(largest, math.Max(*o.Value, *o.High))
			if *o.Value < 0 || *o.Low < 0 {
				f.WhyNot = o.Measure + " has values below 0"
			}
		}
		f.Table.Rows = append(f.Table.Rows, append(row, number.Count(float64(probe.Replications)), value, o.Verdict))
	}
	f.Table.Columns[len(paths)+1] = bound.Measure
	if !drawn {
		f.WhyNot = bound.Measure + " has no values"
	}
	across := strings.Join(paths, ", ")
	switch {
	case answer < 0:
		f.Title = fmt.Sprintf("No value that was tried keeps %s", bound.Text)
	case len(paths) > 1:
		f.Title = fmt.Sprintf("%s holds at %s", bound.Text, at[answer])
	case s.Find == "smallest":
		f.Title = fmt.Sprintf("%s holds from %s on", bound.Text, at[answer])
	default:
		f.Title = fmt.Sprintf("%s holds up to %s", bound.Text, at[answer])
	}
	over := number.Plural(float64(most), "replication")
	if least < most {
		over = number.Count(float64(least)) + " to " + over
	}
	f.Subtitle = fmt.Sprintf("A mark for each value that was tried, not to scale, with its 95 %% interval over %s. Dot: it holds; cross: it fails; ring: it cannot be told", over)
	f.Alt = "Marks of " + bound.Measure + " over " + across + ", with the bound of " + bound.Text + ". " + f.Title + "."
	bounds := []float64{bound.Bound}
	if bound.Upper != nil {
		bounds = append(bounds, *bound.Upper)
	}
	highest := slices.Max(bounds)
	if highest > 0 {
		largest = math.Min(largest, boundsHigh*highest)
	}
	largest = math.Max(largest, highest)
	f.height = 260
	f.draw = func(p pen, room box) {
		write := func(x float64) string { return number.Value(x, bound.Unit) }
		above := largest * 1.03
		if bound.Unit == "share" && largest <= 1 { // none is above 100 %
			above = math.Min(above, 1)
		}
		values := ticks(above, 5)
		a := axes{p, room, math.Max(float64(len(at)-1), 1), values[len(values)-1], room.left}
		a.left, a.right, a.bottom, a.top = room.left+beside(values, write)+8, room.right-labelRoom, room.bottom+34, room.top-30
		if answer >= 0 {
			x := a.x(float64(answer))
			a.rectangle(box{x - 9, x + 9, a.bottom, a.top}, goodTone.at(0.13))
			half := boldStyle.wide("answer") / 2
			a.middle(math.Min(math.Max(x, a.edge+smallStyle.wide(bound.Measure)+10+half), a.right+40), a.top+10, "answer", boldStyle, ink)
		}
		a.upward(values, write, bound.Measure)
		a.places(at, across)
		var ends []label
		for _, b := range bounds {
			a.line([]point{{a.left, a.y(b)}, {a.right + 8, a.y(b)}}, ink, 1.2, 5, 3)
			ends = append(ends, label{text: "bound " + write(b), tone: ink, y: a.y(b)})
		}
		for i, o := range tried {
			if o.Value != nil {
				a.probe(a.x(float64(i)), o)
			}
		}
		a.labels(ends)
	}
	return f
}

// probeTones are those of the verdicts, which their marks tell apart too.
var probeTones = map[string]tone{result.Holds: goodTone, result.Fails: faultTone}

// probe draws the mark of one value; one above the picture has its number beside it.
func (a axes) probe(x float64, o result.ProbeObjective) {
	t, told := probeTones[o.Verdict]
	if !told {
		t = muted
	}
	y := a.y(*o.Value)
	a.line([]point{{x, a.y(math.Max(*o.Low, 0))}, {x, a.y(*o.High)}}, t, 1.4)
	switch o.Verdict {
	case result.Holds:
		a.dot(x, y, 4, t)
	case result.Fails:
		a.line([]point{{x - 4, y - 4}, {x + 4, y + 4}}, t, 2)
		a.line([]point{{x - 4, y + 4}, {x + 4, y - 4}}, t, 2)
	default:
		var ring []point
		for k := range 25 {
			turn := math.Pi / 12 * float64(k)
			ring = append(ring, point{x + 3.6*math.Cos(turn), y + 3.6*math.Sin(turn)})
		}
		a.line(ring, t, 1.6)
	}
	if *o.Value > a.up {
		a.text(x+7, y-4, "↑ "+number.Value(*o.Value, o.Unit), smallStyle, muted)
	}
}
