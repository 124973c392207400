package scenario

import (
	"slices"
	"strings"
	"time"

	"herdcast/experiments/result"
	"herdcast/models/agent"
	"herdcast/models/client"
	"herdcast/models/dependency/fault"
	"herdcast/models/tool"
	"herdcast/policies"
	"herdcast/policies/budget"
	"herdcast/sim/quantity"
)

const (
	mostAgents = 10_000_000 // of all cohorts together
	mostBins   = 1_000_000  // of a time series, several of which each replication keeps
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
	if agents > mostAgents {
		d.at("fleet", "found %d agents in all, but there can be at most %d", agents, mostAgents)
	}
	d.unique("fleet", cohortNames(f.Fleet))
	d.checkDependency(f)
	for i := range f.Faults {
		d.checkFault(f, i)
	}
	d.unique("faults", faultNames(f.Faults))
	d.checkShared(f)
	d.checkProcesses(f)
}

// known checks a name against those that are defined.
func (d *decoder) known(path, what, name string, defined []string) {
	if name == "" || slices.Contains(defined, name) {
		return
	}
	there := "there is none"
	if len(defined) > 0 {
		there = "there are: " + strings.Join(defined, ", ")
	}
	d.at(path, "no %s is named %s (%s)%s", what, show(name), there, suggest(name, defined))
}

// unique checks the names of a list: fit to be used in paths and measures, and
// each there once.
func (d *decoder) unique(path string, entries []named) {
	for i, entry := range entries {
		first := slices.IndexFunc(entries, func(e named) bool { return e.name == entry.name })
		at := join(item(path, i), "name")
		if fault := badName(entry.name); fault != "" && entry.name != entry.standard && d.wrote(at) {
			d.at(at, "%s", fault)
		} else if first < i {
			d.at(at, "%s is the name of %s already", entry.name, item(path, first))
		}
	}
}

// named is an entry's name and the one it has where none is written.
type named struct{ name, standard string }

// cohortNames, layerNames and faultNames give the entries of their lists.
func cohortNames(fleet []agent.Spec) []named {
	var all []named
	for i, cohort := range fleet {
		all = append(all, named{cohort.Name, defaultCohort(i)})
	}
	return all
}

func layerNames(layers []client.Layer) []named {
	var all []named
	kinds := map[string]int{}
	for i := range layers {
		kind := kindOf(&layers[i])
		kinds[kind]++
		all = append(all, named{layers[i].Name, defaultName(kind, kinds[kind])})
	}
	return all
}

func faultNames(faults []fault.Spec) []named {
	var all []named
	kinds := map[string]int{}
	for i := range faults {
		kind := kindOf(&faults[i])
		kinds[kind]++
		all = append(all, named{faults[i].Name, defaultName(kind, kinds[kind])})
	}
	return all
}

func (f *document) cohorts() []string {
	var names []string
	for _, cohort := range f.Fleet {
		names = append(names, cohort.Name)
	}
	return names
}

func (f *document) tools() []string {
	var names []string
	for _, t := range f.Tools {
		names = append(names, t.Name)
	}
	return names
}

func (f *document) policies() []string {
	var names []string
	for _, p := range f.Policies {
		names = append(names, p.Name)
	}
	return names
}

