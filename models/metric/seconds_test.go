package metric_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/models/fact"
	"herdcast/models/metric"
	"herdcast/policies"
	"herdcast/sim"
)

// pastCall is a call as one who has kept them all knows it.
type pastCall struct {
	cohort, tool uint16
	start        sim.Time
	took         time.Duration
	outcome      policies.Outcome
}

func (c pastCall) in(p metric.Part) bool {
	return (p.Cohort < 0 || p.Cohort == int(c.cohort)) && (p.Tool < 0 || p.Tool == int(c.tool))
}

// factsOf tells of calls with their beginnings and ends.
func factsOf(calls []pastCall) (facts []fact.Fact) {
	for _, c := range calls {
		facts = append(facts,
			fact.Fact{Kind: fact.CallStarted, At: c.start, Cohort: c.cohort, Tool: c.tool},
			fact.Fact{Kind: fact.CallEnded, At: c.start.Add(c.took), Cohort: c.cohort, Tool: c.tool, Span: c.took, Outcome: c.outcome, N: 1})
	}
	return facts
}

// fares gives how many calls start in a second, the share of them that succeed
// and their median latency, -1 when it is infinite.
func fares(calls []pastCall, from, to sim.Time) (started int, share float64, median time.Duration) {
	var succeeded int
	var took []time.Duration
	for _, c := range calls {
		if c.start < from || c.start >= to {
			continue
		}
		started++
		switch c.outcome {
		case policies.OK:
			succeeded++
		case policies.Unfinished:
			continue
		}
		took = append(took, c.took)
	}
	if started == 0 {
		return 0, 0, 0
	}
	slices.Sort(took)
	median = -1
	if half := (started + 1) / 2; half <= len(took) {
		median = took[half-1]
	}
	return started, float64(succeeded) / float64(started), median
}

// byHand judges recovery by the letter of its definition, from all calls: the
// first of five healthy seconds in a row, -1 for none, and whether five unhealthy
// ones follow; known is false where there are too few calls to judge by.
func byHand(f metric.Frame, p metric.Part, all []pastCall) (at int, relapsed, known bool) {
	const second = sim.Time(time.Second)
	calls := slices.DeleteFunc(slices.Clone(all), func(c pastCall) bool { return !c.in(p) })
	begin, end := f.Faults[0].Begin, f.Faults[0].Finish
	whole := f.Warmup + (begin-f.Warmup)/second*second
	started, share, median := fares(calls, f.Warmup, whole)
	if started < 20 {
		return 0, false, false
	}
	worst, slowest := 1.0, time.Duration(0)
	endless := median < 0
	for from := f.Warmup; from < whole; from += second {
		n, s, m := fares(calls, from, from+second)
		if n > 0 {
			worst, slowest, endless = min(worst, s), max(slowest, m), endless || m < 0
		}
	}
	var healthy []bool
	for from := end; from+second <= f.End; from += second {
		n, s, m := fares(calls, from, from+second)
		if n > 0 {
			healthy = append(healthy, s >= min(float64(0.95*share), worst) && (endless || m >= 0 && m <= max(2*median, slowest)))
			continue
		}
		healthy = append(healthy, !slices.ContainsFunc(calls, func(c pastCall) bool {
			return c.start < from && (c.outcome == policies.Unfinished || c.start.Add(c.took) > from)
		}))
	}
	inARow := func(from int, kind bool) int {
		for i := from; i+5 <= len(healthy); i++ {
			if !slices.Contains(healthy[i:i+5], !kind) {
				return i
			}
		}
		return -1
	}
	at = inARow(0, true)
	return at, at >= 0 && inARow(at+5, false) >= 0, true
}

