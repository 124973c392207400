package tool

import (
	"testing"

	"herdcast/sim/quantity"
)

// A share asks for the least number of children that makes it: 7 % of 100 are 7,
// though the product is a little more in floating point.
func TestNeedsOf(t *testing.T) {
	for _, test := range []struct {
		word  string
		share quantity.Share
		count int64
		want  int64
	}{
		{"all", 0, 4, 4}, {"any", 0, 4, 1},
		{"", 0.8, 4, 4}, {"", 0.75, 4, 3}, {"", 0.07, 100, 7}, {"", 1, 3, 3}, {"", 0, 3, 0},
	} {
		needs := Needs{Word: test.word}
		if test.word == "" {
			needs.Share = &test.share
		}
		if got := needs.Of(test.count); got != test.want {
			t.Errorf("%s%v of %d: %d, want %d", test.word, test.share, test.count, got, test.want)
		}
	}
}
