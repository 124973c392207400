package explain

import (
	"slices"
	"time"

	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/experiments/worstcase"
	"herdcast/policies"
	"herdcast/policies/backoff"
)

// deadlines nests the bounds in time of each cohort's calls from the task's wall
// clock down to the service; tools for which they are the same stand together.
func (c *scene) deadlines(s *scenario.Scenario) []result.Nest {
	nests := []result.Nest{}
	for i := range c.ways {
		w := &c.ways[i]
		steps := c.steps(w)
		for k := range steps {
			steps[k].Line = s.Line(steps[k].Path)
		}
		bounds, service := steps[:len(steps)-1], steps[len(steps)-1]
		same := slices.IndexFunc(nests, func(n result.Nest) bool {
			return n.Cohort == w.cohort.Name && n.Policy == w.policy && slices.EqualFunc(boundsOf(n), bounds, equalSteps)
		})
		if same >= 0 {
			n := &nests[same]
			n.Tools = append(n.Tools, w.tool.Name)
			if n.Steps[len(n.Steps)-1].Path != service.Path {
				n.Steps = append(n.Steps, service)
			}
			continue
		}
		nests = append(nests, result.Nest{Cohort: w.cohort.Name, Policy: w.policy, Tools: []string{w.tool.Name}, Steps: steps})
	}
	return nests
}

// boundsOf gives the steps above the service of the tools.
func boundsOf(n result.Nest) []result.Step {
	service := slices.IndexFunc(n.Steps, func(s result.Step) bool { return s.What == "service" })
	return n.Steps[:service]
}

func equalSteps(a, b result.Step) bool {
	return a.Path == b.Path && orInfinite(a.Limit) == orInfinite(b.Limit) && orInfinite(a.Needs) == orInfinite(b.Needs)
}

func (c *scene) steps(w *way) []result.Step {
	var steps []result.Step
	if budget := w.cohort.Task.Budget.WallClock; budget != nil {
		steps = append(steps, result.Step{Path: w.path + ".task.budget.wall_clock", What: "wall clock", Limit: bounded(*budget), Needs: c.taskTime(w)})
	}
	for i := range w.layers {
		l := &w.layers[i]
		below := worstcase.Of(w.bare(i + 1)).Time
		switch {
		case l.Timeout != nil:
			steps = append(steps, result.Step{Path: l.path, What: "timeout", Limit: bounded(*l.Timeout.Max), Needs: bounded(below)})
		case l.Retry != nil:
			step := result.Step{Path: l.path, What: "retry", Needs: bounded(worstcase.Of(w.bare(i)).Time)}
			if l.Retry.MaxElapsed != nil {
				step.Limit = bounded(*l.Retry.MaxElapsed)
			}
			steps = append(steps, step)
		case l.Hedge != nil, l.Fallback != nil, l.Hop != nil:
			steps = append(steps, result.Step{Path: l.path, What: l.Kind(), Needs: bounded(worstcase.Of(w.bare(i)).Time)})
		}
	}
	path := "dependency.service"
	if !w.sends() {
		return append(steps, result.Step{Path: "tools." + w.tool.Name + ".spawns", What: "service", Needs: finite(c.callTime(w))})
	}
	if w.tool.Service != nil {
		path = "tools." + w.tool.Name + ".service"
	}
	return append(steps, result.Step{Path: path, What: "service", Needs: finite(seconds(c.service(w.tool)))})
}

// taskTime gives what the turns of a task take at most by their calls alone, when
// none is ever answered.
func (c *scene) taskTime(w *way) *float64 {
	turns, _ := planned(&w.cohort.Task)
	time := worstcase.Of(w.bare(0)).Time
	if time == backoff.Forever {
		return nil
	}
	return finite(turns.most * time.Seconds())
}

var deadlineRules = []Rule{
	{"outer-deadline-shorter", result.Error, outerShorter},
	{"no-retry-fits", result.Error, noRetryFits},
	{"retries-do-not-fit", result.Warning, retriesDoNotFit},
	{"no-timeout", result.Warning, noTimeout},
	{"timeout-shorter-than-service", result.Warning, timeoutShorterThanService},
	{"deadline-never-reached", result.Info, deadlineNeverReached},
}

// outerShorter finds timeouts that never end anything, for a deadline above them is
// always over first.
func outerShorter(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		for i, l := range way.layers {
			if l.Timeout == nil {
				continue
			}
			if above := way.above(i); above.limit < *l.Timeout.Max {
				all = append(all, found{l.path,
					"This timeout of " + span(*l.Timeout.Max) + " never ends anything: " + above.path + " above it ends all after " + span(above.limit) + ".",
					"Make it shorter than what is above, or take it out."})
			}
		}
	}
	return all
}

// fitting says how many tries of a retry layer can begin before a deadline when
// each takes its whole timeout and each wait is the shortest; a layer whose tries
// have no timeout may fail at once.
func fitting(w *way, at int, before deadline) int64 {
	l := &w.layers[at]
	try := worstcase.Of(w.bare(at + 1)).Time
	if try == backoff.Forever {
		try = 0
	}
	begins := time.Duration(0)
	for k, wait := range worstcase.Waits(l.Retry, mostTries) {
		if begins += try + wait.Least; begins >= before.limit || begins < 0 {
			return int64(k) + 1
		}
	}
	return int64(l.Retry.Attempts)
}

