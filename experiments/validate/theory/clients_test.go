package theory

import (
	"math"
	"testing"
)

// What stands in brute.go is what the simulation gives, and who gets which call makes
// no difference: dealt in turn, all clients have as many calls, give or take one, on
// their own a tenth more or less.
func TestBucketsFedBySuccesses(t *testing.T) {
	for fails, want := range FedBySuccesses {
		for _, inTurn := range []bool{false, true} {
			got := Fed{Clients: 100, Rate: 10, Lasts: 10, Trip: 0.010, Size: 50, Fails: fails, DealtInTurn: inTurn}.Attempts(100)
			if math.Abs(got.Value-want.Value) > 4*math.Hypot(got.Error, want.Error) || got.Error > 0.0005 {
				t.Errorf("%v fail, dealt in turn %v: got %v, it says %v", fails, inTurn, got, want)
			}
		}
	}
}