// Settling seconds as they pass gives what keeping all calls gives.
func TestRecoveryIsThatOfAllCalls(t *testing.T) {
	f := ninety()
	f.Warmup, f.End = ms(2_000), ms(40_700)
	f = faulted(f, 9_300, 12_600)
	both := metric.Whole
	both.Cohort, both.Tool = int(medics), int(page)
	f.Parts = []metric.Part{both}
	parts := []metric.Part{metric.Whole, ofCohort(scouts), ofCohort(medics), ofTool(look), ofTool(page), both}
	offsets := []time.Duration{0, 1, 300 * time.Millisecond, 600 * time.Millisecond, time.Second - 1}
	short := []time.Duration{0, tenth, tenth + 1, 2 * tenth, 700 * time.Millisecond}
	long := []time.Duration{2*tenth + 1, time.Second, 2400 * time.Millisecond, 4 * time.Second, 12 * time.Second, time.Minute}
	outcomes := []policies.Outcome{policies.OK, policies.OK, policies.Timeout}
	rapid.Check(t, func(t *rapid.T) {
		var calls []pastCall
		const well, slow, mixed, idle = 0, 1, 2, 3
		mode := 0
		for from := sim.Time(0); from < f.End; from += sim.Time(time.Second) {
			switch {
			case from < f.Faults[0].Begin:
				mode = rapid.SampledFrom([]int{well, well, well, mixed}).Draw(t, "base")
			case rapid.IntRange(0, 4).Draw(t, "turn") == 0:
				mode = rapid.IntRange(well, idle).Draw(t, "mode")
			}
			if mode == idle {
				continue
			}
			for range rapid.IntRange(0, 8).Draw(t, "calls") {
				c := pastCall{cohort: rapid.Uint16Range(0, 1).Draw(t, "cohort"), tool: rapid.Uint16Range(0, 1).Draw(t, "tool"),
					start: from.Add(rapid.SampledFrom(offsets).Draw(t, "offset")), outcome: policies.OK}
				took := short
				if mode == slow || mode == mixed && rapid.Bool().Draw(t, "slow") {
					took = long
				}
				c.took = rapid.SampledFrom(took).Draw(t, "took")
				if mode != well {
					c.outcome = rapid.SampledFrom(outcomes).Draw(t, "outcome")
				}
				if c.start.Add(c.took) >= f.End {
					c.took, c.outcome = f.End.Sub(c.start), policies.Unfinished
				}
				if c.start < f.End {
					calls = append(calls, c)
				}
			}
		}
		got := map[metric.Part]map[string]metric.Value{}
		for _, v := range measure(f, factsOf(calls)...).Values {
			if got[v.Part] == nil {
				got[v.Part] = map[string]metric.Value{}
			}
			got[v.Part][v.Name] = v
		}
		for _, p := range parts {
			at, relapsed, known := byHand(f, p, calls)
			v := got[p]
			if known != (v["recovery.time"].Why == "") {
				t.Fatalf("of %+v: %q, but known by hand: %v", p, v["recovery.time"].Why, known)
			}
			if !known {
				continue
			}
			took, recovered, again := float64(at), 1.0, 0.0
			if at < 0 {
				took, recovered = 28.1, 0
			}
			if relapsed {
				again = 1
			}
			if v["recovery.time"].Value != took || v["recovery.recovered"].Value != recovered || v["recovery.relapsed"].Value != again {
				t.Fatalf("of %+v: recovered %v after %v s, relapsed %v; by hand %v, %v, %v", p,
					v["recovery.recovered"].Value, v["recovery.time"].Value, v["recovery.relapsed"].Value, recovered, took, again)
			}
		}
	})
}

// steady is a stream of calls, 500 a second, that all take the same time.
type steady struct {
	recorder fact.Recorder
	took     time.Duration // a multiple of steadyGap
	now      sim.Time
	turn     int
}

const steadyGap = 2 * time.Millisecond

func newSteady(f metric.Frame, took time.Duration) *steady {
	s := &steady{took: took}
	metric.NewSet(f).Attach(&s.recorder)
	return s
}

// second lets the calls of one more second happen.
func (s *steady) second() {
	for end := s.now.Add(time.Second); s.now < end; s.now = s.now.Add(steadyGap) {
		cohort := uint16(s.turn & 1)
		put(&s.recorder, fact.Fact{Kind: fact.CallStarted, At: s.now, Cohort: cohort})
		if s.now >= sim.Time(s.took) {
			put(&s.recorder, fact.Fact{Kind: fact.CallEnded, At: s.now, Cohort: cohort, Span: s.took, Outcome: policies.OK, N: 1})
		}
		s.turn++
	}
}

// However long the run before and after the fault, its calls take no memory once
// there is room for the seconds that pass at the same time and the baseline has
// gone over to a histogram.
func TestRecoveryTakesNoMemoryForCalls(t *testing.T) {
	run := ninety()
	run.Warmup, run.End = 0, ms(3_000_000)
	for _, c := range []struct {
		name string
		f    metric.Frame
		room int // seconds until there is room
	}{
		{"before the fault", faulted(run, 2_500_000, 2_500_000), 500},
		{"after the fault", faulted(run, 10_000, 12_000), 20},
	} {
		for _, took := range []time.Duration{0, 1700 * time.Millisecond} {
			s := newSteady(c.f, took)
			for range c.room {
				s.second()
			}
			if taken := testing.AllocsPerRun(500, s.second); taken != 0 {
				t.Errorf("a second %s takes %v allocations with calls of %v, want none", c.name, taken, took)
			}
		}
	}
}
