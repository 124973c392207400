package metric_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/models/fact"
	"herdcast/models/metric"
	"herdcast/sim"
)

// arrived is a request at the door.
func arrived(cohort, tool uint16, at sim.Time, number uint32, role fact.Role) fact.Fact {
	return fact.Fact{Kind: fact.Arrived, At: at, Cohort: cohort, Tool: tool, Number: number, Code: uint8(role)}
}

// firsts are first attempts that arrive at instants in milliseconds.
func firsts(at ...int64) (facts []fact.Fact) {
	for _, at := range at {
		facts = append(facts, arrived(scouts, look, ms(at), 1, fact.First))
	}
	return facts
}

// faulted is a run whose one fault lasts over [from, to), in milliseconds.
func faulted(f metric.Frame, from, to int64) metric.Frame {
	f.Faults = append(f.Faults, metric.Window{Begin: ms(from), Finish: ms(to), Ends: true})
	return f
}

func TestHerdPeak(t *testing.T) {
	for _, c := range []struct {
		name          string
		warmup        int64
		at            []int64
		peak, sliding float64
	}{
		{"nothing", 10_000, nil, 0, 0},
		{"a bin's edge belongs to the later bin", 10_000, []int64{20_000, 20_099, 20_100}, 2, 2},
		{"a window lies across bins", 10_000, []int64{20_060, 20_090, 20_120, 20_140}, 2, 4},
		{"a width apart is too far", 10_000, []int64{20_050, 20_150, 20_250}, 1, 1},
		{"just less is not", 10_000, []int64{20_050, 20_149, 20_248}, 1, 2},
		{"all at once", 10_000, []int64{20_000, 20_000, 20_000}, 3, 3},
		{"before the end of warm-up", 10_000, []int64{9_998, 9_999, 9_999, 10_000}, 1, 1},
		{"warm-up ends within a bin", 10_050, []int64{10_049, 10_050, 10_051, 10_100}, 2, 3},
		{"at the end of the run", 10_000, []int64{99_999, 99_999}, 2, 2},
	} {
		f := ninety()
		f.Warmup = ms(c.warmup)
		o := measure(f, firsts(c.at...)...)
		t.Run(c.name, func(t *testing.T) {
			expect(t, o, metric.Whole, map[string]want{"herd.peak": {c.peak, 0}, "herd.peak_sliding": {c.sliding, 0}, "herd.retry_peak": {0, 0}})
		})
	}
}

// What the parts of a herd saw; the herd of retries is that of the role alone.
func TestHerdParts(t *testing.T) {
	f := ninety()
	f.Parts = []metric.Part{ofAttempt(2)}
	o := measure(f,
		arrived(scouts, look, ms(20_000), 1, fact.First), arrived(scouts, look, ms(20_001), 2, fact.Retry), arrived(scouts, page, ms(20_002), 2, fact.Hedge),
		arrived(medics, page, ms(20_003), 1, fact.First), arrived(medics, page, ms(20_150), 3, fact.Retry), arrived(medics, page, ms(20_160), 4, fact.Retry),
	)
	expect(t, o, metric.Whole, map[string]want{"herd.peak": {4, 0}, "herd.peak_sliding": {4, 0}, "herd.retry_peak": {2, 0}})
	expect(t, o, ofCohort(scouts), map[string]want{"herd.peak": {3, 0}, "herd.retry_peak": {1, 0}})
	expect(t, o, ofCohort(medics), map[string]want{"herd.peak": {2, 0}, "herd.peak_sliding": {2, 0}, "herd.retry_peak": {2, 0}})
	expect(t, o, ofTool(look), map[string]want{"herd.peak": {2, 0}})
	expect(t, o, ofTool(page), map[string]want{"herd.peak": {2, 0}, "herd.peak_sliding": {2, 0}})
	expect(t, o, ofAttempt(2), map[string]want{"herd.peak": {2, 0}, "herd.retry_peak": {1, 0}})
	bins(t, o, "arrivals.first", map[int]float64{20: 2})
	bins(t, o, "arrivals.retries", map[int]float64{20: 3})
	bins(t, o, "arrivals.hedges", map[int]float64{20: 1})
}

// With one cohort and one tool all three parts are the same herd.
func TestHerdOfOneCohortAndTool(t *testing.T) {
	f := ninety()
	f.Cohorts, f.Tools = []string{"scouts"}, []string{"look"}
	o := measure(f, firsts(20_000, 20_050, 20_100)...)
	for _, p := range []metric.Part{metric.Whole, ofCohort(scouts), ofTool(look)} {
		expect(t, o, p, map[string]want{"herd.peak": {2, 0}, "herd.peak_sliding": {2, 0}})
	}
}

func TestHerdDispersion(t *testing.T) {
	f := ninety()
	f.End = ms(10_400)
	// Counts 2, 0, 1 and 3: sample variance 5/3, mean 1.5.
	o := measure(f, firsts(10_000, 10_099, 10_200, 10_300, 10_301, 10_399)...)
	expect(t, o, metric.Whole, map[string]want{"herd.dispersion": {10.0 / 9, 4}})
	// The bin that warm-up cuts is left out: 0, 1 and 3 with variance 7/3, mean 4/3.
	f.Warmup = ms(10_050)
	o = measure(f, firsts(10_050, 10_099, 10_200, 10_300, 10_301, 10_399)...)
	expect(t, o, metric.Whole, map[string]want{"herd.dispersion": {7.0 / 4, 3}, "herd.peak": {3, 0}})
	expectNone(t, o, ofTool(page), map[string]string{"herd.dispersion": "nothing arrived in two whole bins"})
}

