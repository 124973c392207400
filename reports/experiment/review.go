package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/figure"
	"herdcast/reports/number"
	"herdcast/reports/review"
	"herdcast/reports/text"
)

// sweepReview puts the report of a sweep together.
func sweepReview(s *result.Sweep) *review.Review {
	measures := shown(s)
	v := &review.Review{Name: s.Name, Question: sweepQuestion(s, measures) + overridden(s.Command), Verdict: sweepVerdict(s, measures)}
	var pictures []review.Block
	for _, measure := range measures {
		for _, f := range figures(s, measure) {
			if f.WhyNot == "" {
				pictures = append(pictures, review.Block{Figure: &f})
			}
		}
	}
	if g := matters(s, measures); len(g.rows) > 0 {
		t := g.table()
		pictures = append(pictures, review.Block{Text: "Spearman's rank correlation over all cells: 1 where the measure grows with the path, −1 where it falls, near 0 where the path says nothing."}, review.Block{Table: &t})
	}
	pictures = append(pictures, influenceBlocks(s, measures)...)
	if pictures == nil {
		pictures = []review.Block{{Text: "No pictures: they are drawn of one or two varied paths, with several values each."}}
	}
	table := cells(s, measures).table()
	v.Sections = []review.Section{
		{ID: "pictures", Title: "How it goes with what is varied", Blocks: pictures},
		{ID: "cells", Title: "Every cell", Blocks: []review.Block{{Text: fmt.Sprintf("The mean over %s with its 95 %% interval. All cells meet the same luck: the same seed and draws.", replications(s))}, {Table: &table}}},
		repeat(s.Command, s.Herdcast, s.Digest),
	}
	return v
}

// repeat says how to make a sweep or a comparison again.
func repeat(command, version, digest string) review.Section {
	return again(command, version, fmt.Sprintf("the digest of all cells is %s; replications.parquet has every replication", digest))
}

// again says how to do it again, and what identifies what was done.
func again(command, version, identity string) review.Section {
	return review.Section{ID: "repeat", Title: "Do it again", Blocks: []review.Block{
		{Code: command},
		{Text: fmt.Sprintf("Made by herdcast %s; %s. result.json has every number. The same version, file and seed give the same bytes, however many cores take part.", version, identity)},
	}}
}

// overridden names after a question what was laid over the file.
func overridden(command string) string {
	if with := review.With(command); with != "" {
		return " " + text.Capital(with) + "."
	}
	return ""
}

func sweepQuestion(s *result.Sweep, measures []string) string {
	var parts []string
	for i, name := range short(s.Paths, measures) {
		parts = append(parts, fmt.Sprintf("%s (%s)", name, number.Plural(float64(len(valuesOf(s, s.Paths[i]))), "value")))
	}
	if parts == nil {
		return "What does the scenario come to?"
	}
	if len(s.Sensitivity) > 0 {
		return "Which of " + strings.Join(parts, ", ") + " moves the measures most?"
	}
	return "What do the measures come to as " + strings.Join(parts, ", ") + " vary?"
}

// sweepVerdict says what moves the measures most, or from where to where the first go.
func sweepVerdict(s *result.Sweep, measures []string) string {
	var parts []string
	for _, b := range tornadoes(s, measures) {
		parts = append(parts, b.title)
	}
	if parts != nil {
		return strings.Join(parts, "; ") + "."
	}
	for _, measure := range measures {
		least, most, unit, ok := reach(s, measure)
		if ok && len(parts) < 4 {
			parts = append(parts, fmt.Sprintf("%s from %s to %s", measure, number.Value(least, unit), number.Value(most, unit)))
		}
	}
	if parts == nil {
		return number.Plural(float64(len(s.Cells)), "cell") + ", no measure with values."
	}
	return "Over " + number.Plural(float64(len(s.Cells)), "cell") + ": " + strings.Join(parts, ", ") + "."
}

func reach(s *result.Sweep, measure string) (least, most float64, unit string, ok bool) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, c := range s.Cells {
		if m := c.Measures[measure]; m.Value != nil {
			least, most, unit, ok = math.Min(least, *m.Value), math.Max(most, *m.Value), m.Unit, true
		}
	}
	return least, most, unit, ok
}