// layers gives the names of all layers, or of those of one kind, each once.
func (f *document) layers(kind string) []string {
	var names []string
	for _, p := range f.Policies {
		for i := range p.Layers {
			if name := p.Layers[i].Name; (kind == "" || kindOf(&p.Layers[i]) == kind) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func (d *decoder) checkRun(f *document) {
	run := f.Run
	if run.Duration > 0 && run.Warmup >= run.Duration {
		d.at("run.warmup", "found %s, but it must be shorter than the run (%s)", quantity.FormatDuration(run.Warmup), quantity.FormatDuration(run.Duration))
	}
	for _, bin := range []struct {
		key  string
		wide time.Duration
		most time.Duration
	}{{"series", run.Series, mostBins}, {"herd_bin", run.HerdBin, mostHerd}} {
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

func (d *decoder) checkPolicy(f *document, p *client.Policy) {
	path := join("policies", p.Name)
	d.unique(path, layerNames(p.Layers))
	if err := client.CheckSize(p, f.Tools); err != nil {
		d.at(path, "%v", err)
	}
	for i := range p.Layers {
		layer := &p.Layers[i]
		at := item(path, i)
		for j, name := range layer.Tools {
			d.known(item(join(at, "tools"), j), "tool", name, f.tools())
		}
		if layer.Timeout != nil {
			t := layer.Timeout
			at := join(at, "timeout")
			if t.Max == nil && t.ShareOfBudget == nil && len(t.ByTool) == 0 {
				d.at(at, "one of these keys is due: max, share_of_budget, by_tool")
			}
			if t.Max != nil && t.Min != nil && *t.Min > *t.Max {
				d.at(join(at, "min"), "found %s, but max is %s", quantity.FormatDuration(*t.Min), quantity.FormatDuration(*t.Max))
			}
			for _, by := range t.ByTool {
				where := join(join(at, "by_tool"), by.Tool)
				d.known(where, "tool", by.Tool, f.tools())
				if by.Max <= 0 && d.wrote(where) {
					d.at(where, "found %s, but it must be more than 0s", quantity.FormatDuration(by.Max))
				}
			}
		}
		if layer.Hedge != nil && layer.Hedge.Budget == "shared" && !slices.ContainsFunc(p.Layers, func(l client.Layer) bool { return l.Retry != nil && l.Retry.Budget != nil }) {
			d.at(join(at, "hedge.budget"), "found shared, but no retry layer of the policy has a budget")
		}
		if layer.Fallback != nil {
			d.known(join(at, "fallback.tool"), "tool", layer.Fallback.Tool, f.tools())
		}
		if layer.Retry != nil {
			d.checkRetry(layer, join(at, "retry"))
		}
	}
}

func (d *decoder) checkRetry(layer *client.Layer, path string) {
	b := layer.Retry.Backoff
	if b.Cap != nil && b.Floor != nil && *b.Floor > *b.Cap {
		d.at(join(path, "backoff.floor"), "found %s, but the cap is %s", quantity.FormatDuration(*b.Floor), quantity.FormatDuration(*b.Cap))
	}
	if jitter := layer.Retry.Hint.Jitter; jitter != nil && (jitter.Word == "decorrelated" || jitter.Word == "polly") {
		d.at(join(path, "hint.jitter"), "found %s, which spreads a wait by the ones before it, but a hint has none (allowed: none, full, equal, or a map)", jitter.Word)
	}
	if layer.Retry.Budget != nil {
		d.checkBudget(layer.Retry.Budget, join(path, "budget"))
	}
}

func (d *decoder) checkBudget(b *budget.Spec, path string) {
	if b.Tokens != nil && b.Start != nil && *b.Start > *b.Tokens {
		d.at(join(path, "start"), "found %d, but the bucket holds %d", *b.Start, *b.Tokens)
	}
	if g := b.GRPC; g != nil && g.Start != nil && *g.Start > g.Max {
		d.at(join(path, "grpc.start"), "found %d, but the bucket holds %d", *g.Start, g.Max)
	}
	if b.FailureRate != nil && b.Window == nil && !d.wrote(join(path, "window")) {
		d.at(path, "the key window is missing (the span over which failures are counted)")
	}
	switch floor := join(path, "floor"); {
	case b.Percent != nil && b.Floor.Retries > 0:
		d.at(floor, "found %d, but beside percent a rate is due, such as %d/s", b.Floor.Retries, b.Floor.Retries)
	case b.InFlight != nil && b.Floor.Rate.Count > 0:
		d.at(floor, "found %s, but beside in_flight a number of retries is due, such as 3", b.Floor.Rate)
	}
}

func (d *decoder) checkCohort(f *document, i int) {
	cohort := &f.Fleet[i]
	path := item("fleet", i)
	if cohort.Agents == nil && cohort.Arrivals == nil && cohort.Trace == nil && !d.wrote(path+".agents") && !d.wrote(path+".arrivals") && !d.wrote(path+".trace") {
		d.at(path, "one of these keys is due: agents, arrivals, trace (children of a spawning tool are %s)", notBuilt)
	}
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
		d.at(task, "no tool is left to call: each is the verify_by of another")
	}
	for turn, calls := range cohort.Task.Script {
		for j, name := range calls {
			d.known(item(item(task+".script", turn), j), "tool", name, f.tools())
		}
	}
	d.checkModel(f, cohort, path+".model")
	if cohort.Task.Budget.WallClock == nil {
		d.checkShareOfBudget(f, cohort, path)
	}
}

// failed tells whether something below a path was found wrong already.
func (d *decoder) failed(path string) bool {
	return slices.ContainsFunc(d.problems, func(p Problem) bool { return strings.HasPrefix(p.Path, path) })
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

func (d *decoder) checkDependency(f *document) {
	if slows := f.Dependency.Slows; slows != nil && slows.At == nil {
		d.at("dependency.slows", "the key at is missing: servers, which stands for it, has no bound")
	}
	if f.Dependency.WarmUp != nil && unlimited(f.Dependency.Servers) {
		d.findings = append(d.findings, result.Finding{Name: "key-without-effect", Severity: "warning",
			Message: "dependency.warm_up does nothing beside servers: inf"})
	}
	if f.Dependency.Sharing == "processor" && f.Dependency.Queue.Order.Word != "fifo" {
		d.findings = append(d.findings, result.Finding{Name: "key-without-effect", Severity: "warning",
			Message: "dependency.queue.order does nothing beside sharing: processor, where nobody waits"})
	}
	if q := &f.Dependency.Queue; q.Order.AdaptiveLIFO != nil && unlimited(q.Max) {
		d.at("dependency.queue.order", "found adaptive_lifo, which needs a queue.max to be above a share of")
	}
	if word := f.Dependency.Full.Hint.Word; word == "remaining" || word == "place_in_line" {
		d.at("dependency.full.hint", "found %s, but a full queue cannot tell it (allowed: none, or a duration such as 1s)", word)
	}
}

func (d *decoder) checkFault(f *document, i int) {
	spec := &f.Faults[i]
	path := item("faults", i)
	if spec.For != nil && spec.Until != nil {
		d.at(join(path, "until"), "it cannot stand beside for")
	} else if spec.Until != nil && *spec.Until < spec.At {
		d.at(join(path, "until"), "found %s, which is before the fault begins (%s)", quantity.FormatDuration(*spec.Until), quantity.FormatDuration(spec.At))
	}
	for j, name := range spec.Tools {
		d.known(item(join(path, "tools"), j), "tool", name, f.tools())
	}
	d.checkRepeat(f, spec, path)
	if spec.Quota != nil && len(f.Dependency.Quota) == 0 {
		d.findings = append(d.findings, result.Finding{Name: "key-without-effect", Severity: "warning",
			Message: join(path, "quota") + " does nothing without a dependency.quota"})
	}
	if f.Run.Duration > 0 && spec.At >= f.Run.Duration {
		d.findings = append(d.findings, result.Finding{Name: "fault-after-the-end", Severity: "warning",
			Message: path + " begins at " + quantity.FormatDuration(spec.At) + ", but the run ends at " + quantity.FormatDuration(f.Run.Duration)})
	}
}

// mostComings bounds how often a fault may come in one run.
const mostComings = 100_000

// checkRepeat looks at faults that come more than once.
func (d *decoder) checkRepeat(f *document, spec *fault.Spec, path string) {
	span := f.Run.Duration - spec.At
	comings := func(key string, every time.Duration) {
		if every > 0 && span/every > mostComings {
			d.at(join(path, key), "it would come %d times in a run, but at most %d can be", span/every, mostComings)
		}
	}
	if flap := spec.Flap; flap != nil {
		comings("flap", flap.Up+flap.Down)
	}
	if spec.Repeat == nil || spec.Repeat.Every <= 0 {
		return
	}
	every := spec.Repeat.Every
	comings("repeat.every", every)
	lasts := time.Duration(-1)
	switch {
	case spec.For != nil:
		lasts = *spec.For
	case spec.Until != nil:
		lasts = *spec.Until - spec.At
	case spec.Mark != "", spec.Restart != nil:
		lasts = 0
	}
	if lasts < 0 {
		d.at(join(path, "repeat"), "the key for or until is missing: it would never end, so it cannot come again")
	} else if lasts > every {
		d.at(join(path, "repeat.every"), "found %s, but each time lasts %s", quantity.FormatDuration(every), quantity.FormatDuration(lasts))
	}
}

// checkShared looks for layers that share a state of different kinds.
func (d *decoder) checkShared(f *document) {
	type use struct{ kind, path string }
	first := map[string]use{}
	for _, p := range f.Policies {
		for i := range p.Layers {
			layer := &p.Layers[i]
			if layer.Shared == "" {
				continue
			}
			path := item(join("policies", p.Name), i)
			before, ok := first[layer.Shared]
			if !ok {
				first[layer.Shared] = use{kindOf(layer), path}
			} else if kind := kindOf(layer); kind != before.kind {
				d.at(join(path, "shared"), "a %s cannot share the state of %s, a %s", kind, before.path, before.kind)
			}
		}
	}
}

// checkProcesses asks streams for `processes` where something is kept by process.
func (d *decoder) checkProcesses(f *document) {
	for i := range f.Fleet {
		cohort := &f.Fleet[i]
		if cohort.Processes != nil || cohort.Agents != nil || cohort.Arrivals == nil && cohort.Trace == nil {
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
			}
		}
	}
	for i := range f.Faults {
		if spec := &f.Faults[i]; spec.Sticky == "process" && spec.Share != nil && touches(spec, cohort, f) {
			return item("faults", i)
		}
	}
	for i := range f.Dependency.Quota {
		if f.Dependency.Quota[i].Scope == "process" {
			if len(f.Dependency.Quota) == 1 {
				return "dependency.quota"
			}
			return item("dependency.quota", i)
		}
	}
	return ""
}

// touches tells whether a cohort's tasks plan calls that a fault may hit.
func touches(spec *fault.Spec, cohort *agent.Spec, f *document) bool {
	return slices.ContainsFunc(f.Tools, func(t tool.Spec) bool {
		return calls(cohort, t.Name) && (spec.Tools == nil || slices.Contains(spec.Tools, t.Name))
	})
}

// unlimited tells counts without bound.
func unlimited(n quantity.Limit) bool { return n == quantity.Unlimited }
