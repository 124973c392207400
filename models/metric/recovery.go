package metric

import (
	"slices"
	"time"

	"herdcast/models/fact"
	"herdcast/policies"
	"herdcast/sim"
)

// recovery judges, second by second after the last fault, whether calls fare as
// they did before the first one. A call belongs to the second in which it
// starts; one that is unfinished at the end is a failure of infinite latency.
type recovery struct {
	*frame
	why     string // there is nothing to judge
	first   sim.Time
	last    sim.Time
	base    int     // windows before the first fault
	after   int     // whole windows after the last
	seconds seconds // base, then after
	parts   []judged
	open    []int32       // by cell and boundary: change in the calls open there
	sum     callsOfSecond // of a part, while a second is settled
}

// judged is what is judged by itself: all parts that consist of the same cells.
type judged struct {
	cells []int
	base  baseline
	after []fared // by window
}

// baseline is how calls fared before the first fault, all together and in the
// worst and the slowest window.
type baseline struct {
	callsOfSecond
	worst   float64
	slowest int64
}

// fared is how calls fared in a window.
type fared struct {
	started, succeeded int64
	median             int64
}

const (
	inARow     = 5 // windows that make a recovery, or a relapse
	leastBase  = 5 // seconds of baseline
	leastCalls = 20
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
	m.seconds = newSeconds(m.base+m.after, m.cells.calls(), m.settle)
	m.open = make([]int32, m.cells.calls()*(m.after+1))
	for _, p := range m.frame.parts() {
		if p.byTool() && m.judgedAs(p) == nil {
			m.parts = append(m.parts, judged{cells: m.cells.ofCalls(p), base: baseline{worst: 1}, after: make([]fared, m.after)})
		}
	}
}

// judgedAs gives what a part is judged as, nil if nothing has its cells.
func (m *recovery) judgedAs(p Part) *judged {
	cells := m.cells.ofCalls(p)
	for i := range m.parts {
		if slices.Equal(m.parts[i].cells, cells) {
			return &m.parts[i]
		}
	}
	return nil
}

func (m *recovery) start(f *fact.Fact) {
	if m.why == "" {
		m.seconds.start(m.window(f.At))
	}
}

func (m *recovery) end(f *fact.Fact) {
	if m.why != "" {
		return
	}
	cell := m.cells.call(f.Cohort, f.Tool)
	start := f.At.Add(-f.Span)
	m.stays(cell, start, f)
	m.seconds.end(m.window(start), cell, f)
}

// window gives the window in which a call starts, -1 for none.
func (m *recovery) window(start sim.Time) int {
	switch {
	case start < m.Warmup:
	case start < m.first:
		if w := int((start - m.Warmup) / second); w < m.base {
			return w
		}
	case start >= m.last:
		if w := int((start - m.last) / second); w < m.after {
			return m.base + w
		}
	}
	return -1
}

// settle takes from a window what judging needs.
func (m *recovery) settle(w int, s *secondOfCalls) {
	for i := range m.parts {
		p, sum := &m.parts[i], &m.sum
		sum.reset()
		for _, cell := range p.cells {
			sum.merge(&s.cells[cell])
		}
		if sum.started == 0 {
			continue
		}
		median := sum.latency.Quantile(0.5)
		if w >= m.base {
			p.after[w-m.base] = fared{started: sum.started, succeeded: sum.succeeded, median: median}
			continue
		}
		p.base.merge(sum)
		p.base.worst = min(p.base.worst, share(sum.succeeded, sum.started))
		p.base.slowest = max(p.base.slowest, median)
	}
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
		m.seconds.finish()
		healthy, why = m.judge(m.judgedAs(v.part))
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
func (m *recovery) judge(p *judged) (healthy []bool, why string) {
	base := &p.base
	if base.started < leastCalls {
		return nil, "fewer than 20 calls between warm-up and the first fault"
	}
	least := min(float64(0.95*share(base.succeeded, base.started)), base.worst)
	latency := base.slowest
	if median := base.latency.Quantile(0.5); median <= infinite/2 {
		latency = max(latency, 2*median)
	}
	open := int32(0)
	for w, window := range p.after {
		for _, cell := range p.cells {
			open += m.open[cell*(m.after+1)+w]
		}
		if window.started == 0 {
			healthy = append(healthy, open == 0)
			continue
		}
		healthy = append(healthy, share(window.succeeded, window.started) >= least && window.median <= latency)
	}
	return healthy, ""
}

func share(part, of int64) float64 { return float64(part) / float64(of) }
