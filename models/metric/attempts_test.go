package metric_test

import (
	"testing"

	"herdcast/models/fact"
	"herdcast/models/metric"
	"herdcast/policies"
)

// attempt is one sent by a measured task, attemptEnded its end.
func attempt(cohort, tool uint16, at int64, number uint32, role fact.Role) fact.Fact {
	return fact.Fact{Kind: fact.AttemptSent, At: ms(at), Cohort: cohort, Tool: tool, Number: number, Code: uint8(role), Measured: true}
}

func attemptEnded(cohort, tool uint16, at int64, number uint32, how policies.Outcome) fact.Fact {
	return fact.Fact{Kind: fact.AttemptEnded, At: ms(at), Cohort: cohort, Tool: tool, Number: number, Outcome: how, Measured: true}
}

func TestAttempts(t *testing.T) {
	f := ninety()
	secondPage := ofAttempt(2)
	secondPage.Tool = int(page)
	f.Parts = []metric.Part{ofAttempt(2), ofAttempt(1), secondPage}
	o := measure(f,
		unmeasured(attempt(scouts, look, 9_999, 1, fact.First)),
		unmeasured(attempt(scouts, look, 10_000, 2, fact.Retry)), unmeasured(attemptEnded(scouts, look, 10_100, 2, policies.OK)),
		attempt(scouts, look, 10_000, 1, fact.First), attemptEnded(scouts, look, 10_100, 1, policies.Throttled),
		attempt(scouts, look, 10_200, 2, fact.Retry), attemptEnded(scouts, look, 10_300, 2, policies.OK),
		attempt(scouts, page, 11_000, 1, fact.First), attemptEnded(scouts, page, 13_000, 1, policies.Timeout),
		attempt(scouts, page, 11_500, 2, fact.Hedge), attemptEnded(scouts, page, 13_000, 2, policies.Abandoned),
		attempt(scouts, page, 13_000, 3, fact.Retry), attemptEnded(scouts, page, 13_100, 3, policies.Unavailable),
		attempt(medics, page, 99_999, 1, fact.First), attemptEnded(medics, page, 100_000, 1, policies.Unfinished),
	)
	expect(t, o, metric.Whole, map[string]want{
		"attempts": {6, 0}, "attempts.first": {3, 0}, "attempts.retries": {2, 0}, "attempts.hedges": {1, 0},
		"attempts.ok": {1, 0}, "attempts.throttled": {1, 0}, "attempts.timeout": {1, 0}, "attempts.abandoned": {1, 0},
		"attempts.unavailable": {1, 0}, "attempts.unfinished": {1, 0},
		"attempts.semantic": {0, 0}, "attempts.server_error": {0, 0}, "attempts.reset": {0, 0}, "attempts.refused": {0, 0}, "attempts.conflict": {0, 0},
		"offered": {7.0 / 90, 90}, // sent from warm-up on, whatever the task
	})
	expect(t, o, ofAttempt(1), map[string]want{"attempts": {3, 0}, "attempts.first": {3, 0}, "attempts.timeout": {1, 0}, "offered": {3.0 / 90, 90}})
	expect(t, o, ofAttempt(2), map[string]want{"attempts": {2, 0}, "attempts.hedges": {1, 0}, "attempts.ok": {1, 0}, "offered": {3.0 / 90, 90}})
	expect(t, o, secondPage, map[string]want{"attempts": {1, 0}, "attempts.abandoned": {1, 0}, "offered": {1.0 / 90, 90}})
	expect(t, o, ofTool(page), map[string]want{"attempts": {4, 0}, "attempts.first": {2, 0}})
	expect(t, o, ofCohort(scouts), map[string]want{"attempts": {5, 0}, "attempts.unfinished": {0, 0}})
	absent(t, o, metric.Whole, "attempts.rejected") // what is refused locally is none
	absent(t, o, ofAttempt(2), "calls", "latency.p50", "amplification", "load", "recovery.time", "effects.wanted", "tasks.started", "tokens", "rejections")
	bins(t, o, "offered", map[int]float64{9: 1, 10: 3, 11: 2, 13: 1, 99: 1})
}
