package emulate

import (
	"context"
	"errors"
	"time"

	"herdcast/models/client"
	"herdcast/models/metric"
	"herdcast/models/world"
	"herdcast/sim"
)

// Dependency is an emulated dependency under way. Its clock starts with Run; its
// faults go by that, and it ends with the scenario's duration. Its methods may be
// called by many goroutines.
type Dependency struct {
	emulator *world.Emulator
	duration time.Duration
	begun    time.Time
	steps    chan step
	started  chan struct{}
	over     chan struct{}
	waiting  map[world.Ticket]chan world.Answer
}

// step is something to be done at the dependency's pace, by the goroutine that runs it.
type step func(now sim.Time, e *world.Emulator)

// ErrOver is the error of what comes after the end of the run.
var ErrOver = errors.New("the run has ended")

// Start prepares the dependency of a scenario, with a fleet whose calls somebody
// makes outside, or (nil) without. Run runs it. Parts are what Observe gives
// beside the whole, cohorts and tools.
func Start(spec *world.Spec, parts []metric.Part, outside client.Outside) (*Dependency, error) {
	emulator, err := world.NewEmulator(spec, parts, outside)
	return &Dependency{
		emulator: emulator, duration: spec.Run.Duration,
		steps: make(chan step), started: make(chan struct{}), over: make(chan struct{}),
		waiting: map[world.Ticket]chan world.Answer{},
	}, err
}

// Run lets time pass until the end of the run or until ctx is done, which it then
// answers with. It runs once.
func (d *Dependency) Run(ctx context.Context) error {
	defer close(d.over)
	d.begun = time.Now()
	close(d.started)
	end := sim.Time(d.duration)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		timer.Reset(time.Until(d.Clock(d.emulator.Due())))
		select {
		case step := <-d.steps:
			if now := d.now(); now < end {
				step(now, d.emulator)
			}
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		if d.now() >= end {
			return nil
		}
		for _, answer := range d.emulator.Advance(d.now()) {
			if answers, waits := d.waiting[answer.Ticket]; waits {
				answers <- answer // never blocks: it has room for one
				delete(d.waiting, answer.Ticket)
			}
		}
	}
}

// now gives the time since the start, for which it waits.
func (d *Dependency) now() sim.Time {
	<-d.started
	return sim.Time(time.Since(d.begun))
}

// Clock tells when an instant of the run is, once that has started.
func (d *Dependency) Clock(at sim.Time) time.Time {
	<-d.started
	return d.begun.Add(at.Duration())
}

// Do does something at the pace of the dependency, all of whose facts have been
// told up to now. It answers ErrOver when that is over.
func (d *Dependency) Do(what func(now sim.Time, e *world.Emulator)) error {
	done := make(chan struct{})
	select {
	case d.steps <- func(now sim.Time, e *world.Emulator) { what(now, e); close(done) }:
	case <-d.over:
		return ErrOver
	}
	select {
	case <-done:
		return nil
	case <-d.over:
		return ErrOver
	}
}

// Ask puts an attempt on the wire and waits for its answer; its caller leaves when
// ctx is done, whose error it then answers with, and finds ErrOver at the end.
func (d *Dependency) Ask(ctx context.Context, attempt world.Attempt) (world.Answer, error) {
	answers := make(chan world.Answer, 1)
	var ticket world.Ticket
	err := d.Do(func(now sim.Time, e *world.Emulator) {
		ticket = e.Ask(now, attempt)
		d.waiting[ticket] = answers
	})
	if err != nil {
		return world.Answer{}, err
	}
	select {
	case answer := <-answers:
		return answer, nil
	case <-d.over:
		return world.Answer{}, ErrOver
	case <-ctx.Done():
	}
	err = d.Do(func(now sim.Time, e *world.Emulator) {
		if d.waiting[ticket] == answers { // else it was answered at this very moment
			delete(d.waiting, ticket)
			e.Leave(now, ticket)
		}
	})
	if err != nil {
		return world.Answer{}, err
	}
	return world.Answer{}, ctx.Err()
}

// Observe gives what was measured, once Run has returned.
func (d *Dependency) Observe() metric.Observation { return d.emulator.Observe() }
