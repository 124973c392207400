package metric

import (
	"herdcast/models/fact"
	"herdcast/policies"
	"herdcast/sim/tally"
)

// attempts counts what was put on the wire and how it ended.
type attempts struct {
	*frame
	counts  []attemptCounts // by cohort, tool and number
	offered tally.CountSeries
	open    int64
}

type attemptCounts struct {
	roles [fact.Roles]int64
	ends  [policies.Outcomes]int64
	sent  int64 // from warm-up on, whatever their task
}

func (m *attempts) prepare() {
	m.counts = make([]attemptCounts, m.cells.tries())
	m.offered = tally.NewCountSeries(m.Series, m.End)
}

func (m *attempts) send(f *fact.Fact) {
	m.open++
	c := &m.counts[m.cells.try(f.Cohort, f.Tool, f.Number)]
	m.offered.Add(f.At, 1)
	if f.At >= m.Warmup {
		c.sent++
		m.calls.peaks.send(f.At, m.cells.call(f.Cohort, f.Tool))
	}
	if f.Measured {
		c.roles[f.Code]++
	}
}

func (m *attempts) end(f *fact.Fact) {
	m.open--
	if f.Measured {
		m.counts[m.cells.try(f.Cohort, f.Tool, f.Number)].ends[f.Outcome]++
	}
}

// sent gives how many attempts of measured tasks a part has.
func (m *attempts) sent(p Part) int64 {
	return m.cells.sumTries(p, func(cell int) int64 {
		c := &m.counts[cell]
		return c.roles[fact.First] + c.roles[fact.Retry] + c.roles[fact.Hedge]
	})
}

func (m *attempts) values(v *maker) {
	if !v.part.byTry() {
		return
	}
	role := func(r fact.Role) int64 {
		return m.cells.sumTries(v.part, func(cell int) int64 { return m.counts[cell].roles[r] })
	}
	v.count("attempts", m.sent(v.part))
	v.count("attempts.first", role(fact.First))
	v.count("attempts.retries", role(fact.Retry))
	v.count("attempts.hedges", role(fact.Hedge))
	for o := range policies.Outcomes {
		if o == policies.Rejected {
			continue // never an attempt
		}
		v.count("attempts."+o.String(), m.cells.sumTries(v.part, func(cell int) int64 { return m.counts[cell].ends[o] }))
	}
	sent := m.cells.sumTries(v.part, func(cell int) int64 { return m.counts[cell].sent })
	v.ratio("offered", "1/s", float64(sent), m.span(), "nothing is measured")
}

func (m *attempts) series() []Series { return []Series{rates("offered", m.offered.Counts(), m.frame)} }
