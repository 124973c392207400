// Package reporttest holds results that tests of reports are shown.
package reporttest

import (
	"encoding/json"

	"herdcast/experiments/result"
)

// Brownout is a run with everything in it: two cohorts, two tools, a fault in the
// middle, objectives that hold, fail and cannot be told.
func Brownout() *result.Result {
	capacity, wallClock, servers, faultEnd := 640.0, 120.0, int64(64), 240.0
	r := &result.Result{
		Format: result.Format, Herdcast: "1.0.0", Kind: "run", Name: "paging-brownout",
		Digest: "5f2c", Command: "herdcast run paging-brownout.yaml --seed 1 --replications 20",
		Seed: 1, Replications: 20, Planned: 20,
		Scenario: json.RawMessage(`{"version": 1, "dependency": {"servers": 64, "queue": {"max": 512}}}`),
		Facts: result.Facts{
			Duration: 600, Warmup: 60, SeriesBin: 1, HerdBin: 0.1, Agents: 2000, Processes: 100,
			Servers: &servers, Capacity: &capacity, WallClock: &wallClock, Events: 41_000_000,
			Faults:  []result.Fault{{Name: "brown-out", Kind: "capacity", Begin: 180, End: &faultEnd, Capacity: 0.25, Slow: 1}},
			Cohorts: []string{"triage", "night-shift"}, Tools: []string{"lookup", "page"},
		},
		Measures: measures(), Parts: map[string]result.Measure{
			"effects.duplicates(cause=reissue)": {Value: pointer(35), Low: pointer(30), High: pointer(40), Interval: "poisson"},
			"rejections(layer=breaker)":         count(24631, 310),
		},
		ByCohort:   map[string]map[string]result.Measure{},
		ByTool:     map[string]map[string]result.Measure{},
		Series:     series(),
		Histograms: map[string]result.Histogram{"wall_clock.used": wallClockUsed()},
		Objectives: []result.Objective{
			{Text: "amplification <= 1.2", Measure: "amplification", Verdict: result.Holds, Value: pointer(0.903), Low: pointer(0.893), High: pointer(0.913), Unit: "ratio", Sign: "<=", Bound: 1.2},
			{Text: "wall_clock.used.p99 <= 60%", Measure: "wall_clock.used.p99", Verdict: result.Fails, Value: pointer(1), Low: pointer(1), High: pointer(1), Unit: "share", Sign: "<=", Bound: 0.6},
			{Text: "effects.duplicates_per_1000 <= 0.1", Measure: "effects.duplicates_per_1000", Verdict: result.Fails, Value: pointer(0.79), Low: pointer(0.67), High: pointer(0.91), Unit: "ratio", Sign: "<=", Bound: 0.1},
			{Text: "recovery.time <= 18s", Measure: "recovery.time", Verdict: result.Unclear, Value: pointer(17), Low: pointer(14), High: pointer(20), Unit: "s", Sign: "<=", Bound: 18},
		},
		Findings: []result.Finding{{Name: "unsafe-repeat", Severity: "warning", Message: "page has an effect and no key: a repeat of it lands twice", Advice: "set tools.page.key to per_intent"}},
		Assumptions: []result.Assumption{
			{Path: "fleet.triage.model.exhausted", Value: "reissue 20%, degrade 50%, abandon 30%"},
			{Path: "fleet.triage.model.unknown", Value: "reissue 50%, degrade 20%, abandon 30%"},
		},
		QuickLook: &result.QuickLook{Unseen: []string{}, Spans: []result.QuickSpan{
			{Name: "before", From: 60, To: 180, Measures: predicted(398, 400, 402, 404, 0.025, 0.0254)},
			{Name: "brown-out", From: 180, To: 240, Measures: predicted(161, 150, 395, 380, 0.61, 0.55)},
			{Name: "after brown-out", From: 240, To: 600, Measures: predicted(400, 0, 400, 0, 0.025, 0)},
		}},
	}
	for i, cohort := range r.Facts.Cohorts {
		part := measures()
		part["time.think"] = share(0.95-0.1*float64(i), 0.002)
		part["time.wasted_turns"] = share(0.03+0.1*float64(i), 0.002)
		r.ByCohort[cohort] = part
	}
	for _, tool := range r.Facts.Tools {
		r.ByTool[tool] = measures()
	}
	return r
}

