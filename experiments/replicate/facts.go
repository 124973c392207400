package replicate

import (
	"time"

	"herdcast/experiments/result"
	"herdcast/models/dependency/fault"
	"herdcast/models/world"
	"herdcast/sim/quantity"
)

// facts tells what readers of pictures need to know of the scenario.
func facts(spec *world.Spec) result.Facts {
	f := result.Facts{
		Duration:  spec.Run.Duration.Seconds(),
		Warmup:    spec.Run.Warmup.Seconds(),
		SeriesBin: spec.Run.Series.Seconds(),
		HerdBin:   spec.Run.HerdBin.Seconds(),
		Faults:    []result.Fault{},
		Cohorts:   []string{},
		Tools:     []string{},
		WallClock: sharedBudget(spec),
	}
	for _, cohort := range spec.Fleet {
		f.Cohorts = append(f.Cohorts, cohort.Name)
		if cohort.Agents == nil {
			f.Streams++
			continue
		}
		f.Agents += *cohort.Agents
		if cohort.Processes != nil {
			f.Processes += *cohort.Processes
		} else {
			f.Processes += *cohort.Agents
		}
	}
	for _, tool := range spec.Tools {
		f.Tools = append(f.Tools, tool.Name)
	}
	if servers := spec.Dependency.Servers; servers != quantity.Unlimited {
		n := int64(servers)
		f.Servers = &n
	}
	for i := range spec.Faults {
		f.Faults = append(f.Faults, span(&spec.Faults[i], spec.Run.Duration))
	}
	return f
}

// sharedBudget gives the wall-clock budget that all cohorts have, in seconds.
func sharedBudget(spec *world.Spec) *float64 {
	var shared *float64
	for i, cohort := range spec.Fleet {
		budget := cohort.Task.Budget.WallClock
		if budget == nil || i > 0 && budget.Seconds() != *shared {
			return nil
		}
		seconds := budget.Seconds()
		shared = &seconds
	}
	return shared
}

func span(spec *fault.Spec, duration time.Duration) result.Fault {
	f := result.Fault{Name: spec.Name, Kind: kind(spec), Begin: spec.At.Seconds(), Capacity: 1, Slow: 1}
	if f.Name == "" {
		f.Name = f.Kind
	}
	end := duration
	switch {
	case spec.For != nil:
		end = spec.At + *spec.For
	case spec.Until != nil:
		end = *spec.Until
	case spec.Mark != "":
		end = spec.At
	}
	if end < duration {
		seconds := end.Seconds()
		f.End = &seconds
	}
	if spec.Capacity != nil {
		f.Capacity = float64(*spec.Capacity)
	}
	if spec.Slow != nil && spec.Slow.Factor != nil {
		f.Slow = float64(*spec.Slow.Factor)
	}
	return f
}

func kind(spec *fault.Spec) string {
	switch {
	case spec.Down != nil:
		return "down"
	case spec.Closed != nil:
		return "closed"
	case spec.Errors != nil:
		return "errors"
	case spec.Slow != nil:
		return "slow"
	case spec.Capacity != nil:
		return "capacity"
	case spec.LoseReplies != nil:
		return "lose_replies"
	case spec.LoseRequests != nil:
		return "lose_requests"
	case spec.Load != nil:
		return "load"
	}
	return "mark"
}
