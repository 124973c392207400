package metric_test

import (
	"testing"

	"herdcast/models/fact"
	"herdcast/models/metric"
)

// layered is a run with the layers of two policies, by number: retry, breaker
// and limit of the first, outer and retry of the second.
func layered() metric.Frame {
	f := ninety()
	f.Layers = []metric.Layer{
		{Policy: "careful", Name: "retry", Kind: "retry"}, {Policy: "careful", Name: "breaker", Kind: "breaker"}, {Policy: "careful", Name: "pool", Kind: "limit"},
		{Policy: "eager", Name: "outer", Kind: "retry"}, {Policy: "eager", Name: "retry", Kind: "retry"},
	}
	f.Limits, f.Breakers = true, true
	return f
}

const careful, breaker, pool, outer, eager uint16 = 0, 1, 2, 3, 4

// ofCall is a fact of a layer and a call of a measured task.
func ofCall(kind fact.Kind, cohort, tool, layer uint16) fact.Fact {
	return fact.Fact{Kind: kind, At: ms(50_000), Cohort: cohort, Tool: tool, Layer: layer, Measured: true}
}

// tried is a call of a measured task that leaves a retry layer after so many tries.
func tried(cohort, tool, layer uint16, tries int64) fact.Fact {
	f := ofCall(fact.Tried, cohort, tool, layer)
	f.N = tries
	return f
}

func TestTriesOfLayers(t *testing.T) {
	o := measure(layered(),
		tried(scouts, look, careful, 3), tried(scouts, page, careful, 1),
		tried(medics, page, eager, 2), tried(medics, page, eager, 1), tried(medics, page, outer, 2), unmeasured(tried(medics, page, eager, 9)),
	)
	// Layers of one name are taken together, whatever their policy: 4 + 3 tries in 2 + 2 entries.
	expect(t, o, metric.Whole, map[string]want{"layers.retry": {7.0 / 4, 4}, "layers.outer": {2, 1}})
	expect(t, o, ofCohort(scouts), map[string]want{"layers.retry": {2, 2}})
	expect(t, o, ofCohort(medics), map[string]want{"layers.retry": {1.5, 2}, "layers.outer": {2, 1}})
	expect(t, o, ofTool(look), map[string]want{"layers.retry": {3, 1}})
	expectNone(t, o, ofTool(look), map[string]string{"layers.outer": "the layer was never entered"})
	absent(t, o, metric.Whole, "layers.breaker", "layers.pool")
}

func TestRejectionsAndDenials(t *testing.T) {
	f := layered()
	f.Parts = []metric.Part{ofLayer("breaker"), ofLayer("retry")}
	early := unmeasured(ofCall(fact.TurnedAway, scouts, look, breaker))
	early.At = ms(9_500)
	o := measure(f, early,
		ofCall(fact.TurnedAway, scouts, look, breaker), ofCall(fact.TurnedAway, scouts, page, breaker), ofCall(fact.TurnedAway, medics, look, pool),
		ofCall(fact.BudgetDenied, scouts, look, careful), ofCall(fact.BudgetDenied, medics, page, eager), ofCall(fact.BudgetDenied, medics, page, outer),
		unmeasured(ofCall(fact.BudgetDenied, medics, page, outer)),
	)
	expect(t, o, metric.Whole, map[string]want{"rejections": {3, 0}, "retry_budget.denied": {3, 0}})
	expect(t, o, ofLayer("breaker"), map[string]want{"rejections": {2, 0}, "retry_budget.denied": {0, 0}})
	expect(t, o, ofLayer("retry"), map[string]want{"rejections": {0, 0}, "retry_budget.denied": {2, 0}})
	expect(t, o, ofCohort(medics), map[string]want{"rejections": {1, 0}, "retry_budget.denied": {2, 0}})
	expect(t, o, ofTool(look), map[string]want{"rejections": {2, 0}, "retry_budget.denied": {1, 0}})
	bins(t, o, "rejections", map[int]float64{9: 1, 50: 3}) // series count every one
}

func TestBreakerOpenTime(t *testing.T) {
	asked := func(row uint32, at int64) fact.Fact {
		return fact.Fact{Kind: fact.BreakerAsked, At: ms(at), Layer: breaker, Row: row}
	}
	turns := func(row uint32, at int64, phase uint8) fact.Fact {
		return fact.Fact{Kind: fact.BreakerChanged, At: ms(at), Layer: breaker, Row: row, Code: phase}
	}
	const closed, open, half = 0, 1, 2
	f := layered()
	f.Parts = []metric.Part{ofLayer("breaker"), ofLayer("pool")}
	o := measure(f,
		asked(0, 1_000), turns(0, 5_000, open), turns(0, 15_000, half), turns(0, 16_000, open), turns(0, 19_000, half), turns(0, 20_000, closed), // 10 s of it measured
		asked(2, 12_000), turns(2, 80_000, open), turns(2, 90_000, half), // 20 s, to the end
		asked(3, 13_000),                                                 // never opened
		asked(4, 1_000), turns(4, 2_000, open), turns(4, 10_000, closed), // closed when warm-up ends
		asked(5, 14_000), turns(5, 20_000, open), turns(5, 20_000, closed), // for no time
	)
	// Row 1 was never asked: 30 s of 5 · 90.
	expect(t, o, metric.Whole, map[string]want{"breaker.open_time": {30.0 / 450, 450}})
	expect(t, o, ofLayer("breaker"), map[string]want{"breaker.open_time": {30.0 / 450, 450}})
	expectNone(t, o, ofLayer("pool"), map[string]string{"breaker.open_time": "no breaker was asked"})
	absent(t, o, ofCohort(scouts), "breaker.open_time", "limit.waiting")
	absent(t, o, ofTool(look), "breaker.open_time", "limit.waiting")
	expectNone(t, measure(layered()), metric.Whole, map[string]string{"breaker.open_time": "no breaker was asked"})
	expectNone(t, measure(ninety()), metric.Whole, map[string]string{"breaker.open_time": "no policy has a breaker layer"})
}

func TestLimitWaiting(t *testing.T) {
	wait := func(layer uint16, at, n int64) fact.Fact {
		return fact.Fact{Kind: fact.PermitsWaited, At: ms(at), Layer: layer, N: n}
	}
	f := layered()
	f.Layers = append(f.Layers, metric.Layer{Policy: "eager", Name: "gate", Kind: "limit"})
	const gate = 5
	f.Parts = []metric.Part{ofLayer("pool"), ofLayer("gate")}
	// 3 wait at the pool for 10 s after warm-up, 6 at the gate for the last 15 s.
	o := measure(f, wait(pool, 5_000, 3), wait(pool, 20_000, 0), wait(gate, 85_000, 6))
	expect(t, o, metric.Whole, map[string]want{"limit.waiting": {30.0/90 + 1, 90}})
	expect(t, o, ofLayer("pool"), map[string]want{"limit.waiting": {30.0 / 90, 90}})
	expect(t, o, ofLayer("gate"), map[string]want{"limit.waiting": {1, 90}})
	expectNone(t, measure(ninety()), metric.Whole, map[string]string{"limit.waiting": "no policy has a limit layer"})
}
