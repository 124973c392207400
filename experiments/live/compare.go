package live

import (
	"context"
	"math"
	"slices"

	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/experiments/stats"
	"herdcast/models/metric"
)

// compared are the measures that are compared, in the order in which they are shown.
var compared = []string{
	"tasks.started", "tasks.success", "calls", "calls.success", "attempts", "amplification", "amplification.peak",
	"goodput", "offered", "latency.p50", "latency.p95", "latency.ok.p50", "latency.ok.p95",
	"herd.peak", "herd.peak_sliding", "queue.mean", "queue.max", "utilisation", "work.wasted_share", "quota.refused",
	"attempts.throttled", "attempts.unavailable", "attempts.server_error", "attempts.reset", "attempts.refused", "attempts.timeout",
	"effects.landed", "effects.duplicates", "wall_clock.used.p95", "wall_clock.exhausted", "recovery.time",
}

// Comparison is one measure, of the real run and of the simulated ones. Low and
// High are the ends of the interval in which one more simulated run would lie 19
// times out of 20, by Student's t with the factor √(1 + 1/n) for a single
// observation. Difference is (real − simulated) / simulated, null where simulated is
// 0.
type Comparison struct {
	Measure    string   `json:"measure"`
	Unit       string   `json:"unit"`
	Real       float64  `json:"real"`
	Simulated  float64  `json:"simulated"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	Difference *float64 `json:"difference"`
	Agrees     bool     `json:"agrees"` // within the interval or within a tenth
}

// Near is how far a real measure may be from the simulated one, relative to it, and
// still agree when chance does not explain the difference.
const Near = 0.10

// Options are what a comparison needs beside the scenario.
type Options struct {
	Workers  int
	Progress func(finished, planned int) // of the simulation
	Begins   func()                      // told when the real run begins; may be nil
}

// Compare simulates a scenario and runs it for real. Measures that either cannot give
// are left out. An interrupted comparison yields ctx.Err().
func Compare(ctx context.Context, s *scenario.Scenario, o Options) ([]Comparison, error) {
	if why := unfit(&s.Spec); why != "" {
		return nil, &UnfitError{why}
	}
	simulated, err := replicate.Run(ctx, s, replicate.Options{Workers: o.Workers, Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if o.Begins != nil {
		o.Begins()
	}
	measured, err := measure(ctx, s)
	if err != nil {
		return nil, err
	}
	return compare(measured, simulated), nil
}

func compare(measured metric.Observation, simulated *result.Result) (all []Comparison) {
	for _, name := range compared {
		at := slices.IndexFunc(measured.Values, func(v metric.Value) bool { return v.Name == name && v.Part == metric.Whole })
		m, known := simulated.Measures[name]
		if at < 0 || measured.Values[at].Why != "" || !known || m.Value == nil {
			continue
		}
		all = append(all, comparisonOf(name, measured.Values[at], m))
	}
	return all
}

func comparisonOf(name string, real metric.Value, simulated result.Measure) Comparison {
	c := Comparison{Measure: name, Unit: real.Unit, Real: real.Value, Simulated: *simulated.Value}
	var values []float64
	for _, v := range simulated.PerReplication {
		if v != nil {
			values = append(values, *v)
		}
	}
	if n := len(values); n > 1 {
		mean := stats.Mean(values, 0.95)
		half := (mean.High - mean.Low) / 2 * math.Sqrt(float64(n)+1)
		low, high := mean.Value-half, mean.Value+half
		c.Low, c.High = &low, &high
		c.Agrees = c.Real >= low && c.Real <= high
	}
	if c.Simulated != 0 {
		difference := (c.Real - c.Simulated) / c.Simulated
		c.Difference = &difference
		c.Agrees = c.Agrees || math.Abs(difference) <= Near
	}
	c.Agrees = c.Agrees || c.Real == c.Simulated
	return c
}
