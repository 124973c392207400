package theory

import (
	"math"
	"testing"
)

// near wants a value to agree with a known one in all the digits that are given.
func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within*math.Abs(want)) {
		t.Errorf("%s: got %.10g, want %.10g", what, got, want)
	}
}
