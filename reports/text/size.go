package text

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/number"
	"herdcast/reports/review"
)

// Size writes what a search found: the answer first, then what keeps it from going
// further, then every value that was asked, then the fragment to paste.
func Size(w io.Writer, s *result.Size, o Options) error {
	p := newPage(o)
	head := fmt.Sprintf("%s   %s %s · %s · %s sure", s.Name, s.Find, strings.Join(s.Paths(), ", "), strings.Join(s.Scenarios, ", "), number.Share(s.Confidence))
	if with := review.With(s.Command); with != "" {
		head += " · " + with
	}
	p.paragraph(head)
	p.line("")
	p.answer(s)
	p.line("")
	p.beside("Why", clean(Capital(s.Why))+".")
	if s.Binds != nil {
		p.beside("Binds", clean(binding(s)))
	}
	for i, around := range s.Sensitivity {
		word := ""
		if i == 0 {
			word = "Around"
		}
		p.beside(word, clean(fmt.Sprintf("one step of %s more changes %s by %s", stepOf(s, around), around.Measure, number.Change(around.Change, s.UnitOf(around.Measure)))))
	}
	p.beside("Cost", clean(review.Cost(s)))
	p.line("")
	p.probes(s)
	if s.Fragment != "" {
		p.line("")
		p.line(spaces(indent) + "to paste")
		p.WriteString(cleaned(s.Fragment))
		if shared(s) {
			p.line("")
			p.beside("Note", "processes stay as they are: other agents share the same ones, and what a process has of its own. Change both where a process has its number of agents.")
		}
	}
	p.report(o)
	_, err := w.Write(p.Bytes())
	return err
}

func (p *page) answer(s *result.Size) {
	if s.Answer == nil {
		p.line(spaces(indent) + p.painted("✗") + " no value")
		return
	}
	for _, path := range s.Paths() {
		a := s.Answer[path]
		text := fmt.Sprintf("%s = %s", clean(path), a.Text)
		if s.Indifferent {
			text = clean(path) + ": nothing here depends on it over the range"
		} else if a.Low < a.High {
			text += fmt.Sprintf("   the threshold lies between %s and %s", number.Value(a.Low, a.Unit), number.Value(a.High, a.Unit))
		}
		for i, line := range wrap(text, p.width-indent-2) {
			sign := " "
			if i == 0 {
				sign = p.painted("✓")
			}
			p.line(spaces(indent) + sign + " " + line)
		}
	}
}

func binding(s *result.Size) string {
	text := s.Binds.Objective
	if len(s.Scenarios) > 1 {
		text += " in " + s.Binds.Scenario
	}
	if s.Margin == nil {
		return text
	}
	unit := ""
	for _, p := range s.Probes {
		for _, o := range p.Objectives {
			if o.Text == s.Binds.Objective {
				unit = o.Unit
			}
		}
	}
	if *s.Margin < 0 {
		return fmt.Sprintf("%s, missed by %s", text, number.Difference(-*s.Margin, unit))
	}
	return fmt.Sprintf("%s, with room of %s", text, number.Difference(*s.Margin, unit))
}

// shared tells whether agents were sized, whose processes are written and stay.
func shared(s *result.Size) bool {
	return strings.Contains(s.Fragment, "processes:") && slices.ContainsFunc(s.Paths(), func(path string) bool { return strings.HasSuffix(path, ".agents") })
}

// stricter tells whether an objective is unclear although the interval that is shown
// leaves no doubt: what is looked at often is judged by wider bounds.
func stricter(o result.ProbeObjective) bool {
	return o.Verdict == result.Unclear && (*o.High < o.Bound || *o.Low > o.Bound) && (o.Upper == nil || *o.High < *o.Upper || *o.Low > *o.Upper)
}

// probes writes a row for each value that was asked, in their order, with the
// objective that binds.
func (p *page) probes(s *result.Size) {
	all := s.Ordered()
	values := make([]string, len(all))
	widest := 0
	for i, probe := range all {
		var texts []string
		for _, path := range s.Paths() {
			texts = append(texts, probe.Texts[path])
		}
		values[i] = strings.Join(texts, ", ")
		widest = max(widest, columns(values[i]))
	}
	strict := false
	for i, probe := range all {
		row := fmt.Sprintf("%s   over %3d", spaces(widest-columns(values[i]))+values[i], probe.Replications)
		if o, ok := s.Binding(probe); ok && o.Value != nil {
			row += "   " + clean(o.Measure) + " " + number.Interval(*o.Value, *o.Low, *o.High, o.Unit)
			strict = strict || stricter(o)
		}
		sign := map[string]string{result.Holds: "✓", result.Fails: "✗"}[probe.Verdict]
		p.line(spaces(indent) + p.painted(cmp.Or(sign, "?")) + " " + row)
	}
	if strict {
		p.line("")
		p.beside("?", "Judged at a stricter level than the interval shown, since it is looked at more than once: docs/sizing.md.")
	}
}

func stepOf(s *result.Size, around result.Sensitivity) string {
	step := number.Value(around.Step, s.Answer[around.Path].Unit)
	if len(s.Answer) > 1 {
		step += " of " + around.Path
	}
	return step
}

// Capital begins a text with a capital letter.
func Capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// cleaned cleans a text of several lines.
func cleaned(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = clean(lines[i])
	}
	return strings.Join(lines, "\n")
}
