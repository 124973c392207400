package rare

import (
	"fmt"
	"math"
	"time"

	"herdcast/experiments/objective"
	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/models/world"
	"herdcast/sim"
)

// event is a bound that the measure of a run keeps at its end.
type event struct {
	bound   objective.Objective
	measure replicate.Single
}

// eventOf checks a bound against the scenario that it is asked of, nil for none.
func eventOf(bound *objective.Objective, spec *world.Spec) (*event, error) {
	if bound == nil {
		return nil, nil
	}
	if bound.Measure == "load" {
		return nil, Unfit("load counts how long requests will be served when they arrive, which splitting draws anew while they wait; ask for utilisation")
	}
	if rest := afterFaults(spec); len(spec.Faults) > 0 && bound.Measure == "recovery.time" && kept(*bound, rest.Seconds(), "s") != kept(*bound, math.Inf(1), "s") {
		return nil, Unfit(fmt.Sprintf("the run ends %s after the last fault: whether recovery takes longer cannot be told", rest))
	}
	measure, err := replicate.NewSingle(bound.Query, spec)
	if err != nil {
		return nil, Unfit(err.Error())
	}
	return &event{*bound, measure}, nil
}

// asked names the event in the journal.
func (e *estimate) asked() string {
	if e.event == nil {
		return "waiting"
	}
	return e.event.bound.Text
}

// happened tells whether a run keeps the bound; why says that it cannot be told.
func (e *event) happened(w *world.World) (happened bool, why string) {
	v := e.measure.In(w)
	if v.Why != "" {
		return false, v.Why
	}
	return kept(e.bound, v.Value, v.Unit), ""
}

// kept tells whether a value keeps a bound.
func kept(bound objective.Objective, value float64, unit string) bool {
	single := result.Measure{Value: &value, Unit: unit, PerReplication: []*float64{&value}}
	return bound.Judge(single, objective.Bounds{Low: value, High: value}).Verdict == result.Holds
}

// afterFaults gives the time from the end of the last fault to the end of the run: all
// that is known of recoveries that are not seen.
func afterFaults(spec *world.Spec) time.Duration {
	end := sim.Time(spec.Run.Duration)
	last := sim.Time(0)
	for i := range spec.Faults {
		for _, w := range spec.Faults[i].Windows(end) {
			last = max(last, w.End)
		}
	}
	return end.Sub(last)
}

// Unfit says why an event cannot be asked of a scenario.
type Unfit string

func (u Unfit) Error() string { return string(u) }
