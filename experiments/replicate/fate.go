package replicate

import (
	"context"

	"herdcast/experiments/journal"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/models/metric"
)

// Fate is what became of the fleet in one replication: result.Recovers, Degrades or
// Collapses; or why that cannot be said.
type Fate struct{ Phase, Why string }

// Fates gives what simulates one replication of a scenario and tells its fate.
// Recovers: recovery.recovered and not recovery.relapsed. Else, by the goodput over
// the second half of the time from the end of the last fault to the end of the run:
// collapses where it is below half of the goodput from warm-up to the first fault, in
// whole bins of the series; degrades otherwise. Where there are none it cannot be said.
// What the journal has is not simulated again; nil: nothing is kept.
func Fates(s *scenario.Scenario, j *journal.Journal) func(ctx context.Context, replication int) (Fate, error) {
	return journaled(j, s, "fate", fates(s))
}

func fates(s *scenario.Scenario) func(ctx context.Context, replication int) (Fate, error) {
	run := guarded(simulation(&s.Spec, nil))
	told := facts(&s.Spec)
	return func(ctx context.Context, replication int) (Fate, error) {
		o, err := run(ctx, replication)
		if err != nil {
			return Fate{}, err
		}
		recovered := pick(address{"recovery.recovered", metric.Whole}, o.Values)
		relapsed := pick(address{"recovery.relapsed", metric.Whole}, o.Values)
		switch {
		case recovered == nil || relapsed == nil:
			return Fate{Why: noSuchMeasure}, nil
		case recovered.Why != "":
			return Fate{Why: recovered.Why}, nil
		case recovered.Value == 1 && relapsed.Value == 0:
			return Fate{Phase: result.Recovers}, nil
		}
		first, last := told.Duration, 0.0
		for _, f := range told.Faults {
			first = min(first, f.Begin)
			if f.End == nil {
				return Fate{Why: "a fault lasts to the end"}, nil
			}
			last = max(last, *f.End)
		}
		for _, series := range o.Series {
			if series.Name != "goodput" {
				continue
			}
			before, begun := meanBetween(series.Values, told.SeriesBin, told.Warmup, first)
			after, rest := meanBetween(series.Values, told.SeriesBin, (last+told.Duration)/2, told.Duration)
			switch {
			case !begun:
				return Fate{Why: "no whole bin of run.series lies between warm-up and the first fault"}, nil
			case !rest:
				return Fate{Why: "no whole bin of run.series lies in the second half of the time after the last fault"}, nil
			case after < before/2:
				return Fate{Phase: result.Collapses}, nil
			}
		}
		return Fate{Phase: result.Degrades}, nil
	}
}

// meanBetween is over the bins that lie wholly within a span of seconds, false
// without any.
func meanBetween(values []float64, bin, from, to float64) (mean float64, some bool) {
	var sum, n float64
	for i, v := range values {
		if begin := float64(float64(i) * bin); begin >= from && begin+bin <= to {
			sum += v
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / n, true
}
