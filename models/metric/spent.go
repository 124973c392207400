package metric

import (
	"herdcast/models/fact"
	"herdcast/sim/tally"
)

// spent adds up what the time and the tokens of tasks went into.
type spent struct {
	*frame
	cohorts []spending
	all     tally.Sum // of every task, for the conservation check
}

type spending struct {
	time             [fact.Categories]tally.Sum
	tokens, repeated int64
}

func (m *spent) prepare() {
	m.cohorts = make([]spending, len(m.Cohorts))
}

func (m *spent) add(f *fact.Fact) {
	m.all.Add(int64(f.Span))
	if f.Measured {
		m.cohorts[f.Cohort].time[f.Code].Add(int64(f.Span))
	}
}

func (m *spent) addTokens(f *fact.Fact, repeats bool) {
	if !f.Measured {
		return
	}
	c := &m.cohorts[f.Cohort]
	c.tokens += f.N
	if repeats {
		c.repeated += f.N
	}
}

func (m *spent) values(v *maker) {
	if !v.part.byCohort() {
		return
	}
	var sum spending
	var total tally.Sum
	for i := range m.cohorts {
		if v.part.Cohort >= 0 && v.part.Cohort != i {
			continue
		}
		for c := range m.cohorts[i].time {
			sum.time[c].Merge(m.cohorts[i].time[c])
			total.Merge(m.cohorts[i].time[c])
		}
		sum.tokens += m.cohorts[i].tokens
		sum.repeated += m.cohorts[i].repeated
	}
	for c := range fact.Categories {
		v.spanShare("time."+c.String(), sum.time[c].Float64(), total.Float64(), "tasks took no time")
	}
	v.add(Value{Name: "tokens", Unit: "tokens", Value: float64(sum.tokens)})
	v.ratio("tokens.repeated_share", "share", float64(sum.repeated), float64(sum.tokens), "no tokens were spent")
	m.cost(v)
}

// cost gives what the tokens of cohorts with a price cost.
func (m *spent) cost(v *maker) {
	total, priced := 0.0, false
	for i, price := range m.Prices {
		if price != nil && (v.part.Cohort < 0 || v.part.Cohort == i) {
			total += float64(*price * float64(m.cohorts[i].tokens) / million)
			priced = true
		}
	}
	if !priced {
		v.none("cost", "", "no task has a price")
		return
	}
	v.add(Value{Name: "cost", Value: total})
}

// million tokens are what prices are for.
const million = 1e6
