package metric

import (
	"slices"

	"herdcast/models/fact"
	"herdcast/sim"
	"herdcast/sim/tally"
)

// layers measures the wrapper: tries of retry layers, rejections, retry budgets,
// permits and breakers.
type layers struct {
	*frame
	rows    []layerCounts // by layer and cell of cohort and tool
	waiting []tally.Level // by layer
	phases  [][]phase     // by layer and state
	turned  tally.CountSeries
}

type layerCounts struct{ rejections, tries, entries, denied int64 }

// phase is how long one breaker has not been closed.
type phase struct {
	asked bool
	since sim.Time // not closed since then; -1: closed
	time  tally.Sum
}

func (m *layers) prepare() {
	m.rows = make([]layerCounts, len(m.Layers)*m.cells.calls())
	m.waiting = make([]tally.Level, len(m.Layers))
	for i := range m.waiting {
		m.waiting[i] = tally.NewLevel(m.Warmup, m.End)
	}
	m.phases = make([][]phase, len(m.Layers))
	m.turned = tally.NewCountSeries(m.Series, m.End)
}

func (m *layers) row(f *fact.Fact) *layerCounts {
	return &m.rows[int(f.Layer)*m.cells.calls()+m.cells.call(f.Cohort, f.Tool)]
}

func (m *layers) turnAway(f *fact.Fact) {
	m.turned.Add(f.At, 1)
	if f.Measured {
		m.row(f).rejections++
	}
}

func (m *layers) tried(f *fact.Fact) {
	if f.Measured {
		row := m.row(f)
		row.tries += f.N
		row.entries++
	}
}

func (m *layers) deny(f *fact.Fact) {
	if f.Measured {
		m.row(f).denied++
	}
}

func (m *layers) permits(f *fact.Fact) { m.waiting[f.Layer].Set(f.At, f.N) }

func (m *layers) breaker(f *fact.Fact) {
	for len(m.phases[f.Layer]) <= int(f.Row) {
		m.phases[f.Layer] = append(m.phases[f.Layer], phase{since: -1})
	}
	p := &m.phases[f.Layer][f.Row]
	switch {
	case f.Kind == fact.BreakerAsked:
		p.asked = true
	case f.Code == 0 && p.since >= 0:
		p.close(f.At, m.Warmup)
	case f.Code != 0 && p.since < 0:
		p.since = f.At
	}
}

func (p *phase) close(now, warmup sim.Time) {
	if from := max(p.since, warmup); now > from {
		p.time.Add(int64(now - from))
	}
	p.since = -1
}

func (m *layers) values(v *maker) {
	if !v.part.byLayer() {
		return
	}
	sum := func(layer string, value func(*layerCounts) int64) (n int64) {
		for i := range m.Layers {
			if layer == "" || m.Layers[i].Name == layer {
				n += m.cells.sumCalls(v.part, func(cell int) int64 { return value(&m.rows[i*m.cells.calls()+cell]) })
			}
		}
		return n
	}
	v.count("rejections", sum(v.part.Layer, func(c *layerCounts) int64 { return c.rejections }))
	v.count("retry_budget.denied", sum(v.part.Layer, func(c *layerCounts) int64 { return c.denied }))
	if v.part.Layer == "" {
		var names []string
		for _, l := range m.Layers {
			if l.Kind == "retry" && !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
				v.ratio("layers."+l.Name, "ratio", float64(sum(l.Name, func(c *layerCounts) int64 { return c.tries })),
					float64(sum(l.Name, func(c *layerCounts) int64 { return c.entries })), "the layer was never entered")
			}
		}
	}
	if v.part.Cohort < 0 && v.part.Tool < 0 {
		m.waits(v)
		m.opens(v)
	}
}

func (m *layers) waits(v *maker) {
	if !m.Limits {
		v.none("limit.waiting", "", "no policy has a limit layer")
		return
	}
	mean := 0.0
	for i, l := range m.Layers {
		if l.Kind == "limit" && (v.part.Layer == "" || l.Name == v.part.Layer) {
			mean += m.waiting[i].Mean()
		}
	}
	v.add(Value{Name: "limit.waiting", Value: mean, Of: m.span()})
}

func (m *layers) opens(v *maker) {
	var time tally.Sum
	asked := int64(0)
	for i, l := range m.Layers {
		if v.part.Layer != "" && l.Name != v.part.Layer {
			continue
		}
		for _, p := range m.phases[i] {
			if !p.asked {
				continue
			}
			asked++
			if p.since >= 0 {
				p.close(m.End, m.Warmup)
			}
			time.Merge(p.time)
		}
	}
	why := "no breaker was asked"
	if !m.Breakers {
		why = "no policy has a breaker layer"
	}
	v.spanShare("breaker.open_time", time.Float64(), float64(float64(asked)*float64(m.End-m.Warmup)), why)
}

func (m *layers) series() []Series { return []Series{rates("rejections", m.turned.Counts(), m.frame)} }