func TestHerdPeakToBaseline(t *testing.T) {
	// Bins from 10 s to the fault: 2, 1, 0, 3. What comes with the fault is none
	// of the baseline.
	baseline := []int64{10_000, 10_050, 10_100, 10_300, 10_350, 10_399}
	peak := []int64{10_400, 10_410, 10_420, 10_430, 10_440, 10_450}
	o := measure(faulted(ninety(), 10_400, 20_000), firsts(append(baseline, peak...)...)...)
	expect(t, o, metric.Whole, map[string]want{"herd.peak": {6, 0}, "herd.peak_to_baseline": {6 / 1.5, 4}})
	expectNone(t, o, ofCohort(medics), map[string]string{"herd.peak_to_baseline": "nothing arrived between warm-up and the first fault"})
	// The earliest of several faults ends the baseline, the order in the file is nothing.
	o = measure(faulted(faulted(ninety(), 15_000, 16_000), 10_400, 20_000), firsts(append(baseline, peak...)...)...)
	expect(t, o, metric.Whole, map[string]want{"herd.peak_to_baseline": {6 / 1.5, 4}})
	o = measure(faulted(ninety(), 5_000, 10_000), firsts(baseline...)...)
	expectNone(t, o, metric.Whole, map[string]string{"herd.peak_to_baseline": "nothing arrived between warm-up and the first fault"})
	o = measure(ninety(), firsts(baseline...)...)
	expectNone(t, o, metric.Whole, map[string]string{"herd.peak_to_baseline": "the scenario has no fault"})
}

func TestHerdReturnPeak(t *testing.T) {
	long := ninety()
	long.End = ms(200_000)
	for _, c := range []struct {
		name string
		f    metric.Frame
		at   []int64
		peak float64
	}{
		{"from the end of the fault", faulted(long, 30_000, 40_000), []int64{39_999, 39_999, 39_999, 40_000, 40_001}, 2},
		{"for a minute", faulted(long, 30_000, 40_000), []int64{99_999, 100_000, 100_001}, 1},
		{"on the grid", faulted(long, 30_000, 40_050), []int64{40_040, 40_049, 40_050, 40_090, 40_100}, 2},
		{"of the last fault", faulted(faulted(long, 30_000, 40_000), 20_000, 21_000), []int64{21_000, 21_001, 40_000}, 1},
		{"of an instant", faulted(long, 50_000, 50_000), []int64{49_999, 49_999, 50_000}, 1},
		{"only what is measured", faulted(long, 2_000, 5_000), []int64{9_999, 9_999, 64_999, 65_000, 65_001}, 1},
		{"until the run ends", faulted(ninety(), 30_000, 99_000), []int64{99_999}, 1},
	} {
		o := measure(c.f, firsts(c.at...)...)
		t.Run(c.name, func(t *testing.T) { expect(t, o, metric.Whole, map[string]want{"herd.return_peak": {c.peak, 0}}) })
	}
	lasting := long
	lasting.Faults = []metric.Window{{Begin: ms(30_000), Finish: sim.Never}}
	for why, f := range map[string]metric.Frame{
		"the scenario has no fault":                        long,
		"a fault does not end within the run":              lasting,
		"warm-up outlasts the minute after the last fault": func() metric.Frame { f := faulted(long, 10_000, 20_000); f.Warmup = ms(80_000); return f }(),
	} {
		expectNone(t, measure(f, firsts(90_000)...), metric.Whole, map[string]string{"herd.return_peak": why})
	}
	// What would happen at the end of the run does not, so no fault ends there.
	expectNone(t, measure(faulted(long, 30_000, 200_000)), metric.Whole, map[string]string{"herd.return_peak": "a fault does not end within the run"})
}

// The peaks are those that counting anew from each arrival finds.
func TestHerdAgainstCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := ninety()
		f.HerdBin = time.Duration(rapid.Int64Range(1, 50).Draw(t, "width"))
		f.Warmup, f.End = sim.Time(rapid.Int64Range(0, 100).Draw(t, "warmup")), 1000
		gaps := rapid.SliceOfN(rapid.SampledFrom([]int64{0, 0, 0, 1, 1, 2, 7, 40}), 0, 100).Draw(t, "gaps")
		var facts []fact.Fact
		var at []sim.Time
		now := sim.Time(0)
		for _, gap := range gaps {
			if now += sim.Time(gap); now >= f.End {
				break
			}
			facts = append(facts, arrived(scouts, look, now, 1, fact.First))
			if now >= f.Warmup {
				at = append(at, now)
			}
		}
		width := sim.Time(f.HerdBin)
		peak, sliding := 0, 0
		for i, from := range at {
			same, near := 0, 0
			for _, to := range at[i:] {
				if to/width == from/width {
					same++
				}
				if to < from+width {
					near++
				}
			}
			peak, sliding = max(peak, same), max(sliding, near)
		}
		o := measure(f, facts...)
		for _, v := range o.Values {
			if v.Part == metric.Whole && (v.Name == "herd.peak" && int(v.Value) != peak || v.Name == "herd.peak_sliding" && int(v.Value) != sliding) {
				t.Fatalf("%s is %v, counting finds %d in bins, %d in windows", v.Name, v.Value, peak, sliding)
			}
		}
	})
}
