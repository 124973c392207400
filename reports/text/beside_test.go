package text

import (
	"bytes"
	"strings"
	"testing"
)

// Cells are wrapped each in its own column, and no line is too long.
func TestSideBySideKeepsToItsColumns(t *testing.T) {
	var b bytes.Buffer
	rows := []Row{{}, {Label: "retry", A: "layer 1", B: "—"}, {Label: " on", A: "[throttled, unavailable, timeout]", B: "[throttled]"}}
	if err := SideBySide(&b, Row{A: "one", B: "other"}, rows, Options{Width: 40}); err != nil {
		t.Fatal(err)
	}
	// The label has 5 columns, each cell (40 − 5 − 4) / 2 = 15.
	want := strings.Join([]string{
		"       one              other",
		"",
		"retry  layer 1          —",
		" on    [throttled,      [throttled]",
		"       unavailable,",
		"       timeout]",
		"",
	}, "\n")
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
