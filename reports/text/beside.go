package text

import "io"

// Row is one row of two things side by side; a label alone heads those below it.
type Row struct{ Label, A, B string }

// SideBySide writes rows in three columns, each cell wrapped in its own.
func SideBySide(w io.Writer, head Row, rows []Row, o Options) error {
	p := newPage(o)
	label := 0
	for _, row := range rows {
		label = max(label, columns(clean(row.Label)))
	}
	label = min(label, p.width*2/5)
	cell := (p.width - label - 2*indent) / 2
	for _, row := range append([]Row{head}, rows...) {
		parts := [3][]string{wrap(clean(row.Label), label), wrap(clean(row.A), cell), wrap(clean(row.B), cell)}
		for i := range max(len(parts[0]), len(parts[1]), len(parts[2])) {
			line := ""
			for k, start := range []int{0, label + indent, label + cell + 2*indent} {
				if i < len(parts[k]) {
					line = pad(line, start) + parts[k][i]
				}
			}
			p.line(line)
		}
	}
	_, err := w.Write(p.Bytes())
	return err
}
