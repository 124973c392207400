package explain

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/models/dependency/fault"
	"herdcast/models/tool"
)

// load says what is asked for and what can be served, from one end of the run to
// the other.
func (c *scene) load() result.Load {
	load := result.Load{Cohorts: []result.Demand{}, Phases: []result.Phase{}}
	for _, d := range c.demands {
		load.Cohorts = append(load.Cohorts, c.shown(d))
	}
	for _, p := range c.phases {
		load.Phases = append(load.Phases, p.shown())
	}
	return load
}

// phase is a span of the run in which the same faults are active and the same
// cohorts at work.
type phase struct {
	name     string
	from, to float64 // seconds
	faults   []*fault.Spec
	bursts   []*demand // cohorts at work that end by themselves
	servers  float64   // that may start work
	service  float64   // mean of a request, in seconds
	admits   float64   // requests per second that quotas let in
	calls    float64   // first tries per second
	failed   float64   // attempts per second while every attempt times out
	shed     float64   // the same where breakers that count timeouts have opened
	refused  float64   // attempts per second while every one is refused at once
	closed   bool      // nothing is let in
}

// calm tells a phase without faults and bursts.
func (p *phase) calm() bool { return len(p.faults) == 0 && len(p.bursts) == 0 }

// capacity gives the requests per second that can be served.
func (p *phase) capacity() float64 {
	if p.closed {
		return 0
	}
	return math.Min(p.served(), p.admits)
}

// served gives what the servers can do, whatever quotas let in.
func (p *phase) served() float64 {
	if p.service == 0 {
		return math.Inf(1)
	}
	return p.servers / p.service
}

// Verdicts on a phase.
const (
	fits          = "fits"           // all attempts can be served
	retriesExceed = "retries_exceed" // first tries can, all attempts not
	exceeds       = "exceeds"        // first tries alone are too many
	unserved      = "unserved"       // nothing is let in
)

func (p *phase) verdict() string {
	switch {
	case p.closed:
		return unserved
	case p.calls > p.capacity():
		return exceeds
	case p.failed > p.capacity():
		return retriesExceed
	}
	return fits
}

func (p *phase) shown() result.Phase {
	return result.Phase{
		Name: p.name, From: p.from, To: p.to,
		Servers: finite(p.servers), Service: finite(p.service), Capacity: finite(p.capacity()),
		FirstTries: finite(p.calls), Busy: finite(times(p.calls, p.service)), Attempts: finite(p.failed), Refused: finite(p.refused), Verdict: p.verdict(),
	}
}

// event is what makes a phase: a fault, or a cohort that comes late or ends.
type event struct {
	name     string
	from, to float64
	fault    *fault.Spec
	demand   *demand
}

