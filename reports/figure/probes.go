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

// tries is what a search asked, in the order of the values, and what each came to in
// the objective that binds.
type tries struct {
	paths   []string
	at      []string // the values of all paths
	probes  []result.Probe
	binding []result.ProbeObjective
	answer  int // its place, −1 for none
	bound   result.Objective
}

func triesOf(s *result.Size) *tries {
	t := &tries{paths: s.Paths(), probes: s.Ordered(), answer: -1}
	for i, probe := range t.probes {
		o, _ := s.Binding(probe)
		t.binding = append(t.binding, o)
		unit := cmp.Or(o.Unit, t.bound.Unit)
		t.bound = o.Objective
		t.bound.Unit = unit
		var texts []string
		for _, path := range t.paths {
			texts = append(texts, probe.Texts[path])
		}
		if s.Answers(probe) {
			t.answer = i
		}
		t.at = append(t.at, strings.Join(texts, ", "))
	}
	return t
}

// Probes draws what a search tried, a mark for each value: over one key the measure of
// the objective that binds, with its bound; over two keys where every objective holds.
// The values stand at equal distances, in their order: most of them lie close to the
// threshold.
func Probes(s *result.Size) Figure {
	f := Figure{Name: "probes"}
	if s.Binds == nil {
		f.WhyNot = "no objective keeps the answer from going further"
		return f
	}
	t := triesOf(s)
	across := strings.Join(t.paths, ", ")
	f.Table = t.table()
	switch {
	case t.answer < 0:
		f.Title = fmt.Sprintf("No value that was tried keeps %s", t.bound.Text)
	case len(t.paths) > 1:
		f.Title = fmt.Sprintf("%s holds at %s", t.bound.Text, t.at[t.answer])
	case s.Find == "smallest":
		f.Title = fmt.Sprintf("%s holds from %s on", t.bound.Text, t.at[t.answer])
	default:
		f.Title = fmt.Sprintf("%s holds up to %s", t.bound.Text, t.at[t.answer])
	}
	f.Alt = "Marks of " + t.bound.Measure + " over " + across + ", with the bound of " + t.bound.Text + ". " + f.Title + "."
	if len(t.paths) == 2 {
		f.Subtitle = fmt.Sprintf("A mark for each pair that was tried, not to scale, over %s; a number is the mean of %s. Dot: every objective holds; cross: one fails; ring: it cannot be told", t.replications(), t.bound.Measure)
		t.plane(&f)
		return f
	}
	for _, o := range t.binding {
		if o.Value != nil && *o.Value < 0 {
			f.WhyNot = t.bound.Measure + " has values below 0"
		}
	}
	if !slices.ContainsFunc(t.binding, func(o result.ProbeObjective) bool { return o.Value != nil }) {
		f.WhyNot = t.bound.Measure + " has no values"
	}
	f.Subtitle = fmt.Sprintf("A mark for each value that was tried, not to scale, with its 95 %% interval over %s. Dot: it holds; cross: it fails; ring: it cannot be told", t.replications())
	t.row(&f, across)
	return f
}

func (t *tries) table() Table {
	table := Table{Columns: append(slices.Clone(t.paths), "replications", t.bound.Measure, "verdict")}
	for i, probe := range t.probes {
		var row []string
		for _, path := range t.paths {
			row = append(row, probe.Texts[path])
		}
		o, value := t.binding[i], "—"
		if o.Value != nil {
			value = number.Interval(*o.Value, *o.Low, *o.High, o.Unit)
		}
		table.Rows = append(table.Rows, append(row, number.Count(float64(probe.Replications)), value, o.Verdict))
	}
	return table
}

func (t *tries) replications() string {
	least, most := math.MaxInt, 0
	for _, probe := range t.probes {
		least, most = min(least, probe.Replications), max(most, probe.Replications)
	}
	over := number.Plural(float64(most), "replication")
	if least < most {
		over = number.Count(float64(least)) + " to " + over
	}
	return over
}

