package explain

import (
	"math"
	"slices"
	"time"

	"herdcast/experiments/result"
	"herdcast/experiments/worstcase"
	"herdcast/models/agent"
	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/policies/retry"
)

// demand is what a cohort asks for.
type demand struct {
	cohort  *agent.Spec
	calls   float64   // planned calls of a task
	wire    float64   // share of them that send requests; the others start agents
	failed  float64   // attempts for each planned call while every attempt times out
	shed    float64   // the same where breakers that count timeouts have opened
	well    float64   // seconds from one task's start of an agent to the next, while all is well
	failing float64   // the same while every attempt times out
	refused float64   // attempts for each planned call while every one is refused at once
	rebuffs float64   // seconds from one task's start of an agent to the next meanwhile
	ends    float64   // seconds from the run's start; +Inf: it does not
	parents []spawned // whose calls start its agents
}

// spawned tells that each task of another cohort starts so many agents on average.
type spawned struct {
	parent *demand
	agents float64
}

// window is a span of the run, in seconds.
type window struct {
	from, to float64
	faster   float64 // factor on streams of arrivals
}

// asked works out what each cohort asks for. A persistent agent goes round: it
// rests, then thinks and waits for its calls turn by turn,
//
//	tasks per second = agents / (rest + turns · (think + call))
//
// where a turn's parallel calls count as one call of mean length.
func (c *scene) asked() []*demand {
	var all []*demand
	for i := range c.Fleet {
		cohort := &c.Fleet[i]
		_, intents := planned(&cohort.Task)
		d := &demand{
			cohort: cohort, calls: intents.mean, ends: math.Inf(1),
			wire:   c.perCall(cohort, func(w *way) float64 { return oneIf(w.sends()) }),
			failed: c.perCall(cohort, c.whenTimingOut), shed: c.perCall(cohort, c.whenShedding),
			well: c.round(cohort, c.callTime), failing: c.round(cohort, c.failingTime),
			refused: c.perCall(cohort, c.whenRefused), rebuffs: c.round(cohort, c.refusedTime),
		}
		if cohort.Agents != nil && cohort.Every == nil && unbounded(cohort.Tasks) < math.Inf(1) {
			d.ends = begins(cohort) + float64(float64(cohort.Tasks)*d.well)
		}
		all = append(all, d)
	}
	for w := range c.ways {
		way := &c.ways[w]
		if way.sends() {
			continue
		}
		parent := all[slices.IndexFunc(all, func(d *demand) bool { return d.cohort == way.cohort })]
		for _, child := range all {
			if child.cohort.Name == way.tool.Spawns.Cohort {
				child.parents = append(child.parents, spawned{parent, times(times(parent.calls, way.share), mean(&way.tool.Spawns.Count))})
			}
		}
	}
	return all
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// tasks gives the tasks that start per second in a window, on average.
func (d *demand) tasks(in window, round func(*demand) float64) float64 {
	cohort := d.cohort
	switch {
	case cohort.Spawned():
		all := 0.0
		for _, p := range d.parents {
			all += times(p.parent.tasks(in, round), p.agents)
		}
		return all
	case cohort.Agents == nil:
		return times(in.faster, arrivals(cohort, in.from, in.to)/(in.to-in.from))
	case d.at() > in.from || d.until() <= in.from:
		return 0
	}
	goes := round(d)
	if cohort.Every != nil {
		goes = math.Max(goes, cohort.Every.Seconds())
	}
	return float64(*cohort.Agents) / goes
}

func well(d *demand) float64    { return d.well }
func failing(d *demand) float64 { return d.failing }
func rebuffs(d *demand) float64 { return d.rebuffs }

// whole is the window in which a cohort is at work.
func (c *scene) whole(d *demand) window {
	return window{from: math.Min(d.at(), c.Run.Duration.Seconds()), to: c.Run.Duration.Seconds(), faster: 1}
}

// begins gives when the last of a cohort's agents has started, in seconds.
func begins(cohort *agent.Spec) float64 {
	for _, at := range []*time.Duration{cohort.Start.At, cohort.Start.Spread, cohort.Start.Stagger} {
		if at != nil {
			return at.Seconds()
		}
	}
	return 0
}

// round gives the mean time from one task's start to the next of the same agent.
func (c *scene) round(cohort *agent.Spec, call func(*way) float64) float64 {
	return seconds(&cohort.Rest) + c.taskTimeOf(cohort, call)
}

// taskTimeOf gives the mean time of a task, in seconds.
func (c *scene) taskTimeOf(cohort *agent.Spec, call func(*way) float64) float64 {
	turns, intents := planned(&cohort.Task)
	perTurn := 0.0
	if turns.mean > 0 {
		perTurn = times(math.Min(1, intents.mean/turns.mean), c.perCall(cohort, call))
	}
	return times(turns.mean, seconds(&cohort.Task.Think)+perTurn)
}

// callTime is the mean time of a call while all is well and nobody waits: of one
// that starts agents, that of a task of theirs.
func (c *scene) callTime(w *way) float64 { return c.timeOf(w, c.callTime) }

// timeOf gives the mean time of a call; of one that starts agents, that of a task
// whose own calls take what call says.
func (c *scene) timeOf(w *way, call func(*way) float64) float64 {
	if w.sends() {
		return seconds(c.service(w.tool)) + c.roundTrip() + w.hops()
	}
	for i := range c.Fleet {
		if child := &c.Fleet[i]; child.Name == w.tool.Spawns.Cohort {
			return c.taskTimeOf(child, call)
		}
	}
	return 0
}

// hops gives the mean time that proxies add to a call, in seconds.
func (w *way) hops() float64 {
	all := 0.0
	for i := range w.layers {
		if hop := w.layers[i].Hop; hop != nil {
			all += 2 * seconds(&hop.Delay)
		}
	}
	return all
}

// failingTime is how long a call takes whose attempts all time out; as long as one
// that is served where none can time out.
func (c *scene) failingTime(w *way) float64 {
	if _, time, ok := c.timingOut(w); ok {
		return time
	}
	return c.timeOf(w, c.failingTime)
}

// perCall gives a mean over the calls of a cohort's tasks.
func (c *scene) perCall(cohort *agent.Spec, of func(*way) float64) float64 {
	mean := 0.0
	for w := range c.ways {
		if way := &c.ways[w]; way.cohort == cohort {
			mean += times(way.share, of(way))
		}
	}
	return mean
}

// timingOut gives the attempts of a call whose attempts all time out, and the
// seconds that it takes, with waits of mean length: from the innermost retry layer
// outwards, the tries of each that time allows and a retry budget grants in the long
// run. Not ok: none can time out.
func (c *scene) timingOut(w *way) (attempts, time float64, ok bool) {
	at := w.innermost()
	try := worstcase.Of(w.bare(at + 1)).Time
	if try == backoff.Forever || !w.sends() {
		return 0, 0, false
	}
	attempts, time = c.allEndSo(w, at, policies.Timeout, try.Seconds())
	return attempts, time, true
}

// refusing gives the attempts of a call whose attempts are all refused at once, as a
// full queue refuses them, and the seconds that it takes: each those of the network.
// Waits that refusals tell are left out.
func (c *scene) refusing(w *way) (attempts, time float64) {
	return c.allEndSo(w, w.innermost(), c.refusal(), c.roundTrip()+w.hops())
}

// innermost gives the place of the innermost layer that tries more than once, -1 if
// there is none.
func (w *way) innermost() int {
	at := len(w.layers) - 1
	for at >= 0 && !w.layers[at].retries() {
		at--
	}
	return at
}

// allEndSo gives the attempts of a call and its seconds if each try of its innermost
// retry layer takes so long and all have the same outcome.
func (c *scene) allEndSo(w *way, at int, outcome policies.Outcome, try float64) (attempts, time float64) {
	attempts, time = 1, try
	for ; at >= 0; at-- {
		if l := &w.layers[at]; l.retries() && w.repeats(l, outcome) {
			before := min(bounds(w, at).limit, c.Run.Duration)
			made := math.Min(tries(l.Retry, time, before.Seconds()), granted(l))
			attempts *= made
			time = times(made, time) + waited(l.Retry, made-1)
		}
		time = math.Min(time, w.above(at).limit.Seconds())
	}
	return attempts, time
}

// tries gives how many tries of a retry layer begin before a deadline, in seconds,
// when each takes so long and each wait is of mean length.
func tries(r *retry.Spec, each, before float64) float64 {
	begins, last := 0.0, 0.0
	waits := worstcase.Waits(r, mostTries)
	for k, wait := range waits {
		last = each + middle(wait)
		if begins += last; begins >= before {
			return float64(k + 1)
		}
	}
	return math.Min(unbounded(r.Attempts), float64(len(waits))+math.Ceil((before-begins)/last)) // the last wait repeats
}

// waited adds up the mean waits before so many retries, in seconds.
func waited(r *retry.Spec, retries float64) float64 {
	total, last := 0.0, 0.0
	for _, wait := range worstcase.Waits(r, mostTries) {
		part := math.Min(1, retries)
		last = middle(wait)
		total += times(part, last)
		retries -= part
	}
	return total + times(retries, last) // the last wait repeats
}

func middle(w worstcase.Wait) float64 {
	return (w.Least.Seconds() + w.Most.Seconds()) / 2
}

// whenTimingOut gives the attempts of a call whose attempts all time out.
func (c *scene) whenTimingOut(w *way) float64 {
	if attempts, _, ok := c.timingOut(w); ok {
		return attempts
	}
	return oneIf(w.sends())
}

// whenRefused gives the attempts of a call whose attempts are all refused at once.
func (c *scene) whenRefused(w *way) float64 {
	if !w.sends() {
		return 0
	}
	attempts, _ := c.refusing(w)
	return attempts
}

// refusedTime is how long such a call takes.
func (c *scene) refusedTime(w *way) float64 {
	if !w.sends() {
		return c.timeOf(w, c.refusedTime)
	}
	_, time := c.refusing(w)
	return time
}

// whenShedding is whenTimingOut where an open breaker holds retries back: one that
// counts timeouts opens, and lets next to nothing through.
func (c *scene) whenShedding(w *way) float64 {
	for i := range w.layers {
		if b := w.layers[i].Breaker; b != nil && b.Failures.Has(policies.Timeout) {
			return oneIf(w.sends())
		}
	}
	return c.whenTimingOut(w)
}

// granted gives the tries of a call that a retry budget grants on average in the
// long run, when everything fails. What a floor adds is left out.
func granted(l *layer) float64 {
	b := l.Retry.Budget
	switch {
	case b == nil, b.Concurrent != nil:
		return math.Inf(1)
	case b.Percent != nil && b.Window == nil && b.FundedBy != "calls":
		return 1 // none succeeds
	case b.Percent != nil:
		share, _ := shareOfTries(b)
		return 1 + share
	case b.InFlight != nil && *b.InFlight < 1:
		return 1 / (1 - float64(*b.InFlight)) // retries are a share of all tries
	case b.InFlight != nil:
		return math.Inf(1)
	}
	return 1 // buckets are empty, and the share of failures is high
}

// through gives the first tries per second that go down a layer, and how many of
// them are under way on average, which by Little's law is their rate × the time of
// each.
func (c *scene) through(l *layer) (perSecond, underWay float64) {
	for _, d := range c.demands {
		for w := range c.ways {
			way := &c.ways[w]
			if way.cohort != d.cohort || !way.passes(l) {
				continue
			}
			rate := times(way.share, times(d.tasks(c.whole(d), well), d.calls))
			perSecond += rate
			underWay += times(rate, c.callTime(way))
		}
	}
	return perSecond, underWay
}

func (c *scene) shown(d *demand) result.Demand {
	tasks := d.tasks(c.whole(d), well)
	shown := result.Demand{Cohort: d.cohort.Name, Tasks: finite(tasks), FirstTries: finite(times(tasks, d.calls*d.wire)), Ends: finite(d.ends)}
	if n := agents(d.cohort); n != nil {
		shown.AtOnce = finite(times(*n, mostAtOnce(&d.cohort.Task)))
	}
	return shown
}

// mostAtOnce gives the most calls that a turn starts.
func mostAtOnce(task *agent.Task) float64 {
	if task.Script == nil {
		return most(&task.Calls)
	}
	largest := 0
	for _, turn := range task.Script {
		largest = max(largest, len(turn))
	}
	return float64(largest)
}
