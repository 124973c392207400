package review

import (
	"fmt"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/figure"
	"herdcast/reports/finding"
	"herdcast/reports/number"
)

// brief is what the summary in a terminal says too.
func brief(r *result.Result) Section {
	t := &figure.Table{Columns: []string{"what", "in this run"}}
	for _, point := range Brief(r) {
		word := point.Word
		for _, sentence := range point.Sentences {
			t.Rows = append(t.Rows, []string{word, sentence})
			word = ""
		}
	}
	return Section{"brief", "In short", []Block{{Table: t}}}
}

func herd(r *result.Result, arrivals *figure.Figure, shown *glossary) Section {
	return Section{"herd", "The herd", []Block{
		picture(arrivals),
		measures(r, shown, "No arrivals were measured.", "attempts", "attempts.first", "attempts.retries", "attempts.hedges",
			"amplification", "amplification.peak", "amplification.intent",
			"herd.peak", "herd.peak_sliding", "herd.retry_peak", "herd.peak_to_baseline", "herd.return_peak", "herd.dispersion"),
		{Text: fmt.Sprintf("Peaks of the herd are counted in bins of %s.", number.Duration(r.Facts.HerdBin))},
	}}
}

func budget(r *result.Result, used, spent *figure.Figure, shown *glossary) Section {
	return Section{"budget", "Time and budget", []Block{
		picture(used),
		picture(spent),
		measures(r, shown, "No task was measured.", "tasks.started", "tasks.succeeded", "tasks.degraded", "tasks.failed",
			"tasks.out_of_time", "tasks.out_of_tokens", "tasks.out_of_turns", "tasks.unfinished", "tasks.success",
			"tasks.duration.p50", "tasks.duration.p95", "tasks.duration.p99",
			"wall_clock.used.p50", "wall_clock.used.p95", "wall_clock.used.p99", "wall_clock.exhausted",
			"tokens", "tokens.used.p99", "tokens.repeated_share", "cost", "turns", "turns.inserted"),
	}}
}

// effects are told with their share of what was wanted.
func effects(r *result.Result, landed *figure.Figure, shown *glossary) Section {
	s := Section{ID: "effects", Title: "Side effects"}
	wanted := r.Measures["effects.wanted"]
	if wanted.Value == nil || *wanted.Value == 0 {
		s.Blocks = []Block{{Text: "No task wanted a side effect."}}
		if wanted.Why != "" {
			s.Blocks[0].Text = "Side effects were not measured: " + wanted.Why + "."
		}
		return s
	}
	t := &figure.Table{Columns: []string{"effects", "mean of a run, 95 % interval", "per 1,000 wanted"}}
	for _, name := range []string{"effects.wanted", "effects.landed", "effects.duplicates", "effects.lost", "effects.missed", "effects.false_failures", "effects.unknown"} {
		m, ok := r.Measures[name]
		if !ok {
			continue
		}
		t.Rows = append(t.Rows, []string{name, Estimate(m), perThousand(m, *wanted.Value)})
		shown.enter(name)
		if name == "effects.duplicates" {
			for _, cause := range []string{"retry", "hedge", "reissue", "adapt", "key_expired", "stored_late", "lease"} {
				part := "effects.duplicates(cause=" + cause + ")"
				if m, ok := r.Parts[part]; ok {
					t.Rows = append(t.Rows, []string{part, Estimate(m), perThousand(m, *wanted.Value)})
				}
			}
		}
	}
	s.Blocks = []Block{picture(landed), {Table: t}, measures(r, shown, "", "effects.duplicates_per_1000", "effects.unknown.landed", "effects.false_failure_share")}
	return s
}

func perThousand(m result.Measure, wanted float64) string {
	if m.Value == nil {
		return ""
	}
	return number.Count(*m.Value / wanted * 1000)
}

func setting() Section {
	return Section{"setting", "Recommended setting", []Block{
		{Text: "One run judges one setting and recommends none. This runs the same scenario, on the same luck, with another value of any key, for example a retry budget:"},
		{Code: "herdcast run FILE --set PATH=VALUE"},
	}}
}

func recovery(r *result.Result, goodput *figure.Figure, shown *glossary) Section {
	return Section{"recovery", "Recovery", []Block{
		picture(goodput),
		measures(r, shown, "Recovery was not measured.", "recovery.recovered", "recovery.time", "recovery.relapsed", "goodput", "offered",
			"calls.success", "latency.p50", "latency.p95", "latency.p99", "latency.max", "latency.ok.p99"),
		{Text: "Recovered means five healthy seconds in a row after the last fault, measured against the time before the first."},
	}}
}

func dependency(r *result.Result, queue *figure.Figure, shown *glossary) Section {
	return Section{"dependency", "The dependency", []Block{
		picture(queue),
		measures(r, shown, "The dependency was not measured.", "load", "utilisation", "work.wasted", "work.wasted_share",
			"queue.mean", "queue.max", "queue.slope", "wait.mean", "wait.p99", "quota.refused",
			"attempts.ok", "attempts.semantic", "attempts.throttled", "attempts.unavailable", "attempts.server_error", "attempts.reset",
			"attempts.refused", "attempts.conflict", "attempts.timeout", "attempts.abandoned", "attempts.unfinished"),
	}}
}

