package review

import (
	"fmt"

	"herdcast/experiments/result"
	"herdcast/reports/figure"
	"herdcast/reports/number"
)

// measures makes a table of those of the names that the result has, and enters
// them in the glossary. Without any it is the sentence given instead.
func measures(r *result.Result, shown *glossary, instead string, names ...string) Block {
	t := &figure.Table{Columns: []string{"measure", "mean of a run, 95 % interval", "out of"}}
	for _, name := range names {
		m, ok := r.Measures[name]
		if !ok {
			continue
		}
		t.Rows = append(t.Rows, []string{name, Estimate(m) + remark(m, r.Replications), outOf(name, m, r.Replications)})
		shown.enter(name)
	}
	if len(t.Rows) == 0 {
		return Block{Text: instead}
	}
	return Block{Table: t}
}

// remark says what must be known of a value beside its interval.
func remark(m result.Measure, replications int) string {
	text := ""
	if m.Value != nil && m.Censored > 0 {
		text += fmt.Sprintf(" (at least: the end of the run cuts off %d of %d)", m.Censored, replications)
	}
	if m.Value != nil && m.Approx {
		text += " (to 0.1 %)"
	}
	return text
}

// columns of the tables by cohort and by tool: measures with a short heading.
type column struct{ heading, measure string }

// byPart makes a table with a row for each part, of the columns that at least one
// of them has.
func byPart(what string, names []string, tables map[string]map[string]result.Measure, columns []column, shown *glossary) *figure.Table {
	t := &figure.Table{Columns: []string{what}}
	var kept []column
	for _, c := range columns {
		for _, name := range names {
			if tables[name][c.measure].Value != nil {
				kept = append(kept, c)
				t.Columns = append(t.Columns, c.heading)
				shown.enter(c.measure)
				break
			}
		}
	}
	for _, name := range names {
		row := []string{name}
		for _, c := range kept {
			m := tables[name][c.measure]
			if m.Value == nil {
				row = append(row, "n/a")
				continue
			}
			row = append(row, number.Value(*m.Value, m.Unit))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
