package metric_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"herdcast/models/fact"
	"herdcast/models/metric"
	"herdcast/sim"
)

// ms gives an instant in milliseconds since the beginning of the run.
func ms(n int64) sim.Time { return sim.Time(n) * sim.Time(time.Millisecond) }

// Cohorts and tools of frames, by number.
const (
	scouts, medics uint16 = 0, 1
	look, page     uint16 = 0, 1
)

// ninety is a run of 100 s with a warm-up of 10 s, without faults.
func ninety() metric.Frame {
	return metric.Frame{Warmup: ms(10_000), End: ms(100_000), Series: time.Second, HerdBin: 100 * time.Millisecond,
		Cohorts: []string{"scouts", "medics"}, Tools: []string{"look", "page"}, Servers: 4}
}

// parts of the frames, by what they narrow.
func ofCohort(c uint16) metric.Part { p := metric.Whole; p.Cohort = int(c); return p }
func ofTool(t uint16) metric.Part   { p := metric.Whole; p.Tool = int(t); return p }
func ofAttempt(n int) metric.Part   { p := metric.Whole; p.Attempt = n; return p }
func ofLayer(l string) metric.Part  { p := metric.Whole; p.Layer = l; return p }
func ofCause(c string) metric.Part  { p := metric.Whole; p.Cause = c; return p }

// put records a fact.
func put(r *fact.Recorder, f fact.Fact) { *r.New() = f }

// measure gives what a frame's measures make of facts, which need not be in
// order; those of the same instant stay in theirs.
func measure(f metric.Frame, facts ...fact.Fact) metric.Observation {
	slices.SortStableFunc(facts, func(a, b fact.Fact) int { return int(a.At - b.At) })
	var recorder fact.Recorder
	set := metric.NewSet(f)
	set.Attach(&recorder)
	for _, f := range facts {
		put(&recorder, f)
	}
	return set.Observe(0)
}

// want is a value: of is its denominator, 0 for counts and the like.
type want struct {
	value, of float64
}

// find gives the one value of a name and part.
func find(t *testing.T, o metric.Observation, p metric.Part, name string) metric.Value {
	t.Helper()
	var found []metric.Value
	for _, v := range o.Values {
		if v.Name == name && v.Part == p {
			found = append(found, v)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s of %+v is given %d times, want once", name, p, len(found))
	}
	return found[0]
}

// expect holds values of a part against what they must be, to the last digit
// but one.
func expect(t *testing.T, o metric.Observation, p metric.Part, wanted map[string]want) {
	t.Helper()
	for name, w := range wanted {
		v := find(t, o, p, name)
		if v.Why != "" || !near(v.Value, w.value) || !near(v.Of, w.of) {
			t.Errorf("%s of %+v is %v of %v (%s), want %v of %v", name, p, v.Value, v.Of, v.Why, w.value, w.of)
		}
	}
}

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-15*max(1, math.Abs(want)) }

// expectNone holds reasons why there is no value against what they must be.
func expectNone(t *testing.T, o metric.Observation, p metric.Part, wanted map[string]string) {
	t.Helper()
	for name, why := range wanted {
		if v := find(t, o, p, name); v.Why != why || v.Value != 0 {
			t.Errorf("%s of %+v is %v (%q), want nothing because %q", name, p, v.Value, v.Why, why)
		}
	}
}

// absent holds that a part does not have the measures.
func absent(t *testing.T, o metric.Observation, p metric.Part, names ...string) {
	t.Helper()
	for _, v := range o.Values {
		if v.Part == p && slices.Contains(names, v.Name) {
			t.Errorf("%s is given for %+v", v.Name, p)
		}
	}
}

// seriesOf gives the values of a series.
func seriesOf(t *testing.T, o metric.Observation, name string) []float64 {
	t.Helper()
	i := slices.IndexFunc(o.Series, func(s metric.Series) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("there is no series %s", name)
	}
	return o.Series[i].Values
}

// bins holds a series against values by bin; those not named must be 0.
func bins(t *testing.T, o metric.Observation, name string, wanted map[int]float64) {
	t.Helper()
	for i, v := range seriesOf(t, o, name) {
		if v != wanted[i] {
			t.Errorf("series %s has %v in bin %d, want %v", name, v, i, wanted[i])
		}
	}
}
