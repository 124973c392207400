package sweep

import (
	"encoding/json"
	"maps"
	"slices"

	"herdcast/experiments/objective"
	"herdcast/experiments/plan/compare"
	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
)

// flips tells which sampled paths alone turn a verdict round, and how often.
func (m *Manifest) flips(blocks []block, cells []result.SweepCell, rows [][]replicate.Row) []result.Flip {
	var all []result.Flip
	for _, b := range blocks {
		for k, o := range cells[b.cells[0]].Objectives {
			all = append(all, m.turned(b, result.Flip{Objective: o.Text}, func(cell int) string { return cells[cell].Objectives[k].Verdict })...)
		}
	}
	if m.Effects.By != "" {
		all = append(all, m.comparisons(blocks, cells, rows)...)
	}
	return all
}

// opposite verdicts are those between which there is nothing unclear.
var opposite = map[string]string{
	result.Holds: result.Fails, result.Fails: result.Holds,
	result.IsBetter: result.IsWorse, result.IsWorse: result.IsBetter,
}

// turned counts for each sampled path the pairs of cells with opposite verdicts.
func (m *Manifest) turned(b block, about result.Flip, verdict func(cell int) string) []result.Flip {
	var all []result.Flip
	for i, pairs := range b.pairs {
		flip := about
		flip.At, flip.Path, flip.Pairs = b.at, m.Sampled[i], len(pairs)
		for _, p := range pairs {
			before, after := verdict(p.before), verdict(p.after)
			if opposite[before] != after || after == "" {
				continue
			}
			if flip.Flipped == 0 {
				flip.From, flip.Verdict = m.Cells[p.before].Set[flip.Path], before
				flip.To, flip.Becomes = m.Cells[p.after].Set[flip.Path], after
			}
			flip.Flipped++
		}
		if flip.Flipped > 0 {
			all = append(all, flip)
		}
	}
	return all
}

// comparisons tells where a sampled path alone turns round which compared value is
// better. Cells of two blocks that differ in the compared value alone are at the same
// sampled points.
func (m *Manifest) comparisons(blocks []block, cells []result.SweepCell, rows [][]replicate.Row) []result.Flip {
	var all []result.Flip
	by, sided := m.Effects.By, m.sided(cells)
	for _, base := range blocks {
		if !m.baseline(base, blocks) {
			continue
		}
		for _, arm := range blocks {
			if !sameBut(by, arm.at, base.at) || len(arm.cells) != len(base.cells) {
				continue
			}
			other := map[int]int{}
			for k, cell := range arm.cells {
				other[cell] = base.cells[k]
			}
			for _, measure := range sided {
				about := result.Flip{Measure: measure, Arm: text(arm.at[by]), Baseline: text(base.at[by])}
				flips := m.turned(arm, about, func(cell int) string {
					return compare.Verdict(rows[cell], rows[other[cell]], measure, !m.Effects.Unpaired)
				})
				for i := range flips {
					flips[i].At = without(by, arm.at)
				}
				all = append(all, flips...)
			}
		}
	}
	return all
}

// baseline tells whether a block is of the value that others are compared with: the
// one that is named, else the first.
func (m *Manifest) baseline(b block, blocks []block) bool {
	if m.Effects.Baseline != "" {
		return string(b.at[m.Effects.By]) == m.Effects.Baseline
	}
	return string(b.at[m.Effects.By]) == string(blocks[0].at[m.Effects.By])
}

// sameBut tells whether two combinations differ in one path and nothing else.
func sameBut(path string, a, b map[string]json.RawMessage) bool {
	return string(a[path]) != string(b[path]) && maps.EqualFunc(without(path, a), without(path, b), func(x, y json.RawMessage) bool { return string(x) == string(y) })
}

func without(path string, at map[string]json.RawMessage) map[string]json.RawMessage {
	rest := maps.Clone(at)
	delete(rest, path)
	return rest
}

func text(value json.RawMessage) string {
	var word string
	if json.Unmarshal(value, &word) == nil {
		return word
	}
	return string(value)
}

// sided gives the measures with a better side: of those asked for, or of all.
func (m *Manifest) sided(cells []result.SweepCell) []string {
	return slices.DeleteFunc(slices.Clone(m.measured(cells)), func(name string) bool { return objective.Better(name) == objective.Neither })
}
