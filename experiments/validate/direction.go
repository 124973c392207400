package validate

import (
	"context"

	"herdcast/experiments/result"
	"herdcast/experiments/stats"
)

// direction is what publications only order: a measure is less, or more, in this
// case than in another one.
type direction struct {
	what     string
	measure  string
	expected string // result.Less or result.More
	than     string // name of the other case
	source   string
}

// published names the source of directions.
func published(source string, all ...direction) []direction {
	for i := range all {
		all[i].source = source
	}
	return all
}

// unlikely is the p-value below which a direction is told.
const unlikely = 0.05

// direct holds what was simulated of a case against the cases that it is ordered
// with. These are simulated anew with its seed and its replications, so that both
// meet the same luck.
func (c Case) direct(ctx context.Context, options Options, here *result.Result) ([]result.Direction, error) {
	options.Seed, options.Replications = &here.Seed, here.Replications
	others := map[string]*result.Result{}
	var all []result.Direction
	for _, d := range c.directions {
		if others[d.than] == nil {
			var measures []string
			for _, same := range c.directions {
				measures = append(measures, same.measure)
			}
			there, err := options.simulate(ctx, d.than, measures)
			if err != nil {
				return nil, err
			}
			others[d.than] = there
		}
		row := c.row(d)
		if err := d.hold(&row, here, others[d.than]); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, nil
}

// row is a direction with what is known before it is simulated.
func (c Case) row(d direction) result.Direction {
	return result.Direction{Name: c.Name, Family: c.Family, Title: c.title(), What: d.what, Measure: d.measure, Expected: d.expected, Than: d.than, Source: d.source}
}

// hold agrees if the measure differs as expected and chance alone would hardly give
// such a difference. One that cannot be told is off.
func (d direction) hold(row *result.Direction, here, there *result.Result) error {
	simulated, unit, err := values(here, d.measure)
	if err != nil {
		return err
	}
	others, _, err := values(there, d.measure)
	if err != nil {
		return err
	}
	apart := stats.Paired(simulated, others, 0.95)
	row.Unit, row.Replications = unit, apart.Pairs
	row.Value, row.Other = stats.Average(simulated), stats.Average(others)
	row.Difference, row.Low, row.High, row.P = apart.Value, apart.Low, apart.High, apart.P
	row.Verdict = result.Off
	if apart.P < unlikely && (apart.Value < 0) == (d.expected == result.Less) {
		row.Verdict = result.Agrees
	}
	return nil
}
