package metric_test

import (
	"testing"
	"time"

	"herdcast/models/fact"
	"herdcast/models/metric"
)

func TestTimeShares(t *testing.T) {
	spent := func(cohort uint16, category fact.Category, span time.Duration) fact.Fact {
		return fact.Fact{Kind: fact.Spent, At: ms(100_000), Cohort: cohort, Code: uint8(category), Span: span, Measured: true}
	}
	o := measure(ninety(),
		spent(scouts, fact.Think, 5*time.Second), spent(scouts, fact.Think, time.Second), spent(scouts, fact.Service, 2*time.Second),
		spent(scouts, fact.Queue, time.Second), spent(scouts, fact.Network, 500*time.Millisecond), spent(scouts, fact.Backoff, 500*time.Millisecond),
		spent(medics, fact.Limit, 3*time.Second), spent(medics, fact.FailedAttempts, 4*time.Second), spent(medics, fact.WastedTurns, 3*time.Second),
		unmeasured(spent(medics, fact.Children, time.Hour)),
	)
	whole := map[string]want{
		"time.think": {0.3, 20}, "time.service": {0.1, 20}, "time.queue": {0.05, 20}, "time.network": {0.025, 20}, "time.backoff": {0.025, 20},
		"time.limit": {0.15, 20}, "time.failed_attempts": {0.2, 20}, "time.wasted_turns": {0.15, 20}, "time.children": {0, 20},
	}
	expect(t, o, metric.Whole, whole)
	expect(t, o, ofCohort(scouts), map[string]want{"time.think": {0.6, 10}, "time.limit": {0, 10}})
	expect(t, o, ofCohort(medics), map[string]want{"time.failed_attempts": {0.4, 10}, "time.children": {0, 10}})
	absent(t, o, ofTool(look), "time.think", "tokens", "tokens.repeated_share")
	sum := 0.0
	for name := range whole {
		sum += find(t, o, metric.Whole, name).Value
	}
	if !near(sum, 1) {
		t.Errorf("the shares of time add up to %v, want 1", sum)
	}
	expectNone(t, measure(ninety()), metric.Whole, map[string]string{"time.think": "tasks took no time", "time.children": "tasks took no time"})
}

func TestTokens(t *testing.T) {
	tokens := func(cohort uint16, n int64, repeated bool) fact.Fact {
		return fact.Fact{Kind: fact.Tokens, At: ms(50_000), Cohort: cohort, N: n, Flag: repeated, Measured: true}
	}
	turn := func(cohort uint16, n int64, kind fact.TurnKind) fact.Fact {
		return fact.Fact{Kind: fact.TurnStarted, At: ms(50_000), Cohort: cohort, N: n, Code: uint8(kind), Measured: true}
	}
	o := measure(ninety(), turn(scouts, 1500, fact.TurnPlanned), tokens(scouts, 300, false), turn(medics, 1500, fact.TurnRepeats), tokens(medics, 300, true),
		turn(medics, 400, fact.TurnInserted), unmeasured(tokens(scouts, 9000, true)), unmeasured(turn(scouts, 9000, fact.TurnRepeats)))
	expect(t, o, metric.Whole, map[string]want{"tokens": {4000, 0}, "tokens.repeated_share": {0.45, 4000}})
	expect(t, o, ofCohort(scouts), map[string]want{"tokens": {1800, 0}, "tokens.repeated_share": {0, 1800}})
	three := 3.0
	f := ninety()
	f.Prices = []*float64{&three, nil}
	o = measure(f, tokens(scouts, 500_000, false), tokens(medics, 1_000_000, false))
	expect(t, o, metric.Whole, map[string]want{"cost": {1.5, 0}})
	expect(t, o, ofCohort(scouts), map[string]want{"cost": {1.5, 0}})
	expectNone(t, o, ofCohort(medics), map[string]string{"cost": "no task has a price"})
	expectNone(t, measure(ninety()), metric.Whole, map[string]string{"tokens.repeated_share": "no tokens were spent", "cost": "no task has a price"})
}