// valuesOf gives the values that a path takes, in their order.
func valuesOf(s *result.Sweep, path string) []string {
	var all []string
	for _, c := range s.Cells {
		if text := plain(c.Set[path]); !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// figures draws one measure over the varied path, or over the one with more values
// of two, a line for each value of the other, and a map where both have several. Two
// paths of which not every value meets every other, as where a design samples both,
// have no picture.
func figures(s *result.Sweep, measure string) []figure.Figure {
	names := short(s.Paths, nil)
	var across, other int
	switch len(s.Paths) {
	case 1:
		across, other = 0, -1
	case 2:
		first, second := len(valuesOf(s, s.Paths[0])), len(valuesOf(s, s.Paths[1]))
		if first*second != len(s.Cells) {
			return nil
		}
		across, other = 0, 1
		if second > first {
			across, other = 1, 0
		}
	default:
		return nil
	}
	least, most, unit, ok := reach(s, measure)
	if !ok {
		return nil
	}
	v := figure.Varied{
		Name: fileName(measure), Measure: measure, Unit: unit, Across: names[across], At: valuesOf(s, s.Paths[across]),
		Title:    fmt.Sprintf("%s goes from %s to %s", measure, number.Value(least, unit), number.Value(most, unit)),
		Subtitle: "Mean of " + replications(s) + ", band: 95 % interval",
	}
	if least == most {
		v.Title = fmt.Sprintf("%s is %s throughout", measure, number.Value(most, unit))
	}
	others := []string{""}
	if other >= 0 {
		others = valuesOf(s, s.Paths[other])
	}
	for _, value := range others {
		c := figure.Curve{}
		if other >= 0 {
			c.Name = names[other] + " " + value
		}
		for _, at := range v.At {
			mean, low, high, verdict := math.NaN(), math.NaN(), math.NaN(), ""
			for _, cell := range s.Cells {
				m := cell.Measures[measure]
				if plain(cell.Set[s.Paths[across]]) != at || other >= 0 && plain(cell.Set[s.Paths[other]]) != value {
					continue
				}
				asked := ""
				if verdict, asked = together(cell.Objectives, measure); v.Objective == "" {
					v.Objective = asked
				} else if asked != v.Objective {
					v.Objective = "what is asked there"
				}
				if m.Value != nil {
					mean, low, high = *m.Value, *m.Low, *m.High
				}
			}
			c.Mean, c.Low, c.High = append(c.Mean, mean), append(c.Low, low), append(c.High, high)
			c.Verdict = append(c.Verdict, verdict)
		}
		v.Curves = append(v.Curves, c)
	}
	all := []figure.Figure{figure.Lines(v)}
	if len(v.Curves) > 2 && len(v.At) > 2 {
		v.Subtitle = "Mean of " + replications(s) + " with its 95 % interval where there is room"
		all = append(all, figure.Heat(v, names[other]))
	}
	return all
}

// together judges what is asked of a measure, or, where nothing is, all that is asked.
func together(objectives []result.Objective, measure string) (verdict, text string) {
	of := func(o result.Objective) bool { return o.Measure == measure }
	if !slices.ContainsFunc(objectives, of) {
		of = func(result.Objective) bool { return true }
	}
	var texts []string
	for _, o := range objectives {
		if !of(o) {
			continue
		}
		texts = append(texts, o.Text)
		switch {
		case verdict == "" || o.Verdict == result.Fails:
			verdict = o.Verdict
		case o.Verdict == result.Unclear && verdict == result.Holds:
			verdict = result.Unclear
		}
	}
	return verdict, strings.Join(texts, " and ")
}

// fileName makes a name of files of a measure.
func fileName(measure string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '_' {
			return r
		}
		return '-'
	}, strings.TrimSuffix(measure, ")"))
}

// comparisonReview puts the report of a comparison together.
func comparisonReview(c *result.Comparison) *review.Review {
	v := &review.Review{Name: c.Name, Question: "Which is better, in what and how surely? " + opening(c) + ".", Verdict: strings.Join(answers(c), ". ") + "."}
	var told []review.Block
	for _, b := range blocks(c) {
		t := b.grid.table()
		told = append(told, review.Block{Text: b.title}, review.Block{Table: &t})
		if len(b.notes) > 0 {
			told = append(told, review.Block{List: b.notes})
		}
	}
	var pictures []review.Block
	for _, f := range differences(c) {
		if f.WhyNot == "" {
			pictures = append(pictures, review.Block{Figure: &f})
		}
	}
	if pictures == nil {
		pictures = []review.Block{{Text: "No pictures: nothing differs."}}
	}
	ranks := []review.Block{{Text: legend}}
	for _, b := range rankings(c) {
		t := b.grid.table()
		if b.title != "" {
			ranks = append(ranks, review.Block{Text: b.title})
		}
		ranks = append(ranks, review.Block{Table: &t})
	}
	if lines := paretos(c); len(lines) > 0 {
		ranks = append(ranks, review.Block{Text: "Weighed a" + strings.TrimPrefix(paretoMeans(c), "a") + "."}, review.Block{List: lines})
	}
	if lines := judgements(c); len(lines) > 0 {
		v.Sections = append(v.Sections, review.Section{ID: "objectives", Title: "What each keeps of the objectives", Blocks: []review.Block{{List: lines}}})
	}
	v.Sections = append(v.Sections, []review.Section{
		{ID: "pictures", Title: "How far they lie apart", Blocks: pictures},
		{ID: "differences", Title: "What is different", Blocks: append([]review.Block{{Text: "Differences are those of the means, each with its own 95 % interval. " + strictness(c) + " In all, " + counted(c) + "."}}, told...)},
		{ID: "ranks", Title: "Ranks", Blocks: ranks},
		repeat(c.Command, c.Herdcast, c.Digest),
	}...)
	return v
}
