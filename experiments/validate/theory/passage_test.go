package theory

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// One in the station is the first arrival: 1 − e^(−λt). Two without service are two
// arrivals: 1 − e^(−λt)(1 + λt). Servers that never serve are allowed.
func TestCrowdedWithoutServiceIsCounting(t *testing.T) {
	for _, c := range []struct {
		holds int
		want  float64
	}{{1, 1 - math.Exp(-3)}, {2, 1 - 4*math.Exp(-3)}} {
		if got := Crowded(1.5, 0, 1, c.holds, 2); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d: %v, want %v", c.holds, got, c.want)
		}
	}
}

// The exponential of the generator, by scaling and squaring, agrees.
func TestCrowdedIsTheExponentialOfTheChain(t *testing.T) {
	const arrivals, service, servers, holds, time = 3, 2, 2, 8, 5
	q := mat.NewDense(holds+1, holds+1, nil)
	for k := range holds {
		down := service * float64(min(k, servers))
		q.Set(k, k+1, arrivals*time)
		if k > 0 {
			q.Set(k, k-1, down*time)
		}
		q.Set(k, k, -(arrivals+down)*time)
	}
	var e mat.Dense
	e.Exp(q)
	if got, want := Crowded(arrivals, service, servers, holds, time), e.At(0, holds); math.Abs(got-want) > 1e-10 {
		t.Errorf("%v, want %v", got, want)
	}
}
