package experiment

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/number"
	"herdcast/reports/review"
)

// strengths are the estimates that tell how much a path matters, those of one design
// or the other.
var strengths = []struct {
	title string
	of    func(result.Influence) (e *result.Estimate, unit string)
}{
	{"what each path has of a measure's variance, with all that it does together with others (total effect; these need not add up to 100 %)", func(i result.Influence) (*result.Estimate, string) { return i.Total, "share" }},
	{"what it has by itself (main effect)", func(i result.Influence) (*result.Estimate, string) { return i.Main, "share" }},
	{"how far each path moves a measure over its range, whichever way (μ*)", func(i result.Influence) (*result.Estimate, string) { return i.AbsoluteEffect, i.Unit }},
	{"and in which direction (μ)", func(i result.Influence) (*result.Estimate, string) { return i.Effect, i.Unit }},
}

// influences gives a table for each kind of estimate that there is.
func influences(s *result.Sweep, measures []string) []block {
	var all []block
	for _, kind := range strengths {
		g := grid{columns: append([]string{"path"}, measures...), keys: 1}
		known := false
		for _, i := range s.Sensitivity {
			column := slices.Index(measures, i.Measure)
			if column < 0 {
				continue
			}
			name := about(i.Path, i.At)
			at := slices.IndexFunc(g.rows, func(row []string) bool { return row[0] == name })
			if at < 0 {
				row := make([]string, len(g.columns))
				row[0] = name
				at, g.rows = len(g.rows), append(g.rows, row)
			}
			text := "—"
			if e, unit := kind.of(i); e != nil {
				text, known = number.Interval(e.Value, e.Low, e.High, unit), true
			}
			g.rows[at][column+1] = text
		}
		if known {
			all = append(all, block{title: kind.title, grid: g})
		}
	}
	return all
}

// about names a path, and what else is varied beside it.
func about(path string, at map[string]json.RawMessage) string {
	if text := places(at); text != "" {
		return path + " at " + text
	}
	return path
}

func places(at map[string]json.RawMessage) string {
	var parts []string
	for _, name := range names(at) {
		parts = append(parts, name+"="+plain(at[name]))
	}
	return strings.Join(parts, " ")
}

// flips says in sentences what a path alone turns round.
func flips(s *result.Sweep, measures []string) []string {
	var lines []string
	for _, f := range s.Flips {
		if f.Measure != "" && !slices.Contains(measures, f.Measure) {
			continue
		}
		what := f.Objective
		if f.Measure != "" {
			what = fmt.Sprintf("whether %s is better than %s in %s", f.Arm, f.Baseline, f.Measure)
		}
		lines = append(lines, fmt.Sprintf("%s alone decides %s in %d of %d pairs: at %s it is %s, at %s %s", about(f.Path, f.At), what, f.Flipped, f.Pairs,
			plain(f.From), verdictWords[f.Verdict], plain(f.To), verdictWords[f.Becomes]))
	}
	return lines
}

var verdictWords = map[string]string{result.Holds: "kept", result.Fails: "broken", result.IsBetter: "better", result.IsWorse: "worse"}

// influenceBlocks is what a report says of the paths that matter: for each measure a
// tornado plot, then the tables, then what a path alone turns round.
func influenceBlocks(s *result.Sweep, measures []string) []review.Block {
	var all []review.Block
	for _, measure := range measures {
		if f := tornado(s, measure); f.WhyNot == "" {
			all = append(all, review.Block{Figure: &f})
		}
	}
	for _, b := range influences(s, measures) {
		t := b.grid.table()
		all = append(all, review.Block{Text: strings.ToUpper(b.title[:1]) + b.title[1:] + ", each with its 95 % interval."}, review.Block{Table: &t})
	}
	if lines := flips(s, measures); lines != nil {
		all = append(all, review.Block{Text: "What one uncertain path turns round by itself:"}, review.Block{List: lines})
	}
	return all
}
