package replicate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"herdcast/experiments/journal"
	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/models/metric"
)

// Cell simulates one scenario of an experiment, replication by replication, and
// keeps of each only measures: those asked for, or all of the whole, and those that
// objectives and a precision speak of.
type Cell struct {
	run  func(ctx context.Context, replication int) (Row, error)
	kept []kept
	all  bool
}

// kept is a measure and how it is written.
type kept struct {
	written string
	at      address
}

// Row is what is kept of one replication: measures of the whole named as they are
// written, parts too, in the order of their names.
type Row []metric.Value

// NewCell prepares a scenario. Measures are as people write them; none are all of
// the whole. Those beside are kept too. What the journal has is not simulated again;
// nil: nothing is kept.
func NewCell(s *scenario.Scenario, measures, beside []string, j *journal.Journal) (*Cell, error) {
	written := append(slices.Clone(measures), beside...)
	for _, o := range s.Objectives {
		written = append(written, o.Written())
	}
	if p := s.Spec.Run.Precision; p != nil {
		written = append(written, p.Measure)
	}
	return newCell(s, written, len(measures) == 0, j)
}

// newCell prepares a scenario of which measures are kept as they are written, and all
// of the whole if asked for.
func newCell(s *scenario.Scenario, written []string, all bool, j *journal.Journal) (*Cell, error) {
	c := &Cell{all: all}
	var parts []metric.Part
	for _, text := range written {
		q, err := objective.ParseQuery(text)
		if err != nil {
			return nil, err
		}
		part, err := partOf(q, &s.Spec)
		if err != nil {
			return nil, err
		}
		c.kept = append(c.kept, kept{text, address{q.Measure, part}})
		if unasked(part) && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	c.run = journaled(j, s, fmt.Sprintf("%t %q", all, written), c.rows(guarded(simulation(&s.Spec, parts))))
	return c, nil
}

// Simulate runs one replication, or takes it from the journal. One that fails gives
// an *Error.
func (c *Cell) Simulate(ctx context.Context, replication int) (Row, error) {
	return c.run(ctx, replication)
}

// rows keeps of each replication what is asked for.
func (c *Cell) rows(run simulate) func(ctx context.Context, replication int) (Row, error) {
	return func(ctx context.Context, replication int) (Row, error) {
		o, err := run(ctx, replication)
		if err != nil {
			return nil, err
		}
		row, err := c.row(&o)
		if err != nil {
			return nil, &Error{Replication: replication, Err: err}
		}
		return row, nil
	}
}

func (c *Cell) row(o *metric.Observation) (Row, error) {
	var row Row
	add := func(v metric.Value, written string) error {
		if err := supported(&v); err != nil {
			return err
		}
		v.Name, v.Part = written, metric.Whole
		row = append(row, v)
		return nil
	}
	for _, v := range o.Values {
		if c.all && v.Part == metric.Whole {
			if err := add(v, v.Name); err != nil {
				return nil, err
			}
		}
	}
	for _, k := range c.kept {
		if v := pick(k.at, o.Values); v != nil {
			if err := add(*v, k.written); err != nil {
				return nil, err
			}
		}
	}
	slices.SortStableFunc(row, func(a, b metric.Value) int { return cmp.Compare(a.Name, b.Name) })
	return slices.CompactFunc(row, func(a, b metric.Value) bool { return a.Name == b.Name }), nil
}

// Value finds a measure by how it is written, nil if it was not kept.
func (r Row) Value(written string) *metric.Value {
	i, found := slices.BinarySearchFunc(r, written, func(v metric.Value, name string) int { return cmp.Compare(v.Name, name) })
	if !found {
		return nil
	}
	return &r[i]
}

// column gives one measure of all replications.
func column(rows []Row, written string) []*metric.Value {
	values := make([]*metric.Value, len(rows))
	for i, row := range rows {
		values[i] = row.Value(written)
	}
	return values
}

// Measures puts replications together: the measures as written, or all that were
// kept where none are.
func Measures(rows []Row, written []string) map[string]result.Measure {
	if len(written) == 0 {
		for _, row := range rows {
			for _, v := range row {
				written = append(written, v.Name)
			}
		}
		slices.Sort(written)
		written = slices.Compact(written)
	}
	all := map[string]result.Measure{}
	for _, name := range written {
		all[name] = combine(column(rows, name), 0.95).measure
	}
	return all
}

// Verdicts judges objectives, as their scenario has them, over what was kept.
func Verdicts(rows []Row, objectives []string) ([]result.Objective, error) {
	var all []objective.Objective
	for _, text := range objectives {
		o, err := objective.Parse(text)
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return Judged(rows, all, 0.95), nil
}

// Judged is the same of objectives that were read already, by bounds of a confidence
// (0.95: wrong at most once in twenty times, on each side).
func Judged(rows []Row, objectives []objective.Objective, confidence float64) []result.Objective {
	all := []result.Objective{}
	for _, o := range objectives {
		all = append(all, judged(o, column(rows, o.Written()), confidence))
	}
	return all
}

// Due tells how many replications are due after those that there are, all of them
// from the first on: as many as planned, and where a precision is asked for as many
// as it takes.
func Due(rows []Row, planned int, p *result.Precision) int {
	if len(rows) < planned || p == nil {
		return planned
	}
	return aimed(p).next(column(rows, p.Measure))
}

// Reached tells what became of a precision after the last replication.
func Reached(rows []Row, p *result.Precision) *result.Precision {
	if p == nil {
		return nil
	}
	return aimed(p).reached(column(rows, p.Measure))
}

// Asked gives the precision of a scenario before anything is simulated, nil if it
// has none.
func Asked(s *scenario.Scenario) *result.Precision {
	p := s.Spec.Run.Precision
	if p == nil {
		return nil
	}
	return &result.Precision{Measure: p.Measure, Within: float64(p.Within), Confidence: float64(p.Confidence), From: s.Spec.Run.Replications, Max: p.Max}
}
