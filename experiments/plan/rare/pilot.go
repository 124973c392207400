package rare

import (
	"context"
	"math"
	"slices"
)

// onto is the share of the pilot's paths that should get from one height to the next.
// The variance of a splitting is least for about e⁻²; more gives more heights and so
// more prefixes to simulate again.
const onto = 0.2

// rarest is where the pilot gives up: once in thirty million years of a run a second.
const rarest = 1e-15

// heights finds the heights to split at on the way to the event, by a splitting of its
// own whose heights follow what its paths reached. A level is the last of its heights.
// On the way to a bound they end where it was seen most often; nowhere seen, there are
// none.
func (e *estimate) heights(ctx context.Context) (all []int64, err error) {
	number := e.spec.Run.Replications
	top := int64(endless)
	if e.event == nil {
		top = e.options.Level
	}
	paths, reached, likelihood := e.fresh(number), int64(0), 1.0
	var seen []int // by stage, in how many paths the event was
	for stage := 0; ; stage++ {
		ends, err := e.simulate(ctx, paths, top)
		if err != nil {
			return nil, err
		}
		highest := make([]int64, len(paths))
		seen = append(seen, 0)
		for i, end := range ends {
			if stage == 0 && end.Why != "" {
				return nil, Unfit(end.Why)
			}
			if end.Happened {
				seen[stage]++
			}
			if n := len(end.Climbed); n > 0 {
				highest[i] = end.Climbed[n-1].Height
			}
		}
		slices.Sort(highest)
		height := highest[len(highest)-int(math.Ceil(onto*float64(len(highest))))]
		if height <= reached { // so many are not better off: the next height that any has reached
			if higher := slices.IndexFunc(highest, func(h int64) bool { return h > reached }); higher >= 0 {
				height = highest[higher]
			}
		}
		switch enough := float64(seen[stage]) >= onto*float64(len(paths)); {
		case e.event == nil && (height <= reached || height >= top):
			return append(all, top), nil
		case e.event != nil && (height <= reached || enough || likelihood < rarest):
			return all[:slices.Index(seen, slices.Max(seen))], nil
		}
		var places []path
		for i, p := range paths {
			if at, ok := first(ends[i].Climbed, height); ok {
				places = append(places, place(p, at))
			}
		}
		likelihood *= float64(len(places)) / float64(len(paths))
		all, reached = append(all, height), height
		paths = e.onward(places, number, stage)
	}
}
