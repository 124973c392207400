package metric_test

import (
	"testing"
	"time"

	"herdcast/models/fact"
	"herdcast/models/metric"
)

func queued(at, n int64) fact.Fact {
	return fact.Fact{Kind: fact.QueueChanged, At: ms(at), N: n}
}

func TestServers(t *testing.T) {
	f := ninety()
	f.End = ms(20_000) // 10 s of 4 servers are 40 server seconds
	asks := func(tool uint16, at int64, took time.Duration) fact.Fact {
		a := arrived(scouts, tool, ms(at), 1, fact.First)
		a.Span = took
		return a
	}
	ended := func(tool uint16, at, busy int64, took time.Duration, wasted bool) fact.Fact {
		return fact.Fact{Kind: fact.ServiceEnded, At: ms(at), Cohort: scouts, Tool: tool, N: busy, Span: took, Flag: wasted}
	}
	began := func(at, busy int64) fact.Fact { return fact.Fact{Kind: fact.ServiceBegan, At: ms(at), N: busy} }
	o := measure(f,
		asks(look, 9_999, 5*time.Second), asks(look, 10_000, 2*time.Second), asks(page, 15_000, 6*time.Second),
		began(8_000, 1), began(9_000, 2), ended(look, 10_000, 1, time.Second, true), // nothing of it is measured
		ended(look, 12_000, 0, 4*time.Second, false), // half of it is
		began(15_000, 1), ended(page, 18_000, 0, 3*time.Second, true),
		began(15_000, 2), began(18_500, 1), ended(page, 20_000, 0, 5*time.Second, false), // still in service at the end
	)
	expect(t, o, metric.Whole, map[string]want{
		"load": {8.0 / 40, 40}, "utilisation": {10.0 / 40, 40}, "work.wasted": {3, 10}, "work.wasted_share": {0.3, 10},
	})
	expect(t, o, ofTool(look), map[string]want{"load": {2.0 / 40, 40}, "utilisation": {2.0 / 40, 40}, "work.wasted": {0, 2}, "work.wasted_share": {0, 2}})
	expect(t, o, ofTool(page), map[string]want{"load": {6.0 / 40, 40}, "utilisation": {8.0 / 40, 40}, "work.wasted": {3, 8}})
	expectNone(t, o, ofCohort(medics), map[string]string{"work.wasted_share": "no server worked"})
	f.Servers = 0
	o = measure(f, asks(look, 10_000, 2*time.Second))
	expectNone(t, o, metric.Whole, map[string]string{"load": "the servers are unlimited", "utilisation": "the servers are unlimited"})
}

func TestBusySeries(t *testing.T) {
	f := ninety()
	f.Warmup, f.End = 0, ms(3_500)
	o := measure(f, fact.Fact{Kind: fact.ServiceBegan, At: ms(500), N: 1}, fact.Fact{Kind: fact.ServiceBegan, At: ms(1_000), N: 2},
		fact.Fact{Kind: fact.ServiceEnded, At: ms(1_750), N: 1, Span: 750 * time.Millisecond})
	bins(t, o, "busy", map[int]float64{0: 0.5, 1: 1.75, 2: 1, 3: 1}) // the last bin is half as long
}

func TestQueue(t *testing.T) {
	f := ninety()
	f.End = ms(20_000)
	// 2 wait for 2 s, then 5 for 2 s, then nobody: of 10 s.
	o := measure(f, queued(5_000, 7), queued(8_000, 2), queued(12_000, 5), queued(14_000, 0))
	expect(t, o, metric.Whole, map[string]want{
		"queue.mean": {1.4, 10}, "queue.max": {5, 0},
		// Seconds hold 2 2 5 5 0 0 0 0 0 0; their products with −4.5 … 4.5 add up to
		// −36, the squares of these to 82.5.
		"queue.slope": {-36 / 82.5, 10},
	})
	bins(t, o, "queue", map[int]float64{5: 7, 6: 7, 7: 7, 8: 2, 9: 2, 10: 2, 11: 2, 12: 5, 13: 5})
	absent(t, o, ofCohort(scouts), "queue.mean", "queue.max", "queue.slope")
	absent(t, o, ofTool(look), "queue.mean", "queue.max", "queue.slope")
}

// A queue that grows by three a second has that slope; seconds that warm-up or
// the end of the run cut are left out.
func TestQueueSlope(t *testing.T) {
	f := ninety()
	f.Warmup, f.End = ms(10_400), ms(20_600)
	var facts []fact.Fact
	for s := range int64(20) {
		facts = append(facts, queued(s*1000, 3*s))
	}
	o := measure(f, append(facts, queued(20_000, 1_000))...)
	expect(t, o, metric.Whole, map[string]want{"queue.slope": {3, 9}, "queue.max": {1_000, 0}})
	f.End = ms(12_999)
	expectNone(t, measure(f), metric.Whole, map[string]string{"queue.slope": "there are no two whole seconds"})
}

func TestWaits(t *testing.T) {
	waited := func(kind fact.Kind, cohort uint16, span time.Duration) fact.Fact {
		return fact.Fact{Kind: kind, At: ms(50_000), Cohort: cohort, Tool: look, Span: span, Measured: true}
	}
	const served, replayed = fact.ServiceBegan, fact.Waited
	o := measure(ninety(), waited(served, scouts, 0), waited(replayed, scouts, time.Second), waited(served, medics, 5*time.Second),
		unmeasured(waited(served, medics, time.Minute)), unmeasured(waited(replayed, medics, time.Minute)))
	expect(t, o, metric.Whole, map[string]want{"wait.mean": {2, 3}, "wait.p50": {1, 3}, "wait.p90": {5, 3}, "wait.max": {5, 3}})
	expect(t, o, ofCohort(scouts), map[string]want{"wait.p50": {0, 2}, "wait.max": {1, 2}})
	expectNone(t, o, ofTool(page), map[string]string{"wait.mean": "nothing was served"})
}

func TestQuotaRefusals(t *testing.T) {
	refused := func(cohort uint16, at int64) fact.Fact {
		return fact.Fact{Kind: fact.QuotaRefused, At: ms(at), Cohort: cohort, Tool: look}
	}
	o := measure(ninety(), refused(scouts, 9_999), refused(scouts, 10_000), refused(medics, 99_999))
	expect(t, o, metric.Whole, map[string]want{"quota.refused": {2, 0}})
	expect(t, o, ofCohort(medics), map[string]want{"quota.refused": {1, 0}})
	expect(t, o, ofTool(page), map[string]want{"quota.refused": {0, 0}})
}
