package metric_test

import (
	"testing"
	"time"

	"herdcast/models/fact"
	"herdcast/models/metric"
	"herdcast/policies"
)

// callStarted and callEnded are of measured tasks.
func callStarted(cohort, tool uint16, at int64, origin fact.Origin) fact.Fact {
	return fact.Fact{Kind: fact.CallStarted, At: ms(at), Cohort: cohort, Tool: tool, Code: uint8(origin), Measured: true}
}

func callEnded(cohort, tool uint16, at int64, took time.Duration, how policies.Outcome, attempts int64) fact.Fact {
	return fact.Fact{Kind: fact.CallEnded, At: ms(at), Cohort: cohort, Tool: tool, Span: took, Outcome: how, N: attempts, Measured: true}
}

// A call that spawns counts as a call, with its latency, and not among those that
// attempts are set against; it has not been turned away though it made none.
func TestCallsThatSpawn(t *testing.T) {
	frame := ninety()
	frame.Spawning = []int{int(page)}
	spawned := callEnded(scouts, page, 12_000, time.Second, policies.Rejected, 0)
	spawned.Flag = true
	o := measure(frame,
		callStarted(scouts, page, 11_000, fact.Planned), spawned,
		callStarted(scouts, page, 12_000, fact.Planned), callEnded(scouts, page, 12_000, 0, policies.Rejected, 0), // by a limit
		callStarted(medics, look, 11_000, fact.Planned), callEnded(medics, look, 11_500, 500*time.Millisecond, policies.OK, 2),
		attempt(medics, look, 11_000, 1, fact.First), attempt(medics, look, 11_200, 2, fact.Retry),
	)
	expect(t, o, metric.Whole, map[string]want{
		"calls": {3, 0}, "intents": {3, 0}, "calls.failed": {2, 0}, "calls.rejected": {1, 0}, "latency.max": {1, 3},
		"amplification": {2, 1}, "amplification.intent": {2, 1},
	})
	expectNone(t, o, ofTool(page), map[string]string{"amplification": "no call started", "amplification.intent": "no intent was taken up"})
}

// Twenty calls with an attempt each, beside twenty that spawn: the peak is 1, not ½,
// and without the former there is no peak.
func TestThePeakLeavesOutCallsThatSpawn(t *testing.T) {
	frame := ninety()
	frame.Spawning = []int{int(page)}
	var facts []fact.Fact
	for i := range int64(20) {
		facts = append(facts, callStarted(scouts, page, 11_000+i, fact.Planned), callStarted(scouts, look, 11_000+i, fact.Planned), attempt(scouts, look, 11_000+i, 1, fact.First))
	}
	o := measure(frame, facts...)
	expect(t, o, metric.Whole, map[string]want{"amplification.peak": {1, 20}})
	expectNone(t, o, ofTool(page), map[string]string{"amplification.peak": "no window of 10 s has 20 calls"})
}

// unmeasured is the same fact of a task that started before the end of warm-up.
func unmeasured(f fact.Fact) fact.Fact { f.Measured = false; return f }

