package text

import (
	"fmt"
	"io"
	"strings"

	"herdcast/experiments/result"
)

var mapLetters = map[string]string{result.Recovers: "·", result.Degrades: "d", result.Collapses: "C", "": "?"}

// Map draws a map of letters, a row for each value of y from the largest down.
func Map(w io.Writer, m *result.Map) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s up, %s along; · recovers, d degrades, C collapses, ? cannot be told\n", m.Name, m.Y.Path, m.X.Path)
	fmt.Fprintf(&b, "%d of %d points simulated, %d replications each; the others lie between points of one phase\n\n", len(m.Points), len(m.X.Values)*len(m.Y.Values), m.Replications)
	for y := len(m.Y.Values) - 1; y >= 0; y-- {
		fmt.Fprintf(&b, "  %12s ", m.Y.Values[y])
		for _, phase := range m.Phases[y] {
			b.WriteString(" " + mapLetters[phase])
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "  %12s  %s to %s\n", "", m.X.Values[0], m.X.Values[len(m.X.Values)-1])
	_, err := io.WriteString(w, b.String())
	return err
}
