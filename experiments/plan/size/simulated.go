package size

import (
	"context"
	"fmt"
	"strings"

	"herdcast/experiments/journal"
	"herdcast/experiments/objective"
	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// Read gives the scenarios of a search with settings laid over each.
type Read func(set ...scenario.Setting) ([]*scenario.Scenario, error)

// Simulated evaluates by simulation, so many replications at once. It judges the
// given objectives, without any those of each scenario. Draws have addresses, so
// every point meets the same luck. What the journal has is not simulated again; nil:
// nothing is kept.
func Simulated(read Read, objectives []objective.Objective, workers int, j *journal.Journal) Evaluate {
	points := map[string]*point{}
	return func(ctx context.Context, set []Setting, replications int) (Sample, error) {
		texts, settings := make([]string, len(set)), make([]scenario.Setting, len(set))
		for i, s := range set {
			texts[i], settings[i] = s.Path+"="+s.Value.Text(), scenario.Set(s.Path, s.Value)
		}
		key := strings.Join(texts, "\n")
		p := points[key]
		if p == nil {
			scenarios, err := read(settings...)
			if err != nil {
				return nil, err
			}
			if p, err = newPoint(scenarios, objectives, j); err != nil {
				return nil, err
			}
			points[key] = p
		}
		if err := p.grow(ctx, replications, workers); err != nil {
			return nil, fmt.Errorf("with %s: %w", strings.Join(texts, ", "), err)
		}
		return p, nil
	}
}

// point is the scenarios at one setting, a batch each.
type point struct {
	names   []string
	batches []*replicate.Batch
}

func newPoint(scenarios []*scenario.Scenario, objectives []objective.Objective, j *journal.Journal) (*point, error) {
	p := &point{}
	for _, s := range scenarios {
		b, err := replicate.NewBatch(s, judged(s, objectives), j)
		if err != nil {
			return nil, err
		}
		p.names, p.batches = append(p.names, s.Spec.Name), append(p.batches, b)
	}
	return p, nil
}

func (p *point) grow(ctx context.Context, replications, workers int) error {
	for i, b := range p.batches {
		if err := b.Grow(ctx, replications, workers); err != nil {
			return fmt.Errorf("%s: %w", p.names[i], err)
		}
	}
	return nil
}

// Judge gives the objectives of every scenario their verdicts.
func (p *point) Judge(confidence float64) ([]result.ProbeObjective, error) {
	var all []result.ProbeObjective
	for i, b := range p.batches {
		objectives, err := b.Judge(confidence)
		if err != nil {
			return nil, err
		}
		for _, o := range objectives {
			all = append(all, result.ProbeObjective{Scenario: p.names[i], Objective: o})
		}
	}
	return all, nil
}
