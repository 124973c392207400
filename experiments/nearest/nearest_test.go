package nearest

import "testing"

func TestWordIsTheOneWithTheFewestEdits(t *testing.T) {
	known := []string{"attempts", "backoff", "on", "hint", "budget", "max_elapsed"}
	for found, want := range map[string]string{
		"attemps":    "attempts",    // one letter left out
		"atempst":    "attempts",    // one left out, two swapped
		"bakcoff":    "backoff",     // neighbours swapped
		"no":         "on",          // as few letters allow one edit
		"hints":      "hint",        // one letter too many
		"maxelapsed": "max_elapsed", // one left out
		"jitter":     "",            // nothing is near
		"x":          "",
		"":           "",
	} {
		if got := Word(found, known); got != want {
			t.Errorf("%q: got %q, want %q", found, got, want)
		}
	}
}

func TestEditsCountEachKindOnce(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "ab", 1}, {"abc", "abcd", 1}, {"abc", "axc", 1}, {"kitten", "sitting", 3}, {"", "abc", 3}} {
		if got := edits(row.a, row.b); got != row.want {
			t.Errorf("%q to %q: got %d, want %d", row.a, row.b, got, row.want)
		}
	}
}
