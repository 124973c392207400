package metric

import (
	"slices"

	"herdcast/models/fact"
	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/tally"
)

// calls counts calls, their ends and their latency, and what of it falls on the
// clock: goodput, calls under way, and calls and attempts by windows of ten seconds.
type calls struct {
	*frame
	counts  []callCounts // by cohort and tool
	goodput tally.CountSeries
	failed  tally.CountSeries
	peaks   peaks
	open    int64
	level   tally.LevelSeries // of open
}

type callCounts struct {
	calls, intents, reissued                int64
	succeeded, failed, rejected, unfinished int64
	good                                    int64 // ended in success from warm-up on, whatever their task
	latency, ok                             tally.Quantiles
}

func (m *calls) prepare() {
	m.counts = make([]callCounts, m.cells.calls())
	m.goodput = tally.NewCountSeries(m.Series, m.End)
	m.failed = tally.NewCountSeries(m.Series, m.End)
	m.level = tally.NewLevelSeries(m.Series, m.Warmup, m.End)
	m.peaks = newPeaks(m.Warmup, m.End, m.cells.calls())
}

func (m *calls) start(f *fact.Fact) {
	m.open++
	m.level.Set(f.At, m.open)
	cell := m.cells.call(f.Cohort, f.Tool)
	if f.At >= m.Warmup && !m.spawns(cell) {
		m.peaks.start(f.At, cell)
	}
	if !f.Measured {
		return
	}
	c := &m.counts[cell]
	c.calls++
	switch fact.Origin(f.Code) {
	case fact.Planned:
		c.intents++
	case fact.Reissued:
		c.reissued++
	}
}

func (m *calls) end(f *fact.Fact) {
	m.open--
	m.level.Set(f.At, m.open)
	c := &m.counts[m.cells.call(f.Cohort, f.Tool)]
	switch f.Outcome {
	case policies.OK:
		m.goodput.Add(f.At, 1)
		if f.At >= m.Warmup {
			c.good++
		}
	case policies.Unfinished:
		if f.Measured {
			c.unfinished++
		}
		return
	default:
		m.failed.Add(f.At, 1)
	}
	if !f.Measured {
		return
	}
	c.latency.Observe(int64(f.Span))
	if f.Outcome == policies.OK {
		c.succeeded++
		c.ok.Observe(int64(f.Span))
		return
	}
	c.failed++
	if f.N == 0 && !f.Flag {
		c.rejected++
	}
}

func (m *calls) merged(p Part) (sum callCounts) {
	for cell := range m.counts {
		if !m.cells.hasCall(p, cell) {
			continue
		}
		c := &m.counts[cell]
		sum.calls += c.calls
		sum.intents += c.intents
		sum.reissued += c.reissued
		sum.succeeded += c.succeeded
		sum.failed += c.failed
		sum.rejected += c.rejected
		sum.unfinished += c.unfinished
		sum.good += c.good
		sum.latency.Merge(&c.latency)
		sum.ok.Merge(&c.ok)
	}
	return sum
}

func (m *calls) values(v *maker) {
	if !v.part.byTool() {
		return
	}
	c := m.merged(v.part)
	v.count("intents", c.intents)
	v.count("calls", c.calls)
	v.count("calls.reissued", c.reissued)
	v.count("calls.succeeded", c.succeeded)
	v.count("calls.failed", c.failed)
	v.count("calls.rejected", c.rejected)
	v.count("calls.unfinished", c.unfinished)
	v.share("calls.success", c.succeeded, c.succeeded+c.failed, noCall)
	v.ratio("goodput", "1/s", float64(c.good), m.span(), "nothing is measured")
	v.spans("latency", &c.latency, noCall)
	v.spans("latency.ok", &c.ok, "no call succeeded")
	attempts := m.attempts.sent(v.part)
	v.ratio("amplification", "ratio", float64(attempts), float64(m.sending(v.part, func(c *callCounts) int64 { return c.calls })), "no call started")
	v.ratio("amplification.intent", "ratio", float64(attempts), float64(m.sending(v.part, func(c *callCounts) int64 { return c.intents })), "no intent was taken up")
	if peak, of, ok := m.peaks.largest(func(cell int) bool { return m.cells.hasCall(v.part, cell) }); ok {
		v.add(Value{Name: "amplification.peak", Unit: "ratio", Value: peak, Of: of})
	} else {
		v.none("amplification.peak", "ratio", "no window of 10 s has 20 calls")
	}
}

// spawns tells whether a cell is one of calls that spawn agents and send nothing.
func (m *calls) spawns(cell int) bool { return slices.Contains(m.Spawning, cell%m.cells.tools) }

// sending adds up a count of the calls of a part that send attempts.
func (m *calls) sending(p Part, count func(*callCounts) int64) int64 {
	return m.cells.sumCalls(p, func(cell int) int64 {
		if m.spawns(cell) {
			return 0
		}
		return count(&m.counts[cell])
	})
}

const noCall = "no call ended"

func (m *calls) series() []Series {
	return []Series{
		rates("goodput", m.goodput.Counts(), m.frame),
		rates("calls.failed", m.failed.Counts(), m.frame),
		{Name: "calls.open", Values: m.level.Means()},
	}
}

func (m *calls) histograms() []Histogram {
	c := m.merged(Whole)
	return []Histogram{spanHistogram("latency", &c.latency)}
}

// peaks counts calls started and attempts sent in windows of ten seconds from
// warm-up, by cell.
type peaks struct {
	from     sim.Time
	whole    int // windows that end within the run
	cells    int
	window   int
	until    sim.Time
	started  []int32
	attempts []int32
}

const (
	peakWindow = sim.Time(10e9)
	peakCalls  = 20 // a window with fewer says nothing
)

func newPeaks(from, end sim.Time, cells int) peaks {
	whole := int(max(end-from, 0) / peakWindow)
	return peaks{from: from, whole: whole, cells: cells, until: from + peakWindow,
		started: make([]int32, (whole+1)*cells), attempts: make([]int32, (whole+1)*cells)}
}

func (p *peaks) at(now sim.Time, cell int) int {
	if now >= p.until {
		p.window = int((now - p.from) / peakWindow)
		p.until = p.from + sim.Time(p.window+1)*peakWindow
	}
	return p.window*p.cells + cell
}

func (p *peaks) start(now sim.Time, cell int) { p.started[p.at(now, cell)]++ }
func (p *peaks) send(now sim.Time, cell int)  { p.attempts[p.at(now, cell)]++ }

// largest gives the largest ratio over whole windows with enough calls, and the
// calls of that window.
func (p *peaks) largest(has func(cell int) bool) (ratio, of float64, ok bool) {
	for w := range p.whole {
		started, attempts := int64(0), int64(0)
		for cell := range p.cells {
			if has(cell) {
				started += int64(p.started[w*p.cells+cell])
				attempts += int64(p.attempts[w*p.cells+cell])
			}
		}
		if started < peakCalls {
			continue
		}
		if r := float64(attempts) / float64(started); !ok || r > ratio {
			ratio, of, ok = r, float64(started), true
		}
	}
	return ratio, of, ok
}
