package replicate

import (
	"herdcast/experiments/objective"
	"herdcast/models/metric"
	"herdcast/models/world"
)

// Single is a measure, or a part of one, of runs that are looked at one by one.
type Single struct{ at address }

// NewSingle finds a measure in a scenario. The error names a cohort or tool that the
// scenario does not have.
func NewSingle(q objective.Query, spec *world.Spec) (Single, error) {
	part, err := partOf(q, spec)
	return Single{address{q.Measure, part}}, err
}

// Parts are what a world must be asked to observe for it.
func (s Single) Parts() []metric.Part {
	if unasked(s.at.part) {
		return []metric.Part{s.at.part}
	}
	return nil
}

// In gives its value in a run that has ended; one without a number says why.
func (s Single) In(w *world.World) metric.Value {
	if v := pick(s.at, w.Values(s.at.part)); v != nil {
		return *v
	}
	return metric.Value{Why: noSuchMeasure}
}
