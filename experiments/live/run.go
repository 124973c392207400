package live

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"herdcast/experiments/emulate"
	"herdcast/experiments/scenario"
	"herdcast/models/client"
	"herdcast/models/metric"
	"herdcast/policies/roundtrip"
)

// MostAgents is how many agents may live at once, so that a scenario of full size is
// not taken for one that a machine can play.
const MostAgents = 5_000

// UnfitError says why a scenario cannot be run for real.
type UnfitError struct{ Why string }

func (e *UnfitError) Error() string { return e.Why }

// measure runs a scenario for real and gives what was measured. It takes the
// scenario's duration. An interrupted run yields ctx.Err().
func measure(ctx context.Context, s *scenario.Scenario) (metric.Observation, error) {
	if why := unfit(&s.Spec); why != "" {
		return metric.Observation{}, &UnfitError{why}
	}
	agents := 0
	for i := range s.Spec.Fleet {
		if n := s.Spec.Fleet[i].Agents; n != nil {
			agents += *n
		}
	}
	if agents > MostAgents {
		return metric.Observation{}, &UnfitError{fmt.Sprintf("%d agents are more than the %d that are run for real; make the fleet and the dependency smaller with --set", agents, MostAgents)}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return metric.Observation{}, err
	}
	c := &clients{
		spec: &s.Spec, layers: layers{spec: &s.Spec, states: map[string]roundtrip.Layer{}}, address: "http://" + listener.Addr().String() + "/",
		transport: &http.Transport{MaxIdleConnsPerHost: MostAgents, DisableCompression: true},
		open:      map[client.Visit]context.CancelFunc{}, travelling: map[string]*attempt{},
	}
	c.dependency, err = emulate.Start(&s.Spec, nil, c)
	if err != nil {
		return metric.Observation{}, err
	}
	running, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c.stop = stop
	server := &http.Server{Handler: c, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	if err = c.dependency.Run(running); err != nil {
		err = context.Cause(running)
	}
	c.cutAll()
	_ = server.Close() // what is still held is broken off
	c.calls.Wait()
	if failed := <-served; !errors.Is(failed, http.ErrServerClosed) {
		return metric.Observation{}, failed
	}
	return c.dependency.Observe(), err
}
