package replicate

import (
	"context"
	"errors"
	"slices"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/models/metric"
)

// Batch is a growing number of replications of one scenario, of which only what
// its objectives ask for is kept. Grown to n in steps, it holds what a run of n
// replications gives.
type Batch struct {
	run        simulate
	objectives []objective.Objective
	rows       [][]*metric.Value // one a objective, one value a replication
	asked      []address
	grown      int
}

// NewBatch is an empty batch that judges the given objectives of a scenario.
func NewBatch(s *scenario.Scenario, objectives []objective.Objective) (*Batch, error) {
	parts, err := partsOf(objectives, &s.Spec)
	if err != nil {
		return nil, err
	}
	b := &Batch{run: guarded(simulation(&s.Spec, parts)), objectives: objectives, rows: make([][]*metric.Value, len(objectives))}
	for _, o := range objectives {
		part, err := partOf(o.Query, &s.Spec)
		if err != nil {
			return nil, err
		}
		b.asked = append(b.asked, address{o.Measure, part})
	}
	return b, nil
}

// Replications tells how many are simulated.
func (b *Batch) Replications() int { return b.grown }

// Grow simulates until there are so many replications. An interrupt leaves the
// batch as it was and gives the context's error, a replication that fails an
// *Error.
func (b *Batch) Grow(ctx context.Context, replications, workers int) error {
	from := b.grown
	if replications <= from {
		return nil
	}
	later := func(ctx context.Context, i int) (metric.Observation, error) { return b.run(ctx, from+i) }
	observations, err := Pool(ctx, replications-from, workers, later, func(int) {})
	if err != nil {
		return err
	}
	for _, o := range observations {
		if o == nil {
			return context.Cause(ctx)
		}
	}
	for i, o := range observations {
		if err := b.keep(o); err != nil {
			return &Error{Replication: from + i, Err: err}
		}
	}
	b.grown = replications
	return nil
}

// keep takes what the objectives ask for from one replication.
func (b *Batch) keep(o *metric.Observation) error {
	for i, at := range b.asked {
		found := pick(at, o.Values)
		if found != nil {
			if err := supported(found); err != nil {
				return err
			}
			alone := *found // else it would keep all values of the replication
			found = &alone
		}
		b.rows[i] = append(b.rows[i], found)
	}
	return nil
}

// Judge gives each objective its verdict, by bounds of the given confidence
// (0.95: wrong at most once in twenty times, on each side).
func (b *Batch) Judge(confidence float64) ([]result.Objective, error) {
	if b.grown == 0 {
		return nil, errors.New("a batch without replications has no verdict")
	}
	var all []result.Objective
	for i, o := range b.objectives {
		all = append(all, judged(o, b.rows[i], confidence))
	}
	return all, nil
}

// judged gives an objective its verdict over its measure's values, one a replication,
// nil where the replication has none.
func judged(o objective.Objective, row []*metric.Value, confidence float64) result.Objective {
	e := combine(row, confidence)
	if !slices.ContainsFunc(row, func(v *metric.Value) bool { return v != nil }) {
		e.measure.Why = noSuchMeasure
	}
	return o.Judge(e.measure, e.bounds)
}
