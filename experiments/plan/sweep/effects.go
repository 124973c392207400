package sweep

import (
	"encoding/json"
	"fmt"
	"slices"

	"herdcast/experiments/plan/sensitivity"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/experiments/stats"
)

// Effects is a design that changes one sampled path at a time, so that what each does
// can be told.
type Effects struct {
	Design   string       `json:"design"` // saltelli, morris
	Ranges   [][2]float64 `json:"ranges"` // of the sampled paths, in base units
	By       string       `json:"by,omitempty"`
	Baseline string       `json:"baseline,omitempty"` // of the comparison, as JSON
	Unpaired bool         `json:"unpaired,omitempty"`
}

const saltelli = "saltelli"

func effectsOf(e *scenario.Experiment) *Effects {
	d := e.Design
	if d == nil || d.Saltelli == nil && d.Morris == nil {
		return nil
	}
	f := &Effects{Design: "morris"}
	if d.Saltelli != nil {
		f.Design = saltelli
	}
	for _, axis := range e.Vary {
		if axis.Between != nil {
			f.Ranges = append(f.Ranges, [2]float64{axis.Between.From.Size, axis.Between.To.Size})
		}
	}
	if c := e.Compare; c != nil {
		f.By, f.Unpaired = c.By, !c.Paired
		if c.Baseline != nil {
			f.Baseline = string(c.Baseline.JSON())
		}
	}
	return f
}

// group gives how many cells belong together: a walk, or two points with all that is
// mixed of them.
func (m *Manifest) group() int {
	if m.Effects.Design == saltelli {
		return len(m.Sampled) + 2
	}
	return len(m.Sampled) + 1
}

// block is the cells of a design at one combination of the listed values, and what
// they say of each sampled path.
type block struct {
	at        map[string]json.RawMessage
	cells     []int
	pairs     [][]pair // by path, in the order of the groups
	low, high [][]int  // by path, the cells in the lowest and the highest quarter of its range
}

// blocks are where the plan has them: the sampled points of each combination follow
// one another.
func (m *Manifest) blocks() []block {
	var all []block
	index := map[string]int{}
	for i, c := range m.Cells {
		at := map[string]json.RawMessage{}
		for path, value := range c.Set {
			if !slices.Contains(m.Sampled, path) {
				at[path] = value
			}
		}
		name, _ := json.Marshal(at) // keys in their order; values that were JSON before
		k, known := index[string(name)]
		if !known {
			k = len(all)
			index[string(name)] = k
			all = append(all, block{at: at})
		}
		all[k].cells = append(all[k].cells, i)
	}
	for k := range all {
		for i := range m.Sampled {
			m.along(&all[k], i)
		}
	}
	return all
}

// pair is two cells of which the second differs from the first in one sampled path.
type pair struct {
	before, after int
	moved         float64 // how far, as a share of the path's range
}

// along sees what the cells of a block say of one sampled path.
func (m *Manifest) along(b *block, sampled int) {
	from, to := m.Effects.Ranges[sampled][0], m.Effects.Ranges[sampled][1]
	sizes := make([]float64, len(b.cells))
	var low, high []int
	for k, cell := range b.cells {
		sizes[k] = scenario.SizeOf(m.Cells[cell].Set[m.Sampled[sampled]])
		switch place := (sizes[k] - from) / (to - from); {
		case place <= 0.25:
			low = append(low, cell)
		case place >= 0.75:
			high = append(high, cell)
		}
	}
	var pairs []pair
	add := func(before, after int) {
		pairs = append(pairs, pair{b.cells[before], b.cells[after], (sizes[after] - sizes[before]) / (to - from)})
	}
	n := m.group()
	for g := 0; g+n <= len(b.cells); g += n {
		if m.Effects.Design == saltelli {
			add(g, g+sampled+1)
			continue
		}
		for step := g; step+1 < g+n; step++ {
			if sizes[step] != sizes[step+1] {
				add(step, step+1)
			}
		}
	}
	b.pairs, b.low, b.high = append(b.pairs, pairs), append(b.low, low), append(b.high, high)
}

// sensitivity tells of each measure how much each sampled path moves it.
func (m *Manifest) sensitivity(blocks []block, cells []result.SweepCell) []result.Influence {
	measures := m.measured(cells)
	var all []result.Influence
	for _, b := range blocks {
		resamples := sensitivity.Resample(cells[b.cells[0]].Seed, len(b.cells)/m.group())
		for _, measure := range measures {
			all = append(all, m.moved(b, measure, cells, resamples)...)
		}
	}
	return all
}

// moved tells of one measure how much each sampled path moves it.
func (m *Manifest) moved(b block, measure string, cells []result.SweepCell, r sensitivity.Resamples) []result.Influence {
	all := make([]result.Influence, len(m.Sampled))
	values := make(map[int]float64, len(b.cells))
	lacking := 0
	unit := ""
	for _, c := range b.cells {
		v := cells[c].Measures[measure]
		if v.Value == nil {
			lacking++
			continue
		}
		values[c], unit = *v.Value, v.Unit
	}
	for i, path := range m.Sampled {
		all[i] = result.Influence{At: b.at, Path: path, Measure: measure, Unit: unit, AtLow: over(b.low[i], values), AtHigh: over(b.high[i], values)}
		if lacking > 0 {
			all[i].Why = fmt.Sprintf("no value in %d of %d cells", lacking, len(b.cells))
		}
	}
	switch {
	case lacking > 0:
	case m.Effects.Design == saltelli:
		m.indices(all, b, values, r)
	default:
		for i := range all {
			var effects []float64
			for _, p := range b.pairs[i] {
				effects = append(effects, (values[p.after]-values[p.before])/p.moved)
			}
			e := sensitivity.Morris(effects, r)
			all[i].Effect, all[i].AbsoluteEffect, all[i].Spread = told(e.Mean), told(e.Absolute), &e.Spread
		}
	}
	return all
}

func (m *Manifest) indices(all []result.Influence, b block, values map[int]float64, r sensitivity.Resamples) {
	var groups []sensitivity.Group
	n := m.group()
	for g := 0; g+n <= len(b.cells); g += n {
		cells := b.cells[g : g+n]
		group := sensitivity.Group{First: values[cells[0]], Second: values[cells[n-1]]}
		for _, c := range cells[1 : n-1] {
			group.Mixed = append(group.Mixed, values[c])
		}
		groups = append(groups, group)
	}
	found, ok := sensitivity.Sobol(groups, r)
	for i := range all {
		if !ok {
			all[i].Why = "it does not vary"
			continue
		}
		all[i].Main, all[i].Total = told(found[i].Main), told(found[i].Total)
	}
}

func told(i stats.Interval) *result.Estimate {
	return &result.Estimate{Value: i.Value, Low: i.Low, High: i.High}
}

// over gives the mean over some cells, nil where none of them has a value.
func over(cells []int, values map[int]float64) *float64 {
	var inside []float64
	for _, c := range cells {
		if value, ok := values[c]; ok {
			inside = append(inside, value)
		}
	}
	if inside == nil {
		return nil
	}
	mean := stats.Average(inside)
	return &mean
}
