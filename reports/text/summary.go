// Package text writes the summary that a terminal shows when a run has ended: the
// verdicts first, then what was tried, then why, then what to do next.
package text

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"herdcast/experiments/result"
	"herdcast/reports/number"
	"herdcast/reports/review"
)

// Options are what a summary needs beside the result.
type Options struct {
	Color  bool          // signs and faults in colour; the text is the same without
	Width  int           // columns; 0: the usual
	File   string        // the scenario as the user named it, for the next commands
	Folder string        // where the report lies, empty for none
	Took   time.Duration // how long the run took, 0 if that is not to be said
}

// Summary writes the summary of a result.
func Summary(w io.Writer, r *result.Result, o Options) error {
	p := newPage(o)
	p.head(r)
	p.objectives(r)
	p.chain(r)
	p.paragraphs(r)
	p.next(r, o)
	_, err := w.Write(p.Bytes())
	return err
}

// page collects lines that fit.
type page struct {
	bytes.Buffer
	width int
	color bool
}

func newPage(o Options) *page {
	p := &page{width: o.Width, color: o.Color}
	if p.width == 0 {
		p.width = Usual
	}
	return p
}

func (p *page) line(text string) { p.WriteString(strings.TrimRight(text, " ") + "\n") }

// paragraph writes a text from the first column on, wrapped.
func (p *page) paragraph(text string) {
	for _, line := range wrap(clean(text), p.width) {
		p.line(line)
	}
}

// report says where the report lies, if anywhere.
func (p *page) report(o Options) {
	if o.Folder != "" {
		p.line("")
		p.beside("report", clean(o.Folder)+"/report.html")
	}
}

// indents of what stands under the head, and of texts beside a word.
const (
	indent  = 2
	hanging = 13
)

// beside writes a text next to a word, wrapped.
func (p *page) beside(word, text string) {
	for i, line := range wrap(text, p.width-hanging) {
		if i > 0 {
			word = ""
		}
		p.line(pad(spaces(indent)+word, hanging) + line)
	}
}

func (p *page) head(r *result.Result) {
	setup := strings.Join(review.Setup(r), " · ")
	name := clean(r.Name)
	if columns(name)+3+columns(setup) <= p.width {
		p.line(name + "   " + setup)
	} else {
		for _, line := range wrap(name, p.width) {
			p.line(line)
		}
		for _, line := range wrap(setup, p.width-indent) {
			p.line(spaces(indent) + line)
		}
	}
	p.line("")
}

// objectives writes the verdict and a row for each objective, values aligned on
// the decimal. Where a row does not fit, its name stands above it.
func (p *page) objectives(r *result.Result) {
	rows := review.Objectives(r)
	lines := wrap(verdict(r), p.width-indent-2)
	for i, line := range lines {
		sign := " "
		if i == 0 {
			sign = p.painted(overall(rows))
		}
		p.line(spaces(indent) + sign + " " + line)
	}
	names, before, after := 0, 0, 0
	for _, row := range rows {
		whole, rest := split(shown(row))
		names, before, after = max(names, columns(clean(row.Measure))), max(before, columns(whole)), max(after, columns(rest))
	}
	for _, row := range rows {
		whole, rest := split(shown(row))
		value := spaces(before-columns(whole)) + whole + pad(rest, after) + "   " + row.Bound
		start := spaces(indent) + p.painted(row.Sign) + " "
		if indent+2+names+3+columns(value) <= p.width {
			p.line(start + pad(clean(row.Measure), names) + "   " + value)
		} else {
			for i, line := range wrap(clean(row.Measure), p.width-indent-2) {
				if i > 0 {
					start = spaces(indent + 2)
				}
				p.line(start + line)
			}
			for _, line := range wrap(strings.TrimLeft(value, " "), p.width-indent-4) {
				p.line(spaces(indent+4) + line)
			}
		}
		if row.Given.Value == nil && row.Given.Why != "" {
			for _, line := range wrap(clean(row.Given.Why), p.width-indent-4) {
				p.line(spaces(indent+4) + line)
			}
		}
	}
	p.line("")
}

