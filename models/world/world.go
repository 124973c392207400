package world

import (
	"context"
	"errors"

	"herdcast/models/metric"
)

// Options are what one replication needs beside the spec.
type Options struct {
	Replication int           // numbered from 0
	Parts       []metric.Part // asked for by objectives
}

// World is one replication, ready to run.
type World struct{}

// Build compiles a spec: names become row numbers, policies become rows of
// small codes. It answers an error only for what a checked spec can still get
// wrong (too large for the tables).
func Build(spec *Spec, options Options) (*World, error) { return &World{}, nil }

// Run simulates to the end. It answers ctx.Err() when interrupted, a
// *StandstillError when time does not pass, a *BrokenError when a conservation
// check fails.
func (w *World) Run(ctx context.Context) error { return errors.New("world: not built yet") }

// Observe gives what was measured, after Run.
func (w *World) Observe() metric.Observation { return metric.Observation{} }
