package scenario

import (
	"slices"

	"herdcast/experiments/result"
	"herdcast/models/agent"
	"herdcast/models/client"
	"herdcast/models/dependency/fault"
	"herdcast/sim/dist"
)

// standstills finds the cohorts whose agents would start calls for ever without
// time passing: nothing they do takes any.
func standstills(f *document) []result.Finding {
	var findings []result.Finding
	for i := range f.Fleet {
		cohort := &f.Fleet[i]
		path := item("fleet", i)
		answer := f.atOnce(cohort)
		if answer == "" || !isZero(f.Dependency.Network.Delay) || f.waits(cohort) {
			continue
		}
		if loop := f.loops(cohort); loop != "" {
			findings = append(findings, result.Finding{
				Name: "no-time-passes", Severity: result.Error, Path: path,
				Message: "fleet." + cohort.Name + " would start calls without end at one instant: " + loop + ", and " + answer,
				Advice:  "let something take time: dependency.network.delay, task.think, rest, backoff",
			})
		}
	}
	return findings
}

func isZero(d dist.Spec) bool {
	switch d.Kind {
	case dist.Constant, dist.Exponential:
		return d.A == 0
	case dist.Uniform, dist.Normal:
		return d.A == 0 && d.B == 0
	case dist.Choice:
		return !slices.ContainsFunc(d.Choices, func(w dist.Weighted) bool { return !isZero(w.Of) })
	}
	return false
}

// atOnce says why every call of a cohort is answered at the instant it is sent,
// always or during a fault; "" where it is not.
func (f *document) atOnce(cohort *agent.Spec) string {
	every := true
	for _, t := range f.Tools {
		service := f.Dependency.Service
		if t.Service != nil {
			service = *t.Service
		}
		every = every && (!calls(cohort, t.Name) || t.Spawns == nil && isZero(service))
	}
	if every && len(f.Faults) == 0 {
		return "the service of its tools takes none"
	}
	for i := range f.Faults {
		spec := &f.Faults[i]
		refuses := spec.Down != nil && *spec.Down != "hang" || spec.Closed != nil || spec.Flap != nil && spec.Flap.As != "hang"
		lasts := spec.For == nil || *spec.For > 0
		if refuses && lasts && spec.At < f.Run.Duration && spec.Share == nil && covers(spec, f, cohort) {
			return "faults." + spec.Name + " refuses at once"
		}
	}
	return ""
}

// covers tells whether a fault meets all tools that a cohort calls.
func covers(spec *fault.Spec, f *document, cohort *agent.Spec) bool {
	for _, t := range f.Tools {
		if calls(cohort, t.Name) && (t.Spawns != nil || spec.Tools != nil && !slices.Contains(spec.Tools, t.Name)) {
			return false
		}
	}
	return true
}

// waits tells whether some layer that the cohort's calls go down may take time.
func (f *document) waits(cohort *agent.Spec) bool {
	for _, name := range f.policiesOf(cohort) {
		for i := range f.policy(name).Layers {
			layer := &f.policy(name).Layers[i]
			if layer.Limit != nil || layer.Rate != nil || layer.Hop != nil && !layer.Hop.Instant() || layer.Hedge != nil || layer.Fallback != nil || layer.Retry != nil && layer.Retry.Attempts > 1 && !instantly(layer) {
				return true
			}
		}
	}
	return false
}

// instantly tells a retry layer without wait.
func instantly(layer *client.Layer) bool {
	b := layer.Retry.Backoff
	return b.None || b.Schedule != nil && !slices.ContainsFunc(b.Schedule, func(d dist.Spec) bool { return !isZero(d) })
}

// loops says what goes on for ever; "" where it ends.
func (f *document) loops(cohort *agent.Spec) string {
	if cohort.Agents != nil && cohort.Every == nil && unlimited(cohort.Tasks) && isZero(cohort.Rest) && isZero(cohort.Task.Think) {
		return "rest and think take no time"
	}
	for _, name := range f.policiesOf(cohort) {
		for i := range f.policy(name).Layers {
			if layer := &f.policy(name).Layers[i]; layer.Retry != nil && layer.Retry.Budget == nil && unlimited(layer.Retry.Attempts) && instantly(layer) && layer.Retry.Hint.Use == "ignore" {
				return item(join("policies", name), i) + " retries at once without limit"
			}
		}
	}
	return ""
}
