// Package compare tells how the values of one path fare beside each other: which
// are better, in what, by how much and how sure that is.
package compare

import (
	"encoding/json"
	"maps"
	"slices"

	"herdcast/experiments/objective"
	"herdcast/experiments/plan"
	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/experiments/stats"
	"herdcast/models/metric"
)

// level is the chance that a set of comparisons tells anything that is not so.
const level = 0.05

// noSign is the p-value of a comparison alone above which luck as often as not gives
// a larger difference: then nothing says that there is one to plan for.
const noSign = 0.5

// Of compares the rows of a plan's cells. The experiment must have a comparison.
func Of(p *plan.Plan, rows [][]replicate.Row) *result.Comparison {
	c := p.Experiment.Compare
	b := bench{by: p.Index(c.By), paired: c.Paired, plan: p, rows: rows}
	b.group()
	baseline := 0
	if c.Baseline != nil {
		baseline = slices.IndexFunc(b.arms, c.Baseline.Equal)
	}
	r := &result.Comparison{
		Format: result.Format, Kind: "comparison", Name: p.Experiment.Name,
		By: c.By, Baseline: b.arms[baseline].Text(), Paired: c.Paired, Level: level,
		Comparisons: []result.Compared{}, Rankings: []result.Ranking{}, Pareto: []result.Pareto{},
	}
	for _, arm := range b.arms {
		r.Arms = append(r.Arms, arm.Text())
	}
	r.Objectives = b.judged()
	measures := b.measures(p.Experiment.Measures)
	r.Comparisons = b.against(baseline, measures)
	for _, at := range b.groups {
		told := b.pairs(at, measures)
		for _, m := range measures {
			if ranking, ok := b.ranking(at, m, told); ok {
				r.Rankings = append(r.Rankings, ranking)
			}
		}
	}
	chosen := b.chosen(c.Pareto, measures)
	for _, at := range b.groups {
		if set, ok := b.pareto(at, chosen); ok {
			r.Pareto = append(r.Pareto, set)
		}
	}
	return r
}

// bench is the cells, sorted by arm and by what else is varied.
type bench struct {
	by     int
	paired bool
	plan   *plan.Plan
	rows   [][]replicate.Row
	arms   []scenario.Value
	groups []group
}

// group is the cells that differ in the arm alone.
type group struct {
	at    map[string]json.RawMessage
	cells []int // by arm
}

func (b *bench) group() {
	for _, cell := range b.plan.Cells {
		if !slices.ContainsFunc(b.arms, cell.Values[b.by].Equal) {
			b.arms = append(b.arms, cell.Values[b.by])
		}
	}
	index := map[string]int{}
	for i, cell := range b.plan.Cells {
		at := map[string]json.RawMessage{}
		for k, value := range cell.Values {
			if k != b.by {
				at[b.plan.Paths[k]] = value.JSON()
			}
		}
		name, _ := json.Marshal(at) // keys in their order; values that were JSON before
		g, known := index[string(name)]
		if !known {
			g = len(b.groups)
			index[string(name)] = g
			b.groups = append(b.groups, group{at: at, cells: make([]int, len(b.arms))})
		}
		b.groups[g].cells[slices.IndexFunc(b.arms, cell.Values[b.by].Equal)] = i
	}
}

