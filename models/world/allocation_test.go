package world_test

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// A run of twice the length has the same growth behind it and one more minute of
// storm; what it allocates beyond the shorter one is what that minute allocates.
// Lists of waits for quantiles still grow, by halves, and so do the series of
// long runs: that is less than one allocation in ten thousand events.
func TestEventsAllocateNothing(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	short, few := allocations(t, 2*time.Minute)
	long, many := allocations(t, 4*time.Minute)
	events, more := many-few, long-short
	if events < 400_000 {
		t.Fatalf("only %d events in two minutes of storm", events)
	}
	if more*10_000 > events {
		t.Errorf("%d allocations in %d events", more, events)
	}
}

// allocations runs a storm of 10,000 agents and counts its allocations and events.
func allocations(t *testing.T, duration time.Duration) (allocated, events int64) {
	w := build(t, storm(10_000, duration), 0)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run(t, w)
	runtime.ReadMemStats(&after)
	return int64(after.Mallocs - before.Mallocs), count(w).events
}
