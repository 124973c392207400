package explain

import (
	"math"

	"herdcast/experiments/fluid"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// Beside gives what the quick look says of a run, from warm-up on between faults,
// beside what was simulated there: in the whole bins of its series.
func Beside(s *scenario.Scenario, r *result.Result) *result.QuickLook {
	q := newScene(s).quickly
	shown := &result.QuickLook{Unseen: append(append([]string{}, q.unseen...), q.unseenFaults...), Spans: []result.QuickSpan{}}
	if len(shown.Unseen) > 0 {
		return shown
	}
	bins := q.watch(r.Facts.Warmup, r.Facts.SeriesBin)
	way, ok := q.Trajectory()
	if !ok {
		shown.Why = "the run is too long beside its shortest span to be followed in short enough steps"
		return shown
	}
	for i, said := range way.Spans {
		w, in := q.Windows[i], bins[i]
		sum := func(names ...string) (sum float64) {
			for _, name := range names {
				for _, mean := range r.Series[name].Mean[in.from:in.to] {
					sum += mean
				}
			}
			return sum
		}
		seen := float64(in.to - in.from)
		shown.Spans = append(shown.Spans, result.QuickSpan{Name: in.name, From: w.From, To: w.To, Measures: []result.Predicted{
			predicted("goodput", "1/s", said.Succeeded, 1, sum("goodput"), seen),
			predicted("offered", "1/s", said.Attempts, 1, sum("offered"), seen),
			predicted("amplification", "ratio", said.Attempts, said.Calls, sum("arrivals.first", "arrivals.retries"), sum("arrivals.first")),
			predicted("latency", "s", said.Open, said.Succeeded+said.Failed, sum("calls.open"), sum("goodput", "calls.failed")),
		}})
	}
	return shown
}

// binned is the whole bins of a phase.
type binned struct {
	name     string
	from, to int
}

// watch lets the fluid tell its means in the whole bins of each phase from warm-up on.
func (q *quick) watch(warmup, bin float64) (all []binned) {
	const slack = 1e-9 // of a bin: decimal fractions are none of binary ones
	for _, p := range q.phases {
		b := binned{p.name, int(math.Ceil(math.Max(p.from, warmup)/bin - slack)), int(math.Floor(p.to/bin + slack))}
		if b.from < b.to {
			all = append(all, b)
			q.Windows = append(q.Windows, fluid.Window{From: float64(float64(b.from) * bin), To: float64(float64(b.to) * bin)})
		}
	}
	return all
}

// predicted puts two ratios beside each other; there is none where nothing happens.
func predicted(measure, unit string, said, ofSaid, seen, ofSeen float64) result.Predicted {
	p := result.Predicted{Measure: measure, Unit: unit, Fluid: finite(said / ofSaid), Simulated: finite(seen / ofSeen)}
	switch {
	case p.Fluid == nil || p.Simulated == nil:
	case *p.Simulated != 0:
		p.Apart = finite(*p.Fluid / *p.Simulated - 1)
	case *p.Fluid == 0:
		p.Apart = finite(0)
	}
	return p
}
