package rare

import (
	"context"

	"herdcast/experiments/replicate"
	"herdcast/models/world"
)

// path is a run: the draws that it begins with, and where it went on with others. The
// same path is the same run, as often as it is simulated.
type path struct {
	replication int
	branches    []world.Branch
}

// climb simulates a path until the level has reached top, or to the end of the run, and
// gives the steps by which it grew.
func climb(ctx context.Context, spec *world.Spec, p path, top int64) ([]step, error) {
	running, stop := context.WithCancel(ctx)
	defer stop()
	l := &level{spawning: make([]bool, len(spec.Tools)), top: top, reached: stop}
	for i := range spec.Tools {
		l.spawning[i] = spec.Tools[i].Spawns != nil
	}
	w, err := world.Build(spec, world.Options{Replication: p.replication, Branches: p.branches, Watch: l.fold})
	if err != nil {
		return nil, err
	}
	err = w.Run(running)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case l.highest >= top: // it was stopped, or ended by itself
		return l.climbed, nil
	case err != nil:
		return nil, &replicate.Error{Replication: p.replication, Err: err}
	}
	if l.at.Duration() < spec.Run.Duration {
		l.settle()
	}
	return l.climbed, nil
}
