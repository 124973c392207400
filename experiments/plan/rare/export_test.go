package rare

import (
	"context"

	"herdcast/experiments/replicate"
	"herdcast/experiments/scenario"
	"herdcast/sim"
)

// Plainly gives 1 for each plain run whose level reaches a height, else 0; the runs are
// none of those that an estimate of the same scenario makes.
func Plainly(s *scenario.Scenario, height int64, runs, workers int) ([]float64, error) {
	all, err := replicate.Pool(context.Background(), runs, workers, func(ctx context.Context, i int) (float64, error) {
		climbed, err := climb(ctx, &s.Spec, path{replication: 1<<20 + i}, height)
		if _, ok := first(climbed, height); ok {
			return 1, err
		}
		return 0, err
	}, func(int) {})
	var ones []float64
	for _, one := range all {
		ones = append(ones, *one)
	}
	return ones, err
}

// Steps gives the steps of a run that branches after an instant.
func Steps(s *scenario.Scenario, after sim.Time, salt uint64) (heights []int64, at []sim.Time, err error) {
	p := place(path{}, after)
	p.branches[0].Salt = salt
	climbed, err := climb(context.Background(), &s.Spec, p, 1<<40)
	for _, c := range climbed {
		heights, at = append(heights, c.Height), append(at, c.At)
	}
	return heights, at, err
}
