package rare

import (
	"context"

	"herdcast/experiments/replicate"
	"herdcast/models/world"
	"herdcast/sim"
)

// path is a run: the draws that it begins with, and where it went on with others. The
// same path is the same run, as often as it is simulated.
type path struct {
	replication int
	branches    []world.Branch
}

// end is what became of a path, as a journal keeps it.
type end struct {
	Reached  bool     // the top, where it was stopped
	At       sim.Time // when
	Climbed  []step
	Happened bool   // the event, in a run that was not stopped
	Why      string // it cannot be told
}

// walk simulates a path until the guide has reached top, or to the end of the run.
func (e *estimate) walk(ctx context.Context, p path, top int64) (end, error) {
	running, stop := context.WithCancel(ctx)
	defer stop()
	g := newGuide(e.by, e.spec, top, stop)
	options := world.Options{Replication: p.replication, Branches: p.branches, Watch: g.fold}
	if e.event != nil {
		options.Measured, options.Parts = true, e.event.measure.Parts()
	}
	w, err := world.Build(e.spec, options)
	if err != nil {
		return end{}, err
	}
	err = w.Run(running)
	switch {
	case ctx.Err() != nil:
		return end{}, context.Cause(ctx)
	case err != nil && g.highest < top:
		return end{}, &replicate.Error{Replication: p.replication, Err: err}
	}
	if g.at.Duration() < e.spec.Run.Duration {
		g.settle()
	}
	all := end{Reached: g.highest >= top, At: g.reachedAt, Climbed: g.climbed}
	if e.event != nil && !all.Reached {
		all.Happened, all.Why = e.event.happened(w)
	}
	return all, nil
}
