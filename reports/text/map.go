package text

import (
	"fmt"
	"io"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/finding"
	"herdcast/reports/number"
)

var mapLetters = map[string]string{result.Recovers: "·", result.Degrades: "d", result.Collapses: "C", "": "?"}

// Map draws a map of letters, a row for each value of y from the largest down. One
// that is wider than the terminal is drawn closer, then in parts below each other.
func Map(w io.Writer, m *result.Map, o Options) error {
	p := newPage(o)
	p.paragraph(fmt.Sprintf("%s: %s up, %s along; · recovers, d degrades, C collapses, ? cannot be told", m.Name, m.Y.Path, m.X.Path))
	p.paragraph(fmt.Sprintf("%d of %d points simulated, %s each; the others lie between points of one phase", len(m.Points), len(m.X.Values)*len(m.Y.Values), number.Plural(float64(m.Replications), "replication")))
	names := 0
	for _, value := range m.Y.Values {
		names = max(names, columns(clean(value)))
	}
	room := max(p.width-indent-names-1, 1)
	gap := " "
	if 2*len(m.X.Values) > room {
		gap = ""
	}
	for from, part := 0, max(room/(1+len(gap)), 1); from < len(m.X.Values); from += part {
		to := min(from+part, len(m.X.Values))
		p.line("")
		for y := len(m.Y.Values) - 1; y >= 0; y-- {
			value := clean(m.Y.Values[y])
			var row strings.Builder
			for _, phase := range m.Phases[y][from:to] {
				row.WriteString(gap + mapLetters[phase])
			}
			p.line(spaces(indent+names-columns(value)) + value + " " + row.String())
		}
		along := clean(m.X.Values[from])
		if to > from+1 {
			along += " to " + clean(m.X.Values[to-1])
		}
		p.line(spaces(indent+names+1+len(gap)) + along)
	}
	p.line("")
	p.paragraph("By " + m.X.Path + ", as " + m.Y.Path + " grows:")
	for _, stretch := range finding.Boundary(m) {
		p.WriteString(Wrapped(spaces(indent)+stretch.X+": "+stretch.Says, p.width))
	}
	if unsure := finding.Unsure(m); unsure != "" {
		p.line("")
		p.paragraph(unsure)
	}
	p.report(o)
	_, err := w.Write(p.Bytes())
	return err
}