// Empty is a run in which nothing could be measured: every value is null.
func Empty() *result.Result {
	r := Brownout()
	for _, table := range []map[string]result.Measure{r.Measures, r.Parts, r.ByCohort["triage"], r.ByCohort["night-shift"], r.ByTool["lookup"], r.ByTool["page"]} {
		for name, m := range table {
			table[name] = result.Measure{Unit: m.Unit, Why: "no task started after the warm-up", PerReplication: []*float64{nil}}
		}
	}
	for i := range r.Objectives {
		o := &r.Objectives[i]
		o.Verdict, o.Value, o.Low, o.High, o.Why = result.Unclear, nil, nil, nil, "no task started after the warm-up"
	}
	r.Series, r.Histograms = map[string]result.Series{}, map[string]result.Histogram{}
	r.QuickLook = &result.QuickLook{Unseen: []string{"dependency.quota", "fleet[1].model", "fleet[1].start", "policies.careful[2].breaker"}, Spans: []result.QuickSpan{}}
	return r
}

// Calm is a run of one replication without faults, objectives, effects or limits:
// intervals have no width.
func Calm() *result.Result {
	r := Brownout()
	r.Name, r.Replications, r.Planned = "calm", 1, 1
	r.Facts.Faults, r.Facts.Servers, r.Facts.Capacity, r.Facts.WallClock = []result.Fault{}, nil, nil, nil
	r.Objectives, r.Findings, r.Assumptions, r.Parts = []result.Objective{}, []result.Finding{}, []result.Assumption{}, nil
	for name, m := range r.Measures {
		if m.Value != nil {
			m.Low, m.High, m.Interval = m.Value, m.Value, ""
			r.Measures[name] = m
		}
	}
	for _, name := range []string{"effects.wanted", "effects.landed", "effects.duplicates", "effects.false_failures", "effects.unknown", "effects.duplicates_per_1000", "breaker.open_time", "calls.rejected", "turns.inserted", "tasks.out_of_time"} {
		delete(r.Measures, name)
	}
	for _, name := range []string{"recovery.time", "recovery.recovered", "herd.return_peak", "herd.peak_to_baseline"} {
		r.Measures[name] = result.Measure{Why: "no fault ends in the run"}
	}
	for name, s := range r.Series {
		for i := range s.Mean {
			s.Mean[i] = s.Mean[i%100]
			s.Low[i], s.High[i] = s.Mean[i], s.Mean[i]
		}
		r.Series[name] = s
	}
	delete(r.Histograms, "wall_clock.used")
	return r
}

// Interrupted is a run that was stopped after 7 of 20 replications.
func Interrupted() *result.Result {
	r := Brownout()
	r.Replications = 7
	return r
}

// Crowd is a run of twelve cohorts with names of many scripts, some of which would
// break a page that does not escape them.
func Crowd() *result.Result {
	r := Brownout()
	r.Name = "<script>alert(1)</script> & Größe"
	r.Facts.Faults = append(r.Facts.Faults, result.Fault{Name: "a|b *c* <i>", Kind: "slow", Begin: 400, Capacity: 1, Slow: 4})
	r.Facts.Cohorts = []string{"<b>bold</b>", `"quoted"`, "a|b", "Größe-ß", "東京", "x&y", "`tick`", "[link](http://example.org)", "averyveryveryverylongcohortnamethatneverends", "e\u0301", "']]>", "last"}
	r.Facts.Tools = []string{"</svg><script>", "東京"}
	r.ByCohort, r.ByTool = map[string]map[string]result.Measure{}, map[string]map[string]result.Measure{}
	for _, cohort := range r.Facts.Cohorts {
		r.ByCohort[cohort] = measures()
	}
	for _, tool := range r.Facts.Tools {
		r.ByTool[tool] = measures()
	}
	r.Objectives[0].Text = "attempts(cohort=<b>bold</b>) <= 1"
	r.Objectives[0].Measure = "attempts(cohort=<b>bold</b>)"
	return r
}

