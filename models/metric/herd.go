package metric

import (
	"time"

	"herdcast/models/fact"
	"herdcast/sim"
	"herdcast/sim/tally"
)

// herd counts arrivals at the door in fixed bins and in sliding windows.
type herd struct {
	*frame
	views  []*view   // of distinct sets of cells
	byCell [][]*view // that a cell belongs to
	first  sim.Time
	last   sim.Time // end of the last fault
	faulty bool
	ends   bool // every fault ends within the run
	roles  [fact.Roles]tally.CountSeries
}

// view is what one set of cells saw.
type view struct {
	has      []bool
	bins     tally.Bins // from warm-up to the end
	retries  tally.Bins
	before   tally.Bins // from warm-up to the first fault
	returned tally.Bins // the minute after the last fault
	window   window
}

// returning is how long after the last fault a return wave is looked for.
const returning = time.Minute

func (m *herd) prepare() {
	m.first, m.last, m.faulty, m.ends = m.faultSpan()
	for i := range m.roles {
		m.roles[i] = tally.NewCountSeries(m.Series, m.End)
	}
	m.byCell = make([][]*view, m.cells.tries())
	for _, p := range m.parts() {
		m.viewOf(p)
	}
}

// viewOf gives the view of a part, made if no other part has the same cells.
func (m *herd) viewOf(p Part) *view {
	has := make([]bool, m.cells.tries())
	for cell := range has {
		has[cell] = m.cells.hasTry(p, cell)
	}
	for _, v := range m.views {
		if equal(v.has, has) {
			return v
		}
	}
	before := m.End
	if m.faulty {
		before = min(max(m.first, m.Warmup), m.End)
	}
	from, to := m.minute()
	v := &view{
		has:      has,
		bins:     tally.NewBins(m.HerdBin, m.Warmup, m.End),
		retries:  tally.NewBins(m.HerdBin, m.Warmup, m.End),
		before:   tally.NewBins(m.HerdBin, m.Warmup, before),
		returned: tally.NewBins(m.HerdBin, from, to),
		window:   window{width: m.HerdBin},
	}
	m.views = append(m.views, v)
	for cell := range has {
		if has[cell] {
			m.byCell[cell] = append(m.byCell[cell], v)
		}
	}
	return v
}

// minute gives what is measured of the minute after the last fault; it may be
// empty.
func (m *herd) minute() (from, to sim.Time) {
	if !m.ends {
		return m.End, m.End
	}
	from = max(m.last, m.Warmup)
	return from, max(from, min(m.last.Add(returning), m.End))
}

func equal(a, b []bool) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (m *herd) arrive(f *fact.Fact) {
	m.roles[f.Code].Add(f.At, 1)
	if f.At < m.Warmup {
		return
	}
	for _, v := range m.byCell[m.cells.try(f.Cohort, f.Tool, f.Number)] {
		v.bins.Add(f.At)
		v.window.add(f.At)
		if fact.Role(f.Code) == fact.Retry {
			v.retries.Add(f.At)
		}
		if m.faulty {
			if f.At < m.first {
				v.before.Add(f.At)
			}
			if m.ends && f.At >= m.last {
				v.returned.Add(f.At)
			}
		}
	}
}

func (m *herd) values(v *maker) {
	if !v.part.byTry() {
		return
	}
	w := m.viewOf(v.part)
	peak := w.bins.Max()
	v.count("herd.peak", peak)
	v.count("herd.peak_sliding", int64(w.window.most))
	v.count("herd.retry_peak", w.retries.Max())
	switch mean, ok := w.before.Mean(); {
	case !m.faulty:
		v.none("herd.peak_to_baseline", "ratio", noFault)
	case !ok || mean == 0:
		v.none("herd.peak_to_baseline", "ratio", "nothing arrived between warm-up and the first fault")
	default:
		v.add(Value{Name: "herd.peak_to_baseline", Unit: "ratio", Value: float64(peak) / mean, Of: float64(w.before.Whole())})
	}
	if dispersion, ok := w.bins.Dispersion(); ok {
		v.add(Value{Name: "herd.dispersion", Unit: "ratio", Value: dispersion, Of: float64(w.bins.Whole())})
	} else {
		v.none("herd.dispersion", "ratio", "nothing arrived in two whole bins")
	}
	switch from, to := m.minute(); {
	case !m.faulty:
		v.none("herd.return_peak", "", noFault)
	case !m.ends:
		v.none("herd.return_peak", "", faultLasts)
	case from == to:
		v.none("herd.return_peak", "", "warm-up outlasts the minute after the last fault")
	default:
		v.count("herd.return_peak", w.returned.Max())
	}
}

const (
	noFault    = "the scenario has no fault"
	faultLasts = "a fault does not end within the run"
)

func (m *herd) series() []Series {
	return []Series{
		rates("arrivals.first", m.roles[fact.First].Counts(), m.frame),
		rates("arrivals.retries", m.roles[fact.Retry].Counts(), m.frame),
		rates("arrivals.hedges", m.roles[fact.Hedge].Counts(), m.frame),
	}
}

// window finds the largest number of arrivals in any [t, t+width). An arrival
// makes it larger by one, if the one that many before it is less than a width
// ago: so as many are kept and no others looked at.
type window struct {
	width time.Duration
	ring  []sim.Time // the last arrivals; its length is a power of two
	count int        // arrivals so far
	most  int
}

func (w *window) add(now sim.Time) {
	ring := w.ring
	if w.most == len(ring) {
		ring = w.grow()
	}
	ring[w.count&(len(ring)-1)] = now
	if now.Sub(ring[(w.count-w.most)&(len(ring)-1)]) < w.width {
		w.most++
	}
	w.count++
}

func (w *window) grow() []sim.Time {
	ring := make([]sim.Time, max(16, 2*len(w.ring)))
	for i := w.count - len(w.ring); i < w.count; i++ {
		ring[i&(len(ring)-1)] = w.ring[i&(len(w.ring)-1)]
	}
	w.ring = ring
	return ring
}
