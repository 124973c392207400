package hop

import (
	"math"
	"testing"
	"time"

	"herdcast/sim/dist"
)

func TestBothWays(t *testing.T) {
	for _, row := range []struct {
		what    string
		delay   dist.Spec
		instant bool
		longest time.Duration
	}{
		{"none", dist.Spec{}, true, 0},
		{"constant", dist.Of(1e6), false, 2 * time.Millisecond},
		{"bounded", dist.Spec{Kind: dist.Exponential, A: 1e6, AtMost: 1e9}, false, 2 * time.Second},
		{"without bound", dist.Spec{Kind: dist.Exponential, A: 1e6}, false, math.MaxInt64},
	} {
		s := Spec{Delay: row.delay}
		if s.Instant() != row.instant || s.Longest() != row.longest {
			t.Errorf("%s: got %v, %v, want %v, %v", row.what, s.Instant(), s.Longest(), row.instant, row.longest)
		}
	}
}
