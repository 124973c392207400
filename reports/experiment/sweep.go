package experiment

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/number"
	"herdcast/reports/text"
)

// headline are the measures that stand for all where nobody chose some, in the
// order in which they are read.
var headline = []string{
	"amplification", "herd.peak", "goodput", "calls.success", "latency.p99", "wall_clock.used.p99",
	"work.wasted_share", "effects.duplicates_per_1000", "recovery.time",
}

// shown chooses the measures of a sweep to show.
func shown(s *result.Sweep) []string {
	if len(s.Asked) > 0 {
		return s.Asked
	}
	held := map[string]bool{}
	for _, c := range s.Cells {
		for name, m := range c.Measures {
			held[name] = held[name] || m.Value != nil
		}
	}
	return slices.DeleteFunc(slices.Clone(headline), func(name string) bool { return !held[name] })
}

// names gives the keys of a map in their order.
func names[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// plain writes a value of a path as people write it.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// tooShort is how many letters say too little without what stands before them: for, max.
const tooShort = 3

// short gives the shortest ends of paths by which they can be told apart:
// fleet.triage.agents is agents, unless there are other agents. Names that are taken
// already are of others.
func short(paths, taken []string) []string {
	names := make([]string, len(paths))
	for i, path := range paths {
		steps := strings.Split(path, ".")
		for n := 1; n <= len(steps); n++ {
			names[i] = strings.Join(steps[len(steps)-n:], ".")
			unique := len(names[i]) > tooShort && !slices.Contains(taken, names[i]) && !slices.ContainsFunc(paths, func(other string) bool {
				return other != path && (other == names[i] || strings.HasSuffix(other, "."+names[i]))
			})
			if unique {
				break
			}
		}
	}
	return names
}

func written(m result.Measure) string {
	switch {
	case m.Value == nil:
		return "—"
	case m.Low == nil || m.High == nil:
		return number.Value(*m.Value, m.Unit)
	}
	return number.Interval(*m.Value, *m.Low, *m.High, m.Unit)
}

// cells gives the table of a sweep: a row for each cell.
func cells(s *result.Sweep, measures []string) grid {
	g := grid{columns: slices.Clone(short(s.Paths, measures)), keys: len(s.Paths)}
	g.columns = append(g.columns, measures...)
	judged := slices.ContainsFunc(s.Cells, func(c result.SweepCell) bool { return len(c.Objectives) > 0 })
	if judged {
		g.columns = append(g.columns, "objectives")
	}
	for _, c := range s.Cells {
		var row []string
		for _, path := range s.Paths {
			row = append(row, plain(c.Set[path]))
		}
		for _, name := range measures {
			row = append(row, written(c.Measures[name]))
		}
		if judged {
			row = append(row, verdicts(c.Objectives))
		}
		g.rows = append(g.rows, row)
	}
	return g
}

const mattersLegend = "what goes with what, over all cells: 1 grows with it, −1 falls, 0 neither"

// matters gives the table of what matters for which measure.
func matters(s *result.Sweep, measures []string) grid {
	var paths []string
	for _, m := range s.Matters {
		if !slices.Contains(paths, m.Path) {
			paths = append(paths, m.Path)
		}
	}
	g := grid{columns: append([]string{"path"}, measures...), keys: 1}
	names := short(paths, measures)
	for i, path := range paths {
		row := []string{names[i]}
		for _, measure := range measures {
			text := "—"
			for _, m := range s.Matters {
				if m.Path == path && m.Measure == measure {
					text = coefficient(m.RankCorrelation)
				}
			}
			row = append(row, text)
		}
		g.rows = append(g.rows, row)
	}
	return g
}

func coefficient(r float64) string {
	text := fmt.Sprintf("%.2f", r)
	if text == "-0.00" {
		return "0.00"
	}
	return strings.ReplaceAll(text, "-", "−")
}

// verdicts counts what became of objectives.
func verdicts(objectives []result.Objective) string {
	counts := map[string]int{}
	for _, o := range objectives {
		counts[o.Verdict]++
	}
	var parts []string
	for _, verdict := range []string{result.Holds, result.Unclear, result.Fails} {
		if n := counts[verdict]; n > 0 {
			if n > 1 {
				verdict = strings.TrimSuffix(verdict, "s") // 2 hold
			}
			parts = append(parts, fmt.Sprintf("%d %s", n, verdict))
		}
	}
	return strings.Join(parts, ", ")
}

// replications says over how many replications cells are.
func replications(s *result.Sweep) string {
	least, most := s.Cells[0].Replications, 0
	for _, c := range s.Cells {
		least, most = min(least, c.Replications), max(most, c.Replications)
	}
	if least == most {
		return number.Plural(float64(most), "replication")
	}
	return fmt.Sprintf("%d to %d replications", least, most)
}

// mostRows is how many cells a terminal shows.
const mostRows = 100

// SweepText writes the table of a sweep for a terminal of so many columns, 0 for
// the usual.
func SweepText(w io.Writer, s *result.Sweep, width int) error {
	measures := shown(s)
	bars := tornadoes(s, measures)
	lines := text.Wrapped(fmt.Sprintf("%s: %s of %s, mean and 95 %% interval", s.Name, number.Plural(float64(len(s.Cells)), "cell"), replications(s))+with(s.Command), width)
	if len(bars) > 0 { // single points of such a design say little
		lines += "\n" + text.Wrapped("Bars go "+quarters+".", width)
	} else {
		table := cells(s, measures)
		left := len(table.rows) - mostRows
		table.rows = table.rows[:min(len(table.rows), mostRows)]
		lines += "\n" + table.text(width)
		if left > 0 {
			lines += fmt.Sprintf("\n  and %s more, in the report\n", number.Plural(float64(left), "cell"))
		}
	}
	if g := matters(s, measures); len(g.rows) > 0 {
		lines += "\n" + text.Wrapped(mattersLegend, width) + g.text(width)
	}
	for _, b := range bars {
		lines += "\n" + text.Wrapped(b.title, width) + b.grid.text(width)
	}
	for _, line := range flips(s, measures) {
		lines += "\n" + text.Wrapped("warning: "+line, width)
	}
	if len(bars) > 0 {
		lines += "\n" + text.Wrapped("  every cell, and what each path does by itself: in the report", width)
	}
	if all := len(s.Cells[0].Measures); all > len(measures) {
		lines += "\n" + text.Wrapped(fmt.Sprintf("  %d of %d measures; name others with measures: […], or see result.json", len(measures), all), width)
	}
	for _, c := range s.Cells {
		if p := c.Precision; p != nil && !p.Reached {
			lines += "\n" + text.Wrapped(fmt.Sprintf("  %s was not known within %s in every cell: raise precision.max", p.Measure, number.Share(p.Within)), width)
			break
		}
	}
	_, err := io.WriteString(w, lines)
	return err
}
