package replicate

import (
	"fmt"
	"slices"

	"herdcast/experiments/objective"
	"herdcast/models/agent"
	"herdcast/models/fact"
	"herdcast/models/metric"
	"herdcast/models/tool"
	"herdcast/models/world"
)

// partsOf gives the parts to observe beside the whole, each cohort and each tool,
// each once: those that objectives ask for and, where effects can land twice, the
// causes, which reports tell.
func partsOf(objectives []objective.Objective, spec *world.Spec) ([]metric.Part, error) {
	var parts []metric.Part
	for _, o := range objectives {
		part, err := partOf(o.Query, spec)
		if err != nil {
			return nil, err
		}
		if unasked(part) && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	if slices.ContainsFunc(spec.Tools, func(t tool.Spec) bool { return t.Effect }) {
		for _, part := range causes() {
			if !slices.Contains(parts, part) {
				parts = append(parts, part)
			}
		}
	}
	return parts, nil
}

// causes gives a part for each cause of an effect that lands again.
func causes() []metric.Part {
	var parts []metric.Part
	for cause := fact.CauseNone + 1; cause < fact.Causes; cause++ {
		part := metric.Whole
		part.Cause = cause.String()
		parts = append(parts, part)
	}
	return parts
}

// unasked tells parts that no replication observes unless asked.
func unasked(part metric.Part) bool {
	cohort, tool := metric.Whole, metric.Whole
	cohort.Cohort, tool.Tool = part.Cohort, part.Tool
	return part != cohort && part != tool
}

// partOf turns the names of an objective's part into numbers.
func partOf(q objective.Query, spec *world.Spec) (metric.Part, error) {
	part := metric.Part{Cohort: -1, Tool: -1, Attempt: -1, Cause: q.Part.Cause, Layer: q.Part.Layer}
	if q.Part.Attempt > 0 {
		part.Attempt = q.Part.Attempt
	}
	if name := q.Part.Cohort; name != "" {
		part.Cohort = slices.IndexFunc(spec.Fleet, func(a agent.Spec) bool { return a.Name == name })
		if part.Cohort < 0 {
			return part, fmt.Errorf("no cohort is named %q", name)
		}
	}
	if name := q.Part.Tool; name != "" {
		part.Tool = slices.IndexFunc(spec.Tools, func(t tool.Spec) bool { return t.Name == name })
		if part.Tool < 0 {
			return part, fmt.Errorf("no tool is named %q", name)
		}
	}
	return part, nil
}
