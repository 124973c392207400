package emulate

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"time"

	"herdcast/experiments/scenario"
	"herdcast/models/metric"
)

// Measure is what the dependency saw, under the name of the simulated measure.
type Measure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
}

// measured are the measures that need nobody but the dependency, in the order in
// which they are shown.
var measured = []string{
	"herd.peak", "herd.peak_sliding", "herd.dispersion", "load", "utilisation", "work.wasted_share", "queue.mean", "queue.max",
	"quota.refused", "wait.p50", "wait.p99", "effects.wanted", "effects.landed", "effects.duplicates",
}

// Serve emulates the dependency of a scenario behind a listener until the scenario's
// duration is over or ctx is done, whose error it then answers with. It gives what
// was measured in either case.
func Serve(ctx context.Context, listener net.Listener, s *scenario.Scenario) ([]Measure, error) {
	d, err := Start(&s.Spec, nil, nil)
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: NewHandler(d, &s.Spec), ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	running, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		served <- server.Serve(listener)
		stop() // a listener that fails ends the run
	}()
	err = d.Run(running)
	_ = server.Close() // requests that are held are broken off
	if failed := <-served; !errors.Is(failed, http.ErrServerClosed) {
		return nil, failed
	}
	return measures(d.Observe()), err
}

func measures(o metric.Observation) (measures []Measure) {
	for _, name := range measured {
		at := slices.IndexFunc(o.Values, func(v metric.Value) bool { return v.Name == name && v.Part == metric.Whole })
		if at >= 0 && o.Values[at].Why == "" {
			measures = append(measures, Measure{name, o.Values[at].Value, o.Values[at].Unit})
		}
	}
	return measures
}
