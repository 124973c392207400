package experiment

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/number"
	"herdcast/reports/review"
	"herdcast/reports/text"
)

// told are the verdicts as people read them.
var told = map[string]string{result.IsBetter: "better", result.IsWorse: "worse", result.IsDifferent: "different", result.CannotTell: "cannot tell"}

// same is the word for what differs in no replication.
const same = "the same"

// wordOf says what became of a comparison: of what is equal in every replication
// there is nothing to tell.
func wordOf(c result.Compared) string {
	if c.Difference != nil && *c.Difference == 0 && *c.Low == 0 && *c.High == 0 {
		return same
	}
	return told[c.Verdict]
}

// span writes the interval of a difference.
func span(c result.Compared) string {
	if c.Low == nil || c.High == nil || *c.Low == *c.High {
		return ""
	}
	low, high := number.Change(*c.Low, c.Unit), number.Change(*c.High, c.Unit)
	if low == high {
		return ""
	}
	return low + " to " + high
}

// unspread says why a difference has no interval.
func unspread(c result.Compared) string {
	switch {
	case c.Low == nil || *c.Low != *c.High:
		return ""
	case c.Replications < 2:
		return c.Why
	}
	return fmt.Sprintf("the same in each of %s", number.Plural(float64(c.Replications), "replication"))
}

func relative(c result.Compared) string {
	if c.Relative == nil || *c.Relative == 0 {
		return ""
	}
	places := 1
	if math.Abs(*c.Relative) >= 10 {
		places = 0
	}
	return strings.ReplaceAll(fmt.Sprintf("%+.*f %%", places, 100**c.Relative), "-", "−")
}

func pvalue(p *float64) string {
	switch {
	case p == nil:
		return ""
	case *p < 0.001:
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", *p)
}

// chosen picks the measures of a comparison to show: all that were asked for, or
// the headline where they are too many to read.
func chosen(c *result.Comparison) []string {
	var all []string
	for _, each := range c.Comparisons {
		if !slices.Contains(all, each.Measure) {
			all = append(all, each.Measure)
		}
	}
	if len(all) <= 2*len(headline) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(headline), func(name string) bool { return !slices.Contains(all, name) })
}

// place says at which values of what else is varied.
func place(at map[string]json.RawMessage) string {
	paths := names(at)
	ends := short(paths, nil)
	var parts []string
	for i, path := range paths {
		parts = append(parts, ends[i]+" "+plain(at[path]))
	}
	return strings.Join(parts, ", ")
}

// block is the comparisons of one arm at one place, or the ranks at one.
type block struct {
	title string
	grid  grid // as a page has it
	lines string
	notes []string
}

func blocks(c *result.Comparison) []block {
	measures := chosen(c)
	var all []block
	at := func(each result.Compared) string {
		title := each.Arm + " instead of " + each.Baseline
		if p := place(each.At); p != "" {
			title += ", " + p
		}
		return title
	}
	for _, each := range c.Comparisons {
		if !slices.Contains(measures, each.Measure) {
			continue
		}
		title := at(each)
		if len(all) == 0 || all[len(all)-1].title != title {
			all = append(all, block{title: title, grid: grid{columns: []string{"measure", "from → to", "difference", "95 % interval", "relative", "p (Holm)", "verdict"}, keys: 1}})
		}
		b := &all[len(all)-1]
		b.add(each)
	}
	return all
}

func (b *block) add(c result.Compared) {
	b.lines += lines(c)
	if c.Difference == nil {
		b.grid.rows = append(b.grid.rows, []string{c.Measure, "—", "", "", "", "", told[c.Verdict]})
		if c.Why != "" {
			b.notes = append(b.notes, c.Measure+": "+c.Why)
		}
		return
	}
	values := number.Value(*c.BaselineValue, c.Unit) + " → " + number.Value(*c.Value, c.Unit)
	b.grid.rows = append(b.grid.rows, []string{c.Measure, values, number.Change(*c.Difference, c.Unit), cmp.Or(span(c), unspread(c)), relative(c), pvalue(c.PAdjusted), wordOf(c)})
	if c.Needed != nil {
		b.notes = append(b.notes, fmt.Sprintf("%s: about %s replications would tell a difference of this size", c.Measure, number.Count(float64(*c.Needed))))
	}
}

