package scenario

import (
	"slices"

	"herdcast/experiments/result"
	"herdcast/models/client"
	"herdcast/policies"
	"herdcast/sim/quantity"
)

// checkOutlier looks whether an outlier layer has replicas to leave out, and is the
// only one that says which.
func (d *decoder) checkOutlier(f *document, p *client.Policy, i int, path string) {
	o := p.Layers[i].Outlier
	if o.Scope == policies.ScopeReplica {
		d.at(join(path, "scope"), "found replica, but it compares replicas (allowed: call, task, agent, process, cohort, fleet)")
	}
	if o.MaxTime != nil && *o.MaxTime < o.For {
		d.at(join(path, "max_ejection_time"), "found %s, but for is %s", quantity.FormatDuration(*o.MaxTime), quantity.FormatDuration(o.For))
	}
	for j := range i {
		if p.Layers[j].Outlier != nil && meet(f, &p.Layers[i], &p.Layers[j]) {
			d.at(path, "a second outlier layer on the way of a tool: the first (%s) says where its requests go", item(join("policies", p.Name), j))
			break
		}
	}
	if f.Dependency.Copies() == 1 {
		d.findings = append(d.findings, result.Finding{Name: "key-without-effect", Severity: result.Warning, Path: path,
			Message: path + " does nothing: the dependency has no replicas to choose from (dependency.replicas)"})
	}
}

// meet tells whether two layers are both for some tool.
func meet(f *document, a, b *client.Layer) bool {
	return slices.ContainsFunc(f.tools(), func(name string) bool {
		return (a.Tools == nil || slices.Contains(a.Tools, name)) && (b.Tools == nil || slices.Contains(b.Tools, name))
	})
}
