// Package experiment writes what sweeps and comparisons found: for terminals, and
// as pages with pictures.
package experiment

import (
	"strings"
	"unicode/utf8"

	"herdcast/reports/figure"
	"herdcast/reports/text"
)

// grid is a table of texts: the first columns say which row it is, the others what
// it says.
type grid struct {
	columns []string
	keys    int // leading columns that every block repeats
	rows    [][]string
}

// text lays the grid out in lines of at most so many columns: where the columns do
// not fit beside each other, in blocks below each other that repeat the keys.
func (g grid) text(width int) string {
	if width == 0 {
		width = text.Usual
	}
	wide := make([]int, len(g.columns))
	for c, name := range g.columns {
		wide[c] = utf8.RuneCountInString(name)
		for _, row := range g.rows {
			wide[c] = max(wide[c], utf8.RuneCountInString(row[c]))
		}
	}
	room := width - 2
	for _, w := range wide[:g.keys] {
		room -= w + 2
	}
	var b strings.Builder
	for from := g.keys; from < len(g.columns) || from == g.keys; {
		to, left := from, room
		for to < len(g.columns) && (to == from || wide[to] <= left) {
			left -= wide[to] + 2
			to++
		}
		if from > g.keys {
			b.WriteByte('\n')
		}
		g.line(&b, g.columns, wide, from, to)
		for _, row := range g.rows {
			g.line(&b, row, wide, from, to)
		}
		if to == from {
			break
		}
		from = to
	}
	return b.String()
}

func (g grid) line(b *strings.Builder, row []string, wide []int, from, to int) {
	line := " "
	for c := range row {
		if c < g.keys || c >= from && c < to {
			line += " " + row[c] + strings.Repeat(" ", wide[c]-utf8.RuneCountInString(row[c])+1)
		}
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// table gives the grid as pages have it.
func (g grid) table() figure.Table { return figure.Table{Columns: g.columns, Rows: g.rows} }
