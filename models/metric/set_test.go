package metric_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/models/fact"
	"herdcast/models/metric"
	"herdcast/policies"
	"herdcast/sim"
)

// adds tells measures whose parts add up to the whole.
func adds(v metric.Value) bool {
	return v.Unit == "" && v.Why == "" && !strings.HasPrefix(v.Name, "herd.") && !strings.HasPrefix(v.Name, "queue.") && v.Name != "limit.waiting"
}

// Whatever happens, what is counted by cohort, by tool, by attempt, by layer and
// by cause adds up to the whole.
func TestPartsAddUp(t *testing.T) {
	attempts := []metric.Part{ofAttempt(1), ofAttempt(2), ofAttempt(3)}
	layers := []metric.Part{ofLayer("retry"), ofLayer("breaker"), ofLayer("pool"), ofLayer("outer")}
	var causes []metric.Part
	for cause := fact.CauseRetry; cause < fact.Causes; cause++ {
		causes = append(causes, ofCause(cause.String()))
	}
	f := layered()
	for _, parts := range [][]metric.Part{attempts, layers, causes} {
		f.Parts = append(f.Parts, parts...)
	}
	kinds := []fact.Kind{fact.TaskStarted, fact.TaskEnded, fact.TurnStarted, fact.CallStarted, fact.CallEnded, fact.AttemptSent, fact.AttemptEnded,
		fact.TurnedAway, fact.BudgetDenied, fact.QuotaRefused, fact.EffectLanded, fact.EffectWanted, fact.EffectLost, fact.EffectMissed,
		fact.FalseFailure, fact.EffectUnknown, fact.EffectUnknownLanded, fact.EffectFailed}
	codes := map[fact.Kind]uint8{fact.TaskEnded: uint8(fact.TaskEnds), fact.TurnStarted: 3, fact.CallStarted: 4, fact.AttemptSent: uint8(fact.Roles),
		fact.AttemptEnded: uint8(fact.Roles), fact.EffectLanded: uint8(fact.Causes)}
	rapid.Check(t, func(t *rapid.T) {
		var facts []fact.Fact
		for range rapid.IntRange(0, 60).Draw(t, "facts") {
			kind := rapid.SampledFrom(kinds).Draw(t, "kind")
			x := fact.Fact{Kind: kind, At: ms(rapid.Int64Range(0, 99_999).Draw(t, "at")),
				Cohort: rapid.Uint16Range(0, 1).Draw(t, "cohort"), Tool: rapid.Uint16Range(0, 1).Draw(t, "tool"),
				Layer: rapid.Uint16Range(0, 4).Draw(t, "layer"), Number: rapid.Uint32Range(1, 3).Draw(t, "number"),
				N: rapid.Int64Range(0, 3).Draw(t, "n"), Measured: rapid.Bool().Draw(t, "measured"),
				Outcome: rapid.SampledFrom([]policies.Outcome{policies.OK, policies.Timeout, policies.Unfinished}).Draw(t, "outcome")}
			if n := codes[kind]; n > 0 {
				x.Code = rapid.Uint8Range(0, n-1).Draw(t, "code")
			}
			facts = append(facts, x)
		}
		type sum struct {
			by   string
			name string
		}
		whole, sums := map[string]float64{}, map[sum]float64{}
		seen := map[sum]bool{}
		for _, v := range measure(f, facts...).Values {
			if !adds(v) {
				continue
			}
			p := v.Part
			at := sum{name: v.Name}
			switch {
			case p == metric.Whole:
				whole[v.Name] = v.Value
				continue
			case p.Cohort >= 0:
				at.by = "cohort"
			case p.Tool >= 0:
				at.by = "tool"
			case p.Attempt > 0:
				at.by = "attempt"
			case p.Layer != "":
				at.by = "layer"
			default:
				at.by = "cause"
			}
			sums[at] += v.Value
			seen[at] = true
		}
		for at := range seen {
			if sums[at] != whole[at.name] {
				t.Fatalf("%s by %s adds up to %v, the whole is %v", at.name, at.by, sums[at], whole[at.name])
			}
		}
		for _, at := range []sum{{by: "cohort", name: "tasks.started"}, {by: "tool", name: "calls"}, {by: "attempt", name: "attempts"},
			{by: "layer", name: "rejections"}, {by: "cause", name: "effects.duplicates"}} {
			if !seen[at] {
				t.Fatalf("%s is not given by %s", at.name, at.by)
			}
		}
	})
}

