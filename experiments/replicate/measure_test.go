package replicate

import (
	"math"
	"reflect"
	"testing"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/models/metric"
)

// observed makes one replication's observation of a single value.
func observed(v metric.Value) metric.Observation {
	if v.Name == "" {
		v.Name = "m"
	}
	v.Part = metric.Whole
	return metric.Observation{Values: []metric.Value{v}}
}

func one(t *testing.T, observations ...metric.Observation) (result.Measure, objective.Bounds) {
	t.Helper()
	table, err := estimates(observations)
	if err != nil {
		t.Fatal(err)
	}
	e, ok := table[address{"m", metric.Whole}]
	if !ok {
		t.Fatal("the measure is not in the table")
	}
	return e.measure, e.bounds
}

func TestMeansCarryStudentsIntervalAndTheirDenominator(t *testing.T) {
	m, bounds := one(t,
		observed(metric.Value{Value: 10, Unit: "s", Of: 100}),
		observed(metric.Value{Value: 12, Unit: "s", Of: 102}))
	// s/√2 = 1, t(1) = 12.7062 at 97.5 %, 6.31375 at 95 %.
	if *m.Value != 11 || math.Abs(*m.Low-(11-12.7062047362)) > 1e-9 || math.Abs(*m.High-(11+12.7062047362)) > 1e-9 {
		t.Errorf("got %v in %v..%v", *m.Value, *m.Low, *m.High)
	}
	if math.Abs(bounds.High-(11+6.31375151468)) > 1e-9 || math.Abs(bounds.Low-(11-6.31375151468)) > 1e-9 {
		t.Errorf("one-sided bounds %v", bounds)
	}
	if m.Unit != "s" || m.Interval != "student" || *m.Of != 101 || *m.PerReplication[1] != 12 {
		t.Errorf("got %+v", m)
	}
}

func TestStatisticsAreThoseOfTheMeasure(t *testing.T) {
	share := func(count float64) metric.Observation {
		return observed(metric.Value{Value: count / 100, Unit: "share", Statistic: metric.Share, Count: count, Of: 100})
	}
	m, _ := one(t, share(20), share(20))
	if m.Interval != "wilson" || math.Abs(*m.Low-0.150452) > 1e-6 || math.Abs(*m.High-0.260855) > 1e-6 {
		t.Errorf("share: %s %v..%v", m.Interval, *m.Low, *m.High)
	}

	rare := func(count float64) metric.Observation {
		return observed(metric.Value{Value: count / 10, Statistic: metric.Rare, Count: count, Of: 10000, Scale: 1000})
	}
	m, _ = one(t, rare(4), rare(6))
	if m.Interval != "poisson" || math.Abs(*m.Value-0.5) > 1e-12 || math.Abs(*m.Low-0.23976945) > 1e-6 || math.Abs(*m.High-0.9195178) > 1e-6 {
		t.Errorf("rare: %s %v in %v..%v", m.Interval, *m.Value, *m.Low, *m.High)
	}

	never := observed(metric.Value{Statistic: metric.Fraction})
	m, _ = one(t, never, never, never, never, never, never, never, never, never, never)
	if m.Interval != "wilson" || *m.Value != 0 || math.Abs(*m.High-3.841458821/13.841458821) > 1e-9 {
		t.Errorf("fraction: %s %v..%v", m.Interval, *m.Value, *m.High)
	}
}

func TestOneReplicationHasNoIntervalButItself(t *testing.T) {
	m, bounds := one(t, observed(metric.Value{Value: 0.5, Statistic: metric.Share, Count: 1, Of: 2}))
	if *m.Low != 0.5 || *m.High != 0.5 || m.Interval != "" || bounds != (objective.Bounds{Low: 0.5, High: 0.5}) {
		t.Errorf("got %+v %v", m, bounds)
	}
}

func TestWithoutAValueThereIsAReason(t *testing.T) {
	none := observed(metric.Value{Unit: "s", Why: "no call ended"})
	m, _ := one(t, none, none)
	if m.Value != nil || m.Low != nil || m.Why != "no call ended" || len(m.PerReplication) != 2 || m.PerReplication[0] != nil || m.Of != nil {
		t.Errorf("got %+v", m)
	}

	// The mean is over the replications that have a value, and the reason stays.
	m, _ = one(t, observed(metric.Value{Value: 4, Unit: "s"}), none)
	if *m.Value != 4 || m.Why != "no call ended" || *m.PerReplication[0] != 4 || m.PerReplication[1] != nil {
		t.Errorf("got %+v", m)
	}
}

func TestMarksAreKept(t *testing.T) {
	m, _ := one(t, observed(metric.Value{Value: 1, Censored: true}), observed(metric.Value{Value: 1, Approx: true}))
	if m.Censored != 1 || !m.Approx {
		t.Errorf("got %+v", m)
	}
}

func TestAValueThatNoMeasureMayYieldIsRefused(t *testing.T) {
	for want, v := range map[string]metric.Value{
		"replication 1: measure m is NaN":          {Value: math.NaN()},
		"replication 1: measure m is +Inf":         {Value: math.Inf(1)},
		"replication 1: measure m is a share of 0": {Statistic: metric.Share},
	} {
		if _, err := estimates([]metric.Observation{observed(v)}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestSeriesKeepABandOverReplications(t *testing.T) {
	var observations []metric.Observation
	for i := range 20 {
		observations = append(observations, metric.Observation{Series: []metric.Series{{Name: "offered", Unit: "1/s", Values: []float64{float64(i + 1), 7}}}})
	}
	got, err := series(observations, 1e9)
	want := result.Series{Unit: "1/s", Bin: 1, Mean: []float64{10.5, 7}, Low: []float64{1, 7}, High: []float64{19, 7}}
	if err != nil || !reflect.DeepEqual(got["offered"], want) {
		t.Errorf("got %+v, %v", got["offered"], err)
	}
	observations[3].Series[0].Values = []float64{1}
	if _, err := series(observations, 1e9); err == nil {
		t.Error("series of different lengths are put together")
	}
}

func TestHistogramsAddUpOnTheirCommonGrid(t *testing.T) {
	histogram := func(edges []float64, counts ...int64) metric.Observation {
		return metric.Observation{Histograms: []metric.Histogram{{Name: "latency", Unit: "s", Edges: edges, Counts: counts}}}
	}
	got, err := histograms([]metric.Observation{
		histogram([]float64{1, 2, 3}, 5, 6),
		histogram([]float64{2, 3}, 10),
		histogram([]float64{8, 9}, 1),
		histogram(nil),
	})
	want := result.Histogram{Unit: "s", Edges: []float64{1, 2, 3, 8, 9}, Counts: []int64{5, 16, 0, 1}}
	if err != nil || !reflect.DeepEqual(got["latency"], want) {
		t.Errorf("got %+v, %v", got["latency"], err)
	}
	if _, err := histograms([]metric.Observation{histogram([]float64{1, 3}, 1), histogram([]float64{2, 3}, 1)}); err == nil {
		t.Error("bins that overlap are added up")
	}
}
