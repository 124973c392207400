package explain

import (
	"math"
	"slices"
	"strconv"
	"time"

	"herdcast/experiments/scenario"
	"herdcast/models/agent"
	"herdcast/models/client"
	"herdcast/models/dependency"
	"herdcast/models/dependency/fault"
	"herdcast/models/tool"
	"herdcast/models/world"
	"herdcast/policies/backoff"
	"herdcast/policies/timeout"
	"herdcast/sim/dist"
)

// scene is a scenario as rules look at it.
type scene struct {
	*world.Spec
	ways    []way
	demands []*demand // of the cohorts, in their order
	phases  []phase
	quickly *quick
}

// way is how the calls of one cohort go for one tool.
type way struct {
	cohort *agent.Spec
	tool   *tool.Spec
	path   string  // of the cohort
	share  float64 // of the calls that the cohort's tasks plan; 0: it only verifies
	policy string  // empty: none
	layers []layer // those that the tool's calls go down, outermost first
}

// layer is one layer of a way. A timeout holds what it comes to for the way's tool
// with the whole of the task's wall clock left.
type layer struct {
	client.Layer
	path string // of its kind: policies.careful[1].retry
}

func newScene(s *scenario.Scenario) *scene {
	c := &scene{Spec: &s.Spec}
	for i := range c.Fleet {
		for t := range c.Tools {
			share := shareOf(&c.Fleet[i], c.Tools[t].Name)
			if share > 0 || c.verifies(&c.Fleet[i], c.Tools[t].Name) {
				c.ways = append(c.ways, c.way(i, t, share))
			}
		}
	}
	c.demands = c.asked()
	c.phases = c.cut()
	c.quickly = c.quick()
	return c
}

// shareOf gives the share of a tool among the calls that a cohort's tasks plan.
func shareOf(cohort *agent.Spec, name string) float64 {
	if cohort.Task.Script == nil {
		for _, share := range cohort.Task.Tools {
			if share.Tool == name {
				return float64(share.Share)
			}
		}
		return 0
	}
	planned, all := 0, 0
	for _, turn := range cohort.Task.Script {
		for _, called := range turn {
			all++
			if called == name {
				planned++
			}
		}
	}
	return float64(planned) / float64(max(all, 1))
}

// verifies tells whether a cohort's model may look with a tool whether an effect
// has landed.
func (c *scene) verifies(cohort *agent.Spec, name string) bool {
	for _, r := range c.reactions(cohort) {
		if r.Verify == 0 && !(r.Reissue > 0 && r.VerifyWherePossible) {
			continue
		}
		for i := range c.Tools {
			if c.Tools[i].VerifyBy == name && shareOf(cohort, c.Tools[i].Name) > 0 {
				return true
			}
		}
	}
	return false
}

// reactions gives those that a cohort's model may show: to what is exhausted, to
// semantic failures if something can fail so, and to unknown effects if there are
// effects; to all alike if it is not told.
func (c *scene) reactions(cohort *agent.Spec) []*agent.Reaction {
	m := &cohort.Model
	if !m.Told {
		return []*agent.Reaction{m.Untold}
	}
	all := []*agent.Reaction{m.Exhausted}
	effects, semantic := false, c.answersSemantic()
	for i := range c.Tools {
		t := &c.Tools[i]
		if shareOf(cohort, t.Name) > 0 {
			effects = effects || t.Effect && !t.Natural
			semantic = semantic || t.SemanticFailures > 0
		}
	}
	if semantic {
		all = append(all, m.Semantic)
	}
	if effects {
		all = append(all, m.Unknown)
	}
	return all
}

// answersSemantic tells whether some refusal or error is the semantic one.
func (c *scene) answersSemantic() bool {
	const semantic = "semantic"
	return c.Dependency.Full.Status == semantic ||
		slices.ContainsFunc(c.Dependency.Quota, func(q dependency.Quota) bool { return q.Status == semantic }) ||
		slices.ContainsFunc(c.Faults, func(f fault.Spec) bool {
			return f.Closed != nil && f.Closed.Status == semantic || f.Errors != nil && f.Errors.Status == semantic
		})
}