// A part has the measures that it can narrow and no others: what does not know
// causes says nothing about one.
func TestPartsHaveWhatTheyNarrow(t *testing.T) {
	f := layered()
	f.Parts = []metric.Part{ofAttempt(2), ofLayer("retry"), ofCause("lease")}
	o := measure(f)
	for _, c := range []struct {
		part metric.Part
		has  string
	}{
		{ofAttempt(2), "attempts. offered herd."},
		{ofLayer("retry"), "rejections retry_budget.denied limit.waiting breaker.open_time"},
		{ofCause("lease"), "effects.duplicates"},
	} {
		for _, v := range o.Values {
			known := false
			for stem := range strings.FieldsSeq(c.has) {
				known = known || strings.HasPrefix(v.Name+".", stem)
			}
			if v.Part == c.part && !known {
				t.Errorf("%s is given for %+v", v.Name, c.part)
			}
		}
	}
}

// Every part gives each measure once, and replications of one world the same
// ones in the same order.
func TestMeasuresAreGivenOnce(t *testing.T) {
	f := faulted(layered(), 20_000, 30_000)
	f.Parts = []metric.Part{ofAttempt(2), ofCause("lease"), ofLayer("pool")}
	empty, full := measure(f), measure(f, append(baseline(), firsts(20_000, 30_000)...)...)
	type place struct {
		name string
		part metric.Part
	}
	seen := map[place]bool{}
	for i, v := range full.Values {
		at := place{v.Name, v.Part}
		if seen[at] {
			t.Errorf("%s is given twice for %+v", v.Name, v.Part)
		}
		seen[at] = true
		if e := empty.Values[i]; e.Name != v.Name || e.Part != v.Part || e.Unit != v.Unit || e.Statistic != v.Statistic {
			t.Errorf("value %d is %s in %q of %+v, but %s in %q of %+v where nothing happened", i, v.Name, v.Unit, v.Part, e.Name, e.Unit, e.Part)
		}
	}
	if len(empty.Values) != len(full.Values) {
		t.Errorf("%d values, but %d where nothing happened", len(full.Values), len(empty.Values))
	}
}

// The books of a sound world are balanced; what is missing is told.
func TestCheck(t *testing.T) {
	sound := []fact.Fact{
		{Kind: fact.TaskStarted, At: ms(1_000)},
		{Kind: fact.CallStarted, At: ms(2_000)},
		{Kind: fact.AttemptSent, At: ms(2_000), Number: 1},
		{Kind: fact.AttemptEnded, At: ms(3_000), Number: 1},
		{Kind: fact.CallEnded, At: ms(3_000), Span: time.Second, N: 1},
		{Kind: fact.Spent, At: ms(3_000), Code: uint8(fact.Think), Span: time.Second},
		{Kind: fact.Spent, At: ms(3_000), Code: uint8(fact.Service), Span: time.Second},
		{Kind: fact.TaskEnded, At: ms(3_000), Span: 2 * time.Second},
	}
	for _, c := range []struct {
		without int // the fact that is missing
		says    string
	}{
		{-1, ""},
		{1, "-1 calls started and did not end"},
		{2, "-1 attempts were sent and did not end"},
		{3, "1 attempts were sent and did not end"},
		{4, "1 calls started and did not end"},
		{5, "tasks lasted 2 s, their parts 1 s"},
		{7, "tasks lasted 0 s, their parts 2 s"},
	} {
		var recorder fact.Recorder
		set := metric.NewSet(ninety())
		set.Attach(&recorder)
		for i, f := range sound {
			if i != c.without {
				put(&recorder, f)
			}
		}
		said := ""
		if err := set.Check(); err != nil {
			said = err.Error()
		}
		if said != c.says {
			t.Errorf("without fact %d: %q, want %q", c.without, said, c.says)
		}
	}
}

