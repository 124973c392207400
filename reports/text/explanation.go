package text

import (
	"fmt"
	"io"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// Explanation writes an explanation: the findings first, the worst of them at the
// top, then the numbers that they rest on.
func Explanation(w io.Writer, e *result.Explanation, o Options) error {
	p := newPage(o)
	p.title(e.Name + "   " + tally(e.Findings))
	for _, f := range e.Findings {
		p.finding(f)
	}
	p.chains(e.Chain)
	p.deadlines(e.Deadlines)
	p.allowances(e.Budgets)
	p.load(e.Load)
	p.quick(e.Quick)
	_, err := w.Write(p.Bytes())
	return err
}

// tally counts findings by severity.
func tally(findings []result.Finding) string {
	var counts []string
	for _, severity := range []struct{ of, noun string }{{result.Error, "error"}, {result.Warning, "warning"}, {result.Info, "note"}} {
		count := 0
		for _, f := range findings {
			if f.Severity == severity.of {
				count++
			}
		}
		if count > 0 {
			counts = append(counts, number.Plural(float64(count), severity.noun))
		}
	}
	if counts == nil {
		return "nothing found that is probably not meant"
	}
	return strings.Join(counts, " · ")
}

func (p *page) title(text string) {
	for _, line := range wrap(clean(text), p.width) {
		p.line(line)
	}
	p.line("")
}

// signs of the severities.
var signs = map[string]string{result.Error: "✗", result.Warning: "?", result.Info: "·"}

func (p *page) finding(f result.Finding) {
	head := f.Severity + " " + f.Name
	where := clean(f.Path)
	if f.Line > 0 {
		where += fmt.Sprintf(", line %d", f.Line)
	}
	lines := wrap(head, p.width-indent-2)
	for i, line := range lines {
		sign := " "
		if i == 0 {
			sign = p.painted(signs[f.Severity])
		}
		p.line(spaces(indent) + sign + " " + line)
	}
	for _, text := range []string{where, clean(f.Message), clean(f.Advice)} {
		if text == "" {
			continue
		}
		for _, line := range wrap(text, p.width-indent-4) {
			p.line(spaces(indent+4) + line)
		}
	}
	p.line("")
}

// bound writes a number with its unit, or that there is no bound.
func bound(value *float64, unit string) string {
	if value == nil {
		return "no bound"
	}
	return number.Value(*value, unit)
}

func (p *page) chains(chains []result.Chain) {
	p.title("What one task becomes: on average while all is well, and at most")
	for _, c := range chains {
		p.name(c.Cohort)
		rows := [][]string{
			{"", "average", "most"},
			{"turns planned", bound(c.Turns.Mean, ""), bound(c.Turns.Most, "")},
			{"intents, which is calls planned", bound(c.Intents.Mean, ""), bound(c.Intents.Most, "")},
			{"calls of an intent, the model's repeats", bound(c.Calls.Mean, ""), bound(c.Calls.Most, "")},
		}
		for _, t := range c.Tools {
			rows = append(rows, []string{"attempts of a call of " + t.Tool + product(t), bound(t.Attempts.Mean, ""), bound(t.Attempts.Most, "")})
		}
		p.table(append(rows, []string{"attempts of a task", bound(c.Total.Mean, ""), bound(c.Total.Most, "")}))
		for _, t := range c.Tools {
			p.under("A call of " + t.Tool + horizon(t))
		}
		p.line("")
	}
}

// horizon says how long a call waits and takes at most.
func horizon(t result.ToolChain) string {
	text := " waits between tries without bound"
	if t.Horizon != nil {
		text = " waits between tries for " + number.Duration(*t.Horizon) + " at most"
	}
	if t.Time == nil {
		return text + ", and nothing ends it that is never answered."
	}
	return text + ", and is over after " + number.Duration(*t.Time) + " at the latest."
}

// product writes the factors of a chain where there are several.
func product(t result.ToolChain) string {
	var factors []string
	for _, f := range t.Factors {
		factors = append(factors, bound(f.Factor, ""))
	}
	if len(factors) < 2 {
		return ""
	}
	return ", " + strings.Join(factors, " × ")
}

// name writes what a part is about.
func (p *page) name(text string) {
	for _, line := range wrap(clean(text), p.width-indent) {
		p.line(spaces(indent) + line)
	}
}

// under writes a sentence below a table.
func (p *page) under(text string) {
	for _, line := range wrap(clean(text), p.width-2*indent) {
		p.line(spaces(2*indent) + line)
	}
}

// table writes rows whose first column is text and whose others are numbers, each
// as wide as its widest. A first column that leaves too little room stands on a
// line of its own.
func (p *page) table(rows [][]string) {
	wide := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			wide[i] = max(wide[i], columns(clean(cell)))
		}
	}
	numbers := 0
	for _, w := range wide[1:] {
		numbers += w + 2
	}
	first := min(wide[0], p.width-2*indent-numbers)
	for _, row := range rows {
		cells := ""
		for i, cell := range row[1:] {
			cells += "  " + spaces(wide[i+1]-columns(cell)) + cell
		}
		label := clean(row[0])
		if columns(label) > first {
			for _, line := range wrap(strings.TrimLeft(label, " "), p.width-2*indent) {
				p.line(spaces(2*indent) + line)
			}
			label = ""
		}
		p.line(spaces(2*indent) + pad(label, max(first, 0)) + cells)
	}
}

