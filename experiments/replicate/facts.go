package replicate

import (
	"cmp"

	"herdcast/experiments/result"
	"herdcast/models/dependency/fault"
	"herdcast/models/world"
	"herdcast/sim"
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
		if cohort.Spawned() {
			f.Spawned++
			continue
		}
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
	if n, limited := spec.Dependency.AllServers(); limited {
		f.Servers = &n
	}
	for i := range spec.Faults {
		f.Faults = append(f.Faults, windows(&spec.Faults[i], sim.Time(spec.Run.Duration))...)
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

// windows gives each coming of a fault.
func windows(spec *fault.Spec, duration sim.Time) (all []result.Fault) {
	for _, w := range spec.Windows(duration) {
		f := result.Fault{Name: cmp.Or(spec.Name, spec.Kind()), Kind: spec.Kind(), Begin: w.Begin.Seconds(), Capacity: 1, Slow: 1}
		if w.Ends && w.End < duration {
			seconds := w.End.Seconds()
			f.End = &seconds
		}
		if spec.Capacity != nil {
			f.Capacity = float64(*spec.Capacity)
		}
		if spec.Slow != nil && spec.Slow.Factor != nil {
			f.Slow = float64(*spec.Slow.Factor)
		}
		all = append(all, f)
	}
	return all
}
