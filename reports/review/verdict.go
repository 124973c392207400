package review

import (
	"fmt"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// Question says in a sentence what was asked.
func Question(r *result.Result) string {
	text := fmt.Sprintf("Does %s hold? %s.", r.Name, strings.Join(Setup(r), ", "))
	var faults []string
	for _, f := range r.Facts.Faults {
		span := " from " + number.Clock(f.Begin) + " on"
		if f.End != nil {
			span = " from " + number.Clock(f.Begin) + " to " + number.Clock(*f.End)
			if *f.End <= f.Begin {
				span = " at " + number.Clock(f.Begin)
			}
		}
		faults = append(faults, f.Name+span)
	}
	switch {
	case len(faults) == 0:
		return text + " No faults."
	case len(faults) > 6:
		return text + fmt.Sprintf(" %d faults, the first: %s.", len(faults), faults[0])
	}
	return text + " Faults: " + strings.Join(faults, ", ") + "."
}

// Setup gives the size of what was simulated, part by part, and last what was laid
// over the file.
func Setup(r *result.Result) []string {
	parts := size(r)
	if with := With(r.Command); with != "" {
		parts = append(parts, with)
	}
	return parts
}

func size(r *result.Result) []string {
	var parts []string
	if r.Facts.Agents > 0 {
		parts = append(parts, number.Plural(float64(r.Facts.Agents), "agent"), plural(r.Facts.Processes, "process", "processes"))
	}
	if r.Facts.Streams > 0 {
		parts = append(parts, plural(r.Facts.Streams, "stream of arrivals", "streams of arrivals"))
	}
	if r.Facts.Spawned > 0 {
		parts = append(parts, plural(r.Facts.Spawned, "cohort of spawned agents", "cohorts of spawned agents"))
	}
	if r.Facts.Servers == nil {
		parts = append(parts, "servers without limit")
	} else {
		parts = append(parts, plural(int(*r.Facts.Servers), "server", "servers"))
	}
	length := number.Duration(r.Facts.Duration) + " × "
	if r.Replications < r.Planned {
		return append(parts, fmt.Sprintf("%s%d of %d runs", length, r.Replications, r.Planned))
	}
	return append(parts, length+plural(r.Replications, "run", "runs"))
}

func plural(count int, one, many string) string {
	if count == 1 {
		return "1 " + one
	}
	return number.Count(float64(count)) + " " + many
}

// Verdict answers the question in a sentence.
func Verdict(r *result.Result) string {
	counts := map[string]int{}
	for _, o := range r.Objectives {
		counts[o.Verdict]++
	}
	total, fails, unclear := len(r.Objectives), counts[result.Fails], counts[result.Unclear]
	of := fmt.Sprintf(" of %d objectives", total)
	if total == 1 {
		of = " objective"
	}
	switch {
	case total == 0:
		return "No objective was set, so there is no verdict."
	case fails > 0 && unclear > 0:
		return fmt.Sprintf("No: %d%s %s, %d cannot be told.", fails, of, verb(fails, "fails", "fail"), unclear)
	case fails > 0:
		return fmt.Sprintf("No: %d%s %s.", fails, of, verb(fails, "fails", "fail"))
	case unclear > 0:
		return fmt.Sprintf("Cannot tell: %d%s %s unclear and none fails.", unclear, of, verb(unclear, "is", "are"))
	case total == 1:
		return "Yes: the objective holds."
	}
	return fmt.Sprintf("Yes: all %d objectives hold.", total)
}

func verb(count int, one, many string) string {
	if count == 1 {
		return one
	}
	return many
}

// Objective is one row of verdicts.
type Objective struct {
	Verdict string // as results name it
	Sign    string // ✓, ✗ or ?
	Measure string
	Value   string // with its interval; n/a and the reason where there is none
	Bound   string // with its sign: ≤ 1.2
	Given   result.Objective
}

// Objectives gives the rows in the order of the scenario.
func Objectives(r *result.Result) []Objective {
	var rows []Objective
	for _, o := range r.Objectives {
		rows = append(rows, Judged(o))
	}
	return rows
}

// Judged gives the row of one objective.
func Judged(o result.Objective) Objective {
	return Objective{
		Verdict: o.Verdict, Sign: signs[o.Verdict], Measure: o.Measure, Bound: bound(o), Given: o,
		Value: Estimate(result.Measure{Value: o.Value, Low: o.Low, High: o.High, Unit: o.Unit, Why: o.Why}),
	}
}

var signs = map[string]string{result.Holds: "✓", result.Fails: "✗", result.Unclear: "?"}

func bound(o result.Objective) string {
	if o.Upper != nil {
		return number.Exactly(o.Bound, o.Unit) + " to " + number.Exactly(*o.Upper, o.Unit)
	}
	sign := o.Sign
	switch sign {
	case "<=":
		sign = "≤"
	case ">=":
		sign = "≥"
	case "==":
		sign = "="
	}
	return sign + " " + number.Exactly(o.Bound, o.Unit)
}

// Estimate writes a measure with its interval, or n/a with the reason.
func Estimate(m result.Measure) string {
	switch {
	case m.Value == nil:
		return Missing(m)
	case m.Low == nil || m.High == nil:
		return number.Value(*m.Value, m.Unit)
	}
	return number.Interval(*m.Value, *m.Low, *m.High, m.Unit)
}

// Missing says that there is no value, and why.
func Missing(m result.Measure) string {
	if m.Why == "" {
		return "n/a"
	}
	return "n/a: " + m.Why
}

// Link is one step of the chain from tasks to attempts.
type Link struct {
	Name   string
	Count  string
	Factor string // from the step before; empty at the first
}

// Chain follows tasks to turns, calls and attempts, each with the factor from the
// one before. Steps that were not measured are left out with all after them.
func Chain(r *result.Result) []Link {
	var links []Link
	before := 0.0
	for _, step := range []struct{ name, measure string }{{"tasks", "tasks.started"}, {"turns", "turns"}, {"calls", "calls"}, {"attempts", "attempts"}} {
		m := r.Measures[step.measure]
		if m.Value == nil {
			break
		}
		link := Link{Name: step.name, Count: number.Count(*m.Value)}
		if before > 0 {
			link.Factor = number.Factor(*m.Value / before)
		}
		links, before = append(links, link), *m.Value
	}
	return links
}