func (p *page) deadlines(nests []result.Nest) {
	p.title("Deadlines, the outermost first, and what is below them takes at most")
	for _, n := range nests {
		policy := n.Policy
		if policy == "" {
			policy = "no policy"
		}
		p.name(n.Cohort + ": " + strings.Join(n.Tools, ", ") + " (" + policy + ")")
		rows := [][]string{{"", "ends after", "below takes"}}
		for depth, s := range n.Steps {
			ends, takes := "—", bound(s.Needs, "s")
			if s.Limit != nil {
				ends = number.Duration(*s.Limit)
			}
			label := spaces(min(depth, 6)) + clean(s.Path)
			if s.What == "service" {
				takes += " (mean)"
			}
			rows = append(rows, []string{label, ends, takes})
		}
		p.table(rows)
		p.line("")
	}
}

func (p *page) allowances(all []result.Allowance) {
	if len(all) == 0 {
		return
	}
	p.title("Limits, breakers, budgets and quotas, each and over the fleet")
	rows := [][]string{{"", "each", "owners", "fleet"}}
	for _, a := range all {
		owners := "one a " + a.Scope
		if a.Owners != nil {
			owners = number.Count(*a.Owners) + " × " + a.Scope
		}
		each, fleet := "", ""
		if a.Share != nil {
			each, fleet = number.Share(*a.Share), "≈ "+bound(granted(a), "")
		}
		rows = append(rows, []string{a.Path, allowed(a, a.Each, each), owners, allowed(a, a.Fleet, fleet)})
	}
	p.table(rows)
	for _, a := range all {
		text := a.Path + " counts " + a.Unit
		if a.Also != "" {
			text += ", " + a.Also
		}
		p.under(text + ".")
	}
	p.line("")
}

// granted is what a share of tries comes to over the fleet.
func granted(a result.Allowance) *float64 {
	if a.Share == nil || a.Of == nil {
		return nil
	}
	product := *a.Share * *a.Of
	return &product
}

// allowed writes what is allowed: a number, and beside it what a share grants.
func allowed(a result.Allowance, floor *float64, share string) string {
	switch {
	case a.Share == nil:
		return bound(floor, "")
	case floor != nil && *floor == 0:
		return share
	}
	return bound(floor, "") + " + " + share
}

// verdicts on a phase, as signs.
var verdicts = map[string]string{"fits": "✓", "retries_exceed": "?", "exceeds": "✗", "unserved": "✗"}

func (p *page) load(l result.Load) {
	p.title("Load: what is asked for and what can be served")
	rows := [][]string{{"", "tasks", "first tries", "calls at once"}}
	for _, d := range l.Cohorts {
		atOnce := "as they come"
		if d.AtOnce != nil {
			atOnce = "≤ " + number.Count(*d.AtOnce)
		}
		rows = append(rows, []string{d.Cohort, bound(d.Tasks, "1/s"), bound(d.FirstTries, "1/s"), atOnce})
	}
	p.table(rows)
	p.line("")
	rows = [][]string{{"", "first", "if all", "if all", "", ""}, {"", "tries", "time out", "refused", "capacity", "busy"}}
	for _, phase := range l.Phases {
		busy := bound(phase.Busy, "") + " of " + bound(phase.Servers, "")
		name := verdicts[phase.Verdict] + " " + number.Clock(phase.From) + " " + phase.Name
		rows = append(rows, []string{name, bound(phase.FirstTries, "1/s"), bound(phase.Attempts, "1/s"), bound(phase.Refused, "1/s"), bound(phase.Capacity, "1/s"), busy})
	}
	p.table(rows)
	p.under("If all is what the policies send in the long run if every attempt times out, or if every one is refused at once. That can be less than first tries: agents that wait longer for a call start fewer. Busy is first tries per second × seconds of service (Little's law): the servers that first tries keep at work on average. ✓ even what is sent if all time out can be served, ? first tries can, ✗ not even these.")
}