func TestCalls(t *testing.T) {
	o := measure(ninety(),
		unmeasured(callStarted(scouts, look, 9_900, fact.Planned)),
		unmeasured(callStarted(scouts, look, 9_900, fact.Planned)),
		unmeasured(callEnded(scouts, look, 9_999, 99*time.Millisecond, policies.OK, 1)),
		unmeasured(callEnded(scouts, look, 10_000, 100*time.Millisecond, policies.OK, 1)), // only goodput counts it
		callStarted(scouts, look, 10_000, fact.Planned), callEnded(scouts, look, 10_500, 500*time.Millisecond, policies.OK, 2),
		callStarted(scouts, page, 11_000, fact.Planned), callEnded(scouts, page, 12_000, time.Second, policies.Throttled, 3),
		callStarted(scouts, page, 12_000, fact.Reissued), callEnded(scouts, page, 12_000, 0, policies.Rejected, 0),
		callStarted(medics, look, 13_000, fact.Adapted), callEnded(medics, look, 15_000, 2*time.Second, policies.OK, 1),
		callStarted(medics, look, 97_000, fact.Verifying), callEnded(medics, look, 100_000, 3*time.Second, policies.Unfinished, 0),
		attempt(scouts, look, 10_000, 1, fact.First), attempt(scouts, look, 10_200, 2, fact.Retry),
		attempt(scouts, page, 11_000, 1, fact.First), attempt(scouts, page, 11_100, 2, fact.Retry), attempt(scouts, page, 11_300, 3, fact.Retry),
		attempt(medics, look, 13_000, 1, fact.First),
		unmeasured(attempt(scouts, look, 10_000, 2, fact.Retry)),
	)
	expect(t, o, metric.Whole, map[string]want{
		"intents": {2, 0}, "calls": {5, 0}, "calls.reissued": {1, 0}, "calls.succeeded": {2, 0}, "calls.failed": {2, 0},
		"calls.rejected": {1, 0}, "calls.unfinished": {1, 0}, "calls.success": {0.5, 4},
		"goodput": {3.0 / 90, 90},
		// 0, 0.5, 1 and 2 s.
		"latency.mean": {0.875, 4}, "latency.p50": {0.5, 4}, "latency.p90": {2, 4}, "latency.max": {2, 4},
		"latency.ok.mean": {1.25, 2}, "latency.ok.p50": {0.5, 2}, "latency.ok.p99": {2, 2},
		"amplification": {6.0 / 5, 5}, "amplification.intent": {6.0 / 2, 2},
	})
	expect(t, o, ofTool(page), map[string]want{
		"intents": {1, 0}, "calls": {2, 0}, "calls.failed": {2, 0}, "calls.rejected": {1, 0}, "calls.success": {0, 2},
		"goodput": {0, 90}, "latency.p50": {0, 2}, "amplification": {1.5, 2},
	})
	expectNone(t, o, ofTool(page), map[string]string{"latency.ok.p99": "no call succeeded"})
	expect(t, o, ofCohort(medics), map[string]want{
		"calls": {2, 0}, "calls.unfinished": {1, 0}, "calls.success": {1, 1}, "goodput": {1.0 / 90, 90}, "amplification": {0.5, 2},
	})
	expectNone(t, o, ofCohort(medics), map[string]string{"amplification.intent": "no intent was taken up"})
	bins(t, o, "goodput", map[int]float64{9: 1, 10: 2, 15: 1})
	bins(t, o, "calls.failed", map[int]float64{12: 2})
	// Two calls of 99 and 100 ms in the tenth second, half a second of one in the next.
	bins(t, o, "calls.open", map[int]float64{9: 0.199, 10: 0.5, 11: 1, 13: 1, 14: 1, 97: 1, 98: 1, 99: 1})
}

func TestCallsWithoutValue(t *testing.T) {
	o := measure(ninety(), callEnded(scouts, look, 100_000, time.Second, policies.Unfinished, 1))
	expectNone(t, o, metric.Whole, map[string]string{
		"calls.success": "no call ended", "latency.p50": "no call ended", "amplification": "no call started",
		"amplification.peak": "no window of 10 s has 20 calls",
	})
	expect(t, o, metric.Whole, map[string]want{"goodput": {0, 90}})
}

// Windows of 10 s begin at the end of warm-up; one needs 20 calls, and one that
// the end of the run cuts short does not count. Whose task began before the end
// of warm-up counts.
func TestAmplificationPeak(t *testing.T) {
	f := ninety()
	f.End = ms(45_000)
	many := func(n int, f fact.Fact) (facts []fact.Fact) {
		for range n {
			facts = append(facts, f)
		}
		return facts
	}
	var facts []fact.Fact
	for _, w := range []struct {
		at              int64
		calls, attempts int
	}{
		{9_999, 30, 300},  // before the end of warm-up
		{10_000, 10, 10},  // [10 s, 20 s): 20 calls, 30 attempts
		{19_999, 10, 20},  //
		{20_000, 19, 190}, // too few calls
		{30_000, 40, 50},  // 1.25 a call
		{40_000, 20, 200}, // not a whole window
	} {
		facts = append(facts, many(w.calls, unmeasured(callStarted(scouts, look, w.at, fact.Planned)))...)
		facts = append(facts, many(w.attempts, unmeasured(attempt(scouts, look, w.at, 1, fact.First)))...)
	}
	o := measure(f, facts...)
	expect(t, o, metric.Whole, map[string]want{"amplification.peak": {1.5, 20}})
	expect(t, o, ofCohort(scouts), map[string]want{"amplification.peak": {1.5, 20}})
	expectNone(t, o, ofCohort(medics), map[string]string{"amplification.peak": "no window of 10 s has 20 calls"})
}
