package scenario

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/models/agent"
	"herdcast/models/client"
	"herdcast/models/dependency"
	"herdcast/models/dependency/fault"
	"herdcast/models/tool"
	"herdcast/models/world"
	"herdcast/sim/quantity"
)

// document is a whole file.
type document struct {
	Version    int             `key:"version" doc:"version of the language: 1" required:"true" min:"1" max:"1"`
	Name       string          `key:"name" doc:"name of the scenario; that of its file if left out"`
	Run        world.Run       `key:"run" doc:"what one replication covers"`
	Tools      []tool.Spec     `key:"tools" doc:"what agents call; one tool named call if left out"`
	Fleet      []agent.Spec    `key:"fleet" doc:"cohorts of agents" required:"true" min:"1"`
	Policies   []client.Policy `key:"policies" doc:"named pipelines of layers, outermost first"`
	Dependency dependency.Spec `key:"dependency" doc:"the one thing that struggles"`
	Faults     []fault.Spec    `key:"faults" doc:"what goes wrong, and when"`
	Objectives []string        `key:"objectives" doc:"bounds on measures: MEASURE <= VALUE"`
}

// SetDefaults fills in what a file leaves out.
func (f *document) SetDefaults() {
	f.Run.SetDefaults()
	f.Dependency.SetDefaults()
}

// completeAutoscale lets a dependency begin with servers within the bounds of its
// scaling.
func (f *document) completeAutoscale(d *decoder) {
	a, servers := f.Dependency.Autoscale, f.Dependency.Servers
	if a == nil || unlimited(servers) || a.Min > a.Max {
		return
	}
	f.Dependency.Servers = min(max(servers, quantity.Limit(a.Min)), quantity.Limit(a.Max))
	if f.Dependency.Servers != servers && d.wrote("dependency.servers") {
		d.findings = append(d.findings, result.Finding{Name: "servers-out-of-bounds", Severity: result.Warning, Path: "dependency.servers",
			Message: fmt.Sprintf("dependency.servers: the run begins with %d, not %d, for autoscale keeps them within [%d, %d]", f.Dependency.Servers, servers, a.Min, a.Max)})
	}
}

// complete fills in the defaults that hang on other keys.
func (f *document) complete(d *decoder) []result.Assumption {
	if len(f.Tools) == 0 {
		call := tool.Spec{Name: "call"}
		call.SetDefaults()
		f.Tools = []tool.Spec{call}
	}
	f.completeAutoscale(d)
	if slows := f.Dependency.Slows; slows != nil && slows.At == nil && !unlimited(f.Dependency.Servers) {
		at := int64(f.Dependency.Servers)
		slows.At = &at
	}
	for i := range f.Dependency.Quota {
		if quota := &f.Dependency.Quota[i]; quota.Burst == nil && quota.Window == "bucket" {
			limit := quota.Limit
			quota.Burst = &limit
		}
	}
	for i := range f.Policies {
		layers := f.Policies[i].Layers
		for j, entry := range layerNames(layers) {
			layers[j].Name = cmp.Or(entry.name, entry.standard)
			if l := layers[j].Limit; l != nil && l.Adaptive != nil {
				l.Adaptive.Complete()
			}
			if r := layers[j].Retry; r != nil && r.Budget != nil {
				r.Budget.Complete()
			}
		}
	}
	for i, entry := range faultNames(f.Faults) {
		f.Faults[i].Name = cmp.Or(entry.name, entry.standard)
	}
	var assumptions []result.Assumption
	for i := range f.Fleet {
		cohort := &f.Fleet[i]
		cohort.Name = cmp.Or(cohort.Name, defaultCohort(i))
		if cohort.Agents != nil && cohort.Processes == nil {
			processes := *cohort.Agents
			cohort.Processes = &processes
		}
		if cohort.Policy == "none" && f.policy("none") == nil {
			cohort.Policy = ""
		}
		if len(cohort.Task.Tools) == 0 && cohort.Task.Script == nil {
			cohort.Task.Tools = equalShares(f.Tools)
		}
		assumptions = append(assumptions, completeModel(&cohort.Model, d, item("fleet", i)+".model", "fleet."+cohort.Name+".model")...)
	}
	return assumptions
}

