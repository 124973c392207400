package text

import (
	"math"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// quick writes what a fluid says: the states of the queue, a picture of the drift
// that makes them, and how the run ends.
func (p *page) quick(q result.Quick) {
	if len(q.Unseen) == 0 && len(q.States) == 0 {
		return
	}
	p.line("")
	p.title("Quick look: the states of the queue, without luck")
	if len(q.Unseen) > 0 {
		p.under("None, as it does not know of " + strings.Join(q.Unseen, ", ") + ".")
		return
	}
	rows := [][]string{{"", "queue", "wait", "attempts", "per call", "failed"}}
	for _, s := range q.States {
		name, queue, wait := "threshold", "without end", ""
		if s.Stable {
			name = "stable"
		}
		if s.Queue != nil {
			queue, wait = number.Value(*s.Queue, ""), number.Value(*s.Wait, "s")
		}
		rows = append(rows, []string{name, queue, wait, number.Value(s.Attempts, "1/s"), number.Value(s.PerCall, ""), number.Share(s.Failed)})
	}
	p.table(rows)
	p.line("")
	most := 0.0
	for _, d := range q.Drift {
		most = math.Max(most, math.Abs(d.Drift))
	}
	rows = [][]string{{"queue", "drift", ""}}
	for _, d := range q.Drift {
		rows = append(rows, []string{number.Value(d.Queue, ""), number.Value(d.Drift, "1/s"), bar(d.Drift, most)})
	}
	p.table(rows)
	p.under("Drift is how fast a queue of this length grows: where it falls through zero the queue stays, where it rises through zero is a threshold. " + wayInWords(q))
}

// bar draws a drift from a middle line: shrinking to the left, growing to the right.
func bar(drift, most float64) string {
	const half = 10
	length := 0
	if most > 0 {
		length = int(math.Round(half * math.Abs(drift) / most))
	}
	if drift < 0 {
		return strings.Repeat(" ", half-length) + strings.Repeat("◂", length) + "│" + strings.Repeat(" ", half)
	}
	return strings.Repeat(" ", half) + "│" + strings.Repeat("▸", length) + strings.Repeat(" ", half-length)
}

func wayInWords(q result.Quick) string {
	switch {
	case len(q.UnseenFaults) > 0:
		return "It does not know of " + strings.Join(q.UnseenFaults, ", ") + ", and so not how the run goes."
	case q.Way == nil:
		return "The run is too long beside its shortest span to be followed in short enough steps, and so it does not know how it goes."
	case q.Way.Troubled == nil:
		return "From an empty queue, attempts still fail at the end of the run."
	case *q.Way.Troubled == 0:
		return "From an empty queue, no attempts fail beyond those that always do."
	}
	return "From an empty queue, the last attempts fail at " + number.Clock(*q.Way.Troubled) + "."
}
