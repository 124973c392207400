package theory

import (
	"math"
	"testing"
)

// One retry has an exact chain.
func TestTryingAgain(t *testing.T) {
	exact := Retrial{Rate: 12, Service: 1, Limit: 10, Pause: 2, Once: true}.Solve(80)
	made, served := Again{Rate: 12, Service: 1, Limit: 10, Most: 2, Pause: 2}.Simulate(40, 1040, 100)
	for _, row := range []struct {
		what string
		got  Estimate
		want float64
	}{{"attempts", made, exact.Attempts}, {"served", served, 12 * (1 - exact.Failed)}} {
		if math.Abs(row.got.Value-row.want) > 4*row.got.Error || row.got.Error > 0.002*row.want {
			t.Errorf("%s: got %v, want %v", row.what, row.got, row.want)
		}
	}
}

// What stands in brute.go is what this simulation gives, half a percent or less from the
// fixed point of endless pauses.
func TestLongPausesAgainstTheirSimulation(t *testing.T) {
	for _, of := range []LongPause{FourTriesAt12, FourTriesAt15, FiveTriesAt80} {
		near(t, "endless pauses", of.Attempts.Value, LongPauses(of.Rate, of.Service, of.Limit, of.Most).Attempts, 0.005)
		made, served := of.Simulate(15*of.Pause, 15*of.Pause+350*of.Service, 40)
		for _, pair := range [][2]Estimate{{made, of.Attempts}, {served, of.Served}} {
			if math.Abs(pair[0].Value-pair[1].Value) > 4*math.Hypot(pair[0].Error, pair[1].Error) {
				t.Errorf("%+v: got %v, it says %v", of.Again, pair[0], pair[1])
			}
		}
	}
}