// predicted is what a fluid says of a span beside what was simulated; nothing was
// where all is 0.
func predicted(goodput, seenGoodput, offered, seenOffered, latency, seenLatency float64) []result.Predicted {
	all := []result.Predicted{
		{Measure: "goodput", Unit: "1/s", Fluid: pointer(goodput), Simulated: pointer(seenGoodput)},
		{Measure: "offered", Unit: "1/s", Fluid: pointer(offered), Simulated: pointer(seenOffered)},
		{Measure: "amplification", Unit: "ratio", Fluid: pointer(offered / goodput), Simulated: pointer(seenOffered / seenGoodput)},
		{Measure: "latency", Unit: "s", Fluid: pointer(latency), Simulated: pointer(seenLatency)},
	}
	for i := range all {
		if m := &all[i]; seenGoodput > 0 {
			m.Apart = pointer(*m.Fluid / *m.Simulated - 1)
		} else if i >= 2 { // of nothing there is neither ratio nor latency
			m.Simulated = nil
		}
	}
	return all
}

func pointer(v float64) *float64 { return &v }

func count(value, half float64) result.Measure { return measure(value, half, "") }
func share(value, half float64) result.Measure { return measure(value, half, "share") }
func ratio(value, half float64) result.Measure { return measure(value, half, "ratio") }
func span(value, half float64) result.Measure  { return measure(value, half, "s") }

func measure(value, half float64, unit string) result.Measure {
	return result.Measure{Value: pointer(value), Low: pointer(value - half), High: pointer(value + half), Unit: unit, Interval: "student", PerReplication: []*float64{pointer(value)}}
}

func measures() map[string]result.Measure {
	m := map[string]result.Measure{
		"tasks.started": count(24469, 69), "tasks.succeeded": count(18700, 90), "tasks.degraded": count(2100, 40), "tasks.failed": count(2038, 40),
		"tasks.out_of_time": count(631, 25), "tasks.out_of_tokens": count(0, 0), "tasks.out_of_turns": count(0, 0), "tasks.unfinished": count(1000, 30),
		"tasks.success": share(0.797, 0.003), "tasks.duration.mean": span(44, 0.4), "tasks.duration.p50": span(39.5, 0.3), "tasks.duration.p95": span(81, 1), "tasks.duration.p99": span(120, 0), "tasks.duration.max": span(120, 0),
		"turns": count(116367, 350), "turns.inserted": count(3580, 120), "intents": count(220915, 800),
		"calls": count(224495, 800), "calls.reissued": count(3580, 120), "calls.succeeded": count(190000, 900), "calls.failed": count(9864, 200), "calls.rejected": count(24631, 310), "calls.success": share(0.846, 0.002), "rejections": count(24631, 310),
		"attempts": count(202690, 700), "attempts.first": count(199864, 700), "attempts.retries": count(2826, 90), "attempts.hedges": count(0, 0),
		"attempts.ok": count(190000, 900), "attempts.timeout": count(8200, 210), "attempts.unavailable": count(4490, 150),
		"amplification": ratio(0.903, 0.010), "amplification.peak": ratio(1.31, 0.05), "amplification.intent": ratio(0.917, 0.01), "layers.retry": ratio(1.014, 0.001),
		"herd.peak": count(140, 9), "herd.peak_sliding": count(152, 9), "herd.retry_peak": count(31, 4), "herd.peak_to_baseline": ratio(3.1, 0.2), "herd.dispersion": ratio(2.4, 0.1), "herd.return_peak": count(140, 9),
		"goodput": measure(352, 2, "1/s"), "offered": measure(375, 1.3, "1/s"), "load": share(0.58, 0.002), "utilisation": share(0.49, 0.002),
		"work.wasted": measure(1320, 40, "server seconds"), "work.wasted_share": share(0.077, 0.002),
		"queue.mean": count(31, 1.2), "queue.max": count(512, 0), "queue.slope": measure(0.001, 0.004, "1/s"),
		"breaker.open_time": share(0.062, 0.003), "quota.refused": count(0, 0), "limit.waiting": {Why: "no policy has a limit"}, "retry_budget.denied": {Why: "no policy has a retry budget"},
		"latency.mean": span(0.31, 0.01), "latency.p50": span(0.048, 0.0005), "latency.p95": span(1.9, 0.05), "latency.p99": span(4.2, 0.1), "latency.max": span(8, 0), "latency.ok.p50": span(0.047, 0.0005), "latency.ok.p99": span(2.6, 0.1), "wait.p99": span(1.4, 0.1),
		"recovery.recovered": {Value: pointer(1), Low: pointer(0.84), High: pointer(1), Unit: "share", Interval: "wilson"}, "recovery.time": span(17, 3), "recovery.relapsed": {Value: pointer(0), Low: pointer(0), High: pointer(0.16), Unit: "share", Interval: "wilson"},
		"wall_clock.used.p50": share(0.33, 0.002), "wall_clock.used.p95": share(0.68, 0.01), "wall_clock.used.p99": share(1, 0), "wall_clock.exhausted": share(0.0258, 0.001), "tokens.used.p99": {Unit: "share", Why: "no task has a token budget"},
		"time.think": share(0.95, 0.002), "time.service": share(0.011, 0.0002), "time.queue": share(0.003, 0.0002), "time.network": share(0, 0), "time.backoff": share(0.002, 0.0001), "time.limit": share(0, 0), "time.failed_attempts": share(0.004, 0.0003), "time.wasted_turns": share(0.03, 0.001), "time.children": share(0, 0),
		"effects.wanted": count(44051, 220), "effects.landed": count(39863, 240), "effects.duplicates": {Value: pointer(35), Low: pointer(30), High: pointer(40), Interval: "poisson"}, "effects.lost": count(0, 0), "effects.missed": count(0, 0), "effects.false_failures": count(402, 20), "effects.unknown": count(457, 22), "effects.unknown.landed": share(0.88, 0.02),
		"effects.false_failure_share": share(0.083, 0.004), "effects.duplicates_per_1000": {Value: pointer(0.79), Low: pointer(0.67), High: pointer(0.91), Unit: "ratio", Interval: "poisson"},
		"tokens": measure(240_000_000, 700_000, "tokens"), "tokens.repeated_share": share(0.031, 0.001),
	}
	for name, of := range map[string]float64{
		"tasks.success": 23469, "calls.success": 224100, "amplification": 224495, "wall_clock.exhausted": 23469, "effects.duplicates_per_1000": 44051,
		"effects.unknown.landed": 457, "recovery.time": 1, "recovery.recovered": 1, "time.think": 1_076_000, "latency.p99": 224100,
	} {
		one := m[name]
		one.Of = pointer(of)
		m[name] = one
	}
	return m
}

