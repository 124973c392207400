package explain

import (
	"slices"

	"herdcast/experiments/result"
	"herdcast/models/dependency/fault"
	"herdcast/sim/quantity"
)

var loadRules = []Rule{
	{"load-above-capacity", result.Error, loadAboveCapacity},
	{"metastable-risk", result.Error, metastableRisk},
	{"retries-above-capacity", result.Warning, retriesAboveCapacity},
	{"burst-above-capacity", result.Warning, burstAboveCapacity},
	{"fault-overloads", result.Info, faultOverloads},
}

// supply says in words what can be served in a phase, and which key bounds it.
func (c *scene) supply(p *phase) (path, words string) {
	if p.admits < p.served() {
		return "dependency.quota", "the quota admits " + rate(p.admits)
	}
	return "dependency.servers", number(p.servers) + " servers at " + about(p.service) + " a request can serve " + rate(p.served())
}

func loadAboveCapacity(c *scene) (all []found) {
	for _, p := range c.phases {
		if p.calm() && p.calls > p.capacity() {
			path, supply := c.supply(&p)
			all = append(all, found{path,
				"While all is well " + rate(p.calls) + " first tries are sent, but " + supply + ": the excess waits, times out or is refused all the time.",
				"Add capacity, or ask for less."})
		}
	}
	return all
}

// burstAboveCapacity looks at cohorts that end by themselves.
func burstAboveCapacity(c *scene) (all []found) {
	for _, p := range c.phases {
		if len(p.faults) == 0 && len(p.bursts) > 0 && p.calls > p.capacity() {
			_, supply := c.supply(&p)
			cohort := p.bursts[len(p.bursts)-1].cohort
			all = append(all, found{c.pathOf(cohort.Name),
				"While " + cohort.Name + " works, from " + about(p.from) + " to about " + about(p.to) + ", " + rate(p.calls) + " first tries are sent, but " + supply + ": its tasks take longer, and those of others too.",
				"Spread its start, give it fewer agents, or bound its calls with a limit."})
		}
	}
	return all
}

func (c *scene) pathOf(cohort string) string {
	for i := range c.Fleet {
		if c.Fleet[i].Name == cohort {
			return item("fleet", i)
		}
	}
	return "fleet"
}

// overloads tells a phase whose faults take the servers below what is asked for.
func (p *phase) overloads() bool {
	if len(p.faults) == 0 {
		return false
	}
	hangs := slices.ContainsFunc(p.faults, func(f *fault.Spec) bool { return f.Down != nil && *f.Down == "hang" })
	return hangs || !p.closed && p.calls > p.capacity()
}

// storm gives the calm phase in which retries alone could keep the dependency
// overloaded: first tries fit, attempts that all time out do not, and their work is
// done although their callers have gone.
func (c *scene) storm() (phase, bool) {
	if c.Dependency.Abandoned == "cancel" || len(queueOutlivesTimeout(c)) == 0 {
		return phase{}, false
	}
	for _, p := range slices.Backward(c.phases) {
		if p.calm() && p.calls <= p.served() && p.shed > p.served() {
			return p, true
		}
	}
	return phase{}, false
}

// metastableRisk finds a fault after which retries may keep the dependency
// overloaded for ever.
func metastableRisk(c *scene) (all []found) {
	p, risky := c.storm()
	if !risky {
		return nil
	}
	for _, during := range c.phases {
		if during.overloads() {
			return []found{{c.stormPath(),
				"Once " + during.name + " makes calls time out, retries turn " + rate(p.calls) + " first tries into " + rate(p.shed) + ", and " + number(p.servers) + " servers at " + about(p.service) + " a request can serve " + rate(p.served()) + ": the overload may outlast the fault for ever.",
				stormAdvice}}
		}
	}
	return nil
}

const stormAdvice = "Keep first tries × attempts below the capacity: fewer attempts, a retry budget (percent), a breaker, or abandoned: cancel."

// retriesAboveCapacity finds the same without a fault in the scenario to set it off.
func retriesAboveCapacity(c *scene) (all []found) {
	p, risky := c.storm()
	if !risky || slices.ContainsFunc(c.phases, func(p phase) bool { return p.overloads() }) {
		return nil
	}
	return []found{{c.stormPath(),
		"If calls time out, retries turn " + rate(p.calls) + " first tries into " + rate(p.shed) + ", and " + number(p.servers) + " servers at " + about(p.service) + " a request can serve " + rate(p.served()) + ": an overload would keep itself alive.",
		stormAdvice}}
}

// stormPath gives the retry layer that multiplies most.
func (c *scene) stormPath() string {
	path, largest := "policies", 1.0
	for w := range c.ways {
		way := &c.ways[w]
		for i := range way.layers {
			if l := &way.layers[i]; l.retries() && unbounded(l.Retry.Attempts) > largest {
				path, largest = l.path+".attempts", unbounded(l.Retry.Attempts)
			}
		}
	}
	return path
}

// faultOverloads says what a fault leaves behind: the excess of its time, which
// waits in the queue or is refused.
func faultOverloads(c *scene) (all []found) {
	for _, p := range c.phases {
		if len(p.faults) == 0 || p.closed || !(p.calls > p.capacity()) {
			continue
		}
		path := "faults[1]"
		for i := range c.Faults {
			if &c.Faults[i] == p.faults[len(p.faults)-1] {
				path = item("faults", i)
			}
		}
		_, supply := c.supply(&p)
		excess := p.calls - p.capacity()
		message := "During " + p.name + " " + rate(p.calls) + " first tries are sent, but " + supply + ": " + rate(excess) + " too many, " + number(excess*(p.to-p.from)) + " in its " + about(p.to-p.from) + "."
		if queue := c.queue(); p.admits >= p.served() && queue != quantity.Unlimited {
			message += " The queue of " + limit(queue) + " is full after about " + about(float64(queue)/excess) + "; from then on the excess is refused."
		}
		all = append(all, found{path, message, "Expected of a fault; objectives say whether the fleet bears it."})
	}
	return all
}
