package metric_test

import (
	"testing"
	"time"

	"herdcast/models/fact"
	"herdcast/models/metric"
	"herdcast/policies"
	"herdcast/sim"
)

// outage is a run of 60 s, measured from 10 s, with a fault over [20 s, 30 s).
func outage() metric.Frame {
	f := ninety()
	f.End = ms(60_000)
	return faulted(f, 20_000, 30_000)
}

const tenth = 100 * time.Millisecond

// called is a call that starts at an instant in milliseconds.
func called(cohort uint16, start int64, took time.Duration, how policies.Outcome) fact.Fact {
	return fact.Fact{Kind: fact.CallEnded, At: ms(start).Add(took), Cohort: cohort, Tool: look, Span: took, Outcome: how, N: 1}
}

// unfinished is a call that starts at an instant in milliseconds and is unfinished at
// the end of the run.
func unfinished(start int64, end sim.Time) fact.Fact {
	return called(scouts, start, end.Sub(ms(start)), policies.Unfinished)
}

// each gives so many calls in each of the seconds [from, to), half a second in.
func each(from, to, calls int, took time.Duration, how policies.Outcome) (facts []fact.Fact) {
	for s := from; s < to; s++ {
		for range calls {
			facts = append(facts, called(scouts, int64(s)*1000+500, took, how))
		}
	}
	return facts
}

// baseline is 4 calls a second from 10 to 20 s that succeed after 100 ms.
func baseline() []fact.Fact { return each(10, 20, 4, tenth, policies.OK) }

