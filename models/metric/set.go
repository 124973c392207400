package metric

import (
	"errors"
	"fmt"

	"herdcast/models/fact"
	"herdcast/sim"
	"herdcast/sim/tally"
)

// frame is a Frame with what all families derive from it.
type frame struct {
	Frame
	cells    cells
	calls    *calls
	attempts *attempts
}

// Set is every measure of one world.
type Set struct {
	*frame
	tasks    tasks
	herd     herd
	service  service
	layers   layers
	effects  effects
	spent    spent
	recovery recovery
	recorder *fact.Recorder
}

// NewSet makes the measures of a world.
func NewSet(f Frame) *Set {
	common := &frame{Frame: f, cells: newCells(&f)}
	common.calls, common.attempts = &calls{frame: common}, &attempts{frame: common}
	s := &Set{frame: common, tasks: tasks{frame: common}, herd: herd{frame: common}, service: service{frame: common},
		layers: layers{frame: common}, effects: effects{frame: common}, spent: spent{frame: common}, recovery: recovery{frame: common}}
	for _, f := range s.families() {
		f.prepare()
	}
	return s
}

// family is a group of measures that share their folds.
type family interface {
	prepare()
	values(*maker)
}

// families lists them in the order of results.
func (s *Set) families() []family {
	return []family{&s.tasks, s.calls, &s.layers, s.attempts, &s.herd, &s.service, &s.recovery, &s.spent, &s.effects}
}

// Attach takes the facts that the recorder gets.
func (s *Set) Attach(r *fact.Recorder) {
	s.recorder = r
	r.Into(s.Fold)
}

// Fold takes facts in their order: it says which measures see which.
func (s *Set) Fold(facts []fact.Fact) {
	for i := range facts {
		switch f := &facts[i]; f.Kind {
		case fact.TaskStarted:
			s.tasks.start(f)
		case fact.TaskEnded:
			s.tasks.end(f)
		case fact.TurnStarted:
			s.tasks.turn(f)
			s.spent.addTokens(f, fact.TurnKind(f.Code) == fact.TurnRepeats)
		case fact.CallStarted:
			s.calls.start(f)
			s.recovery.start(f)
		case fact.CallEnded:
			s.calls.end(f)
			s.recovery.end(f)
		case fact.AttemptSent:
			s.attempts.send(f)
		case fact.AttemptEnded:
			s.attempts.end(f)
		case fact.Arrived:
			s.herd.arrive(f)
			s.service.arrive(f)
		case fact.QueueChanged:
			s.service.line(f)
		case fact.Waited:
			s.service.waited(f)
		case fact.ServiceBegan:
			s.service.begin(f)
		case fact.ServiceEnded:
			s.service.end(f)
		case fact.ServersChanged:
			s.service.scale(f)
		case fact.QuotaRefused:
			s.service.refuse(f)
		case fact.TurnedAway:
			s.layers.turnAway(f)
		case fact.Tried:
			s.layers.tried(f)
		case fact.BudgetDenied:
			s.layers.deny(f)
		case fact.PermitsWaited:
			s.layers.permits(f)
		case fact.BreakerAsked, fact.BreakerChanged:
			s.layers.breaker(f)
		case fact.Spent:
			s.spent.add(f)
		case fact.Tokens:
			s.spent.addTokens(f, f.Flag)
		case fact.TokensUsed:
			s.tasks.tokens(f)
		default:
			s.effects.effect(f)
		}
	}
}

// Observe gives everything that was measured, once the run has ended; events is
// how many logical events the run took.
func (s *Set) Observe(events int64) Observation {
	o := Observation{Events: events}
	for _, p := range s.parts() {
		o.Values = append(o.Values, s.Values(p)...)
	}
	o.Series = append(s.attempts.series(), s.herd.series()...)
	o.Series = append(o.Series, s.calls.series()...)
	o.Series = append(o.Series, s.service.series()...)
	o.Series = append(o.Series, s.layers.series()...)
	o.Histograms = append(s.tasks.histograms(), s.calls.histograms()...)
	return o
}

// Values gives what was measured of one part, once the run has ended.
func (s *Set) Values(p Part) []Value {
	s.recorder.Flush()
	m := maker{part: p}
	for _, f := range s.families() {
		f.values(&m)
	}
	return m.values
}

// Check holds the books against each other: every call and attempt ends once,
// and the time of tasks adds up.
func (s *Set) Check() error {
	s.recorder.Flush()
	var broken []error
	if s.calls.open != 0 {
		broken = append(broken, fmt.Errorf("%d calls started and did not end", s.calls.open))
	}
	if s.attempts.open != 0 {
		broken = append(broken, fmt.Errorf("%d attempts were sent and did not end", s.attempts.open))
	}
	var lasted tally.Sum
	for i := range s.tasks.cohorts {
		lasted.Merge(s.tasks.cohorts[i].lasted)
	}
	if lasted != s.spent.all {
		broken = append(broken, fmt.Errorf("tasks lasted %g s, their parts %g s", lasted.Float64()/nanosecond, s.spent.all.Float64()/nanosecond))
	}
	return errors.Join(broken...)
}

// parts gives the whole, each cohort, each tool and what was asked for.
func (f *frame) parts() []Part {
	parts := []Part{Whole}
	for i := range f.Cohorts {
		p := Whole
		p.Cohort = i
		parts = append(parts, p)
	}
	for i := range f.Tools {
		p := Whole
		p.Tool = i
		parts = append(parts, p)
	}
	return append(parts, f.Parts...)
}

// span is how long is measured, in seconds.
func (f *frame) span() float64 { return float64(f.End-f.Warmup) / nanosecond }

// faultSpan gives the beginning of the first fault and the end of the last;
// ends tells that all end within the run, where nothing happens at its very end.
func (f *frame) faultSpan() (first, last sim.Time, faulty, ends bool) {
	first, ends = sim.Never, true
	for _, w := range f.Faults {
		faulty = true
		first, last = min(first, w.Begin), max(last, w.Finish)
		ends = ends && w.Ends && w.Finish < f.End
	}
	return first, last, faulty, faulty && ends
}

// rates turns counts by bins into a series per second; the last bin may be short.
func rates(name string, counts []int64, f *frame) Series {
	s := Series{Name: name, Unit: "1/s", Values: make([]float64, len(counts))}
	for i, n := range counts {
		begin := sim.Time(i) * sim.Time(f.Series)
		width := min(begin.Add(f.Series), f.End) - begin
		s.Values[i] = float64(n) / (float64(width) / nanosecond)
	}
	return s
}
