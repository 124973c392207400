package metric

import (
	"time"

	"herdcast/models/fact"
	"herdcast/sim"
	"herdcast/sim/tally"
)

// service measures the dependency: the load that arrives, how busy its servers
// are and how much of their work is wasted, its queue and its quota.
type service struct {
	*frame
	servers []serviceCounts // by cohort and tool
	queue   tally.LevelSeries
	seconds tally.LevelSeries // by whole seconds, unless the series is
	busy    tally.LevelSeries
	nominal tally.Level // servers, faults apart
}

type serviceCounts struct {
	asked   tally.Sum // service time of arrivals, as if served then
	worked  tally.Sum
	wasted  tally.Sum
	waits   tally.Quantiles
	refused int64
}

func (m *service) prepare() {
	m.servers = make([]serviceCounts, m.cells.calls())
	m.queue = tally.NewLevelSeries(m.Series, m.Warmup, m.End)
	m.seconds = tally.NewLevelSeries(time.Second, m.Warmup, m.End)
	m.busy = tally.NewLevelSeries(m.Series, m.Warmup, m.End)
	m.nominal = tally.NewLevel(m.Warmup, m.End)
	m.nominal.Set(0, m.Servers)
}

func (m *service) arrive(f *fact.Fact) {
	if f.At >= m.Warmup {
		m.servers[m.cells.call(f.Cohort, f.Tool)].asked.Add(int64(f.Span))
	}
}

func (m *service) line(f *fact.Fact) {
	m.queue.Set(f.At, f.N)
	if m.Series != time.Second {
		m.seconds.Set(f.At, f.N)
	}
}

func (m *service) waited(f *fact.Fact) {
	if f.Measured {
		m.servers[m.cells.call(f.Cohort, f.Tool)].waits.Observe(int64(f.Span))
	}
}

func (m *service) begin(f *fact.Fact) {
	m.busy.Set(f.At, f.N)
	m.waited(f)
}

func (m *service) end(f *fact.Fact) {
	m.busy.Set(f.At, f.N)
	began := max(f.At.Add(-f.Span), m.Warmup)
	if f.At <= began {
		return
	}
	c := &m.servers[m.cells.call(f.Cohort, f.Tool)]
	c.worked.Add(int64(f.At - began))
	if f.Flag {
		c.wasted.Add(int64(f.At - began))
	}
}

func (m *service) scale(f *fact.Fact) {
	m.nominal.Set(f.At, f.N)
	m.busy.Set(f.At, int64(f.Row))
}

func (m *service) refuse(f *fact.Fact) {
	if f.At >= m.Warmup {
		m.servers[m.cells.call(f.Cohort, f.Tool)].refused++
	}
}

func (m *service) values(v *maker) {
	if !v.part.byTool() {
		return
	}
	var c serviceCounts
	for cell := range m.servers {
		if m.cells.hasCall(v.part, cell) {
			o := &m.servers[cell]
			c.asked.Merge(o.asked)
			c.worked.Merge(o.worked)
			c.wasted.Merge(o.wasted)
			c.waits.Merge(&o.waits)
			c.refused += o.refused
		}
	}
	if m.Servers == 0 {
		v.none("load", "share", "the servers are unlimited")
		v.none("utilisation", "share", "the servers are unlimited")
	} else {
		area := m.nominal.Area()
		capacity := area.Float64()
		v.spanShare("load", c.asked.Float64(), capacity, "nothing is measured")
		v.spanShare("utilisation", c.worked.Float64(), capacity, "nothing is measured")
	}
	v.add(Value{Name: "work.wasted", Unit: "server seconds", Value: c.wasted.Float64() / nanosecond, Of: c.worked.Float64() / nanosecond})
	v.spanShare("work.wasted_share", c.wasted.Float64(), c.worked.Float64(), "no server worked")
	v.count("quota.refused", c.refused)
	v.spans("wait", &c.waits, "nothing was served")
	if v.part == Whole {
		m.queueValues(v)
	}
}

func (m *service) queueValues(v *maker) {
	v.add(Value{Name: "queue.mean", Value: m.queue.Mean(), Of: m.span()})
	v.count("queue.max", m.queue.Max())
	from := int((m.Warmup + second - 1) / second)
	to := int(m.End / second)
	if to-from < 2 {
		v.none("queue.slope", "1/s", "there are no two whole seconds")
		return
	}
	lengths := &m.seconds
	if m.Series == time.Second {
		lengths = &m.queue
	}
	v.add(Value{Name: "queue.slope", Unit: "1/s", Value: slope(lengths.Means()[from:to]), Of: float64(to - from)})
}

const second = sim.Time(time.Second)

// slope is that of the straight line by least squares through y at 0, 1, 2, ….
func slope(y []float64) float64 {
	n := float64(len(y))
	middle := (n - 1) / 2
	mean := 0.0
	for _, v := range y {
		mean += v
	}
	mean /= n
	xy, xx := 0.0, 0.0
	for i, v := range y {
		x := float64(i) - middle
		xy += float64(x * (v - mean))
		xx += float64(x * x)
	}
	return xy / xx
}

func (m *service) series() []Series {
	return []Series{
		{Name: "queue", Values: m.queue.Means()},
		{Name: "busy", Values: m.busy.Means()},
	}
}