// shown is a row's value; the reason why there is none gets a line of its own.
func shown(row review.Objective) string {
	if row.Given.Value == nil {
		return "n/a"
	}
	return row.Value
}

// verdict is the answer without yes or no, which the sign gives.
func verdict(r *result.Result) string {
	text := strings.TrimSuffix(review.Verdict(r), ".")
	if _, after, ok := strings.Cut(text, ": "); ok {
		return after
	}
	return text
}

// overall is the sign of all objectives together.
func overall(rows []review.Objective) string {
	sign := " "
	for _, row := range rows {
		switch {
		case row.Sign == "✗", sign == " ", sign == "✓" && row.Sign == "?":
			sign = row.Sign
		}
		if sign == "✗" {
			break
		}
	}
	return sign
}

// chain writes counts under their names, with the factor at each step and the
// effects that came of it.
func (p *page) chain(r *result.Result) {
	top, bottom := spaces(indent), spaces(indent)
	for i, link := range review.Chain(r) {
		if i > 0 {
			bottom = pad(bottom, columns(top)) + " "
		}
		if link.Factor != "" {
			bottom += link.Factor + " "
		}
		top = pad(top, columns(bottom)) + link.Name
		bottom += link.Count
	}
	if columns(bottom) == indent {
		return
	}
	effects := "" // where they do not fit beside
	if landed, wanted := r.Measures["effects.landed"], r.Measures["effects.wanted"]; landed.Value != nil && wanted.Value != nil && *wanted.Value > 0 {
		text := number.Count(*landed.Value) + " of " + number.Count(*wanted.Value) + " wanted"
		at := max(columns(top), columns(bottom)) + 3
		if at+columns(text) <= p.width {
			top, bottom = pad(top, at)+"landed effects", pad(bottom, at)+text
		} else {
			effects = text + " landed"
		}
	}
	p.rows(top, bottom)
	if effects != "" {
		p.beside("Effects", effects)
		p.line("")
	}
}

// rows writes two lines that belong together, or, where they are too long, each
// wrapped.
func (p *page) rows(top, bottom string) {
	if columns(top) <= p.width && columns(bottom) <= p.width {
		p.line(top)
		p.line(bottom)
	} else {
		names, counts := strings.Fields(top), strings.Fields(bottom)
		var parts []string
		for len(counts) > 0 && len(names) > 0 {
			if strings.HasPrefix(counts[0], "×") {
				parts, counts = append(parts, counts[0]), counts[1:]
				continue
			}
			parts, counts, names = append(parts, counts[0]+" "+names[0]), counts[1:], names[1:]
		}
		for _, line := range wrap(strings.Join(parts, " "), p.width-indent) {
			p.line(spaces(indent) + line)
		}
	}
	p.line("")
}

// next names the commands that go on from here, and where the report lies.
func (p *page) next(r *result.Result, o Options) {
	file := clean(o.File)
	if file == "" {
		file = "FILE"
	}
	commands := [][2]string{{"herdcast run " + file + " --set PATH=VALUE", "another setting"}}
	for _, objective := range r.Objectives {
		if objective.Verdict == result.Unclear && objective.Value != nil {
			more := fmt.Sprintf("herdcast run %s --replications %d", file, 4*r.Planned)
			commands = append(commands, [2]string{more, "narrower by half"})
			break
		}
	}
	wide := 0
	for _, c := range commands {
		wide = max(wide, columns(c[0]))
	}
	word := "Next"
	for _, c := range commands {
		p.beside(word, pad(c[0], wide)+"   "+c[1])
		word = ""
	}
	if o.Folder == "" && o.Took == 0 {
		return
	}
	p.line("")
	text := fmt.Sprintf("%s events", number.Count(float64(r.Facts.Events)))
	if o.Took > 0 {
		text = number.Duration(o.Took.Seconds()) + ", " + text
	}
	if o.Folder != "" {
		text = clean(o.Folder) + "/report.html   " + text
	}
	p.beside("report", text)
}
