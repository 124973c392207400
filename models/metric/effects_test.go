package metric_test

import (
	"testing"

	"herdcast/models/fact"
	"herdcast/models/metric"
)

func TestEffects(t *testing.T) {
	effect := func(cohort, tool uint16, kind fact.Kind) fact.Fact {
		return fact.Fact{Kind: kind, At: ms(50_000), Cohort: cohort, Tool: tool, Measured: true}
	}
	landed := func(cohort uint16, cause fact.Cause) fact.Fact {
		return fact.Fact{Kind: fact.EffectLanded, At: ms(50_000), Cohort: cohort, Tool: page, Code: uint8(cause), Measured: true}
	}
	var facts []fact.Fact
	for range 8 {
		facts = append(facts, effect(scouts, page, fact.EffectWanted))
	}
	f := ninety()
	ofMedics := ofCause("retry")
	ofMedics.Cohort = int(medics)
	f.Parts = []metric.Part{ofCause("retry"), ofCause("lease"), ofMedics}
	o := measure(f, append(facts,
		effect(medics, page, fact.EffectWanted), effect(medics, page, fact.EffectWanted), unmeasured(effect(medics, page, fact.EffectWanted)),
		landed(scouts, fact.CauseNone), landed(scouts, fact.CauseNone), landed(scouts, fact.CauseRetry), landed(scouts, fact.CauseRetry),
		landed(scouts, fact.CauseReissue), landed(medics, fact.CauseNone), landed(medics, fact.CauseRetry), unmeasured(landed(medics, fact.CauseRetry)),
		effect(scouts, page, fact.EffectLost), effect(scouts, page, fact.EffectMissed), effect(medics, page, fact.EffectMissed),
		effect(scouts, page, fact.EffectFailed), effect(scouts, page, fact.EffectFailed), effect(scouts, page, fact.EffectFailed), effect(medics, page, fact.EffectFailed),
		effect(scouts, page, fact.FalseFailure), effect(medics, page, fact.FalseFailure), effect(medics, page, fact.FalseFailure),
		effect(scouts, page, fact.EffectUnknown), effect(scouts, page, fact.EffectUnknown), effect(scouts, page, fact.EffectUnknownLanded),
	)...)
	expect(t, o, metric.Whole, map[string]want{
		"effects.wanted": {10, 0}, "effects.landed": {7, 0}, "effects.duplicates": {4, 0}, "effects.duplicates_per_1000": {400, 10},
		"effects.lost": {1, 0}, "effects.missed": {2, 0}, "effects.false_failures": {3, 0}, "effects.false_failure_share": {0.75, 4},
		"effects.unknown": {2, 0}, "effects.unknown.landed": {0.5, 2},
	})
	expect(t, o, ofCohort(scouts), map[string]want{"effects.wanted": {8, 0}, "effects.duplicates": {3, 0}, "effects.duplicates_per_1000": {375, 8}})
	expect(t, o, ofTool(page), map[string]want{"effects.duplicates": {4, 0}})
	expect(t, o, ofTool(look), map[string]want{"effects.wanted": {0, 0}, "effects.duplicates": {0, 0}})
	expectNone(t, o, ofTool(look), map[string]string{
		"effects.duplicates_per_1000": "no effect was wanted", "effects.unknown.landed": "no call was surfaced as unknown",
		"effects.false_failure_share": "no call with an effect was surfaced as failed",
	})
	// By cause, the denominator stays all intents with an effect.
	expect(t, o, ofCause("retry"), map[string]want{"effects.duplicates": {3, 0}, "effects.duplicates_per_1000": {300, 10}})
	expect(t, o, ofCause("lease"), map[string]want{"effects.duplicates": {0, 0}, "effects.duplicates_per_1000": {0, 10}})
	expect(t, o, ofMedics, map[string]want{"effects.duplicates": {1, 0}, "effects.duplicates_per_1000": {500, 2}})
	absent(t, o, ofCause("retry"), "effects.wanted", "effects.landed", "effects.lost")
	if v := find(t, o, metric.Whole, "effects.duplicates_per_1000"); v.Statistic != metric.Rare || v.Count != 4 || v.Scale != 1000 {
		t.Errorf("duplicates per 1,000 are %+v, want 4 pooled, times 1,000", v)
	}
}
