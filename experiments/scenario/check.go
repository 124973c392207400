package scenario

import (
	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/models/tool"
	"herdcast/sim/quantity"
	"slices"
	"strings"
	"time"
)

// What a scenario may have at most.
const (
	MostAgents = 10_000_000 // of all cohorts together
	MostBins   = 1_000_000  // of a time series, several of which each replication keeps
	mostHerd   = 10_000_000 // bins of the herd
)

// check looks at what no key can tell by itself: names, sums, order, cycles.
func (d *decoder) check(f *document) {
	if fault := badName(f.Name); fault != "" {
		d.at("name", "%s", fault)
	}
	d.checkRun(f)
	for i := range f.Tools {
		d.checkTool(f, i)
	}
	for i := range f.Policies {
		d.checkPolicy(f, &f.Policies[i])
	}
	agents := 0
	for i := range f.Fleet {
		d.checkCohort(f, i)
		if n := f.Fleet[i].Agents; n != nil {
			agents += *n
		}
	}
	if agents > MostAgents {
		d.at("fleet", "found %d agents in all, but there can be at most %d", agents, MostAgents)
	}
	d.unique("fleet", cohortNames(f.Fleet))
	d.checkDependency(f)
	for i := range f.Faults {
		d.checkFault(f, i)
	}
	d.unique("faults", faultNames(f.Faults))
	d.checkShared(f)
	d.checkProcesses(f)
	d.checkCircles(f)
}

func (d *decoder) checkRun(f *document) {
	run := f.Run
	if p := run.Precision; p != nil {
		if q, err := objective.ParseQuery(p.Measure); p.Measure == "" {
			// missing, and said so
		} else if err != nil {
			d.at("run.precision.measure", "%v", err)
		} else {
			d.checkQuery(f, "run.precision.measure", q)
		}
		if p.Max < run.Replications {
			d.at("run.precision.max", "found %d, but it must be at least run.replications (%d)", p.Max, run.Replications)
		}
		if run.Replications < 2 {
			d.at("run.replications", "found %d, but a precision needs at least 2 to begin with", run.Replications)
		}
	}
	if run.Duration > 0 && run.Warmup >= run.Duration {
		d.at("run.warmup", "found %s, but it must be shorter than the run (%s)", quantity.FormatDuration(run.Warmup), quantity.FormatDuration(run.Duration))
	}
	for _, bin := range []struct {
		key  string
		wide time.Duration
		most time.Duration
	}{{"series", run.Series, MostBins}, {"herd_bin", run.HerdBin, mostHerd}} {
		if bin.wide > 0 && run.Duration/bin.wide > bin.most {
			d.at("run."+bin.key, "found %s, which cuts a run of %s into more than %d bins", quantity.FormatDuration(bin.wide), quantity.FormatDuration(run.Duration), int64(bin.most))
		}
	}
}

func (d *decoder) checkTool(f *document, i int) {
	t := f.Tools[i]
	path := join("tools", t.Name)
	d.known(join(path, "policy"), "policy", t.Policy, f.policies())
	d.known(join(path, "verify_by"), "tool", t.VerifyBy, f.tools())
	if t.Spawns != nil {
		d.checkSpawns(f, &t, path)
	}
	// A cycle is reported once, at its first tool.
	seen := []string{t.Name}
	for at := t.VerifyBy; at != ""; {
		if at == t.Name {
			if slices.Min(positions(f.tools(), seen)) == i {
				d.at(join(path, "verify_by"), "the tools verify each other in a circle: %s", strings.Join(append(seen, at), " by "))
			}
			return
		}
		next := slices.IndexFunc(f.Tools, func(t tool.Spec) bool { return t.Name == at })
		if next < 0 || slices.Contains(seen, at) {
			return
		}
		seen = append(seen, at)
		at = f.Tools[next].VerifyBy
	}
}

func positions(names, of []string) []int {
	var at []int
	for _, name := range of {
		at = append(at, slices.Index(names, name))
	}
	return at
}

// failed tells whether something below a path was found wrong already.
func (d *decoder) failed(path string) bool {
	return slices.ContainsFunc(d.problems, func(p Problem) bool { return strings.HasPrefix(p.Path, path) })
}

func (d *decoder) checkDependency(f *document) {
	if slows := f.Dependency.Slows; slows != nil && slows.At == nil {
		d.at("dependency.slows", "the key at is missing: servers, which stands for it, has no bound")
	}
	if f.Dependency.WarmUp != nil && unlimited(f.Dependency.Servers) {
		d.findings = append(d.findings, result.Finding{Name: "key-without-effect", Severity: result.Warning, Path: "dependency.warm_up",
			Message: "dependency.warm_up does nothing beside servers: inf"})
	}
	if f.Dependency.Sharing == "processor" && f.Dependency.Queue.Order.Word != "fifo" {
		d.findings = append(d.findings, result.Finding{Name: "key-without-effect", Severity: result.Warning, Path: "dependency.queue.order",
			Message: "dependency.queue.order does nothing beside sharing: processor, where nobody waits"})
	}
	if a := f.Dependency.Autoscale; a != nil && a.Min > a.Max {
		d.at("dependency.autoscale.max", "found %d, but it must be at least min (%d)", a.Max, a.Min)
	}
	if q := &f.Dependency.Queue; q.Order.AdaptiveLIFO != nil && unlimited(q.Max) {
		d.at("dependency.queue.order", "found adaptive_lifo, which needs a queue.max to be above a share of")
	}
	if word := f.Dependency.Full.Hint.Word; word == "remaining" || word == "place_in_line" {
		d.at("dependency.full.hint", "found %s, but a full queue cannot tell it (allowed: none, or a duration such as 1s)", word)
	}
}

// unlimited tells counts without bound.
func unlimited(n quantity.Limit) bool { return n == quantity.Unlimited }
