package review

import (
	"fmt"
	"math"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/figure"
	"herdcast/reports/number"
)

// fewKeys is how many keys of which a fluid knows nothing are named in short.
const fewKeys = 3

// beside tells in short what a fluid says beside what was simulated.
func beside(r *result.Result) []string {
	q := r.QuickLook
	switch {
	case q == nil:
		return nil
	case len(q.Unseen) > fewKeys:
		return []string{fmt.Sprintf("none: a fluid knows nothing of %s and %s", strings.Join(q.Unseen[:fewKeys], ", "), number.Plural(float64(len(q.Unseen)-fewKeys), "more key"))}
	case len(q.Spans) == 0:
		return []string{"none: " + withoutSpans(q)}
	}
	var sentences []string
	for _, span := range q.Spans {
		var parts []string
		for _, m := range span.Measures {
			text := fmt.Sprintf("%s fluid %s, simulated %s", m.Measure, valued(m.Fluid, m.Unit), valued(m.Simulated, m.Unit))
			if m.Apart != nil {
				text += " (" + apart(m) + ")"
			}
			parts = append(parts, text)
		}
		sentences = append(sentences, span.Name+": "+strings.Join(parts, "; "))
	}
	return sentences
}

// withoutSpans says why a fluid has no answer.
func withoutSpans(q *result.QuickLook) string {
	switch {
	case len(q.Unseen) > 0:
		return "a fluid knows nothing of " + strings.Join(q.Unseen, ", ")
	case q.Why != "":
		return q.Why
	}
	return "no whole bin of the series lies in a span between faults"
}

func quick(r *result.Result) Section {
	s := Section{ID: "quick", Title: "Quick look"}
	q := r.QuickLook
	if q == nil {
		s.Blocks = []Block{{Text: "None was taken of this run."}}
		return s
	}
	if len(q.Spans) == 0 {
		s.Blocks = []Block{{Text: "There is none: " + withoutSpans(q) + "."}}
		return s
	}
	t := &figure.Table{Columns: []string{"when", "measure", "a fluid says", "simulated", "apart"}}
	for _, span := range q.Spans {
		name := fmt.Sprintf("%s, %s to %s", span.Name, number.Clock(span.From), number.Clock(span.To))
		for _, m := range span.Measures {
			t.Rows = append(t.Rows, []string{name, m.Measure, valued(m.Fluid, m.Unit), valued(m.Simulated, m.Unit), apart(m)})
			name = ""
		}
	}
	s.Blocks = []Block{
		{Text: "What a fluid says in milliseconds, which has no luck and a fleet without end, beside the means that were simulated, in whole bins of the series from the end of warm-up on. Amplification is of the attempts and first tries in the span; latency is by Little's law, calls under way over calls that end per second."},
		{Table: t},
		{Text: "Where both are close, flows explain what was seen; where they are apart, luck, the size of the fleet or bursts do."},
	}
	return s
}

func valued(value *float64, unit string) string {
	if value == nil {
		return "n/a"
	}
	return number.Value(*value, unit)
}

// apart is by how much the fluid says more or less than was simulated, to 0.1 %.
func apart(m result.Predicted) string {
	if m.Apart == nil {
		return "n/a"
	}
	share, sign := math.Round(1000**m.Apart)/1000, "+"
	if share < 0 {
		share, sign = -share, "−"
	}
	return sign + number.Share(share)
}