// lines writes a comparison for a terminal: what became of it and from what to
// what, and below it by how much and how sure that is.
func lines(c result.Compared) string {
	head := fmt.Sprintf("  %-11s  %s", wordOf(c), c.Measure)
	if c.Difference == nil {
		return head + ": " + c.Why + "\n"
	}
	text := head + "  " + number.Value(*c.BaselineValue, c.Unit) + " → " + number.Value(*c.Value, c.Unit) + "\n"
	if *c.Difference == 0 && span(c) == "" {
		return text
	}
	said := []string{number.Change(*c.Difference, c.Unit)}
	if s := cmp.Or(span(c), unspread(c)); s != "" {
		said[0] += " (" + s + ")"
	}
	if r := relative(c); r != "" {
		said = append(said, r)
	}
	said = append(said, "p "+pvalue(c.PAdjusted))
	text += strings.Repeat(" ", 15) + strings.Join(said, ", ") + "\n"
	if c.Needed != nil {
		text += strings.Repeat(" ", 15) + fmt.Sprintf("about %s replications would tell it\n", number.Count(float64(*c.Needed)))
	}
	return text
}

// rankings gives for each place the rank of every arm in every measure. They are
// never made into one number: what weighs more is for the reader to say.
func rankings(c *result.Comparison) []block {
	measures := chosen(c)
	var all []block
	for _, r := range c.Rankings {
		if !slices.Contains(measures, r.Measure) {
			continue
		}
		title := place(r.At)
		if len(all) == 0 || all[len(all)-1].title != title {
			b := block{title: title, grid: grid{columns: []string{"arm"}, keys: 1}}
			for _, arm := range c.Arms {
				b.grid.rows = append(b.grid.rows, []string{arm})
			}
			all = append(all, b)
		}
		b := &all[len(all)-1]
		b.grid.columns = append(b.grid.columns, r.Measure)
		for i, arm := range c.Arms {
			for _, ranked := range r.Arms {
				if ranked.Arm == arm {
					b.grid.rows[i] = append(b.grid.rows[i], fmt.Sprintf("%d. %s", ranked.Rank, number.Interval(ranked.Value, ranked.Low, ranked.High, r.Unit)))
				}
			}
		}
	}
	return all
}

func prefixed(title string) string {
	if title == "" {
		return ""
	}
	return ", " + title
}

// paretos says for each place which arms remain in the Pareto set.
func paretos(c *result.Comparison) []string {
	var all []string
	for _, p := range c.Pareto {
		line := "remaining: " + strings.Join(p.Arms, ", ")
		if at := place(p.At); at != "" {
			line = at + ": " + line
		}
		for i, b := range p.Beaten {
			if i == 0 {
				line += "; out: "
			} else {
				line += ", "
			}
			line += b.Arm + " (by " + b.By + ")"
		}
		all = append(all, line)
	}
	return all
}

// paretoMeans says what the Pareto set is.
func paretoMeans(c *result.Comparison) string {
	return fmt.Sprintf("all at once (Pareto): an arm is out where another is as good or better in the mean of each of %s, and told better in one; among those that remain it is for you to say what weighs more", strings.Join(c.Pareto[0].Measures, ", "))
}

// replicationsOf gives how many replications a comparison has of each arm.
func replicationsOf(c *result.Comparison) int {
	most := 0
	for _, each := range c.Comparisons {
		most = max(most, each.Replications)
	}
	return most
}

// with names after a comma what was laid over the file.
func with(command string) string {
	if with := review.With(command); with != "" {
		return ", " + with
	}
	return ""
}

func opening(c *result.Comparison) string {
	luck := "the same luck for all"
	if !c.Paired {
		luck = "seeds of their own"
	}
	return fmt.Sprintf("%s: %s, baseline %s; %s, %s", c.Name, short([]string{c.By}, nil)[0], c.Baseline, number.Plural(float64(replicationsOf(c)), "replication"), luck) + with(c.Command)
}

const legend = "A rank is one more than the number of arms that are told better, so arms that cannot be told apart share it."

// ComparisonText writes a comparison for a terminal of so many columns, 0 for the
// usual.
func ComparisonText(w io.Writer, c *result.Comparison, width int) error {
	var b strings.Builder
	b.WriteString(text.Wrapped(opening(c), width) + "\n")
	for _, line := range answers(c) {
		b.WriteString(text.Wrapped("  "+line, width))
	}
	if lines := judgements(c); len(lines) > 0 {
		b.WriteString("\nobjectives\n")
		for _, line := range lines {
			b.WriteString(text.Wrapped("  "+line, width))
		}
	}
	b.WriteString("\n" + text.Wrapped(strictness(c), width))
	for _, block := range blocks(c) {
		b.WriteString("\n" + text.Wrapped(block.title, width))
		for line := range strings.Lines(block.lines) {
			b.WriteString(text.Wrapped(strings.TrimSuffix(line, "\n"), width))
		}
	}
	if len(c.Arms) > 2 {
		for _, block := range rankings(c) {
			fmt.Fprintf(&b, "\nranks%s\n%s", prefixed(block.title), block.grid.text(width))
		}
	}
	if lines := paretos(c); len(lines) > 0 {
		b.WriteString("\n" + text.Wrapped(paretoMeans(c), width))
		for _, line := range lines {
			b.WriteString(text.Wrapped("  "+line, width))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
