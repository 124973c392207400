package limit

import (
	"time"

	"herdcast/sim/quantity"
)

// Adaptive is a limit that follows what it sees of the calls, as people write it.
// Each kind takes the keys of its original: aimd, vegas and gradient2 those of
// Netflix's concurrency-limits, gradient those of Envoy's adaptive concurrency.
type Adaptive struct {
	Kind                      Kind            `key:"kind" doc:"the algorithm" required:"true"`
	Initial                   *int            `key:"initial" doc:"limit to begin with; 20 if left out, gradient: min" min:"1"`
	Min                       *int            `key:"min" doc:"least limit; aimd, gradient2: 20 if left out, vegas: 1, gradient: 3, which also holds while it measures the least latency" min:"1"`
	Max                       *int            `key:"max" doc:"largest limit; aimd, gradient2: 200 if left out, vegas, gradient: 1000" min:"1"`
	BackoffRatio              *float64        `key:"backoff_ratio" doc:"aimd: what a drop leaves of the limit; 0.9 if left out" above:"0" max:"1"`
	Timeout                   *time.Duration  `key:"timeout" doc:"aimd: a call that takes longer is a drop; 5s if left out" above:"0"`
	Smoothing                 *float64        `key:"smoothing" doc:"weight of the newest estimate; vegas: 1 if left out, gradient2: 0.2" above:"0" max:"1"`
	ProbeMultiplier           *int            `key:"probe_multiplier" doc:"vegas: the least latency is learned anew after limit × this calls, or half as many; 30 if left out" min:"1"`
	QueueSize                 *int            `key:"queue_size" doc:"gradient2: calls that may queue at the dependency; 4 if left out" min:"0"`
	Tolerance                 *float64        `key:"tolerance" doc:"gradient2: times the long-term latency that is still fine; 1.5 if left out" min:"1"`
	LongWindow                *int            `key:"long_window" doc:"gradient2: calls over which the long-term latency is averaged; 600 if left out" min:"1"`
	SampleAggregatePercentile *quantity.Share `key:"sample_aggregate_percentile" doc:"gradient: quantile that stands for the latencies of an interval; 50% if left out" above:"0" max:"1"`
	ConcurrencyUpdateInterval *time.Duration  `key:"concurrency_update_interval" doc:"gradient: how often the limit changes; 100ms if left out" above:"0"`
	MinRTTCalc                *MinRTTCalc     `key:"min_rtt_calc" doc:"gradient: how the least latency is measured"`
}

// MinRTTCalc says how Envoy's gradient controller measures the latency without load.
type MinRTTCalc struct {
	Interval     time.Duration  `key:"interval" doc:"time between two measurements" above:"0"`
	RequestCount int            `key:"request_count" doc:"calls that are measured" min:"1"`
	Jitter       quantity.Share `key:"jitter" doc:"the time between grows by up to this share, drawn each time"`
	Buffer       quantity.Share `key:"buffer" doc:"share by which latencies may exceed the least one"`
}

// SetDefaults fills in what a written measurement leaves out.
func (m *MinRTTCalc) SetDefaults() {
	*m = MinRTTCalc{Interval: time.Minute, RequestCount: 50, Jitter: 0.15, Buffer: 0.25}
}

// Kind is an algorithm.
type Kind string

// Words lists the algorithms.
func (Kind) Words() []string { return []string{"aimd", "vegas", "gradient2", "gradient"} }

// keys are what each algorithm takes beside kind, initial, min and max.
var keys = map[Kind][]string{
	"aimd":      {"backoff_ratio", "timeout"},
	"vegas":     {"smoothing", "probe_multiplier"},
	"gradient2": {"smoothing", "queue_size", "tolerance", "long_window"},
	"gradient":  {"sample_aggregate_percentile", "concurrency_update_interval", "min_rtt_calc"},
}

// Foreign lists the keys that belong to other algorithms only.
func (k Kind) Foreign() (foreign []string) {
	own := map[string]bool{}
	for _, key := range keys[k] {
		own[key] = true
	}
	for _, other := range k.Words() {
		for _, key := range keys[Kind(other)] {
			if !own[key] {
				own[key] = true // once
				foreign = append(foreign, key)
			}
		}
	}
	return foreign
}

// Complete fills in the defaults of the algorithm.
func (a *Adaptive) Complete() {
	switch a.Kind {
	case "aimd":
		a.bounds(20, 20, 200)
		orElse(&a.BackoffRatio, 0.9)
		orElse(&a.Timeout, 5*time.Second)
	case "vegas":
		a.bounds(20, 1, 1000)
		orElse(&a.Smoothing, 1)
		orElse(&a.ProbeMultiplier, 30)
	case "gradient2":
		a.bounds(20, 20, 200)
		orElse(&a.Smoothing, 0.2)
		orElse(&a.QueueSize, 4)
		orElse(&a.Tolerance, 1.5)
		orElse(&a.LongWindow, 600)
	case "gradient":
		orElse(&a.Min, 3)
		a.bounds(*a.Min, 3, 1000)
		orElse(&a.SampleAggregatePercentile, 0.5)
		orElse(&a.ConcurrencyUpdateInterval, 100*time.Millisecond)
		if a.MinRTTCalc == nil {
			a.MinRTTCalc = &MinRTTCalc{}
			a.MinRTTCalc.SetDefaults()
		}
	}
}

func (a *Adaptive) bounds(initial, least, most int) {
	orElse(&a.Initial, initial)
	orElse(&a.Min, least)
	orElse(&a.Max, most)
}

// orElse fills in what is not set.
func orElse[T any](key **T, value T) {
	if *key == nil {
		*key = &value
	}
}
