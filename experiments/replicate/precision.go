package replicate

import (
	"fmt"
	"math"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/models/metric"
)

// aim is a precision that replications go on for. The interval is looked at after
// numbers of replications that are fixed beforehand, so that nothing but the
// results decides where it ends. Whoever looks several times and stops when he
// likes what he sees is wrong more often than each interval says; so each look
// takes an equal part of what the confidence leaves (Bonferroni), and all intervals
// hold together with that confidence.
type aim struct {
	asked result.Precision
	level float64 // of each look
	looks []int
}

func aimed(p *result.Precision) *aim {
	looks := looksOf(p.From, p.Max)
	return &aim{*p, 1 - (1-p.Confidence)/float64(len(looks)), looks}
}

// goal is the aim of one scenario and the measure that it is about.
type goal struct {
	*aim
	at address
}

// goalOf gives the goal of a scenario, nil where it has none.
func goalOf(s *scenario.Scenario) (*goal, error) {
	p := Asked(s)
	if p == nil {
		return nil, nil
	}
	q, err := objective.ParseQuery(p.Measure)
	if err != nil {
		return nil, err
	}
	part, err := partOf(q, &s.Spec)
	if err != nil {
		return nil, err
	}
	return &goal{aimed(p), address{q.Measure, part}}, nil
}

// looksOf gives the numbers of replications after which is looked, each half as
// many again as the one before.
func looksOf(from, most int) []int {
	looks := []int{from}
	for from < most {
		from = min(from+(from+1)/2, most)
		looks = append(looks, from)
	}
	return looks
}

// width gives the half-width of the interval as a share of the value; infinite
// where there is no value, or one of 0 with an interval about it.
func (a *aim) width(row []*metric.Value) float64 {
	var given []*metric.Value
	for _, v := range row {
		if v != nil && v.Why == "" {
			given = append(given, v)
		}
	}
	if len(given) < 2 {
		return math.Inf(1)
	}
	i := interval(given, a.level)
	half := (i.High - i.Low) / 2
	if half == 0 {
		return 0
	}
	return half / math.Abs(i.Value)
}

// next gives how many replications are due after what the row shows: no more where
// the precision is reached, or given up.
func (a *aim) next(row []*metric.Value) int {
	for _, look := range a.looks {
		if look > len(row) {
			return look
		}
		if a.width(row[:look]) <= a.asked.Within {
			return look
		}
	}
	return len(row)
}

// reached tells what became of the aim after the last replication.
func (a *aim) reached(row []*metric.Value) *result.Precision {
	p := a.asked
	for _, look := range a.looks {
		if look <= len(row) {
			p.Looks++
		}
	}
	if width := a.width(row); !math.IsInf(width, 0) {
		p.HalfWidth = &width
		p.Reached = width <= p.Within && p.Looks > 0
	}
	return &p
}

// told says in a sentence what became of a precision.
func told(p *result.Precision, replications int) result.Finding {
	f := result.Finding{Name: "precision", Severity: result.Info}
	width := "cannot be told"
	if p.HalfWidth != nil {
		width = fmt.Sprintf("is known within %.3g %%", 100**p.HalfWidth)
	}
	f.Message = fmt.Sprintf("%s %s at %.4g %% confidence after %d replications, looked at %d times.", p.Measure, width, float64(100*p.Confidence), replications, p.Looks)
	if !p.Reached {
		f.Severity = result.Warning
		f.Message += fmt.Sprintf(" The %.3g %% asked for were not reached.", float64(100*p.Within))
		f.Advice = "raise precision.max, or ask for less"
	}
	return f
}

// rowOf picks one measure out of each replication.
func rowOf(at address, observations []metric.Observation) []*metric.Value {
	row := make([]*metric.Value, len(observations))
	for i := range observations {
		row[i] = pick(at, observations[i].Values)
	}
	return row
}

// pick finds a measure, nil if it is not there.
func pick(at address, values []metric.Value) *metric.Value {
	for i := range values {
		if values[i].Name == at.name && values[i].Part == at.part {
			return &values[i]
		}
	}
	return nil
}
