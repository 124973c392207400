// Package plan says what an experiment simulates: its cells, each a scenario with
// everything laid over it, in an order that only the file decides.
package plan

import (
	"fmt"
	"slices"
	"strings"

	"herdcast/experiments/scenario"
)

// Plan is the cells of an experiment.
type Plan struct {
	Experiment *scenario.Experiment
	Paths      []string // what is varied; "scenario" first where there are several
	Cells      []Cell
}

// Cell is one combination of values.
type Cell struct {
	Values   []scenario.Value // in the order of the plan's paths
	Scenario *scenario.Scenario
}

// mostCells is more than anybody waits for.
const mostCells = 100_000

// scenarioPath stands for the path of what is varied where an experiment has
// several scenarios.
const scenarioPath = "scenario"

// Of reads every cell of an experiment. The error is of type scenario.Problems and
// lists what is wrong in any of them, each once.
func Of(e *scenario.Experiment) (*Plan, error) {
	p := &Plan{Experiment: e}
	several := len(e.Scenarios) > 1
	if several {
		p.Paths = append(p.Paths, scenarioPath)
	}
	for _, axis := range e.Vary {
		p.Paths = append(p.Paths, axis.Path)
	}
	if n := size(e); n > mostCells {
		return nil, scenario.Problems{{File: e.File(), Path: "vary", Message: fmt.Sprintf("found %d cells, but there can be at most %d", n, mostCells)}}
	}
	rows, err := rows(e)
	if err != nil {
		return nil, err.(scenario.Problems).Sorted(e.File())
	}
	var problems scenario.Problems
	for i, source := range e.Scenarios {
		for _, row := range rows {
			settings := make([]scenario.Setting, len(row))
			for k, value := range row {
				settings[k] = e.At(e.Vary[k], value)
			}
			s, err := e.Scenario(i, settings...)
			if err != nil {
				problems = append(problems, err.(scenario.Problems)...)
				continue
			}
			if several {
				row = append([]scenario.Value{scenario.Word(source.Name)}, row...)
			}
			p.Cells = append(p.Cells, Cell{row, s})
		}
	}
	if problems != nil {
		return nil, problems.Sorted(e.File())
	}
	p.unpair()
	return p, nil
}

// size counts the cells before they are made.
func size(e *scenario.Experiment) int {
	n, ranges := len(e.Scenarios), 0
	for _, axis := range e.Vary {
		switch {
		case axis.Between != nil:
			ranges++
		case n <= mostCells:
			n *= len(axis.Values)
		}
	}
	if e.Design != nil && n <= mostCells {
		n *= e.Design.Points(ranges)
	}
	return n
}

// rows gives the combinations of values: the grid of all lists, the last path
// turning fastest, and at each of its points all those of the design. They are the
// same for every scenario, so that scenarios can be compared; the seed of a design is
// that of the first.
func rows(e *scenario.Experiment) ([][]scenario.Value, error) {
	rows := [][]scenario.Value{make([]scenario.Value, len(e.Vary))}
	var ranges []int
	for k, axis := range e.Vary {
		if axis.Between != nil {
			ranges = append(ranges, k)
			continue
		}
		var longer [][]scenario.Value
		for _, row := range rows {
			for _, value := range axis.Values {
				longer = append(longer, with(row, k, value))
			}
		}
		rows = longer
	}
	if e.Design == nil {
		return rows, nil
	}
	base, err := e.Scenario(0)
	if err != nil {
		return nil, err
	}
	points := points(e.Design, len(ranges), base.Spec.Run.Seed)
	var longer [][]scenario.Value
	for _, row := range rows {
		for _, point := range points {
			for d, k := range ranges {
				row = with(row, k, e.Vary[k].Sample(point[d]))
			}
			longer = append(longer, row)
		}
	}
	return longer, nil
}

func with(row []scenario.Value, at int, value scenario.Value) []scenario.Value {
	copied := append([]scenario.Value{}, row...)
	copied[at] = value
	return copied
}

func points(d *scenario.Design, dimensions int, seed uint64) [][]float64 {
	switch {
	case d.Sobol != nil:
		return sobol(*d.Sobol, dimensions, seed)
	case d.LatinHypercube != nil:
		return latinHypercube(*d.LatinHypercube, dimensions, seed)
	case d.Saltelli != nil:
		return saltelli(*d.Saltelli, dimensions, seed)
	}
	return morris(*d.Morris, dimensions, seed)
}

// unpair gives each compared value luck of its own where the experiment asks for
// that: the seeds follow one another in the order of the values.
func (p *Plan) unpair() {
	c := p.Experiment.Compare
	if c == nil || c.Paired {
		return
	}
	var seen []scenario.Value
	for i := range p.Cells {
		value := p.Cells[i].Values[p.Index(c.By)]
		arm := 0
		for arm < len(seen) && !seen[arm].Equal(value) {
			arm++
		}
		if arm == len(seen) {
			seen = append(seen, value)
		}
		p.Cells[i].Scenario.Spec.Run.Seed += uint64(arm)
	}
}

// Index gives the place of a path among the varied ones, -1 if it is none.
func (p *Plan) Index(path string) int {
	for i, known := range p.Paths {
		if known == path {
			return i
		}
	}
	return -1
}

// Said tells in a few words which values a path takes.
func (p *Plan) Said(path int) string {
	var texts []string
	for _, c := range p.Cells {
		if text := c.Values[path].Text(); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	if len(texts) > 12 {
		return fmt.Sprintf("%d values, from %s to %s", len(texts), texts[0], texts[len(texts)-1])
	}
	return strings.Join(texts, ", ")
}
