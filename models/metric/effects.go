package metric

import "herdcast/models/fact"

// effects counts side effects: wanted, landed, landed twice and why, and what
// their callers were told.
type effects struct {
	*frame
	counts []effectCounts // by cohort and tool
}

type effectCounts struct {
	wanted, landed, lost, missed             int64
	failures, failed, unknown, unknownLanded int64
	causes                                   [fact.Causes]int64
}

func (m *effects) prepare() {
	m.counts = make([]effectCounts, m.cells.calls())
}

func (m *effects) effect(f *fact.Fact) {
	if !f.Measured {
		return
	}
	c := &m.counts[m.cells.call(f.Cohort, f.Tool)]
	switch f.Kind {
	case fact.EffectLanded:
		c.landed++
		c.causes[f.Code]++
	case fact.EffectWanted:
		c.wanted++
	case fact.EffectLost:
		c.lost++
	case fact.EffectMissed:
		c.missed++
	case fact.FalseFailure:
		c.failures++
	case fact.EffectUnknown:
		c.unknown++
	case fact.EffectUnknownLanded:
		c.unknownLanded++
	case fact.EffectFailed:
		c.failed++
	}
}

func (m *effects) values(v *maker) {
	if !v.part.byCause() {
		return
	}
	sum := func(value func(*effectCounts) int64) int64 {
		return m.cells.sumCalls(v.part, func(cell int) int64 { return value(&m.counts[cell]) })
	}
	duplicates := int64(0)
	for cause := fact.CauseRetry; cause < fact.Causes; cause++ {
		if v.part.Cause == "" || v.part.Cause == cause.String() {
			duplicates += sum(func(c *effectCounts) int64 { return c.causes[cause] })
		}
	}
	wanted := sum(func(c *effectCounts) int64 { return c.wanted })
	failed := sum(func(c *effectCounts) int64 { return c.failed })
	failures := sum(func(c *effectCounts) int64 { return c.failures })
	unknown := sum(func(c *effectCounts) int64 { return c.unknown })
	v.count("effects.duplicates", duplicates)
	if wanted == 0 {
		v.add(Value{Name: "effects.duplicates_per_1000", Unit: "ratio", Statistic: Rare, Scale: 1000, Why: "no effect was wanted"})
	} else {
		v.add(Value{Name: "effects.duplicates_per_1000", Unit: "ratio", Statistic: Rare, Scale: 1000,
			Value: 1000 * float64(duplicates) / float64(wanted), Count: float64(duplicates), Of: float64(wanted)})
	}
	if v.part.Cause != "" {
		return
	}
	v.count("effects.wanted", wanted)
	v.count("effects.landed", sum(func(c *effectCounts) int64 { return c.landed }))
	v.count("effects.lost", sum(func(c *effectCounts) int64 { return c.lost }))
	v.count("effects.missed", sum(func(c *effectCounts) int64 { return c.missed }))
	v.count("effects.false_failures", failures)
	v.count("effects.unknown", unknown)
	v.share("effects.false_failure_share", failures, failed, "no call with an effect was surfaced as failed")
	v.share("effects.unknown.landed", sum(func(c *effectCounts) int64 { return c.unknownLanded }), unknown, "no call was surfaced as unknown")
}
