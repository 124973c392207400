package objective

import (
	"slices"
	"strings"
)

// Side says which values of a measure people want.
type Side string

// The sides. What is Neither is only more or less: attempts, calls, load.
const (
	Lower   Side = "lower"
	Higher  Side = "higher"
	Neither Side = ""
)

// The measures with a better side, by name or by stem. What a task or a call costs,
// how long it takes and what goes wrong is better low, what succeeds is better high.
// Counts of what merely happens, and shares of time that are neither work nor waste
// of the dependency's making, have none.
var (
	lower = []string{
		"tasks.degraded", "tasks.failed", "tasks.out_of_time", "tasks.out_of_tokens", "tasks.out_of_turns", "tasks.duration",
		"turns.inserted", "calls.reissued", "calls.failed", "calls.rejected", "amplification", "layers", "herd", "work",
		"queue", "limit", "quota", "breaker", "latency", "wait", "recovery.time", "recovery.relapsed", "wall_clock", "tokens", "cost",
		"time.queue", "time.backoff", "time.limit", "time.failed_attempts", "time.wasted_turns",
		"effects.duplicates", "effects.duplicates_per_1000", "effects.lost", "effects.missed", "effects.false_failures", "effects.unknown", "effects.false_failure_share",
	}
	higher = []string{"tasks.succeeded", "tasks.success", "calls.succeeded", "calls.success", "goodput", "recovery.recovered"}
)

// Better gives the better side of a measure, or of a part of it: that of
// latency.p99(tool=search) is that of latency.p99.
func Better(measure string) Side {
	measure, _, _ = strings.Cut(measure, "(")
	measure = strings.TrimSpace(measure)
	in := func(names []string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return measure == name || strings.HasPrefix(measure, name+".") })
	}
	switch {
	case measure == "effects.unknown.landed": // unlike the calls that it is a share of
		return Neither
	case in(lower):
		return Lower
	case in(higher):
		return Higher
	}
	return Neither
}
