package rare

import (
	"context"
	"fmt"
	"math"
	"slices"

	"herdcast/experiments/journal"
	"herdcast/experiments/replicate"
	"herdcast/models/world"
	"herdcast/sim"
)

// estimate is one under way.
type estimate struct {
	spec    *world.Spec
	name    string // of the scenario and its seed, in the journal
	options Options
	event   *event // nil: the level
	by      string // the guide
	key     sim.Key
	runs    int // simulated so far
	planned int // known to come to, those included; 0 before the heights are found
}

// splitting is one independent estimate: the product of the shares so far, the paths
// of the next stage, none once none got there, and how likely the event is by the runs
// that ended: each counts as much as it was likely to be one of its stage.
type splitting struct {
	likelihood float64
	paths      []path
	happened   float64
}

// What is drawn for a path, besides what its run draws.
const (
	from sim.Purpose = 1 // the place it starts from
	anew sim.Purpose = 2 // what it draws afterwards
)

// fresh gives plain runs, other ones for each splitting.
func (e *estimate) fresh(splitting int) []path {
	all := make([]path, e.options.Paths)
	for i := range all {
		all[i].replication = splitting*e.options.Paths + i
	}
	return all
}

// splittings begins as many as there are replications, with plain runs that no others
// of another turn are.
func (e *estimate) splittings(turn int) []splitting {
	all := make([]splitting, e.spec.Run.Replications)
	for i := range all {
		all[i] = splitting{likelihood: 1, paths: e.fresh(turn*(len(all)+1) + i)}
	}
	return all
}

// onward gives the paths of a stage: each goes on from one of the places, at random
// with replacement, with draws of its own.
func (e *estimate) onward(places []path, splitting, stage int) []path {
	if len(places) == 0 {
		return nil
	}
	key := e.key.Child(uint64(splitting)).Child(uint64(stage))
	all := make([]path, e.options.Paths)
	for i := range all {
		place := places[key.Bits(from, uint64(i))%uint64(len(places))]
		branches := slices.Clone(place.branches)
		branches[len(branches)-1].Salt = key.Bits(anew, uint64(i))
		all[i] = path{place.replication, branches}
	}
	return all
}

// place is where a path has reached a height, to be given draws of its own.
func place(p path, at sim.Time) path {
	return path{p.replication, append(slices.Clip(p.branches), world.Branch{After: at})}
}

// endless is a height that no path reaches.
const endless = math.MaxInt64

// reach takes all splittings on to a height, or to the end of the run.
func (e *estimate) reach(ctx context.Context, splittings []splitting, stage int, height int64) error {
	var due []path
	for _, s := range splittings {
		due = append(due, s.paths...)
	}
	ends, err := e.simulate(ctx, due, height)
	if err != nil {
		return err
	}
	for i := range splittings {
		s := &splittings[i]
		var places []path
		happened := 0
		for k, p := range s.paths {
			switch end := ends[k]; {
			case end.Reached:
				places = append(places, place(p, end.At))
			case end.Happened:
				happened++
			}
		}
		ends = ends[len(s.paths):]
		s.happened += s.likelihood * float64(happened) / float64(e.options.Paths)
		s.likelihood *= float64(len(places)) / float64(e.options.Paths)
		s.paths = e.onward(places, i, stage)
	}
	return nil
}

// simulate takes paths to a height, or to the end of the run.
func (e *estimate) simulate(ctx context.Context, due []path, height int64) ([]*end, error) {
	progress := func(finished int) { e.options.Progress(e.runs+finished, max(e.planned, e.runs+len(due))) }
	ends, err := replicate.Pool(ctx, len(due), e.options.Workers, func(ctx context.Context, i int) (end, error) {
		return journal.Do(e.options.Journal, fmt.Sprintf("%s %s %d %d", e.name, e.asked(), due[i], height), func() (end, error) {
			return e.walk(ctx, due[i], height)
		})
	}, progress)
	e.runs += len(due)
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return ends, err
}
