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
	key     sim.Key
	runs    int // simulated so far
}

// splitting is one independent estimate: the product of the shares so far, and the
// paths of the next stage, none once none got there.
type splitting struct {
	likelihood float64
	paths      []path
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

// reach takes all splittings on to a height.
func (e *estimate) reach(ctx context.Context, splittings []splitting, stage int, height int64) error {
	var due []path
	for _, s := range splittings {
		due = append(due, s.paths...)
	}
	climbed, err := e.climb(ctx, due, height)
	if err != nil {
		return err
	}
	for i := range splittings {
		s := &splittings[i]
		var places []path
		for k, p := range s.paths {
			if at, ok := first(*climbed[k], height); ok {
				places = append(places, place(p, at))
			}
		}
		climbed = climbed[len(s.paths):]
		s.likelihood *= float64(len(places)) / float64(e.options.Paths)
		s.paths = e.onward(places, i, stage)
	}
	return nil
}

// climb simulates paths until they have reached a height.
func (e *estimate) climb(ctx context.Context, due []path, height int64) ([]*[]step, error) {
	progress := func(finished int) { e.options.Progress(finished, len(due)) }
	climbed, err := replicate.Pool(ctx, len(due), e.options.Workers, func(ctx context.Context, i int) ([]step, error) {
		return journal.Do(e.options.Journal, fmt.Sprintf("%s %d %d", e.name, due[i], height), func() ([]step, error) {
			return climb(ctx, e.spec, due[i], height)
		})
	}, progress)
	e.runs += len(due)
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return climbed, err
}

// onto is the share of the pilot's paths that should get from one height to the next.
// The variance of a splitting is least for about e⁻²; more gives more heights and so
// more prefixes to simulate again.
const onto = 0.2

// heights finds the heights to split at, by a splitting of its own whose heights follow
// what its paths reached. The last one is the height in question.
func (e *estimate) heights(ctx context.Context) (all []int64, err error) {
	number, top := e.spec.Run.Replications, e.options.Level
	paths, reached := e.fresh(number), int64(0)
	for stage := 0; ; stage++ {
		climbed, err := e.climb(ctx, paths, top)
		if err != nil {
			return nil, err
		}
		highest := make([]int64, len(paths))
		for i, steps := range climbed {
			if n := len(*steps); n > 0 {
				highest[i] = (*steps)[n-1].Height
			}
		}
		slices.Sort(highest)
		height := highest[len(highest)-int(math.Ceil(onto*float64(len(highest))))]
		if height <= reached { // so many are not better off: the next height that any has reached
			if higher := slices.IndexFunc(highest, func(h int64) bool { return h > reached }); higher >= 0 {
				height = highest[higher]
			}
		}
		if height <= reached || height >= top {
			return append(all, top), nil
		}
		var places []path
		for i, p := range paths {
			if at, ok := first(*climbed[i], height); ok {
				places = append(places, place(p, at))
			}
		}
		all, reached = append(all, height), height
		paths = e.onward(places, number, stage)
	}
}