// measures gives those asked for, or all that were kept.
func (b *bench) measures(asked []string) []string {
	if len(asked) > 0 {
		return asked
	}
	held := map[string]bool{}
	for _, cell := range b.rows {
		for _, row := range cell {
			for _, v := range row {
				held[v.Name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(held))
}

// sample is one measure of two cells: the replications that can be compared.
type sample struct {
	a, b []float64
	unit string
	ones bool // each replication is 1 or 0
	why  string
}

func sampled(first, second []replicate.Row, measure string, paired bool) sample {
	var s sample
	pick := func(rows []replicate.Row, i int) *metric.Value {
		if i >= len(rows) {
			return nil
		}
		v := rows[i].Value(measure)
		if v == nil {
			s.why = "this scenario has no such measure"
			return nil
		}
		s.unit, s.ones = v.Unit, v.Statistic == metric.Fraction
		if v.Why != "" {
			s.why = v.Why
			return nil
		}
		return v
	}
	for i := range max(len(first), len(second)) {
		x, y := pick(first, i), pick(second, i)
		if paired && (x == nil || y == nil) {
			continue
		}
		if x != nil {
			s.a = append(s.a, x.Value)
		}
		if y != nil {
			s.b = append(s.b, y.Value)
		}
	}
	return s
}

// difference compares both, false where one has no value.
func (s sample) difference(paired bool) (stats.Difference, bool) {
	switch {
	case len(s.a) == 0 || len(s.b) == 0:
		return stats.Difference{}, false
	case !paired:
		return stats.Unpaired(s.a, s.b, 0.95), true
	case s.ones:
		return stats.PairedFractions(s.a, s.b, 0.95), true
	}
	return stats.Paired(s.a, s.b, 0.95), true
}

func (b *bench) sample(first, second int, measure string) sample {
	return sampled(b.rows[first], b.rows[second], measure, b.paired)
}

// Verdict tells how the replications of one cell fare beside those of another in one
// measure, as a comparison of nothing else.
func Verdict(arm, baseline []replicate.Row, measure string, paired bool) string {
	d, ok := sampled(arm, baseline, measure, paired).difference(paired)
	if !ok {
		return result.CannotTell
	}
	return verdict(d.P, d.Value, objective.Better(measure))
}

// judged gives what became of each arm's objectives, of those arms that have any.
func (b *bench) judged() []result.Judged {
	all := []result.Judged{}
	for _, g := range b.groups {
		for arm, cell := range g.cells {
			judged := replicate.Judged(b.rows[cell], b.plan.Cells[cell].Scenario.Objectives, 0.95)
			if len(judged) > 0 {
				all = append(all, result.Judged{Arm: b.arms[arm].Text(), At: g.at, Objectives: judged})
			}
		}
	}
	return all
}

// against compares every arm with the baseline, in every measure, everywhere.
func (b *bench) against(baseline int, measures []string) []result.Compared {
	all := []result.Compared{}
	var differences []stats.Difference
	var told []int // which of all have a difference
	var p []float64
	for _, g := range b.groups {
		for arm := range b.arms {
			if arm == baseline {
				continue
			}
			for _, measure := range measures {
				s := b.sample(g.cells[arm], g.cells[baseline], measure)
				c := result.Compared{
					Measure: measure, Unit: s.unit, Better: string(objective.Better(measure)), Arm: b.arms[arm].Text(), Baseline: b.arms[baseline].Text(),
					At: g.at, Verdict: result.CannotTell, Why: s.why,
				}
				d, ok := s.difference(b.paired)
				if ok {
					value, base := stats.Average(s.a), stats.Average(s.b)
					c.Value, c.BaselineValue, c.Replications = &value, &base, d.Pairs
					c.Difference, c.Low, c.High, c.P = &d.Value, &d.Low, &d.High, &d.P
					if base != 0 {
						relative := d.Value / base
						c.Relative = &relative
					}
					if d.Pairs < 2 {
						c.Why = "one replication says nothing of luck"
					}
					told, p, differences = append(told, len(all)), append(p, d.P), append(differences, d)
				}
				all = append(all, c)
			}
		}
	}
	adjusted := stats.Holm(p)
	for k, i := range told {
		all[i].PAdjusted = &adjusted[k]
		all[i].Verdict = verdict(adjusted[k], differences[k].Value, objective.Side(all[i].Better))
		if all[i].Verdict == result.CannotTell && differences[k].P <= noSign {
			if n, ok := differences[k].Needed(level / float64(len(p))); ok && n > differences[k].Pairs {
				all[i].Needed = &n
			}
		}
	}
	return all
}

func verdict(p, difference float64, side objective.Side) string {
	switch {
	case p >= level || difference == 0:
		return result.CannotTell
	case side == objective.Neither:
		return result.IsDifferent
	case (difference < 0) == (side == objective.Lower):
		return result.IsBetter
	}
	return result.IsWorse
}
