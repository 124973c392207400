package sweep

import (
	"context"
	"fmt"
	"strings"

	"herdcast/experiments/journal"
	"herdcast/experiments/plan"
	"herdcast/experiments/replicate"
)

// Options are what a sweep needs beside its plan.
type Options struct {
	Shard    Shard
	Workers  int                         // replications at once
	Progress func(finished, planned int) // replications; may be nil
	Store    *Store                      // keeps finished replications; nil: nothing is kept
}

// Unfinished says that a sweep was interrupted.
type Unfinished struct{ Finished, Planned int }

func (u *Unfinished) Error() string {
	return fmt.Sprintf("interrupted after %d of %d replications", u.Finished, u.Planned)
}

// Run simulates the cells of a plan that belong to the shard, and gives the rows of
// each, none of the others. An interrupt (ctx) gives an *Unfinished; a replication
// that fails ends it with an error that names the cell.
func Run(ctx context.Context, p *plan.Plan, options Options) ([][]replicate.Row, error) {
	s := &sweeping{plan: p, options: options, rows: make([][]replicate.Row, len(p.Cells)), cells: make([]*replicate.Cell, len(p.Cells))}
	var kept *journal.Journal
	if options.Store != nil {
		kept = options.Store.journal
	}
	for i, c := range p.Cells {
		cell, err := replicate.NewCell(c.Scenario, p.Experiment.Measures, p.Experiment.Beside(), kept)
		if err != nil {
			return nil, err
		}
		s.cells[i] = cell
	}
	for {
		due := s.due()
		if len(due) == 0 {
			return s.rows, nil
		}
		if err := s.simulate(ctx, due); err != nil {
			return nil, err
		}
	}
}

// piece is one replication of one cell, both from 0.
type piece struct{ cell, replication int }

type sweeping struct {
	plan     *plan.Plan
	options  Options
	cells    []*replicate.Cell
	rows     [][]replicate.Row
	finished int
}

// due gives the replications that are still to be simulated, as far as what is
// there tells: a precision may ask for more after them.
func (s *sweeping) due() []piece {
	var all []piece
	for c := range s.cells {
		if !s.options.Shard.has(c) {
			continue
		}
		run := s.plan.Cells[c].Scenario.Spec.Run
		due := replicate.Due(s.rows[c], run.Replications, replicate.Asked(s.plan.Cells[c].Scenario))
		for r := len(s.rows[c]); r < due; r++ {
			all = append(all, piece{c, r})
		}
	}
	return all
}

func (s *sweeping) simulate(ctx context.Context, due []piece) error {
	before := s.finished
	progress := func(finished int) {
		if s.options.Progress != nil {
			s.options.Progress(before+finished, before+len(due))
		}
	}
	done, err := replicate.Pool(ctx, len(due), s.options.Workers, func(ctx context.Context, i int) (replicate.Row, error) {
		row, err := s.cells[due[i].cell].Simulate(ctx, due[i].replication)
		if err != nil {
			return nil, fmt.Errorf("cell %d%s: %w", due[i].cell+1, s.said(due[i].cell), err)
		}
		return row, nil
	}, progress)
	if err != nil {
		return err
	}
	for i, at := range due {
		if done[i] != nil && len(s.rows[at.cell]) == at.replication {
			s.rows[at.cell] = append(s.rows[at.cell], *done[i])
		}
	}
	for _, row := range done {
		if row != nil {
			s.finished++
		}
	}
	if s.finished < before+len(due) {
		return &Unfinished{s.finished, before + len(due)}
	}
	return nil
}

// said names the values of a cell.
func (s *sweeping) said(cell int) string {
	var parts []string
	for i, path := range s.plan.Paths {
		parts = append(parts, path+"="+s.plan.Cells[cell].Values[i].Text())
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, " ") + ")"
}