func (f *document) policy(name string) *client.Policy {
	i := slices.IndexFunc(f.Policies, func(p client.Policy) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &f.Policies[i]
}

// defaultName is that of the n-th layer or fault of a kind; those with a name of
// their own are counted too.
func defaultName(kind string, n int) string {
	if n == 1 {
		return kind
	}
	return fmt.Sprintf("%s[%d]", kind, n)
}

func defaultCohort(i int) string { return fmt.Sprintf("cohort%d", i+1) }

// kindOf gives the key of the kind that a layer or fault is.
func kindOf(spec any) string {
	v := reflect.ValueOf(spec).Elem()
	for _, f := range fieldsOf(v.Type()) {
		if f.kind != "" && !v.Field(f.index).IsZero() {
			return f.key
		}
	}
	return ""
}

// equalShares spreads calls over the tools that neither spawn nor verify another.
func equalShares(tools []tool.Spec) []agent.ToolShare {
	var shares []agent.ToolShare
	for _, t := range tools {
		if t.Spawns == nil && !slices.ContainsFunc(tools, func(other tool.Spec) bool { return other.VerifyBy == t.Name }) {
			shares = append(shares, agent.ToolShare{Tool: t.Name})
		}
	}
	for i := range shares {
		shares[i].Share = quantity.Share(1 / float64(len(shares)))
	}
	return shares
}

// reactions are the four classes of a model, by their keys.
type reactions struct{ exhausted, semantic, unknown, untold agent.Reaction }

// assumed is what models do where nobody says otherwise.
var assumed = reactions{
	exhausted: agent.Reaction{Reissue: 0.2, Degrade: 0.5, Abandon: 0.3},
	semantic:  agent.Reaction{Adapt: 0.7, Degrade: 0.2, Abandon: 0.1},
	unknown:   agent.Reaction{Reissue: 0.5, Degrade: 0.2, Abandon: 0.3, VerifyWherePossible: true},
	untold:    agent.Reaction{Reissue: 0.6, Degrade: 0.2, Abandon: 0.2},
}

// bases are the short names of whole reactions.
var bases = map[string]reactions{
	"stop":     {abandon, abandon, abandon, abandon},
	"stubborn": {reissue, reissue, reissue, reissue},
	"careful":  {degrade, agent.Reaction{Adapt: 1}, agent.Reaction{Verify: 1}, degrade},
}

var (
	abandon = agent.Reaction{Abandon: 1}
	reissue = agent.Reaction{Reissue: 1}
	degrade = agent.Reaction{Degrade: 1}
)

// completeModel fills in what the model does. What neither the scenario nor a
// base says, and matters, is an assumption.
func completeModel(m *agent.Model, d *decoder, path, named string) []result.Assumption {
	from, based := bases[m.Base]
	if !based {
		from = assumed
	}
	if m.Base == "stubborn" {
		for _, limit := range []struct {
			key string
			of  *quantity.Limit
		}{{"max_repeats", &m.MaxRepeats}, {"max_adapts", &m.MaxAdapts}} {
			if !d.wrote(join(path, limit.key)) {
				*limit.of = quantity.Unlimited
			}
		}
	}
	var list []result.Assumption
	assume := func(key string, matters bool, value string) {
		if matters && !based && !d.wrote(join(path, key)) {
			list = append(list, result.Assumption{Path: join(named, key), Value: value})
		}
	}
	assume("told", true, "true")
	var repeats, adapts bool
	for _, class := range []struct {
		key  string
		of   **agent.Reaction
		from agent.Reaction
		used bool
	}{
		{"exhausted", &m.Exhausted, from.exhausted, m.Told},
		{"semantic", &m.Semantic, from.semantic, m.Told},
		{"unknown", &m.Unknown, from.unknown, m.Told},
		{"untold", &m.Untold, from.untold, !m.Told},
	} {
		if *class.of == nil {
			reaction := class.from
			*class.of = &reaction
			assume(class.key, class.used, describeReaction(reaction))
		}
		repeats = repeats || class.used && ((*class.of).Reissue > 0 || (*class.of).Verify > 0)
		adapts = adapts || class.used && (*class.of).Adapt > 0
	}
	assume("max_repeats", repeats, "3")
	assume("max_adapts", adapts, "3")
	assume("then", repeats || adapts, "abandon")
	return list
}

func describeReaction(r agent.Reaction) string {
	var parts []string
	v := reflect.ValueOf(r)
	for _, f := range fieldsOf(v.Type()) {
		if f.of.Kind() == reflect.Float64 && v.Field(f.index).Float() > 0 {
			parts = append(parts, f.key+" "+quantity.Share(v.Field(f.index).Float()).String())
		}
	}
	text := strings.Join(parts, ", ")
	if r.VerifyWherePossible {
		text += "; verify in place of reissue where the tool has verify_by"
	}
	return text
}
