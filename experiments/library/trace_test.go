package library

import (
	"math"
	"testing"
	"time"

	"herdcast/experiments/scenario"
)

// Public traces of a code assistant have 2.6 arrivals a second on average, 67 in
// the busiest second, and gaps with a coefficient of variation of 13; a Poisson
// stream of that rate has a dozen in its busiest second and a coefficient of 1.
func TestShippedTraceIsBursty(t *testing.T) {
	data, _ := Named("trace-driven-fleet")
	s, err := scenario.Read("trace-driven-fleet", data, scenario.Options{Shipped: Files()})
	if err != nil {
		t.Fatal(err)
	}
	at := s.Spec.Fleet[0].Trace.At
	perSecond := map[time.Duration]int{}
	busiest := 0
	for _, instant := range at {
		perSecond[instant.Truncate(time.Second)]++
		busiest = max(busiest, perSecond[instant.Truncate(time.Second)])
	}
	var sum, squares float64
	for i := range at[1:] {
		gap := (at[i+1] - at[i]).Seconds()
		sum += gap
		squares += gap * gap
	}
	n := float64(len(at) - 1)
	mean := sum / n
	variation := math.Sqrt(squares/n-mean*mean) / mean
	for _, got := range []struct {
		what             string
		value, low, high float64
	}{
		{"arrivals", float64(len(at)), 3000, 3000},
		{"rate", 1 / mean, 2.4, 2.8},
		{"arrivals in the busiest second", float64(busiest), 55, 80},
		{"coefficient of variation of the gaps", variation, 10, 15},
	} {
		if got.value < got.low || got.value > got.high {
			t.Errorf("%s: %v is outside %v to %v", got.what, got.value, got.low, got.high)
		}
	}
}
