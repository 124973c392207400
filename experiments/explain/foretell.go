package explain

import (
	"math"

	"herdcast/experiments/fluid"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// roughSteps is how many steps a fluid is followed in where many are asked and a few
// milliseconds each are enough.
const roughSteps = 20_000

// healthySeconds is how long calls must be healthy for a run to have recovered.
const healthySeconds = 5

// Foretell gives some measures of a run as a fluid has them, by name. There are none
// where it does not know of a key of the scenario, and none of recovery where no fault
// ends in the run.
func Foretell(s *scenario.Scenario) map[string]result.Measure {
	q := newScene(s).quickly
	if len(q.unseen)+len(q.unseenFaults) > 0 {
		return nil
	}
	q.Windows, q.Steps = []fluid.Window{{From: s.Spec.Run.Warmup.Seconds(), To: q.Until}}, roughSteps
	way, ok := q.Trajectory()
	if !ok {
		return nil
	}
	all, run := map[string]result.Measure{}, way.Spans[0]
	ended := run.Succeeded + run.Failed
	add := func(name, unit string, value float64) {
		if known := finite(value); known != nil {
			all[name] = result.Measure{Value: known, Unit: unit}
		}
	}
	add("goodput", "1/s", run.Succeeded)
	add("offered", "1/s", run.Attempts)
	add("amplification", "ratio", run.Attempts/run.Calls)
	add("calls.success", "share", run.Succeeded/ended)
	add("latency.mean", "s", run.Open/ended)
	if last := q.faultsEnd(); last < q.Until {
		time, recovered := math.Max(0, way.Troubled-last), 1.0
		if way.Troubled > q.Until-healthySeconds {
			time, recovered = q.Until-last, 0
		}
		add("recovery.time", "s", time)
		add("recovery.recovered", "share", recovered)
	}
	return all
}

// faultsEnd gives when the last fault ends; without any it is the end of the run.
func (q *quick) faultsEnd() float64 {
	last := q.Until
	for _, p := range q.phases {
		if len(p.faults) > 0 {
			last = p.to
		}
	}
	return last
}
