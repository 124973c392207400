package metric

import "herdcast/sim/tally"

// maker collects the values of one part.
type maker struct {
	part   Part
	values []Value
}

func (m *maker) add(v Value) {
	v.Part = m.part
	m.values = append(m.values, v)
}

func (m *maker) count(name string, n int64) { m.add(Value{Name: name, Value: float64(n)}) }

// none gives a measure without a value, and why.
func (m *maker) none(name, unit, why string) { m.add(Value{Name: name, Unit: unit, Why: why}) }

// share gives n of so many, as a share whose replications are pooled.
func (m *maker) share(name string, n, of int64, why string) {
	if of == 0 {
		m.add(Value{Name: name, Unit: "share", Statistic: Share, Why: why})
		return
	}
	m.add(Value{Name: name, Unit: "share", Statistic: Share, Value: float64(n) / float64(of), Count: float64(n), Of: float64(of)})
}

// ratio gives a / b as a plain mean over replications.
func (m *maker) ratio(name, unit string, a, b float64, why string) {
	if b == 0 {
		m.none(name, unit, why)
		return
	}
	m.add(Value{Name: name, Unit: unit, Value: a / b, Of: b})
}

// spanShare gives one span in nanoseconds as a share of another, which is told in
// seconds.
func (m *maker) spanShare(name string, a, b float64, why string) {
	if b == 0 {
		m.none(name, "share", why)
		return
	}
	m.add(Value{Name: name, Unit: "share", Value: a / b, Of: b / nanosecond})
}

// quantileNames are the quantiles that are given beside mean and max.
var quantileNames = []struct {
	name  string
	share float64
}{{"p50", 0.5}, {"p90", 0.9}, {"p95", 0.95}, {"p99", 0.99}, {"p999", 0.999}}

// nanosecond is the unit in which spans are observed, in seconds.
const nanosecond = 1e9

// spans gives mean, quantiles and largest of observed spans, in seconds.
func (m *maker) spans(stem string, q *tally.Quantiles, why string) {
	of := float64(q.Count())
	if of == 0 {
		m.none(stem+".mean", "s", why)
		for _, n := range quantileNames {
			m.none(stem+"."+n.name, "s", why)
		}
		m.none(stem+".max", "s", why)
		return
	}
	m.add(Value{Name: stem + ".mean", Unit: "s", Value: q.Mean() / nanosecond, Of: of})
	for _, n := range quantileNames {
		m.add(Value{Name: stem + "." + n.name, Unit: "s", Value: float64(q.Quantile(n.share)) / nanosecond, Of: of, Approx: q.Approx()})
	}
	m.add(Value{Name: stem + ".max", Unit: "s", Value: float64(q.Max()) / nanosecond, Of: of})
}