// series draws the shape of a brown-out by rule: usual traffic with a ripple, a
// breaker that turns calls away meanwhile, a burst when it ends.
func series() map[string]result.Series {
	names := []string{"arrivals.first", "arrivals.retries", "arrivals.hedges", "goodput", "offered", "queue", "rejections"}
	units := []string{"1/s", "1/s", "1/s", "1/s", "1/s", "", "1/s"}
	all := map[string]result.Series{}
	for k, name := range names {
		s := result.Series{Unit: units[k], Bin: 1}
		for i := range 600 {
			t := float64(i)
			ripple := float64((i*37+k*11)%21) - 10
			first, retries, hedges, waiting, rejected := 400+ripple, 4+ripple/5, 0.0, 2+ripple/10, 0.0
			good := first
			switch {
			case i < 60:
				first, retries, good = first*t/60, retries*t/60, good*t/60
			case i >= 180 && i < 240:
				first, retries, good, waiting, rejected = 290+ripple, 90+ripple*2, 150+ripple/2, 480+ripple, 410-ripple
			case i >= 240 && i < 262:
				left := (262 - t) / 22
				first, retries, good, waiting = 400+420*left, 460*left, 400+180*left, 500*left
			}
			value := []float64{first, retries, hedges, good, first + retries, waiting, rejected}[k]
			s.Mean = append(s.Mean, value)
			s.Low = append(s.Low, value*0.92)
			s.High = append(s.High, value*1.09)
		}
		all[name] = s
	}
	return all
}

// wallClockUsed is the distribution of the budget used: most tasks use a third,
// some all of it.
func wallClockUsed() result.Histogram {
	h := result.Histogram{Unit: "share"}
	for i := range 102 {
		h.Edges = append(h.Edges, float64(i)/100)
	}
	for i := range 101 {
		away := i - 33
		n := int64(30000 - away*away*40)
		if away > 0 {
			n = int64(30000 - away*away*14)
		}
		h.Counts = append(h.Counts, max(n, 40))
	}
	h.Counts[100] = 12620 // the limit
	return h
}
