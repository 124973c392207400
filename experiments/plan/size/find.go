package size

import (
	"context"

	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// Find answers the size of an experiment by simulating its scenarios. The error is
// of type scenario.Problems where a scenario, or a value in it, is bad input, and
// a *replicate.Error where a replication cannot be simulated.
func Find(ctx context.Context, e *scenario.Experiment, options Options) (*result.Size, error) {
	read := func(set ...scenario.Setting) ([]*scenario.Scenario, error) {
		all := make([]*scenario.Scenario, len(e.Scenarios))
		for i := range e.Scenarios {
			var err error
			if all[i], err = e.Scenario(i, set...); err != nil {
				return nil, err
			}
		}
		return all, nil
	}
	scenarios, err := read()
	if err != nil {
		return nil, err
	}
	q := Question{Smallest: e.Size.Find == "smallest", Confidence: float64(e.Size.Confidence), Scenarios: len(scenarios)}
	for i, path := range e.Size.Of {
		q.Of = append(q.Of, Parameter{path, Scale{e.Size.Between[i], e.Size.Within[i]}})
	}
	var names []string
	objectives := len(e.Size.Objectives)
	for _, s := range scenarios {
		q.Replications = max(q.Replications, s.Spec.Run.Replications)
		names = append(names, s.Spec.Name)
		objectives += len(s.Objectives)
	}
	if objectives == 0 {
		return nil, e.Problem("size", "there is nothing to keep: write such_that, or objectives in the scenario")
	}
	options.Foresee = Foretold(read, e.Size.Objectives)
	r, err := Ask(ctx, q, Simulated(read, e.Size.Objectives, options.Workers, options.Journal), options)
	if err != nil {
		return nil, err
	}
	r.Name, r.Scenarios, r.Seed = e.Name, names, scenarios[0].Spec.Run.Seed
	return r, fragment(e, r)
}

// fragment puts the answer into the first scenario, to be pasted.
func fragment(e *scenario.Experiment, r *result.Size) error {
	if r.Answer == nil || r.Indifferent {
		return nil
	}
	var settings []scenario.Setting
	for _, path := range e.Size.Of {
		value, err := scenario.ParseAmount(r.Answer[path].Text)
		if err != nil {
			return err
		}
		settings = append(settings, scenario.Set(path, value))
	}
	s, err := e.Scenario(0, settings...)
	if err != nil {
		return err
	}
	r.Fragment = string(s.Fragment(e.Size.Of...))
	return nil
}
