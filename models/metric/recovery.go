package metric

import (
	"math"
	"time"

	"herdcast/models/fact"
	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/tally"
)

// recovery judges, second by second after the last fault, whether calls fare as
// they did before the first one. A call belongs to the second in which it
// starts; one that is unfinished at the end is a failure of infinite latency.
type recovery struct {
	*frame
	why     string // there is nothing to judge
	first   sim.Time
	last    sim.Time
	base    int             // windows before the first fault
	after   int             // whole windows after the last
	windows []secondOfCalls // by cell of cohort and tool, then base, then after
	open    []int32         // by cell and boundary: change in the calls open there
}

type secondOfCalls struct {
	started, succeeded int64
	latency            tally.Quantiles
}

const (
	inARow     = 5 // windows that make a recovery, or a relapse
	leastBase  = 5 // seconds of baseline
	leastCalls = 20
	infinite   = math.MaxInt64
)

func (m *recovery) prepare() {
	first, last, faulty, ends := m.faultSpan()
	switch {
	case !faulty:
		m.why = noFault
		return
	case !ends:
		m.why = faultLasts
		return
	}
	m.first, m.last = first, last
	m.base = int(max(first-m.Warmup, 0) / second)
	m.after = int(max(m.End-last, 0) / second)
	if m.base < leastBase {
		m.why = "fewer than 5 whole seconds between warm-up and the first fault"
		return
	}
	m.windows = make([]secondOfCalls, m.cells.calls()*(m.base+m.after))
	m.open = make([]int32, m.cells.calls()*(m.after+1))
}

func (m *recovery) end(f *fact.Fact) {
	if m.why != "" {
		return
	}
	cell := m.cells.call(f.Cohort, f.Tool)
	start := f.At.Add(-f.Span)
	m.stays(cell, start, f)
	if start < m.Warmup {
		return
	}
	at := -1
	switch {
	case start < m.first:
		if w := int((start - m.Warmup) / second); w < m.base {
			at = w
		}
	case start >= m.last:
		if w := int((start - m.last) / second); w < m.after {
			at = m.base + w
		}
	}
	if at < 0 {
		return
	}
	w := &m.windows[cell*(m.base+m.after)+at]
	w.started++
	switch f.Outcome {
	case policies.Unfinished:
		w.latency.Observe(infinite)
		return
	case policies.OK:
		w.succeeded++
	}
	w.latency.Observe(int64(f.Span))
}

// stays notes at which beginnings of windows a call that had started before was
// still open.
func (m *recovery) stays(cell int, start sim.Time, f *fact.Fact) {
	if m.after == 0 || f.At <= m.last {
		return
	}
	from := 0
	if start >= m.last {
		from = int((start-m.last)/second) + 1
	}
	to := int((f.At - m.last + second - 1) / second) // the first beginning at or after its end
	if f.Outcome == policies.Unfinished {
		to = m.after
	}
	if from >= m.after || from >= to {
		return
	}
	m.open[cell*(m.after+1)+from]++
	m.open[cell*(m.after+1)+min(to, m.after)]--
}

func (m *recovery) values(v *maker) {
	if !v.part.byTool() {
		return
	}
	why := m.why
	var healthy []bool
	if why == "" {
		healthy, why = m.judge(v.part)
	}
	if why != "" {
		v.add(Value{Name: "recovery.recovered", Unit: "share", Statistic: Fraction, Why: why})
		v.none("recovery.time", "s", why)
		v.add(Value{Name: "recovery.relapsed", Unit: "share", Statistic: Fraction, Why: why})
		return
	}
	at := run(healthy, true)
	recovered, relapsed := 0.0, 0.0
	took := Value{Name: "recovery.time", Unit: "s", Of: float64(m.after)}
	if at < 0 {
		took.Value, took.Censored = m.End.Sub(m.last).Seconds(), true
	} else {
		recovered = 1
		took.Value = (time.Duration(at) * time.Second).Seconds()
		if run(healthy[at+inARow:], false) >= 0 {
			relapsed = 1
		}
	}
	v.add(Value{Name: "recovery.recovered", Unit: "share", Statistic: Fraction, Value: recovered, Count: recovered, Of: 1})
	v.add(took)
	v.add(Value{Name: "recovery.relapsed", Unit: "share", Statistic: Fraction, Value: relapsed, Count: relapsed, Of: 1})
}

// run gives where the first five in a row of a kind begin; -1: nowhere.
func run(healthy []bool, kind bool) int {
	length := 0
	for i, h := range healthy {
		if h != kind {
			length = 0
			continue
		}
		if length++; length == inARow {
			return i - inARow + 1
		}
	}
	return -1
}

// judge tells for each window after the last fault whether it is healthy.
func (m *recovery) judge(p Part) (healthy []bool, why string) {
	var base secondOfCalls
	worst, slowest := 1.0, int64(0)
	for w := range m.base {
		window := m.merged(p, w)
		if window.started == 0 {
			continue
		}
		base.started += window.started
		base.succeeded += window.succeeded
		base.latency.Merge(&window.latency)
		worst = min(worst, window.share())
		slowest = max(slowest, window.latency.Quantile(0.5))
	}
	if base.started < leastCalls {
		return nil, "fewer than 20 calls between warm-up and the first fault"
	}
	share := min(float64(0.95*base.share()), worst)
	latency := slowest
	if median := base.latency.Quantile(0.5); median <= infinite/2 {
		latency = max(latency, 2*median)
	}
	open := int32(0)
	for w := range m.after {
		for cell := range m.cells.calls() {
			if m.cells.hasCall(p, cell) {
				open += m.open[cell*(m.after+1)+w]
			}
		}
		window := m.merged(p, m.base+w)
		if window.started == 0 {
			healthy = append(healthy, open == 0)
			continue
		}
		healthy = append(healthy, window.share() >= share && window.latency.Quantile(0.5) <= latency)
	}
	return healthy, ""
}

func (s *secondOfCalls) share() float64 { return float64(s.succeeded) / float64(s.started) }

func (m *recovery) merged(p Part, w int) (sum secondOfCalls) {
	for cell := range m.cells.calls() {
		if m.cells.hasCall(p, cell) {
			o := &m.windows[cell*(m.base+m.after)+w]
			sum.started += o.started
			sum.succeeded += o.succeeded
			sum.latency.Merge(&o.latency)
		}
	}
	return sum
}