func policies(r *result.Result, shown *glossary) Section {
	names := []string{"calls", "calls.reissued", "calls.succeeded", "calls.failed", "calls.rejected", "rejections", "breaker.open_time", "retry_budget.denied", "limit.waiting"}
	for _, name := range sorted(r.Measures) {
		if strings.HasPrefix(name, "layers.") {
			names = append(names, name)
		}
	}
	s := Section{"layers", "The layers of the policy", []Block{measures(r, shown, "No call was measured.", names...)}}
	t := &figure.Table{Columns: []string{"part", "mean of a run, 95 % interval"}}
	for _, name := range sorted(r.Parts) {
		if !strings.HasPrefix(name, "effects.duplicates(cause=") { // told with the effects
			t.Rows = append(t.Rows, []string{name, Estimate(r.Parts[name])})
		}
	}
	if len(t.Rows) > 0 {
		s.Blocks = append(s.Blocks, Block{Text: "Parts that were asked for:"}, Block{Table: t})
	}
	return s
}

func parts(r *result.Result, shown *glossary) Section {
	cohorts := []column{
		{"tasks", "tasks.started"}, {"success", "tasks.success"}, {"amplification", "amplification"}, {"latency p99", "latency.p99"},
		{"budget used p99", "wall_clock.used.p99"}, {"out of time", "wall_clock.exhausted"}, {"thinking", "time.think"}, {"duplicates per 1,000", "effects.duplicates_per_1000"},
	}
	tools := []column{
		{"calls", "calls"}, {"success", "calls.success"}, {"attempts", "attempts"}, {"amplification", "amplification"}, {"latency p50", "latency.p50"},
		{"latency p99", "latency.p99"}, {"landed", "effects.landed"}, {"duplicates per 1,000", "effects.duplicates_per_1000"},
	}
	return Section{"parts", "By cohort and by tool", []Block{
		{Text: "Means of a run."},
		{Table: byPart("cohort", r.Facts.Cohorts, r.ByCohort, cohorts, shown)},
		{Table: byPart("tool", r.Facts.Tools, r.ByTool, tools, shown)},
	}}
}

func findings(r *result.Result) Section {
	s := Section{ID: "findings", Title: "Findings"}
	t := &figure.Table{Columns: []string{"finding", "severity", "what was found", "what helps"}}
	for _, f := range finding.All(r) {
		t.Rows = append(t.Rows, []string{f.Name, f.Severity, f.Message, f.Advice})
	}
	if len(t.Rows) == 0 {
		s.Blocks = []Block{{Text: "No rule found anything worth a sentence."}}
		return s
	}
	s.Blocks = []Block{{Table: t}}
	return s
}

// Assumptions tells what was assumed of the model.
func Assumptions(all []result.Assumption) Section {
	s := Section{ID: "assumptions", Title: "Assumptions"}
	if len(all) == 0 {
		s.Blocks = []Block{{Text: "The scenario sets everything that the model's behaviour depends on; nothing was assumed."}}
		return s
	}
	t := &figure.Table{Columns: []string{"setting", "assumed"}}
	for _, a := range all {
		t.Rows = append(t.Rows, []string{a.Path, a.Value})
	}
	s.Blocks = []Block{{Text: "How the model reacts where the scenario does not say so. These are assumptions, not measurements: set them from your own logs."}, {Table: t}}
	return s
}

func repeat(r *result.Result) Section {
	t := &figure.Table{Columns: []string{"what", "value"}, Rows: [][]string{
		{"version of herdcast", r.Herdcast}, {"seed", fmt.Sprint(r.Seed)},
		{"runs", fmt.Sprintf("%d of %d", r.Replications, r.Planned)}, {"digest of the resolved scenario", r.Digest},
	}}
	return Section{"repeat", "How to repeat this", []Block{
		{Code: r.Command}, {Table: t},
		{Text: "The same version, scenario and seed give the same bytes, however many cores take part."},
	}}
}

func leftOut() Section {
	return Section{"limits", "What was not simulated", []Block{{List: []string{
		"There is one dependency. What it calls in turn shows only as its service times and faults.",
		"Models are shares, not language models: how often a failed call is repeated, changed or given up is set, not inferred.",
		"Networks delay, lose and break connections by chance; packets, bandwidth and connection pools are not modelled.",
		"Agents and wrappers take no time of their own: no processor, no memory, no garbage collection.",
		"People do not step in: nobody turns off a fleet or adds servers unless the scenario says so.",
	}}}}
}

func resolved(scenario []byte) Section {
	return Section{"scenario", "The scenario with every default", []Block{{Code: strings.TrimRight(string(scenario), "\n")}}}
}
