package metric

import (
	"math"

	"herdcast/models/fact"
	"herdcast/sim/tally"
)

// tasks counts tasks and turns, how long tasks took, and what share of their
// wall-clock budget they used.
type tasks struct {
	*frame
	cohorts []taskCounts
}

type taskCounts struct {
	started   int64
	ends      [fact.TaskEnds]int64
	turns     int64
	inserted  int64
	durations tally.Quantiles
	used      tally.Quantiles // in billionths of the budget, of ended tasks
	tokens    tally.Quantiles // likewise
	budgeted  int64           // tasks with a budget, unfinished ones too
	exhausted int64
	lasted    tally.Sum // of every task, for the conservation check
}

// billion is what a share is counted in.
const billion = 1e9

func (m *tasks) prepare() {
	m.cohorts = make([]taskCounts, len(m.Cohorts))
}

func (m *tasks) start(f *fact.Fact) {
	if f.Measured {
		m.cohorts[f.Cohort].started++
	}
}

func (m *tasks) end(f *fact.Fact) {
	c := &m.cohorts[f.Cohort]
	c.lasted.Add(int64(f.Span))
	if !f.Measured {
		return
	}
	c.ends[f.Code]++
	if f.N > 0 {
		c.budgeted++
	}
	if fact.TaskEnd(f.Code) == fact.TaskUnfinished {
		return
	}
	c.durations.Observe(int64(f.Span))
	if f.N > 0 {
		c.used.Observe(billionths(int64(f.Span), f.N))
		if fact.TaskEnd(f.Code) == fact.TaskOutOfTime {
			c.exhausted++
		}
	}
}

func (m *tasks) tokens(f *fact.Fact) {
	if f.Measured {
		m.cohorts[f.Cohort].tokens.Observe(billionths(f.N, int64(f.Span)))
	}
}

// billionths gives the share of a budget that was used.
func billionths(used, budget int64) int64 {
	return int64(math.Round(float64(float64(used) / float64(budget) * billion)))
}

func (m *tasks) turn(f *fact.Fact) {
	if !f.Measured {
		return
	}
	c := &m.cohorts[f.Cohort]
	c.turns++
	if fact.TurnKind(f.Code) != fact.TurnPlanned {
		c.inserted++
	}
}

func (m *tasks) merged(p Part) (sum taskCounts) {
	for i := range m.cohorts {
		if p.Cohort >= 0 && p.Cohort != i {
			continue
		}
		c := &m.cohorts[i]
		sum.started += c.started
		for e := range c.ends {
			sum.ends[e] += c.ends[e]
		}
		sum.turns += c.turns
		sum.inserted += c.inserted
		sum.budgeted += c.budgeted
		sum.exhausted += c.exhausted
		sum.durations.Merge(&c.durations)
		sum.used.Merge(&c.used)
		sum.tokens.Merge(&c.tokens)
	}
	return sum
}

func (m *tasks) values(v *maker) {
	if !v.part.byCohort() {
		return
	}
	c := m.merged(v.part)
	v.count("tasks.started", c.started)
	for e := range fact.TaskEnds {
		v.count("tasks."+e.String(), c.ends[e])
	}
	ended := c.started - c.ends[fact.TaskUnfinished]
	v.share("tasks.success", c.ends[fact.TaskSucceeded], ended, noTask)
	v.spans("tasks.duration", &c.durations, noTask)
	v.count("turns", c.turns)
	v.count("turns.inserted", c.inserted)
	noneEnded, noneStarted := "no task with a wall-clock budget ended", "no task with a wall-clock budget started"
	if !m.WallClock {
		noneEnded, noneStarted = noWallClock, noWallClock
	}
	v.used("wall_clock", &c.used, noneEnded)
	v.share("wall_clock.exhausted", c.exhausted, c.budgeted, noneStarted)
	noneEnded = "no task with a token budget ended"
	if !m.TokenBudget {
		noneEnded = "no task has a token budget"
	}
	v.used("tokens", &c.tokens, noneEnded)
}

// used gives quantiles of the share of a budget that tasks used.
func (v *maker) used(budget string, of *tally.Quantiles, why string) {
	for _, q := range []struct {
		name  string
		share float64
	}{{"p50", 0.5}, {"p95", 0.95}, {"p99", 0.99}} {
		name := budget + ".used." + q.name
		if of.Count() == 0 {
			v.none(name, "share", why)
			continue
		}
		v.add(Value{Name: name, Unit: "share", Value: float64(of.Quantile(q.share)) / billion, Of: float64(of.Count()), Approx: of.Approx()})
	}
}

const (
	noTask      = "no task ended"
	noWallClock = "no task has a wall-clock budget"
)

// histograms gives durations and used budgets for pictures.
func (m *tasks) histograms() []Histogram {
	c := m.merged(Whole)
	h := []Histogram{spanHistogram("tasks.duration", &c.durations)}
	if m.WallClock {
		h = append(h, shareHistogram("wall_clock.used", &c.used))
	}
	return h
}