// row draws the marks of one key over each other's measure.
func (t *tries) row(f *Figure, across string) {
	bounds := []float64{t.bound.Bound}
	if t.bound.Upper != nil {
		bounds = append(bounds, *t.bound.Upper)
	}
	f.height = 260
	f.draw = func(p pen, room box) {
		write := func(x float64) string { return number.Exactly(x, t.bound.Unit) }
		low, high := t.window(bounds)
		values := span(low, high, 5)
		a := axes{pen: p, box: room, across: math.Max(float64(len(t.at)-1), 1), up: values[len(values)-1], edge: room.left, base: values[0]}
		a.left, a.right, a.bottom, a.top = room.left+beside(values, write)+8, room.right-labelRoom, room.bottom+34, room.top-30
		a.upward(values, write, t.bound.Measure)
		a.left += 14 // so that marks do not stand on the numbers
		if t.answer >= 0 {
			x := a.x(float64(t.answer))
			a.rectangle(box{x - 9, x + 9, a.bottom, a.top}, goodTone.at(0.13))
			half := boldStyle.wide("answer") / 2
			a.middle(math.Min(math.Max(x, a.edge+smallStyle.wide(t.bound.Measure)+10+half), a.right+40), a.top+10, "answer", boldStyle, ink)
		}
		a.places(t.at, across)
		var ends []label
		for _, b := range bounds {
			a.line([]point{{a.left, a.y(b)}, {a.right + 8, a.y(b)}}, ink, 1.2, 5, 3)
			ends = append(ends, label{text: "bound " + write(b), tone: ink, y: a.y(b), rule: true})
		}
		for i, o := range t.binding {
			if o.Value != nil {
				a.probe(a.x(float64(i)), o)
			}
		}
		a.labels(ends)
	}
}

// boundsHigh is how many times as far from the bound as the answer and the values next
// to it a picture reaches at most: far beyond the bound, how far says nothing of where
// the threshold is.
const boundsHigh = 4

// window gives the values that the picture of one key begins and ends with: about the
// bounds, from 0 on where that costs no more than half of it.
func (t *tries) window(bounds []float64) (low, high float64) {
	far := func(v float64) float64 {
		least := math.Inf(1)
		for _, b := range bounds {
			least = math.Min(least, math.Abs(v-b))
		}
		return least
	}
	center := t.answer
	for i, o := range t.binding {
		if t.answer < 0 && o.Value != nil && (center < 0 || far(*o.Value) < far(*t.binding[center].Value)) {
			center = i
		}
	}
	reach, least, most := 0.0, slices.Min(bounds), slices.Max(bounds)
	for i, o := range t.binding {
		if o.Value == nil {
			continue
		}
		least, most = math.Min(least, *o.Low), math.Max(most, *o.High)
		if i >= center-1 && i <= center+1 {
			reach = math.Max(reach, math.Max(far(*o.Value), math.Max(far(*o.Low), far(*o.High))))
		}
	}
	if reach == 0 {
		reach = math.Max(math.Abs(bounds[0]), 1)
	}
	low = math.Max(least, slices.Min(bounds)-boundsHigh*reach)
	high = math.Min(most, slices.Max(bounds)+boundsHigh*reach)
	high += 0.03 * (high - low)
	if t.bound.Unit == "share" && most <= 1 { // none is above 100 %
		high = math.Min(high, 1)
	}
	if low < high/2 {
		low = 0
	}
	return low, high
}

// probeTones are those of the verdicts, which their marks tell apart too.
var probeTones = map[string]tone{result.Holds: goodTone, result.Fails: faultTone, result.Unclear: muted}

// mark draws a verdict: a dot where it holds, a cross where it fails, else a ring.
func (p pen) mark(x, y float64, verdict string) {
	t := probeTones[verdict]
	switch verdict {
	case result.Holds:
		p.dot(x, y, 4, t)
	case result.Fails:
		p.line([]point{{x - 4, y - 4}, {x + 4, y + 4}}, t, 2)
		p.line([]point{{x - 4, y + 4}, {x + 4, y - 4}}, t, 2)
	default:
		var ring []point
		for k := range 25 {
			turn := math.Pi / 12 * float64(k)
			ring = append(ring, point{x + 3.6*math.Cos(turn), y + 3.6*math.Sin(turn)})
		}
		p.line(ring, t, 1.6)
	}
}

// probe draws the mark of one value; one outside the picture has its number beside it.
func (a axes) probe(x float64, o result.ProbeObjective) {
	y := a.y(*o.Value)
	a.line([]point{{x, a.y(*o.Low)}, {x, a.y(*o.High)}}, probeTones[o.Verdict], 1.4)
	a.mark(x, y, o.Verdict)
	switch {
	case *o.Value > a.up:
		a.text(x+7, y-4, "↑ "+number.Value(*o.Value, o.Unit), smallStyle, muted)
	case *o.Value < a.base:
		a.text(x+7, y+4, "↓ "+number.Value(*o.Value, o.Unit), smallStyle, muted)
	}
}
