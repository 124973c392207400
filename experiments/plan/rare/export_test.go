package rare

import (
	"context"

	"herdcast/experiments/objective"
	"herdcast/experiments/replicate"
	"herdcast/experiments/scenario"
	"herdcast/sim"
)

// plain gives 1 for each plain run that had something, else 0; the runs are none of
// those that an estimate of the same scenario makes.
func plain(e *estimate, runs, workers int, top int64) ([]float64, error) {
	all, err := replicate.Pool(context.Background(), runs, workers, func(ctx context.Context, i int) (float64, error) {
		end, err := e.walk(ctx, path{replication: 1<<20 + i}, top)
		if end.Reached || end.Happened {
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

// PlainlyReach tells of plain runs whether so many wait.
func PlainlyReach(s *scenario.Scenario, level int64, runs, workers int) ([]float64, error) {
	return plain(&estimate{spec: &s.Spec, by: waiting}, runs, workers, level)
}

// PlainlyKeep tells of plain runs whether they keep a bound.
func PlainlyKeep(s *scenario.Scenario, bound *objective.Objective, runs, workers int) ([]float64, error) {
	event, err := eventOf(bound, &s.Spec)
	if err != nil {
		return nil, err
	}
	return plain(&estimate{spec: &s.Spec, by: waiting, event: event}, runs, workers, endless)
}

// Steps gives the steps of a run that branches after an instant.
func Steps(s *scenario.Scenario, after sim.Time, salt uint64) (heights []int64, at []sim.Time, err error) {
	p := place(path{}, after)
	p.branches[0].Salt = salt
	end, err := (&estimate{spec: &s.Spec, by: waiting}).walk(context.Background(), p, endless)
	for _, c := range end.Climbed {
		heights, at = append(heights, c.Height), append(at, c.At)
	}
	return heights, at, err
}
