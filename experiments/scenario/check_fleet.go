package scenario

import (
	"herdcast/models/agent"
	"herdcast/models/arrival"
	"herdcast/models/tool"
	"herdcast/policies"
	"herdcast/sim/quantity"
	"slices"
)

func (d *decoder) checkCohort(f *document, i int) {
	cohort := &f.Fleet[i]
	path := item("fleet", i)
	d.checkBeginning(f, cohort, path)
	if cohort.Policy != "" {
		d.known(path+".policy", "policy", cohort.Policy, f.policies())
	}
	if trace := cohort.Trace; trace != nil && trace.File != "" && trace.Time != "" {
		times, err := d.files.times(trace.File, trace.Time, trace.Unit)
		if err != nil {
			d.at(path+".trace.file", "%v", err)
		}
		trace.At = times
	}
	d.checkProfile(cohort.Profile, path+".profile")
	task := path + ".task"
	total := 0.0
	for _, share := range cohort.Task.Tools {
		d.known(join(task+".tools", share.Tool), "tool", share.Tool, f.tools())
		total += float64(share.Share)
	}
	if d.wrote(task+".tools") && len(cohort.Task.Tools) > 0 && !isWhole(total) && !d.failed(task+".tools") {
		d.at(task+".tools", "the shares add up to %s, but must make 100%%", quantity.Share(rounded(total)))
	}
	if len(cohort.Task.Tools) == 0 && cohort.Task.Script == nil {
		d.at(task, "no tool is left to call: each spawns, or is the verify_by of another")
	}
	for turn, calls := range cohort.Task.Script {
		for j, name := range calls {
			d.known(item(item(task+".script", turn), j), "tool", name, f.tools())
		}
	}
	d.checkModel(f, cohort, path+".model")
	if !f.bounded(cohort, map[string]bool{}) {
		d.checkShareOfBudget(f, cohort, path)
	}
}

// checkProfile looks at the order of the entries of a profile.
func (d *decoder) checkProfile(profile []arrival.Step, path string) {
	for i := range profile {
		at := item(path, i)
		switch {
		case i == 0 && profile[i].Ramp:
			d.at(join(at, "ramp"), "it has no entry before it to come from")
		case i > 0 && profile[i].From <= profile[i-1].From && !d.failed(item(path, i-1)) && !d.failed(at):
			d.at(join(at, "from"), "found %s, but it must be after that of the entry before (%s)", quantity.FormatDuration(profile[i].From), quantity.FormatDuration(profile[i-1].From))
		}
	}
}

func (d *decoder) checkModel(f *document, cohort *agent.Spec, path string) {
	m := &cohort.Model
	for _, class := range []struct {
		key string
		of  *agent.Reaction
	}{{"exhausted", m.Exhausted}, {"semantic", m.Semantic}, {"unknown", m.Unknown}, {"untold", m.Untold}} {
		at := join(path, class.key)
		if !d.wrote(at) || d.failed(at) {
			continue
		}
		if total := float64(class.of.Reissue + class.of.Adapt + class.of.Verify + class.of.Degrade + class.of.Abandon); !isWhole(total) {
			d.at(at, "the shares add up to %s, but must make 100%%", quantity.Share(rounded(total)))
		}
		if class.of.Verify > 0 && !slices.ContainsFunc(f.Tools, func(t tool.Spec) bool { return t.VerifyBy != "" }) {
			d.at(join(at, "verify"), "no tool has a verify_by to verify with")
		}
	}
}

// checkShareOfBudget looks for timeouts that are a share of a budget that the
// cohort does not have.
func (d *decoder) checkShareOfBudget(f *document, cohort *agent.Spec, path string) {
	for _, name := range f.policiesOf(cohort) {
		p := f.policy(name)
		if p == nil {
			continue
		}
		for i, layer := range p.Layers {
			if layer.Timeout != nil && layer.Timeout.ShareOfBudget != nil {
				d.at(path, "it needs task.budget.wall_clock: %s takes a share of it", join(item(join("policies", name), i), "timeout.share_of_budget"))
			}
		}
	}
}

// policiesOf gives the policies that a cohort's calls may go down, each once.
func (f *document) policiesOf(cohort *agent.Spec) []string {
	var names []string
	for _, t := range f.Tools {
		if !calls(cohort, t.Name) {
			continue
		}
		name := t.Policy
		if name == "" {
			name = cohort.Policy
		}
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// calls tells whether a cohort's tasks plan calls of a tool.
func calls(cohort *agent.Spec, name string) bool {
	for _, share := range cohort.Task.Tools {
		if share.Tool == name && share.Share > 0 {
			return true
		}
	}
	return slices.ContainsFunc(cohort.Task.Script, func(turn []string) bool { return slices.Contains(turn, name) })
}

// checkProcesses asks streams and children for `processes` where something is kept
// by process.
func (d *decoder) checkProcesses(f *document) {
	for i := range f.Fleet {
		cohort := &f.Fleet[i]
		if cohort.Processes != nil || cohort.Agents != nil {
			continue
		}
		if by := f.keptByProcess(cohort); by != "" {
			d.at(item("fleet", i), "the key processes is missing: %s has scope process", by)
		}
	}
}

// keptByProcess gives the path of the first thing in use with scope process.
func (f *document) keptByProcess(cohort *agent.Spec) string {
	for _, name := range f.policiesOf(cohort) {
		p := f.policy(name)
		if p == nil {
			continue
		}
		for i := range p.Layers {
			layer := &p.Layers[i]
			at := item(join("policies", name), i)
			switch {
			case layer.Retry != nil && layer.Retry.Budget != nil && layer.Retry.Budget.Scope == policies.ScopeProcess:
				return at + ".retry.budget"
			case layer.Breaker != nil && layer.Breaker.Scope == policies.ScopeProcess:
				return at + ".breaker"
			case layer.Limit != nil && layer.Limit.Scope == policies.ScopeProcess:
				return at + ".limit"
			case layer.Rate != nil && layer.Rate.Scope == policies.ScopeProcess:
				return at + ".rate"
			case layer.Outlier != nil && layer.Outlier.Scope == policies.ScopeProcess:
				return at + ".outlier"
			case layer.Throttle != nil && layer.Throttle.Scope == policies.ScopeProcess:
				return at + ".throttle"
			}
		}
	}
	for i := range f.Faults {
		if spec := &f.Faults[i]; spec.Sticky == "process" && spec.Share != nil && touches(spec, cohort, f) {
			return item("faults", i)
		}
	}
	for i := range f.Dependency.Quota {
		if f.Dependency.Quota[i].Scope == "process" && f.sends(cohort) {
			if len(f.Dependency.Quota) == 1 {
				return "dependency.quota"
			}
			return item("dependency.quota", i)
		}
	}
	return ""
}
