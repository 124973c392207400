package figure

import (
	"slices"
	"testing"

	"herdcast/reports/reporttest"
)

// 39,863 landings less 35 repeats are 39,828 effects that landed, of 44,051: 904
// per 1,000; the other 4,223 never did.
func TestEffectsAreSplitIntoThoseThatLandedAndThoseThatDidNot(t *testing.T) {
	want := [][]string{
		{"wanted", "44,051", "1,000"}, {"landed at least once", "39,828", "904"}, {"never landed", "4,223", "95.9"},
		{"landed again", "35", "0.795"}, {"reported done, never landed", "0", "0"}, {"reported done by another's answer", "0", "0"},
		{"reported failed, but landed", "402", "9.13"}, {"reported as unknown", "457", "10.4"},
	}
	got := drawn(reporttest.Brownout())["effects"].Table.Rows
	if !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("got %v, want %v", got, want)
	}
}
