package replicate_test

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"

	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// Attempts of a Poisson stream of 20/s over 10 s: mean 200, standard deviation
// √200, a relative one of 7.07 % a replication.
const stream = `
version: 1
run: {duration: 10s, replications: 10, precision: {measure: attempts, within: 3%, max: 60}}
fleet: [{arrivals: 20/s, processes: 1}]
dependency: {servers: inf, service: 1ms}`

func precise(t *testing.T, within string, workers int, set ...string) *result.Result {
	t.Helper()
	s, err := scenario.Read("stream.yaml", []byte(stream), scenario.Options{Set: append(set, "run.precision.within="+within)})
	if err != nil {
		t.Fatal(err)
	}
	r, err := replicate.Run(context.Background(), s, replicate.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Looks come after 10, 15, 23, 35, 53 and 60 replications: six, so each interval is
// one of 1 − 5 %/6. A half-width of 3 % of the mean is about t·7.07 %/√n: after 53
// at t(52) ≈ 2.7 it is 2.6 %, after 35 at t(34) ≈ 2.8 it is 3.3 %.
func TestReplicationsGoOnUntilAMeasureIsKnown(t *testing.T) {
	r := precise(t, "3%", 1)
	if !slices.Contains([]int{35, 53, 60}, r.Replications) || r.Planned != r.Replications {
		t.Errorf("ended after %d of %d", r.Replications, r.Planned)
	}
	p := r.Precision
	if p == nil || !p.Reached || *p.HalfWidth > 0.03 || p.From != 10 {
		t.Fatalf("got %+v", p)
	}
	// It is what a run of so many replications gives, and was wider a look before.
	plain := precise(t, "99%", 1, "run.replications="+strconv.Itoa(r.Replications))
	if !slices.EqualFunc(plain.Measures["attempts"].PerReplication, r.Measures["attempts"].PerReplication, func(a, b *float64) bool { return *a == *b }) {
		t.Error("a run of as many replications gives others")
	}
	// The interval shown is the usual one: narrower, as it speaks for one look.
	shown := r.Measures["attempts"]
	if half := (*shown.High - *shown.Low) / 2 / *shown.Value; !(half < *p.HalfWidth) {
		t.Errorf("the interval of one look is not narrower: %v, %v", half, *p.HalfWidth)
	}
}

func TestAPrecisionIsGivenUpAtItsMost(t *testing.T) {
	r := precise(t, "0.1%", 2)
	if p := r.Precision; r.Replications != 60 || p.Reached || p.Looks != 6 {
		t.Errorf("%d replications, %+v", r.Replications, r.Precision)
	}
	i := slices.IndexFunc(r.Findings, func(f result.Finding) bool { return f.Name == "precision" })
	if i < 0 || r.Findings[i].Severity != "warning" {
		t.Errorf("got %v", r.Findings)
	}
}

func TestNothingIsAddedToWhatIsKnown(t *testing.T) {
	if r := precise(t, "50%", 3); r.Replications != 10 || r.Precision.Looks != 1 {
		t.Errorf("%d replications, %+v", r.Replications, r.Precision)
	}
}

func TestWorkersDoNotDecideWhereReplicationsEnd(t *testing.T) {
	one, four := precise(t, "4%", 1), precise(t, "4%", 4)
	if one.Replications != four.Replications || math.Float64bits(*one.Precision.HalfWidth) != math.Float64bits(*four.Precision.HalfWidth) {
		t.Errorf("%d and %d replications", one.Replications, four.Replications)
	}
}
