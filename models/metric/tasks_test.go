package metric_test

import (
	"testing"
	"time"

	"herdcast/models/fact"
	"herdcast/models/metric"
)

// taskEnded is the end of a measured task.
func taskEnded(cohort uint16, at int64, took time.Duration, budget time.Duration, how fact.TaskEnd) fact.Fact {
	return fact.Fact{Kind: fact.TaskEnded, At: ms(at), Cohort: cohort, Code: uint8(how), Span: took, N: int64(budget), Measured: true}
}

func TestTasks(t *testing.T) {
	f := ninety()
	f.WallClock = true
	start := func(cohort uint16, at int64, measured bool) fact.Fact {
		return fact.Fact{Kind: fact.TaskStarted, At: ms(at), Cohort: cohort, Measured: measured}
	}
	early := taskEnded(scouts, 14_999, 5*time.Second, 10*time.Second, fact.TaskOutOfTime)
	early.Measured = false // it started 1 ms before the end of warm-up
	o := measure(f,
		start(scouts, 9_999, false), early,
		start(scouts, 10_000, true), taskEnded(scouts, 12_000, 2*time.Second, 10*time.Second, fact.TaskSucceeded),
		start(scouts, 20_000, true), taskEnded(scouts, 30_000, 10*time.Second, 10*time.Second, fact.TaskOutOfTime),
		start(scouts, 31_000, true), taskEnded(scouts, 35_000, 4*time.Second, 10*time.Second, fact.TaskDegraded),
		start(scouts, 97_000, true), taskEnded(scouts, 100_000, 3*time.Second, 10*time.Second, fact.TaskUnfinished),
		start(medics, 10_000, true), taskEnded(medics, 16_000, 6*time.Second, 0, fact.TaskFailed),
		start(medics, 99_999, true), taskEnded(medics, 100_000, time.Millisecond, 0, fact.TaskUnfinished),
	)
	expect(t, o, metric.Whole, map[string]want{
		"tasks.started": {6, 0}, "tasks.succeeded": {1, 0}, "tasks.degraded": {1, 0}, "tasks.failed": {1, 0},
		"tasks.out_of_time": {1, 0}, "tasks.out_of_tokens": {0, 0}, "tasks.out_of_turns": {0, 0}, "tasks.unfinished": {2, 0},
		"tasks.success": {0.25, 4},
		// 2, 4, 6 and 10 s; the unfinished are left out.
		"tasks.duration.mean": {5.5, 4}, "tasks.duration.p50": {4, 4}, "tasks.duration.p90": {10, 4},
		"tasks.duration.p999": {10, 4}, "tasks.duration.max": {10, 4},
		// 20 %, 40 % and all of it, of those that ended with a budget.
		"wall_clock.used.p50": {0.4, 3}, "wall_clock.used.p95": {1, 3}, "wall_clock.used.p99": {1, 3},
		"wall_clock.exhausted": {0.25, 4}, // the unfinished one counts below the line
	})
	expect(t, o, ofCohort(scouts), map[string]want{
		"tasks.started": {4, 0}, "tasks.success": {1.0 / 3, 3}, "tasks.duration.p50": {4, 3}, "wall_clock.exhausted": {0.25, 4},
	})
	expect(t, o, ofCohort(medics), map[string]want{"tasks.started": {2, 0}, "tasks.success": {0, 1}, "tasks.duration.max": {6, 1}})
	expectNone(t, o, ofCohort(medics), map[string]string{
		"wall_clock.used.p99":  "no task with a wall-clock budget ended",
		"wall_clock.exhausted": "no task with a wall-clock budget started",
	})
	absent(t, o, ofTool(look), "tasks.started", "turns", "wall_clock.exhausted")
}

func TestTurns(t *testing.T) {
	turn := func(cohort uint16, kind fact.TurnKind, measured bool) fact.Fact {
		return fact.Fact{Kind: fact.TurnStarted, At: ms(10_000), Cohort: cohort, Code: uint8(kind), Measured: measured}
	}
	o := measure(ninety(), turn(scouts, fact.TurnPlanned, true), turn(scouts, fact.TurnInserted, true), turn(scouts, fact.TurnRepeats, true),
		turn(medics, fact.TurnPlanned, true), turn(medics, fact.TurnInserted, false))
	expect(t, o, metric.Whole, map[string]want{"turns": {4, 0}, "turns.inserted": {2, 0}})
	expect(t, o, ofCohort(medics), map[string]want{"turns": {1, 0}, "turns.inserted": {0, 0}})
}

// The share of a budget is exactly 1 when the task ran out of it, whatever the
// budget is.
func TestWallClockIsUsedWhollyWhenOutOfTime(t *testing.T) {
	for _, budget := range []time.Duration{1, 3, 7 * time.Millisecond, 120 * time.Second, 87_600 * time.Hour} {
		f := ninety()
		f.WallClock = true
		o := measure(f, taskEnded(scouts, 50_000, budget, budget, fact.TaskOutOfTime))
		if v := find(t, o, metric.Whole, "wall_clock.used.p50"); v.Value != 1 {
			t.Errorf("budget %v: %v used, want all", budget, v.Value)
		}
	}
}

func TestTokensUsed(t *testing.T) {
	used := func(cohort uint16, spent, budget int64) fact.Fact {
		return fact.Fact{Kind: fact.TokensUsed, At: ms(50_000), Cohort: cohort, N: spent, Span: time.Duration(budget), Measured: true}
	}
	f := ninety()
	f.TokenBudget = true
	o := measure(f, used(scouts, 500, 2000), used(scouts, 3000, 2000), used(medics, 9, 10), unmeasured(used(medics, 1, 10)))
	expect(t, o, metric.Whole, map[string]want{"tokens.used.p50": {0.9, 3}, "tokens.used.p95": {1.5, 3}, "tokens.used.p99": {1.5, 3}})
	expect(t, o, ofCohort(medics), map[string]want{"tokens.used.p50": {0.9, 1}})
	expectNone(t, measure(f), metric.Whole, map[string]string{"tokens.used.p50": "no task with a token budget ended"})
}

func TestTasksWithoutValue(t *testing.T) {
	start := fact.Fact{Kind: fact.TaskStarted, At: ms(99_000), Cohort: scouts, Measured: true}
	o := measure(ninety(), start, taskEnded(scouts, 100_000, time.Second, 0, fact.TaskUnfinished))
	expectNone(t, o, metric.Whole, map[string]string{
		"tasks.success": "no task ended", "tasks.duration.mean": "no task ended", "tasks.duration.max": "no task ended",
		"wall_clock.used.p50": "no task has a wall-clock budget", "wall_clock.exhausted": "no task has a wall-clock budget",
		"tokens.used.p50": "no task has a token budget",
	})
}