func (c *scene) way(i, t int, share float64) way {
	cohort, called := &c.Fleet[i], &c.Tools[t]
	w := way{cohort: cohort, tool: called, path: item("fleet", i), share: share, policy: called.Policy}
	if w.policy == "" {
		w.policy = cohort.Policy
	}
	p := slices.IndexFunc(c.Policies, func(p client.Policy) bool { return p.Name == w.policy })
	if p < 0 {
		return w
	}
	left := time.Duration(-1)
	if cohort.Task.Budget.WallClock != nil {
		left = *cohort.Task.Budget.WallClock
	}
	policy := &c.Policies[p]
	for _, at := range client.Passed(policy, c.Tools, t) {
		l := layer{Layer: policy.Layers[at], path: item("policies."+w.policy, at)}
		l.path += "." + l.Kind()
		if l.Timeout != nil {
			compiled := l.Timeout.Compile(c.toolNames())
			limit, set := compiled.For(t, left)
			if !set {
				continue // it holds other tools only
			}
			l.Timeout = &timeout.Spec{Max: &limit, Propagate: l.Timeout.Propagate}
			l.Tools = nil
		}
		w.layers = append(w.layers, l)
	}
	return w
}

func (c *scene) toolNames() []string {
	var names []string
	for i := range c.Tools {
		names = append(names, c.Tools[i].Name)
	}
	return names
}

// bare gives the layers from one on as their package takes them.
func (w *way) bare(from int) []client.Layer {
	var layers []client.Layer
	for _, l := range w.layers[from:] {
		layers = append(layers, l.Layer)
	}
	return layers
}

// deadline is a bound in time and the key that sets it.
type deadline struct {
	limit time.Duration // backoff.Forever: none
	path  string
}

// above gives the tightest deadline above a layer: that of the timeouts there and
// the task's wall clock.
func (w *way) above(at int) deadline {
	tightest := deadline{limit: backoff.Forever}
	if budget := w.cohort.Task.Budget.WallClock; budget != nil {
		tightest = deadline{*budget, w.path + ".task.budget.wall_clock"}
	}
	for _, l := range w.layers[:at] {
		if l.Timeout != nil && *l.Timeout.Max < tightest.limit {
			tightest = deadline{*l.Timeout.Max, l.path}
		}
	}
	return tightest
}

// patience gives the innermost timeout, which is how long one attempt may take,
// the task's wall clock aside.
func (w *way) patience() (layer, bool) {
	for i := len(w.layers) - 1; i >= 0; i-- {
		if w.layers[i].Timeout != nil {
			return w.layers[i], true
		}
	}
	return layer{}, false
}

// retries tells a layer that tries more than once.
func (l *layer) retries() bool { return l.Retry != nil && l.Retry.Attempts > 1 }

// sends tells a way whose calls send requests; the others start agents.
func (w *way) sends() bool { return w.tool.Spawns == nil }

// service gives the service times of a tool.
func (c *scene) service(t *tool.Spec) *dist.Spec {
	if t.Service != nil {
		return t.Service
	}
	return &c.Dependency.Service
}

// mean gives the mean of a distribution, +Inf where it has none.
func mean(d *dist.Spec) float64 {
	if value, ok := d.Mean(); ok {
		return value
	}
	return math.Inf(1)
}

// seconds gives the mean of a span.
func seconds(d *dist.Spec) float64 { return mean(d) / float64(time.Second) }

// roundTrip is the mean time of the way there and back, in seconds.
func (c *scene) roundTrip() float64 { return 2 * seconds(&c.Dependency.Network.Delay) }

func item(path string, i int) string { return path + "[" + strconv.Itoa(i+1) + "]" }
