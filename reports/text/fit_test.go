package text

import "testing"

// The first line has the whole width, those after it are two columns further in.
func TestWrappedLinesHangBelowTheFirst(t *testing.T) {
	for _, row := range []struct {
		text  string
		width int
		want  string
	}{
		{"one two three", 13, "one two three\n"},
		{"one two three", 12, "one two\n  three\n"},
		{"  one two three four", 10, "  one two\n    three\n    four\n"},
	} {
		if got := Wrapped(row.text, row.width); got != row.want {
			t.Errorf("%q at %d columns: %q, want %q", row.text, row.width, got, row.want)
		}
	}
}
