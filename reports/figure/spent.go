package figure

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// categories of task time, in the order of a call's life.
var categories = []struct {
	measure, words string
	tone           tone
}{
	{"time.think", "thinking", thinkTone},
	{"time.service", "service", goodTone},
	{"time.network", "network", networkTone},
	{"time.queue", "queue", queueTone},
	{"time.backoff", "backing off", backoffTone},
	{"time.limit", "permits", limitTone},
	{"time.failed_attempts", "failed attempts", failedTone},
	{"time.wasted_turns", "repeating turns", repeatTone},
	{"time.children", "sub-agents", childTone},
}

// split is what the time of some tasks went into.
type split struct {
	of     string
	shares []float64 // by category
}

func splitOf(of string, measures map[string]result.Measure) (split, bool) {
	s := split{of, make([]float64, len(categories))}
	sum := 0.0
	for i, category := range categories {
		if m := measures[category.measure]; m.Value != nil {
			s.shares[i] = *m.Value
			sum += *m.Value
		}
	}
	return s, sum > 0
}

// spent shows what the time of tasks goes into, of all and by cohort.
func spent(r *result.Result) Figure {
	f := Figure{Name: "time"}
	whole, ok := splitOf("all tasks", r.Measures)
	if !ok {
		f.WhyNot = "no task's time was measured"
		if why := r.Measures[categories[0].measure].Why; why != "" {
			f.WhyNot = why
		}
		return f
	}
	splits := []split{whole}
	if len(r.Facts.Cohorts) > 1 {
		for _, cohort := range r.Facts.Cohorts {
			if s, ok := splitOf(cohort, r.ByCohort[cohort]); ok {
				splits = append(splits, s)
			}
		}
	}
	f.Title, f.Subtitle = spentTitle(whole), "Shares of task time, sums over tasks; "+runs(r, false)
	f.Alt = "Stacked horizontal bars, one for all tasks and one for each cohort. " + f.Title + "."
	f.Table = spentTable(splits)
	keys := keyLines(whole, splits)
	f.height = 20*float64(len(keys)) + 26*float64(len(splits)) + 46
	f.draw = func(p pen, room box) {
		room.top = drawKeys(p, room, keys)
		full := room
		full.left = room.left + 118
		if thinking := whole.shares[0]; thinking < 0.5 || thinking >= 1 {
			bars(p, full, room.left, splits, 0, "share of task time")
			return
		}
		full.right = full.left + float64(0.42*(room.right-full.left))
		bars(p, full, room.left, splits, 0, "share of task time")
		rest := room
		rest.left = full.right + 56
		bars(p, rest, 0, splits, 1, "the part that is not thinking, enlarged")
	}
	return f
}

// spentTitle names the largest category and the largest of what is not work.
func spentTitle(s split) string {
	lost := 0
	for i := range categories {
		if i > 2 && i < 8 && (lost == 0 || s.shares[i] > s.shares[lost]) {
			lost = i
		}
	}
	text := fmt.Sprintf("%s of task time is thinking, %s is service", number.Share(s.shares[0]), number.Share(s.shares[1]))
	if s.shares[lost] > 0 {
		text += fmt.Sprintf("; the largest loss is %s, %s", categories[lost].words, number.Share(s.shares[lost]))
	}
	return text
}

// key is one entry of the explanation of colours.
type key struct {
	text string
	tone tone
}

// keyLines explains the colours that occur, with the share of all tasks, in lines
// that fit.
func keyLines(whole split, splits []split) [][]key {
	var lines [][]key
	room := 0.0
	for i, category := range categories {
		occurs := false
		for _, s := range splits {
			occurs = occurs || s.shares[i] > 0
		}
		if !occurs {
			continue
		}
		k := key{category.words + " " + number.Share(whole.shares[i]), category.tone}
		wide := textStyle.wide(k.text) + 32
		if len(lines) == 0 || room < wide {
			lines, room = append(lines, nil), width-2*margin
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], k)
		room -= wide
	}
	return lines
}

func drawKeys(p pen, room box, lines [][]key) (below float64) {
	y := room.top
	for _, line := range lines {
		y -= 20
		x := room.left
		for _, k := range line {
			p.rectangle(box{x, x + 12, y + 2, y + 10}, k.tone)
			p.text(x+16, y+2, k.text, textStyle, ink)
			x += textStyle.wide(k.text) + 32
		}
	}
	return y - 10
}

// bars draws one stacked bar for each split from a category on, named left of
// them where names is not 0.
func bars(p pen, b box, names float64, splits []split, from int, what string) {
	largest := 0.0
	for _, s := range splits {
		sum := 0.0
		for _, share := range s.shares[from:] {
			sum += share
		}
		largest = math.Max(largest, sum)
	}
	across := ticks(math.Min(largest, 1)*0.999, 5)
	a := axes{pen: p, box: b, across: across[len(across)-1], up: 1, edge: b.left}
	a.bottom = a.top - 26*float64(len(splits))
	a.onward(across, number.Share, what)
	for i, s := range splits {
		top := a.top - 26*float64(i) - 3
		left := 0.0
		for k := from; k < len(categories); k++ {
			right := left + s.shares[k]
			if s.shares[k] > 0 {
				a.rectangle(box{a.x(left), a.x(right), top - 19, top}, categories[k].tone)
			}
			left = right
		}
		if names != 0 {
			style := textStyle
			if i == 0 {
				style = boldStyle
			}
			p.text(names, top-13, shortened(s.of, style, b.left-names-8), style, ink)
		}
	}
}

func spentTable(splits []split) Table {
	t := Table{Columns: []string{"tasks"}}
	for _, category := range categories {
		t.Columns = append(t.Columns, category.words)
	}
	for _, s := range splits {
		row := []string{s.of}
		for _, share := range s.shares {
			row = append(row, number.Share(share))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
