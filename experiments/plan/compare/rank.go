package compare

import (
	"slices"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/experiments/stats"
)

// duel is one measure of two arms.
type duel struct {
	measure       string
	first, second int
}

// pairs tells for every two arms of a group and every measure with a better side
// who of them is told better: Holm over all of them. What is not in it cannot be
// told.
func (b *bench) pairs(g group, measures []string) map[duel]bool {
	var duels []duel
	var differences []stats.Difference
	var p []float64
	for _, measure := range measures {
		if objective.Better(measure) == objective.Neither {
			continue
		}
		for first := range b.arms {
			for second := first + 1; second < len(b.arms); second++ {
				if d, ok := b.sample(g.cells[first], g.cells[second], measure).difference(b.paired); ok {
					duels, differences, p = append(duels, duel{measure, first, second}), append(differences, d), append(p, d.P)
				}
			}
		}
	}
	beats := map[duel]bool{}
	for i, adjusted := range stats.Holm(p) {
		switch verdict(adjusted, differences[i].Value, objective.Better(duels[i].measure)) {
		case result.IsBetter:
			beats[duels[i]] = true
		case result.IsWorse:
			beats[duel{duels[i].measure, duels[i].second, duels[i].first}] = true
		}
	}
	return beats
}

// ranking orders the arms in one measure, false where it has no better side or no
// values.
func (b *bench) ranking(g group, measure string, beats map[duel]bool) (result.Ranking, bool) {
	side := objective.Better(measure)
	r := result.Ranking{Measure: measure, Better: string(side), At: g.at, Arms: []result.Ranked{}}
	for arm, text := range b.arms {
		s := b.sample(g.cells[arm], g.cells[arm], measure)
		if len(s.a) == 0 || side == objective.Neither {
			return r, false
		}
		r.Unit = s.unit
		interval := stats.Mean(s.a, 0.95)
		if s.ones {
			interval = stats.Fraction(s.a, 0.95)
		}
		rank := 1
		for other := range b.arms {
			if beats[duel{measure, other, arm}] {
				rank++
			}
		}
		r.Arms = append(r.Arms, result.Ranked{Arm: text.Text(), Rank: rank, Value: interval.Value, Low: interval.Low, High: interval.High})
	}
	slices.SortStableFunc(r.Arms, func(x, y result.Ranked) int {
		switch {
		case x.Value == y.Value:
			return 0
		case (x.Value < y.Value) == (side == objective.Lower):
			return -1
		}
		return 1
	})
	return r, true
}

// usual are the measures that arms are weighed by where nobody chose some: what the
// herd, the users and the books pay.
var usual = []string{"amplification", "goodput", "latency.p99", "wall_clock.used.p99", "work.wasted_share", "effects.duplicates_per_1000", "recovery.time"}

// chosen gives the measures of the Pareto set: those named, else those asked for
// that have a better side, else the usual ones.
func (b *bench) chosen(named, measures []string) []string {
	if len(named) > 0 {
		return named
	}
	if len(b.plan.Experiment.Measures) == 0 {
		measures = usual
	}
	return slices.DeleteFunc(slices.Clone(measures), func(m string) bool { return objective.Better(m) == objective.Neither })
}

// pareto finds the arms that no other beats, over the measures of which all arms
// have values; false where there are none.
func (b *bench) pareto(g group, measures []string) (result.Pareto, bool) {
	set := result.Pareto{Measures: []string{}, At: g.at, Arms: []string{}, Beaten: []result.Beaten{}}
	means := map[string][]float64{}
	for _, measure := range measures {
		for arm := range b.arms {
			if s := b.sample(g.cells[arm], g.cells[arm], measure); len(s.a) > 0 {
				means[measure] = append(means[measure], stats.Average(s.a))
			}
		}
		if len(means[measure]) == len(b.arms) && objective.Better(measure) != objective.Neither {
			set.Measures = append(set.Measures, measure)
		}
	}
	told := b.pairs(g, set.Measures)
	beats := func(first, second int) bool {
		somewhere := false
		for _, measure := range set.Measures {
			x, y := means[measure][first], means[measure][second]
			if x != y && (x < y) != (objective.Better(measure) == objective.Lower) {
				return false
			}
			somewhere = somewhere || told[duel{measure, first, second}]
		}
		return somewhere
	}
	for arm, text := range b.arms {
		by := -1
		for other := range b.arms {
			if beats(other, arm) {
				by = other
				break
			}
		}
		if by < 0 {
			set.Arms = append(set.Arms, text.Text())
			continue
		}
		set.Beaten = append(set.Beaten, result.Beaten{Arm: text.Text(), By: b.arms[by].Text()})
	}
	return set, len(set.Measures) > 0
}