// mostTries bounds how many tries are looked at one by one.
const mostTries = 1000

// bounds gives the deadline for the tries of a retry layer: its own max_elapsed or
// what is above.
func bounds(w *way, at int) deadline {
	l := &w.layers[at]
	if above := w.above(at); l.Retry.MaxElapsed == nil || above.limit <= *l.Retry.MaxElapsed {
		return above
	}
	return deadline{*l.Retry.MaxElapsed + 1, l.path + ".max_elapsed"} // a wait may end exactly then
}

// squeezed looks for retry layers of which only some tries can begin in time.
func squeezed(c *scene, applies func(fit int64) bool) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		for i := range way.layers {
			l := &way.layers[i]
			if !l.retries() || int64(l.Retry.Attempts) > mostTries {
				continue
			}
			bound := bounds(way, i)
			fit := fitting(way, i, bound)
			if fit >= int64(l.Retry.Attempts) || !applies(fit) {
				continue
			}
			if bound.path == l.path+".max_elapsed" {
				bound.limit--
			}
			try := worstcase.Of(way.bare(i + 1)).Time
			each := "and each fails at once"
			if try != backoff.Forever {
				each = "and each takes " + span(try)
			}
			all = append(all, found{l.path + ".attempts",
				"Of " + count(int64(l.Retry.Attempts)) + " tries only " + count(fit) + " can begin within the " + span(bound.limit) + " of " + bound.path + ", even if every wait is the shortest, " + each + ".",
				"Try less often, shorten each try's timeout, or allow more time above."})
		}
	}
	return all
}

func noRetryFits(c *scene) []found {
	return squeezed(c, func(fit int64) bool { return fit == 1 })
}

func retriesDoNotFit(c *scene) []found {
	return squeezed(c, func(fit int64) bool { return fit > 1 })
}

// noTimeout finds calls that nothing ever cuts although requests or replies can get
// lost.
func noTimeout(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		if _, cut := way.patience(); cut || !way.sends() {
			continue
		}
		why := c.silence(way)
		if why == "" {
			continue
		}
		path := way.path
		if way.policy != "" {
			path = "policies." + way.policy
		}
		ends := "for ever"
		if budget := way.cohort.Task.Budget.WallClock; budget != nil {
			ends = "until the task's " + span(*budget) + " are over"
		}
		all = append(all, found{path,
			"No timeout holds calls of " + way.tool.Name + ", and " + why + ": such a call waits " + ends + ".",
			"Put a timeout below the retry, or last."})
	}
	return all
}

// silence says what may leave an attempt without an answer; "" where nothing does.
func (c *scene) silence(w *way) string {
	if c.Dependency.Network.LoseRequests > 0 || c.Dependency.Network.LoseReplies > 0 {
		return "dependency.network loses some"
	}
	for i := range c.Faults {
		f := &c.Faults[i]
		hangs := f.Down != nil && *f.Down == "hang" || f.Flap != nil && f.Flap.As == "hang" || f.LoseReplies != nil || f.LoseRequests != nil
		if hangs && touches(f, w.tool.Name) {
			return "faults." + f.Name + " answers none of those that it meets"
		}
	}
	return ""
}

func timeoutShorterThanService(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		cut, ok := way.patience()
		if !ok {
			continue
		}
		needs := c.callTime(way)
		if way.sends() && needs >= cut.Timeout.Max.Seconds() {
			all = append(all, found{cut.path,
				"An attempt at " + way.tool.Name + " takes " + about(needs) + " on average with an idle dependency, but is cut after " + span(*cut.Timeout.Max) + ".",
				"Give it at least the slowest service that is still of use, such as its 99th percentile."})
		}
	}
	return all
}

// deadlineNeverReached finds timeouts above what ends earlier anyway. Where a
// refusal may tell a wait, or a permit be waited for, nobody knows.
func deadlineNeverReached(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		for i, l := range way.layers {
			if l.Timeout == nil || i+1 == len(way.layers) || c.mayWait(way, i+1) {
				continue
			}
			if below := worstcase.Of(way.bare(i + 1)).Time; below < *l.Timeout.Max {
				all = append(all, found{l.path,
					"What is below this timeout of " + span(*l.Timeout.Max) + " is over after " + span(below) + " at most, so it never ends anything.",
					"Keep it as a safeguard, or say what the call may really take."})
			}
		}
	}
	return all
}

// mayWait tells whether the layers from one on may wait for a permit or as told.
func (c *scene) mayWait(w *way, from int) bool {
	for i := from; i < len(w.layers); i++ {
		l := &w.layers[i]
		if l.Limit != nil && waits(l.Limit.Wait) || l.Rate != nil && waits(l.Rate.Wait) {
			return true
		}
		if told, _ := c.told(w, l); told > 0 {
			return true
		}
	}
	return false
}

func waits(w policies.Wait) bool { return w.Forever || mean(&w.For) > 0 }
