// Package markdown writes a report as Markdown with its pictures beside it, for
// repositories and reviews.
package markdown

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"herdcast/reports/figure"
	"herdcast/reports/review"
)

// Write writes the report. Pictures are linked as plots/NAME.svg.
func Write(w io.Writer, v *review.Review) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n%s\n\n**%s**\n\n", escape(v.Name), escape(v.Question), escape(v.Verdict))
	if len(v.Objectives) > 0 {
		t := figure.Table{Columns: []string{"", "objective", "mean of a run, 95 % interval", "bound"}}
		for _, o := range v.Objectives {
			t.Rows = append(t.Rows, []string{o.Sign + " " + o.Verdict, o.Measure, o.Value, o.Bound})
		}
		table(&b, t)
	}
	if len(v.Chain) > 0 {
		b.WriteString(chain(v.Chain) + "\n\n")
	}
	for _, s := range v.Sections {
		fmt.Fprintf(&b, "## %s\n\n", escape(s.Title))
		for _, block := range s.Blocks {
			write(&b, block)
		}
	}
	_, err := w.Write(append(bytes.TrimRight(b.Bytes(), "\n"), '\n'))
	return err
}

// chain is one line: 24,469 tasks → ×4.8 → 116,367 turns → …
func chain(links []review.Link) string {
	var parts []string
	for _, l := range links {
		if l.Factor != "" {
			parts = append(parts, l.Factor)
		}
		parts = append(parts, "**"+l.Count+"** "+l.Name)
	}
	return strings.Join(parts, " → ")
}

func write(b *bytes.Buffer, block review.Block) {
	switch {
	case block.Table != nil:
		table(b, *block.Table)
	case block.Figure != nil:
		f := block.Figure
		fmt.Fprintf(b, "### %s\n\n![%s](plots/%s.svg)\n\n", escape(f.Title), escape(f.Alt), f.Name)
	case block.Code != "":
		fence := "```"
		for strings.Contains(block.Code, fence) {
			fence += "`"
		}
		fmt.Fprintf(b, "%s\n%s\n%s\n\n", fence, block.Code, fence)
	case len(block.List) > 0:
		for _, item := range block.List {
			b.WriteString("- " + escape(item) + "\n")
		}
		b.WriteString("\n")
	case block.Text != "":
		b.WriteString(escape(block.Text) + "\n\n")
	}
}

func table(b *bytes.Buffer, t figure.Table) {
	row(b, t.Columns)
	b.WriteString("|" + strings.Repeat(" --- |", len(t.Columns)) + "\n")
	for _, cells := range t.Rows {
		row(b, cells)
	}
	b.WriteString("\n")
}

func row(b *bytes.Buffer, cells []string) {
	b.WriteByte('|')
	for _, cell := range cells {
		b.WriteString(" " + escape(cell) + " |")
	}
	b.WriteByte('\n')
}

// escape keeps text from being read as markup. Underscores between letters, as
// names of measures have them, are none.
func escape(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	var b strings.Builder
	for i, r := range runes {
		special := strings.ContainsRune("\\`*<>[]|&~!#", r)
		if r == '_' {
			special = i == 0 || i == len(runes)-1 || runes[i-1] == ' ' || runes[i+1] == ' '
		}
		if special {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
