package size

import (
	"herdcast/experiments/explain"
	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// Foretold foresees by a fluid, in milliseconds a setting. It is asked what Simulated
// is, and knows nothing where the fluid does not know of a key or of a measure.
func Foretold(read Read, objectives []objective.Objective) Foresee {
	return func(set []Setting) (holds, known bool) {
		settings := make([]scenario.Setting, len(set))
		for i, s := range set {
			settings[i] = scenario.Set(s.Path, s.Value)
		}
		scenarios, err := read(settings...)
		if err != nil {
			return false, false // simulating it will tell
		}
		holds = true
		for _, s := range scenarios {
			measures := explain.Foretell(s)
			for _, o := range judged(s, objectives) {
				m, ok := measures[o.Written()]
				if !ok {
					return false, false
				}
				verdict := o.Judge(m, objective.Bounds{Low: *m.Value, High: *m.Value}).Verdict
				holds = holds && verdict == result.Holds
			}
		}
		return holds, true
	}
}

// judged are the given objectives, without any those of the scenario.
func judged(s *scenario.Scenario, objectives []objective.Objective) []objective.Objective {
	if objectives == nil {
		return s.Objectives
	}
	return objectives
}
