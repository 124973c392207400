package review

import "strings"

// Meaning says what a measure is, in a line. It is empty for names it does not
// know.
func Meaning(name string) string {
	if text, ok := meanings[name]; ok {
		return text
	}
	if layer, ok := strings.CutPrefix(name, "layers."); ok {
		return "tries started by the retry layer " + layer + ", for each time it was entered"
	}
	for _, family := range families {
		if statistic, ok := strings.CutPrefix(name, family.stem); ok && statistics[statistic] != "" {
			return statistics[statistic] + " " + family.of
		}
	}
	return ""
}

var statistics = map[string]string{
	"mean": "mean", "p50": "median", "p90": "90th percentile", "p95": "95th percentile", "p99": "99th percentile", "p999": "99.9th percentile", "max": "largest",
}

var families = []struct{ stem, of string }{
	{"tasks.duration.", "of how long ended tasks took"},
	{"latency.ok.", "of the time from a call's start to its result, successes only"},
	{"latency.", "of the time from a call's start to its result, failures included"},
	{"wait.", "of the time that answered attempts stood in the dependency's queue"},
	{"wall_clock.used.", "of the share of the wall-clock budget that ended tasks used"},
	{"tokens.used.", "of the share of the token budget that ended tasks used"},
}

var meanings = map[string]string{
	"tasks.started": "tasks that agents took up", "tasks.succeeded": "tasks with all intents done", "tasks.degraded": "tasks that went on without some intents",
	"tasks.failed": "tasks given up after a failure", "tasks.out_of_time": "tasks ended by their wall-clock budget", "tasks.out_of_tokens": "tasks ended by their token budget",
	"tasks.out_of_turns": "tasks ended by their budget of turns", "tasks.unfinished": "tasks still running at the end", "tasks.success": "succeeded tasks out of ended ones",
	"turns": "times that the model thought", "turns.inserted": "turns beyond the plan, to deal with failed calls", "intents": "things that tasks wanted done, each once",
	"calls": "tool calls as the model sees them", "calls.reissued": "calls that repeat a failed one unchanged", "calls.succeeded": "calls that ended in success",
	"calls.failed": "calls surfaced to the model as failed", "calls.rejected": "calls that ended without any attempt or spawned agent", "calls.unfinished": "calls open at the end of the run", "calls.success": "succeeded calls out of ended ones",
	"rejections": "times that a layer of the policy refused a call or try",
	"attempts":   "requests put on the wire", "attempts.first": "attempts that are a call's first try", "attempts.retries": "attempts after the first try of a retry layer", "attempts.hedges": "copies sent before the first answered",
	"attempts.ok": "attempts answered with success", "attempts.semantic": "attempts refused for what they ask", "attempts.throttled": "attempts refused for their rate (429)", "attempts.unavailable": "attempts refused for overload (503)",
	"attempts.server_error": "attempts answered with an error of the server", "attempts.reset": "attempts whose connection broke", "attempts.refused": "attempts that got no connection", "attempts.conflict": "attempts answered with a conflict (409)",
	"attempts.timeout": "attempts cut by their own timeout", "attempts.abandoned": "attempts cut from above: an outer timeout, a budget's end, a lost hedge", "attempts.unfinished": "attempts open at the end of the run",
	"amplification": "attempts for each call (those that spawn agents left out); below 1 where calls are turned away locally", "amplification.peak": "the same over the worst ten seconds", "amplification.intent": "attempts for each thing wanted",
	"herd.peak": "most arrivals at the dependency in one bin", "herd.peak_sliding": "most arrivals in any window as wide as a bin", "herd.retry_peak": "most retries in one bin",
	"herd.peak_to_baseline": "that peak over the mean bin before the first fault", "herd.dispersion": "variance over mean of arrivals per bin; 1 if they come by chance", "herd.return_peak": "most arrivals in one bin of the minute after the last fault",
	"goodput": "calls that end in success, per second", "offered": "attempts sent, per second", "load": "work that arrives over what the servers can do", "utilisation": "busy servers over all",
	"work.wasted": "server time for callers that had gone or for failures", "work.wasted_share": "the same, out of busy time",
	"queue.mean": "requests waiting, mean over time", "queue.max": "most requests waiting", "queue.slope": "growth of the queue", "quota.refused": "requests refused by the dependency's quota",
	"limit.waiting": "calls waiting for a permit, mean over time", "breaker.open_time": "share of time that breakers are not closed", "retry_budget.denied": "retries refused by a retry budget",
	"recovery.recovered": "share of runs that recover", "recovery.time": "time from the end of the last fault until calls are healthy for good", "recovery.relapsed": "share of runs that recover and fall ill again",
	"wall_clock.exhausted": "share of tasks ended by their wall-clock budget", "tokens": "tokens spent", "tokens.exhausted": "share of tasks ended by their token budget", "tokens.repeated_share": "share of tokens spent on turns that only repeat", "cost": "price of the tokens, in the scenario's money",
	"time.think": "share of task time in which the model thinks", "time.service": "share of task time in attempts that succeeded, while they were served", "time.queue": "share of task time in the dependency's queue or waiting for a key",
	"time.network": "share of task time on the network", "time.backoff": "share of task time between tries", "time.limit": "share of task time waiting for the client's limits", "time.failed_attempts": "share of task time in attempts that did not give the result",
	"time.wasted_turns": "share of task time in turns that only repeat failed calls", "time.children": "share of task time waiting for sub-agents",
	"effects.wanted": "intents with a side effect", "effects.landed": "side effects carried out", "effects.duplicates": "side effects beyond the first of their intent", "effects.lost": "reported done, never landed",
	"effects.missed": "reported done by the answer to another intent", "effects.false_failures": "calls reported failed or unknown whose effect landed", "effects.unknown": "calls reported with unknown outcome",
	"effects.duplicates_per_1000": "duplicates for 1,000 intents with an effect", "effects.unknown.landed": "share of unknown outcomes that had landed", "effects.false_failure_share": "false failures out of reported failures of calls with an effect",
}