func join(groups ...[]fact.Fact) (all []fact.Fact) {
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

func TestRecovery(t *testing.T) {
	failed := func(from, to int) []fact.Fact { return each(from, to, 4, tenth, policies.Unavailable) }
	well := func(from, to int) []fact.Fact { return each(from, to, 4, tenth, policies.OK) }
	one := func(start int64, took time.Duration) []fact.Fact {
		return []fact.Fact{called(scouts, start, took, policies.OK)}
	}
	shares := func(ok, bad int) []fact.Fact {
		return join(each(30, 60, ok, tenth, policies.OK), each(30, 60, bad, tenth, policies.Timeout))
	}
	const never = 30
	for _, c := range []struct {
		name     string
		facts    []fact.Fact
		time     float64
		relapsed float64
	}{
		{"at once", join(baseline(), failed(20, 30), well(30, 60)), 0, 0},
		{"after three bad seconds", join(baseline(), failed(30, 33), well(33, 60)), 3, 0},
		{"four good ones are too few", join(baseline(), well(30, 34), failed(34, 35), well(35, 60)), 5, 0},
		{"five good ones are enough", join(baseline(), well(30, 35), failed(35, 36), well(36, 60)), 0, 0},
		{"in the last five seconds", join(baseline(), failed(30, 55), well(55, 60)), 25, 0},
		{"too late for five", join(baseline(), failed(30, 56), well(56, 60)), never, 0},
		{"five bad seconds later", join(baseline(), well(30, 40), failed(40, 45), well(45, 60)), 0, 1},
		{"four bad seconds later", join(baseline(), well(30, 40), failed(40, 44), well(44, 60)), 0, 0},
		{"bad right after five good ones", join(baseline(), well(30, 35), failed(35, 60)), 0, 1},

		{"no calls", baseline(), 0, 0},
		{"no calls but one open", join(baseline(), one(29_500, 3500*time.Millisecond)), 3, 0}, // it ends at 33 s sharp
		{"no calls but one open a nanosecond longer", join(baseline(), one(29_500, 3500*time.Millisecond+1)), 4, 0},
		{"open from before warm-up", join([]fact.Fact{called(scouts, 9_000, 23*time.Second, policies.OK)}, baseline()), 2, 0},
		{"open from a window after the fault", join(baseline(), well(30, 31), one(30_200, 5*time.Second)), 6, 0},
		{"a call of the window itself", join(baseline(), one(30_000, tenth)), 0, 0},
		{"unfinished calls leave nothing healthy", append(baseline(), unfinished(25_000, ms(60_000))), never, 0},

		{"95 % of the baseline's success", join(baseline(), shares(19, 1)), 0, 0},
		{"less of it", join(baseline(), shares(18, 1)), never, 0},
		{"as bad as the baseline's worst second", join(baseline(), each(12, 13, 4, tenth, policies.Timeout), shares(1, 1)), 0, 0},
		{"worse than that", join(baseline(), each(12, 13, 4, tenth, policies.Timeout), shares(49, 51)), never, 0},
		{"twice the baseline's latency", join(baseline(), each(30, 60, 4, 2*tenth, policies.OK)), 0, 0},
		{"a nanosecond more", join(baseline(), each(30, 60, 4, 2*tenth+1, policies.OK)), never, 0},
		{"half of the calls thrice as slow", join(baseline(), well(30, 60), each(30, 60, 4, 3*tenth, policies.OK)), 0, 0},
		{"as slow as the baseline's slowest second", join(baseline(), each(12, 13, 5, 3*tenth, policies.OK), each(30, 60, 4, 3*tenth, policies.OK)), 0, 0},
		{"slower than that", join(baseline(), each(12, 13, 5, 3*tenth, policies.OK), each(30, 60, 4, 3*tenth+1, policies.OK)), never, 0},
		{"unfinished calls fail", join(baseline(), []fact.Fact{unfinished(30_500, ms(60_000))}, well(30, 60)), 1, 0},
		{"calls at the edge of the fault's end", join(baseline(), []fact.Fact{called(scouts, 29_999, tenth, policies.Timeout), called(scouts, 30_000, tenth, policies.Timeout)}), 1, 0},
	} {
		o := measure(outage(), c.facts...)
		t.Run(c.name, func(t *testing.T) {
			recovered := 1.0
			if c.time == never {
				recovered = 0
			}
			expect(t, o, metric.Whole, map[string]want{
				"recovery.recovered": {recovered, 1}, "recovery.time": {c.time, 30}, "recovery.relapsed": {c.relapsed, 1},
			})
			if v := find(t, o, metric.Whole, "recovery.time"); v.Censored != (c.time == never) {
				t.Errorf("censored is %v", v.Censored)
			}
		})
	}
}

// Without a baseline there is nothing to judge by.
func TestRecoveryBaseline(t *testing.T) {
	const short = "fewer than 5 whole seconds between warm-up and the first fault"
	const few = "fewer than 20 calls between warm-up and the first fault"
	run := func(from, to int64) metric.Frame {
		f := ninety()
		f.End = ms(60_000)
		return faulted(f, from, to)
	}
	lasting := run(20_000, 30_000)
	lasting.Faults = append(lasting.Faults, metric.Window{Begin: ms(25_000), Finish: sim.Never})
	for _, c := range []struct {
		name  string
		f     metric.Frame
		facts []fact.Fact
		why   string
	}{
		{"no fault", ninety(), baseline(), "the scenario has no fault"},
		{"a fault without end", lasting, baseline(), "a fault does not end within the run"},
		{"a fault that ends with the run", run(20_000, 60_000), baseline(), "a fault does not end within the run"},
		{"five seconds", run(15_000, 16_000), baseline(), ""},
		{"a millisecond less", run(14_999, 16_000), baseline(), short},
		{"a fault during warm-up", run(5_000, 16_000), baseline(), short},
		{"twenty calls", run(20_000, 30_000), each(10, 20, 2, tenth, policies.OK), ""},
		{"one less", run(20_000, 30_000), each(10, 20, 2, tenth, policies.OK)[1:], few},
		{"calls before warm-up", run(20_000, 30_000), join(each(9, 10, 9, tenth, policies.OK), each(10, 20, 1, tenth, policies.OK)), few},
		{"calls in the second that the fault cuts", run(20_900, 30_000), each(20, 21, 30, tenth, policies.OK), few},
		{"calls at the fault's beginning", run(20_000, 30_000), join(each(10, 20, 1, tenth, policies.OK), each(20, 21, 10, tenth, policies.OK)), few},
	} {
		o := measure(c.f, c.facts...)
		t.Run(c.name, func(t *testing.T) {
			for _, name := range []string{"recovery.recovered", "recovery.time", "recovery.relapsed"} {
				if v := find(t, o, metric.Whole, name); v.Why != c.why {
					t.Errorf("%s: %q, want %q", name, v.Why, c.why)
				}
			}
		})
	}
}

// Recovery runs from the latest end of all faults, the baseline to the earliest
// beginning; a mark is an instant.
func TestRecoveryFromSeveralFaults(t *testing.T) {
	f := faulted(faulted(outage(), 16_000, 17_000), 22_000, 24_000)
	o := measure(f, join(baseline(), each(17, 32, 4, tenth, policies.Unavailable), each(32, 60, 4, tenth, policies.OK))...)
	expect(t, o, metric.Whole, map[string]want{"recovery.time": {2, 30}})
	f = ninety()
	f.End = ms(60_000)
	o = measure(faulted(f, 40_000, 40_000), join(baseline(), each(40, 44, 4, tenth, policies.Refused), each(44, 60, 4, tenth, policies.OK))...)
	expect(t, o, metric.Whole, map[string]want{"recovery.time": {4, 20}})
	// From an instant within a second, seconds count from there.
	o = measure(faulted(f, 40_250, 40_250), join(baseline(), []fact.Fact{called(scouts, 41_249, tenth, policies.Timeout), called(scouts, 42_250, tenth, policies.Timeout)})...)
	expect(t, o, metric.Whole, map[string]want{"recovery.time": {3, 19}})
}

// Each cohort and tool is judged by its own baseline.
func TestRecoveryOfParts(t *testing.T) {
	medicsAt := func(facts []fact.Fact) []fact.Fact {
		for i := range facts {
			facts[i].Cohort = medics
		}
		return facts
	}
	o := measure(outage(), join(baseline(), each(30, 60, 4, tenth, policies.OK),
		medicsAt(each(10, 20, 2, 3*tenth, policies.OK)), medicsAt(each(30, 34, 2, tenth, policies.Timeout)))...)
	expect(t, o, ofCohort(scouts), map[string]want{"recovery.time": {0, 30}})
	expect(t, o, ofCohort(medics), map[string]want{"recovery.time": {4, 30}})
	expect(t, o, metric.Whole, map[string]want{"recovery.time": {4, 30}}) // a third of all calls failed
	expect(t, o, ofTool(look), map[string]want{"recovery.time": {4, 30}})
	expectNone(t, o, ofTool(page), map[string]string{"recovery.time": "fewer than 20 calls between warm-up and the first fault"})
}