// cut divides the run where faults begin and end, each at its first coming, and
// where cohorts begin late or have done their tasks.
func (c *scene) cut() []phase {
	run := c.Run.Duration.Seconds()
	events := c.events()
	cuts := []float64{0, run}
	for _, e := range events {
		cuts = append(cuts, e.from, e.to)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var all []phase
	last := ""
	for i := 0; i+1 < len(cuts) && cuts[i] < run; i++ {
		p := phase{from: cuts[i], to: math.Min(cuts[i+1], run)}
		var names []string
		for _, e := range events {
			if e.from > p.from || e.to <= p.from {
				continue
			}
			names = append(names, e.name)
			if e.fault != nil {
				p.faults = append(p.faults, e.fault)
			} else if e.demand.ends < run || c.rushes(e.demand, &p) {
				p.bursts = append(p.bursts, e.demand)
			}
		}
		switch {
		case len(names) > 0:
			last = strings.Join(names, ", ")
			p.name = last
		case len(cuts) == 2:
			p.name = "all the time"
		case last == "":
			p.name = "before"
		default:
			p.name = "after " + last
		}
		c.fill(&p)
		all = append(all, p)
	}
	return all
}

// rushes tells a phase in which a stream brings more than on average.
func (c *scene) rushes(d *demand, p *phase) bool {
	if d.cohort.Profile == nil {
		return false
	}
	return d.tasks(window{p.from, p.to, 1}, well) > (1+1e-9)*d.tasks(c.whole(d), well)
}

func (c *scene) events() (all []event) {
	for i := range c.Faults {
		f := &c.Faults[i]
		length := lasts(f, c.Run.Duration)
		if f.Mark != "" || f.Restart != nil && f.For == nil && f.Until == nil || length == 0 || f.At >= c.Run.Duration {
			continue // nothing, or an instant
		}
		all = append(all, event{name: f.Name, from: f.At.Seconds(), to: (f.At + length).Seconds(), fault: f})
	}
	for _, d := range c.demands {
		for i, step := range d.cohort.Profile {
			to, name := math.Inf(1), d.cohort.Name+" "+rate(step.Rate.PerSecond())
			if i+1 < len(d.cohort.Profile) {
				next := &d.cohort.Profile[i+1]
				to = next.From.Seconds()
				if next.Ramp {
					name += " to " + rate(next.Rate.PerSecond())
				}
			}
			all = append(all, event{name: name, from: step.From.Seconds(), to: to, demand: d})
		}
		if from, to := d.at(), d.until(); from > 0 || to < math.Inf(1) {
			all = append(all, event{name: d.cohort.Name, from: from, to: to, demand: d})
		}
	}
	slices.SortStableFunc(all, func(a, b event) int { return cmp.Compare(a.from, b.from) })
	return all
}

// at gives when a cohort begins all at once; else it counts from the run's start.
func (d *demand) at() float64 {
	if d.cohort.Agents != nil && d.cohort.Start.At != nil {
		return d.cohort.Start.At.Seconds()
	}
	return 0
}

// until gives when a cohort has done its tasks, to the second.
func (d *demand) until() float64 { return math.Ceil(d.ends) }

// fill works out a phase.
func (c *scene) fill(p *phase) {
	streams, quota := 1.0, 1.0
	for _, f := range p.faults {
		whole := f.Tools == nil && f.Share == nil && f.Replicas == nil
		switch {
		case f.Load != nil:
			streams *= float64(*f.Load)
		case f.Quota != nil:
			quota *= float64(*f.Quota)
		case refuses(f):
			p.closed = p.closed || whole
		}
	}
	p.servers = c.working(p.faults)
	work, weight, tokens := 0.0, 0.0, 0.0
	in := window{p.from, p.to, streams}
	for _, d := range c.demands {
		calls := times(d.tasks(in, well), d.calls)
		p.calls += times(calls, d.wire)
		tries := times(d.tasks(in, failing), d.calls)
		p.failed += times(tries, d.failed)
		p.shed += times(tries, d.shed)
		p.refused += times(times(d.tasks(in, rebuffs), d.calls), d.refused)
		for w := range c.ways {
			if way := &c.ways[w]; way.cohort == d.cohort && way.sends() {
				rate := times(calls, way.share)
				work += times(rate, c.slowed(way.tool, p.faults))
				weight += times(rate, float64(way.tool.Weight))
				tokens += times(rate, float64(way.tool.TokensOr(d.cohort.Task.Tokens.PerResult)))
			}
		}
	}
	if p.calls > 0 && !math.IsInf(p.calls, 1) {
		p.service = work / p.calls
		p.admits = c.admitted(quota, weight/p.calls, tokens/p.calls)
	} else {
		p.service, p.admits = seconds(&c.Dependency.Service), math.Inf(1)
	}
}

// slowed gives the mean service time of a tool while faults are active, in seconds.
func (c *scene) slowed(t *tool.Spec, faults []*fault.Spec) float64 {
	service := seconds(c.service(t))
	for _, change := range []func(*fault.Slow, float64) float64{slowTo, slowFactor, slowAdd} {
		for _, f := range faults {
			if f.Slow == nil {
				continue
			}
			share := c.met(f, t.Name)
			service = times(1-share, service) + times(share, change(f.Slow, service))
		}
	}
	return service
}

func slowTo(s *fault.Slow, service float64) float64 {
	if s.To != nil {
		return seconds(s.To)
	}
	return service
}

func slowFactor(s *fault.Slow, service float64) float64 {
	if s.Factor != nil {
		return service * float64(*s.Factor)
	}
	return service
}

func slowAdd(s *fault.Slow, service float64) float64 {
	if s.Add != nil {
		return service + s.Add.Seconds()
	}
	return service
}

// admitted gives the requests per second that all quotas let in.
func (c *scene) admitted(left, weight, tokens float64) float64 {
	admits := math.Inf(1)
	for i := range c.Dependency.Quota {
		q := &c.Dependency.Quota[i]
		each := weight
		if q.Of == "tokens" {
			each = tokens
		}
		owners := ownersOf(c.cohorts(), string(q.Scope))
		if each > 0 {
			admits = math.Min(admits, times(times(left, float64(q.Limit)/q.Per.Seconds()), owners)/each)
		}
	}
	return admits
}
