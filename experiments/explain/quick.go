package explain

import (
	"math"
	"slices"
	"time"

	"herdcast/experiments/fluid"
	"herdcast/experiments/result"
	"herdcast/experiments/worstcase"
	"herdcast/models/agent"
	"herdcast/models/tool"
	"herdcast/policies"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// mostSteps is how many steps a run is followed in at most: that takes less than a
// second.
const mostSteps = 200_000

// mostFlows bounds the attempts of a call, each of which is a flow of its own.
const mostFlows = 20

var quickRules = []Rule{
	{"collapsed-state", result.Warning, collapsedState},
}

// quick is the scenario as a fluid, or the keys for which it cannot be one.
type quick struct {
	fluid.Model
	points       []fluid.Point
	phases       []phase
	unseen       []string // without faults
	unseenFaults []string
}

// quick takes from the scenario what a fluid knows of. A key that would change the
// answer and that it does not know of is named: no answer is better than a wrong one.
func (c *scene) quick() *quick {
	q := &quick{unseen: c.unseenDependency(), unseenFaults: []string{}}
	for i := range c.Fleet {
		q.unseen = append(q.unseen, c.unseenCohort(&c.Fleet[i], item("fleet", i))...)
	}
	for w := range c.ways {
		q.unseen = append(q.unseen, c.unseenWay(&c.ways[w])...)
	}
	slices.Sort(q.unseen)
	q.unseen = slices.Compact(q.unseen)
	if len(q.unseen) > 0 {
		return q
	}
	q.Servers, q.Queue = float64(c.Dependency.Servers), unbounded(c.Dependency.Queue.Max)
	q.Until, q.Steps = c.Run.Duration.Seconds(), mostSteps
	for _, d := range c.demands {
		callers := c.callers(d)
		for w := range c.ways {
			if way := &c.ways[w]; way.cohort == d.cohort && way.share > 0 {
				q.Groups = append(q.Groups, c.group(d, callers, way))
			}
		}
	}
	q.points, q.phases = q.Points(), c.phases
	q.unseenFaults = c.unseenFaults()
	for i := range c.phases {
		p := &c.phases[i]
		change := fluid.Change{From: p.from, Servers: c.working(p.faults), Slow: 1, Load: 1}
		for _, f := range p.faults {
			if f.Slow != nil && f.Slow.Factor != nil {
				change.Slow *= float64(*f.Slow.Factor)
			}
			if f.Load != nil {
				change.Load *= float64(*f.Load)
			}
		}
		q.Changes = append(q.Changes, change)
	}
	return q
}

// chosen collects the keys whose condition holds.
type chosen []string

func (c *chosen) add(holds bool, path string) {
	if holds {
		*c = append(*c, path)
	}
}

func (c *scene) unseenDependency() (keys chosen) {
	d := &c.Dependency
	n := &d.Network
	keys.add(d.Servers == quantity.Unlimited, "dependency.servers")
	keys.add(d.Sharing != "fifo", "dependency.sharing")
	keys.add(d.Queue.Order.Word != "fifo", "dependency.queue.order")
	keys.add(d.Slows != nil, "dependency.slows")
	keys.add(d.Replicas != nil, "dependency.replicas")
	keys.add(d.Autoscale != nil, "dependency.autoscale")
	keys.add(d.WarmUp != nil, "dependency.warm_up")
	keys.add(d.Abandoned == "cancel", "dependency.abandoned")
	keys.add(d.Expired == "drop", "dependency.expired")
	keys.add(len(d.Quota) > 0, "dependency.quota")
	keys.add(d.Full.Hint.Word != "none", "dependency.full.hint")
	keys.add(n.LoseRequests > 0, "dependency.network.lose_requests")
	keys.add(n.LoseReplies > 0, "dependency.network.lose_replies")
	keys.add(n.Reset > 0, "dependency.network.reset")
	return keys
}

func (c *scene) unseenCohort(cohort *agent.Spec, path string) (keys chosen) {
	_, calls := planned(&cohort.Task)
	for _, r := range c.reactions(cohort) {
		keys.add(r.Adapt+r.Verify > 0 || r.Abandon > 0 && calls.most > 1, path+".model")
		keys.add(r.Reissue > 0 && !c.repeatsAlone(cohort), path+".model")
	}
	keys.add(cohort.Agents == nil && (cohort.Arrivals == nil || cohort.Arrivals.PerSecond() == 0), path)
	keys.add(calls.mean == 0, path+".task.calls")
	keys.add(cohort.Agents != nil && mostAtOnce(&cohort.Task) > 1, path+".task.calls")
	keys.add(cohort.Tasks != quantity.Unlimited, path+".tasks")
	keys.add(cohort.Every != nil, path+".every")
	keys.add(cohort.Agents != nil && begins(cohort) > c.Run.Warmup.Seconds(), path+".start")
	keys.add(cohort.Task.Budget.WallClock != nil, path+".task.budget.wall_clock")
	return keys
}

// repeatsAlone tells a cohort whose model calls again what has failed, one call after
// the other, and nothing else comes of it: no effect, no budget of its task, no end of a
// task that has more calls to make.
func (c *scene) repeatsAlone(cohort *agent.Spec) bool {
	_, calls := planned(&cohort.Task)
	budget := &cohort.Task.Budget
	return mostAtOnce(&cohort.Task) <= 1 && (calls.most <= 1 || cohort.Model.Then == "degrade") &&
		budget.Tokens == nil && budget.Turns == nil && cohort.Model.MaxRepeats < mostFlows &&
		!slices.ContainsFunc(c.Tools, func(t tool.Spec) bool {
			return shareOf(cohort, t.Name) > 0 && (t.Effect || t.VerifyBy != "")
		})
}

// repeats gives how often a cohort's model calls again at most, and the share of failed
// calls that it does of.
func (c *scene) repeats(cohort *agent.Spec) (most int, share float64) {
	if r := c.reactions(cohort)[0]; r.Reissue > 0 && cohort.Model.MaxRepeats < mostFlows {
		return int(cohort.Model.MaxRepeats), float64(r.Reissue)
	}
	return 0, 0
}

// called counts the tools that a cohort's tasks plan to call.
func (c *scene) called(cohort *agent.Spec) (tools int) {
	for w := range c.ways {
		if way := &c.ways[w]; way.cohort == cohort && way.share > 0 {
			tools++
		}
	}
	return tools
}

// unseenWay asks for a retry layer, a timeout below it, or both; bounds above them must be
// so wide that they are never met.
func (c *scene) unseenWay(w *way) (keys chosen) {
	tool := "tools." + w.tool.Name
	keys.add(!w.sends(), tool+".spawns")
	keys.add(w.tool.SemanticFailures > 0, tool+".semantic_failures")
	_, ok := quantiles(c.service(w.tool))
	keys.add(!ok, tool+".service")
	most, _ := c.repeats(w.cohort)
	keys.add(most > 0 && c.soon(w, seconds(&w.cohort.Task.Think)), w.path+".task.think")
	for i, l := range w.layers {
		switch {
		case l.Timeout != nil:
			keys.add(i != len(w.layers)-1 && worstcase.Of(w.bare(i+1)).Time >= *l.Timeout.Max, l.path)
		case l.Retry != nil:
			r, b := l.Retry, l.Retry.Budget
			keys.add(slices.ContainsFunc(w.layers[:i], func(above layer) bool { return above.Retry != nil }), l.path)
			keys.add(r.Attempts > mostFlows/quantity.Limit(1+most), l.path+".attempts")
			keys.add(r.MaxElapsed != nil && w.unhurried(i) >= *r.MaxElapsed, l.path+".max_elapsed")
			keys.add(c.meetsTheSameQueue(w, &l), l.path+".backoff")
			keys.add(r.SleepsAfterLast, l.path+".sleeps_after_last")
			keys.add(b != nil && (b.Percent == nil || b.FundedBy != "calls" || b.Floor != nil && (b.Floor.Rate.PerSecond() > 0 || b.Floor.Retries > 0) || !b.PerTool && c.called(w.cohort) > 1), l.path+".budget")
		default:
			keys.add(true, l.path)
		}
	}
	return keys
}

// unhurried gives how long a retry layer takes at most if nothing bounds its time.
func (w *way) unhurried(at int) time.Duration {
	layers := w.bare(at)
	own := *layers[0].Retry
	own.MaxElapsed = nil
	layers[0].Retry = &own
	return worstcase.Of(layers).Time
}

// meetsTheSameQueue tells a retry layer that repeats what a full queue refuses before
// that has changed.
func (c *scene) meetsTheSameQueue(w *way, l *layer) bool {
	return w.repeats(l, c.refusal()) && slices.ContainsFunc(worstcase.Waits(l.Retry, mostFlows), func(wait worstcase.Wait) bool {
		return c.soon(w, middle(wait))
	})
}

// soon tells a wait, in seconds, in which fewer than ten requests leave a queue with a
// bound, on average: attempts on both sides of it share their fate, while those of a
// fluid know nothing of each other.
func (c *scene) soon(w *way, wait float64) bool {
	return c.Dependency.Queue.Max != quantity.Unlimited &&
		wait+c.roundTrip() < 10*seconds(c.service(w.tool))/float64(c.Dependency.Servers)
}

// refusal is what callers see of a full queue.
func (c *scene) refusal() policies.Outcome {
	outcome, _ := policies.OutcomeNamed(string(c.Dependency.Full.Status))
	return outcome
}

func (c *scene) unseenFaults() chosen {
	keys := chosen{}
	for i := range c.Faults {
		f := &c.Faults[i]
		seen := f.Mark != "" || f.Capacity != nil || f.Load != nil || f.Slow != nil && f.Slow.Factor != nil && f.Slow.To == nil && f.Slow.Add == nil
		keys.add(!seen || f.Repeat != nil || f.Tools != nil || f.Share != nil || f.Replicas != nil, item("faults", i))
	}
	return keys
}

// callers gives the agents of a cohort; nil: they arrive.
func (c *scene) callers(d *demand) *fluid.Callers {
	if d.cohort.Agents == nil {
		return nil
	}
	away := seconds(&d.cohort.Rest) + c.taskTimeOf(d.cohort, func(*way) float64 { return 0 })
	return &fluid.Callers{Count: float64(*d.cohort.Agents), Away: away / d.calls}
}

// group gives the calls of one cohort for one tool.
func (c *scene) group(d *demand, callers *fluid.Callers, w *way) fluid.Group {
	g := fluid.Group{Trip: c.roundTrip(), Patience: math.Inf(1), Granted: math.Inf(1)}
	g.Service, _ = quantiles(c.service(w.tool))
	if callers == nil {
		g.Rate = d.cohort.Arrivals.PerSecond() * d.calls * w.share
	} else {
		g.Callers, g.Share = callers, w.share
	}
	g.Repeats, g.Again = c.repeats(d.cohort)
	g.Think = seconds(&d.cohort.Task.Think)
	for i := range w.layers {
		l := &w.layers[i]
		if l.Timeout != nil {
			g.Patience = l.Timeout.Max.Seconds()
			continue
		}
		for _, wait := range worstcase.Waits(l.Retry, mostFlows) {
			g.Waits = append(g.Waits, middle(wait))
		}
		g.Late = w.repeats(l, policies.Timeout)
		g.Refused = w.repeats(l, c.refusal())
		if b := l.Retry.Budget; b != nil {
			g.Granted, _ = shareOfTries(b)
		}
	}
	return g
}

// quantiles gives equally likely values of a span, in seconds, whose mean is that of
// the distribution. Not ok where it has none, is zero, or is so skewed that a few
// values do not show it.
func quantiles(d *dist.Spec) (values []float64, ok bool) {
	const count = 200
	want := seconds(d)
	if !(want > 0) || math.IsInf(want, 1) {
		return nil, false
	}
	if d.Kind == dist.Constant {
		return []float64{want}, true
	}
	total := 0.0
	for i := range count {
		value, known := d.Quantile((float64(i) + 0.5) / count)
		if !known {
			return nil, false
		}
		values = append(values, value/1e9)
		total += value / 1e9
	}
	factor := want * count / total
	for i := range values {
		values[i] *= factor
	}
	return values, math.Abs(factor-1) < 0.1
}

// shown gives the answer as data.
func (q *quick) shown() result.Quick {
	shown := result.Quick{Unseen: append([]string{}, q.unseen...), UnseenFaults: append([]string{}, q.unseenFaults...), States: []result.State{}, Drift: []result.Drift{}}
	if len(q.unseen) > 0 {
		return shown
	}
	for _, p := range q.points {
		shown.States = append(shown.States, result.State{
			Stable: p.Stable, Wait: finite(p.Wait), Queue: finite(p.Queue), Calls: p.Calls, Attempts: p.Attempts,
			PerCall: p.PerCall(), Failed: p.Failed, Refused: p.Refused, Growth: p.Growth,
		})
	}
	all := q.Drifts()
	const rows = 12
	for i := range rows + 1 { // the drift at evenly spaced waits
		at := slices.IndexFunc(all, func(d fluid.Drift) bool { return d.Wait >= all[len(all)-1].Wait*float64(i)/rows*(1-1e-9) })
		shown.Drift = append(shown.Drift, result.Drift{Wait: all[at].Wait, Queue: all[at].Queue, Drift: all[at].Drift})
	}
	shown.Drift = slices.CompactFunc(shown.Drift, func(a, b result.Drift) bool { return a.Wait == b.Wait })
	if len(q.unseenFaults) > 0 {
		return shown
	}
	if way, ok := q.Trajectory(); ok {
		shown.Way = &result.Way{Step: way.Step, Queue: way.Queue, Attempts: way.Attempts, Troubled: finite(way.Troubled)}
		if way.Troubled > q.Until-1 {
			shown.Way.Troubled = nil
		}
	}
	return shown
}

// collapsedState finds a state that keeps itself alive beside the healthy one.
func collapsedState(c *scene) []found {
	if len(c.quickly.unseen) > 0 {
		return nil
	}
	points := c.quickly.points
	first, last := points[0], points[len(points)-1]
	if len(points) < 3 || !first.Stable || !last.Stable {
		return nil
	}
	edge := points[len(points)-2]
	state := "the queue then stays at " + number(last.Queue)
	if math.IsInf(last.Queue, 1) {
		state = "the queue then grows by " + rate(last.Growth) + " without end"
	}
	return []found{{c.stormPath(),
		"Two states keep themselves alive: " + rate(first.Attempts) + " attempts while all is well, and " + rate(last.Attempts) + " (" + number(last.PerCall()) + " per call) once more than " + number(math.Round(edge.Queue)) + " requests wait; " + state + ".",
		stormAdvice}}
}