func TestHistograms(t *testing.T) {
	f := ninety()
	f.WallClock = true
	o := measure(f,
		callEnded(scouts, look, 20_000, time.Millisecond-1, policies.OK, 1), callEnded(scouts, look, 20_000, time.Millisecond, policies.OK, 1),
		callEnded(scouts, page, 20_000, 1249*time.Microsecond, policies.Timeout, 1), callEnded(medics, look, 20_000, 1250*time.Microsecond, policies.OK, 1),
		taskEnded(scouts, 20_000, time.Second, 100*time.Second, fact.TaskSucceeded), taskEnded(scouts, 20_000, time.Second-time.Microsecond, 100*time.Second, fact.TaskSucceeded),
		taskEnded(scouts, 40_000, 30*time.Second, 30*time.Second, fact.TaskOutOfTime),
	)
	for _, c := range []struct {
		name, unit  string
		low, high   float64
		count, sums int64
	}{
		{"latency", "s", 0, 0.001, 1, 4},
		{"latency", "s", 0.001, 0.00125, 2, 4},
		{"latency", "s", 0.00125, 0.0016, 1, 4},
		{"tasks.duration", "s", 0.8, 1, 1, 3},
		{"tasks.duration", "s", 1, 1.25, 1, 3},
		{"tasks.duration", "s", 25, 32, 1, 3},
		{"wall_clock.used", "share", 0, 0.01, 1, 3},
		{"wall_clock.used", "share", 0.01, 0.02, 1, 3},
		{"wall_clock.used", "share", 1, 1.01, 1, 3},
	} {
		found := false
		for _, h := range o.Histograms {
			if h.Name != c.name {
				continue
			}
			sums := int64(0)
			for i, n := range h.Counts {
				sums += n
				if h.Edges[i] == c.low && h.Edges[i+1] == c.high {
					found = true
					if n != c.count {
						t.Errorf("%s has %d in [%v, %v), want %d", c.name, n, c.low, c.high, c.count)
					}
				}
			}
			if sums != c.sums || h.Unit != c.unit {
				t.Errorf("%s has %d in %q, want %d in %q", c.name, sums, h.Unit, c.sums, c.unit)
			}
		}
		if !found {
			t.Errorf("%s has no bin [%v, %v)", c.name, c.low, c.high)
		}
	}
}

// calm is a stream of the facts of calls that follow one another: each has two
// attempts, of which one waits in the queue.
type calm struct {
	recorder fact.Recorder
	set      *metric.Set
	now      sim.Time
	turn     int64
}

// factsACall is how many facts a call of the stream has.
const factsACall = 18

func newCalm() *calm {
	f := layered()
	f.Warmup, f.End = 0, ms(1_000_000_000)
	f.Series = time.Minute
	c := &calm{set: metric.NewSet(f)}
	c.set.Attach(&c.recorder)
	return c
}

// call lets one more call happen.
func (c *calm) call() {
	c.turn++
	const gap = 5 * time.Microsecond
	took := time.Duration(c.turn%50) * time.Millisecond
	tell := func(x fact.Fact) {
		c.now = c.now.Add(gap)
		x.At, x.Measured = c.now, true
		x.Cohort, x.Tool = uint16(c.turn&1), uint16(c.turn>>1&1)
		put(&c.recorder, x)
	}
	tell(fact.Fact{Kind: fact.TaskStarted})
	tell(fact.Fact{Kind: fact.TurnStarted, N: 1500})
	tell(fact.Fact{Kind: fact.Tokens, N: 300})
	tell(fact.Fact{Kind: fact.Spent, Code: uint8(fact.Think), Span: took})
	tell(fact.Fact{Kind: fact.CallStarted})
	for n := range uint32(2) {
		tell(fact.Fact{Kind: fact.AttemptSent, Number: n + 1, Code: uint8(n)})
		tell(fact.Fact{Kind: fact.Arrived, Number: n + 1, Code: uint8(n), Span: took})
		if n == 0 {
			tell(fact.Fact{Kind: fact.AttemptEnded, Number: 1, Outcome: policies.Throttled})
		}
	}
	tell(fact.Fact{Kind: fact.QueueChanged, N: c.turn & 7})
	tell(fact.Fact{Kind: fact.ServiceBegan, N: c.turn & 3, Span: took})
	tell(fact.Fact{Kind: fact.ServiceEnded, N: c.turn & 3, Span: gap})
	tell(fact.Fact{Kind: fact.AttemptEnded, Number: 2, Outcome: policies.OK})
	tell(fact.Fact{Kind: fact.Tried, Layer: careful, N: 2})
	tell(tried(0, 0, careful, 2))
	tell(fact.Fact{Kind: fact.CallEnded, Span: took, Outcome: policies.OK, N: 2})
	tell(fact.Fact{Kind: fact.TaskEnded, Span: took})
}

// Once distributions have gone over to histograms and the largest herd has been
// seen, folding takes no memory.
func TestFoldingTakesNoMemory(t *testing.T) {
	c := newCalm()
	for range 500_000 {
		c.call()
	}
	if n := testing.AllocsPerRun(10_000, c.call); n != 0 {
		t.Errorf("a call takes %v allocations, want none", n)
	}
}

func BenchmarkFold(b *testing.B) {
	c := newCalm()
	for b.Loop() {
		c.call()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*factsACall), "ns/fact")
}
