package replicate

import (
	"fmt"
	"math"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/experiments/stats"
	"herdcast/models/metric"
)

// address is what tells one measure from another.
type address struct {
	name string
	part metric.Part
}

// estimate is one measure over all replications.
type estimate struct {
	measure result.Measure
	bounds  objective.Bounds
}

// estimates puts the values of all replications together.
func estimates(observations []metric.Observation) (map[address]estimate, error) {
	rows := map[address][]*metric.Value{}
	for i := range observations {
		for k := range observations[i].Values {
			value := &observations[i].Values[k]
			at := address{value.Name, value.Part}
			if rows[at] == nil {
				rows[at] = make([]*metric.Value, len(observations))
			}
			if err := supported(value); err != nil {
				return nil, fmt.Errorf("replication %d: %w", i+1, err)
			}
			rows[at][i] = value
		}
	}
	table := make(map[address]estimate, len(rows))
	for at, row := range rows {
		table[at] = combine(row, 0.95)
	}
	return table, nil
}

// supported refuses a value that no measure may yield.
func supported(v *metric.Value) error {
	counted := v.Statistic == metric.Share || v.Statistic == metric.Rare
	switch {
	case v.Why != "":
		return nil
	case math.IsNaN(v.Value) || math.IsInf(v.Value, 0):
		return fmt.Errorf("measure %s is %v", v.Name, v.Value)
	case counted && !(v.Of > 0):
		return fmt.Errorf("measure %s is a share of %v", v.Name, v.Of)
	}
	return nil
}

// combine puts one measure's values together, one a replication, nil where the
// replication has no such measure. The confidence is that of each one-sided bound.
func combine(row []*metric.Value, confidence float64) estimate {
	m := result.Measure{PerReplication: make([]*float64, len(row))}
	var given []*metric.Value
	var of []float64
	for i, v := range row {
		if v == nil {
			m.Why = "not measured in every replication"
			continue
		}
		m.Unit = v.Unit
		m.Approx = m.Approx || v.Approx
		of = append(of, v.Of)
		if v.Why != "" {
			m.Why = v.Why
			continue
		}
		if v.Censored {
			m.Censored++
		}
		value := v.Value
		m.PerReplication[i] = &value
		given = append(given, v)
	}
	if mean := stats.Average(of); mean > 0 {
		m.Of = &mean
	}
	if len(given) == 0 {
		return estimate{measure: m}
	}
	shown, oneSided := interval(given, 0.95), interval(given, 2*confidence-1)
	m.Value, m.Low, m.High = &shown.Value, &shown.Low, &shown.High
	if len(given) > 1 {
		m.Interval = intervalNames[given[0].Statistic]
	}
	return estimate{m, objective.Bounds{Low: oneSided.Low, High: oneSided.High}}
}

var intervalNames = [...]string{metric.Mean: "student", metric.Share: "wilson", metric.Rare: "poisson", metric.Fraction: "wilson"}

func interval(given []*metric.Value, level float64) stats.Interval {
	values, counts, totals := make([]float64, len(given)), make([]float64, len(given)), make([]float64, len(given))
	for i, v := range given {
		values[i], counts[i], totals[i] = v.Value, v.Count, v.Of
	}
	switch given[0].Statistic {
	case metric.Share:
		return stats.Share(counts, totals, level)
	case metric.Rare:
		return stats.Rare(counts, totals, given[0].Scale, level)
	case metric.Fraction:
		return stats.Fraction(values, level)
	}
	return stats.Mean(values, level)
}
