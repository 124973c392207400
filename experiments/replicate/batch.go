package replicate

import (
	"context"
	"errors"
	"slices"

	"herdcast/experiments/journal"
	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/models/metric"
)

// Batch is a growing number of replications of one scenario, of which only what
// its objectives ask for is kept. Grown to n in steps, it holds what a run of n
// replications gives.
type Batch struct {
	cell       *Cell
	objectives []objective.Objective
	rows       []Row
}

// NewBatch is an empty batch that judges the given objectives of a scenario. What the
// journal has is not simulated again; nil: nothing is kept.
func NewBatch(s *scenario.Scenario, objectives []objective.Objective, j *journal.Journal) (*Batch, error) {
	var written []string
	for _, o := range objectives {
		written = append(written, o.Written())
	}
	cell, err := newCell(s, written, false, j)
	if err != nil {
		return nil, err
	}
	return &Batch{cell: cell, objectives: objectives}, nil
}

// Replications tells how many are simulated.
func (b *Batch) Replications() int { return len(b.rows) }

// Grow simulates until there are so many replications. An interrupt leaves the
// batch as it was and gives the context's error, a replication that fails an
// *Error.
func (b *Batch) Grow(ctx context.Context, replications, workers int) error {
	from := len(b.rows)
	if replications <= from {
		return nil
	}
	later := func(ctx context.Context, i int) (Row, error) { return b.cell.Simulate(ctx, from+i) }
	rows, err := Pool(ctx, replications-from, workers, later, func(int) {})
	if err != nil {
		return err
	}
	if slices.Contains(rows, nil) {
		return context.Cause(ctx)
	}
	for _, row := range rows {
		b.rows = append(b.rows, *row)
	}
	return nil
}

// Judge gives each objective its verdict, by bounds of the given confidence
// (0.95: wrong at most once in twenty times, on each side).
func (b *Batch) Judge(confidence float64) ([]result.Objective, error) {
	if len(b.rows) == 0 {
		return nil, errors.New("a batch without replications has no verdict")
	}
	return Judged(b.rows, b.objectives, confidence), nil
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
