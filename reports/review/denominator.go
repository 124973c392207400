package review

import (
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// outOf writes the denominator of a measure with its noun: 14,339 ended tasks.
// It is empty for counts, and for names it does not know the number alone.
func outOf(name string, m result.Measure, replications int) string {
	if m.Of == nil {
		return ""
	}
	if name == "recovery.recovered" || name == "recovery.relapsed" { // each run is one
		return plural(int(*m.Of*float64(replications)+0.5), "run", "runs")
	}
	noun := denominators[name]
	for _, family := range denominatorFamilies {
		if noun == "" && strings.HasPrefix(name, family.stem) {
			noun = family.noun
		}
	}
	return strings.TrimSuffix(number.Count(*m.Of)+" "+noun, " ")
}

var denominatorFamilies = []struct{ stem, noun string }{
	{"tasks.duration.", "ended tasks"},
	{"latency.ok.", "successful calls"},
	{"latency.", "ended calls"},
	{"wait.", "answered attempts"},
	{"wall_clock.used.", "ended tasks"},
	{"tokens.used.", "ended tasks"},
	{"time.", "s of task time"},
	{"layers.", "calls entering"},
}

var denominators = map[string]string{
	"tasks.success": "ended tasks", "calls.success": "ended calls",
	"wall_clock.exhausted": "tasks", "tokens.exhausted": "tasks", "tokens.repeated_share": "tokens",
	"amplification": "calls", "amplification.peak": "calls then", "amplification.intent": "intents",
	"herd.peak_to_baseline": "bins before it", "herd.dispersion": "bins",
	"goodput": "s", "offered": "s", "queue.mean": "s", "queue.slope": "s", "limit.waiting": "s", "recovery.time": "s until the end",
	"load": "server seconds", "utilisation": "server seconds", "work.wasted": "busy server seconds", "work.wasted_share": "busy server seconds",
	"breaker.open_time":           "breaker seconds",
	"effects.duplicates_per_1000": "intents with an effect", "effects.unknown.landed": "unknown outcomes", "effects.false_failure_share": "reported failures",
}
