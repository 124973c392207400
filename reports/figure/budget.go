package figure

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// budget shows how much of their wall-clock budget tasks use: for each share of
// the budget, how many tasks use no more.
func budget(r *result.Result) Figure {
	f := Figure{Name: "budget", height: 260}
	h, ok := r.Histograms["wall_clock.used"]
	total := int64(0)
	for _, count := range h.Counts {
		total += count
	}
	switch {
	case !ok:
		f.WhyNot = "no task has a wall-clock budget"
		if why := r.Measures["wall_clock.used.p99"].Why; why != "" {
			f.WhyNot = why
		}
	case total == 0:
		f.WhyNot = "no task with a wall-clock budget ended"
	case len(h.Edges) != len(h.Counts)+1:
		f.WhyNot = "the histogram wall_clock.used is not whole"
	}
	if f.WhyNot != "" {
		return f
	}
	steps := distribution(h, total)
	what := "their wall-clock budget"
	if r.Facts.WallClock != nil {
		what = "their " + number.Duration(*r.Facts.WallClock)
	}
	f.Title = budgetTitle(r, steps, what)
	f.Subtitle = fmt.Sprintf("Share of tasks that use at most so much of their budget; %s of %s", number.Plural(float64(total), "ended task"), number.Plural(float64(r.Replications), "run"))
	f.Alt = "Rising curve of the share of tasks over the share of the budget used, with the limit at 100 %. " + f.Title + "."
	f.Table = budgetTable(steps)
	f.draw = func(p pen, room box) {
		a := axes{pen: p, box: room, across: 1.1, up: 1, edge: room.left}
		a.left, a.right, a.bottom, a.top = room.left+beside([]float64{1}, number.Share), room.right-24, room.bottom+34, room.top-24
		a.upward([]float64{0, 0.25, 0.5, 0.75, 1}, number.Share, "share of tasks")
		a.onward([]float64{0, 0.2, 0.4, 0.6, 0.8, 1}, number.Share, "share of the wall-clock budget used")
		a.rectangle(box{a.x(1), a.right, a.bottom, a.top}, faultTone.at(0.1))
		points := []point{{a.x(0), a.y(0)}}
		for _, s := range steps {
			points = append(points, point{a.x(s.x), a.y(s.y)})
		}
		a.line(points, taskTone, 2)
		a.line([]point{{a.x(1), a.bottom}, {a.x(1), a.top}}, ink, 1.4, 4, 2)
		a.text(a.x(1)+8, a.top-12, "the limit", boldStyle, ink)
	}
	return f
}

// distribution gives, for the upper edge of each bin that counts something, the
// share of observations up to there. A task ends when its budget does, so what the
// last bin counts is at the limit.
func distribution(h result.Histogram, total int64) []point {
	var steps []point
	sum := int64(0)
	for i, count := range h.Counts {
		if count == 0 {
			continue
		}
		if len(steps) == 0 || steps[len(steps)-1].x < math.Min(h.Edges[i], 1) {
			steps = append(steps, point{math.Min(h.Edges[i], 1), float64(sum) / float64(total)})
		}
		sum += count
		steps = append(steps, point{math.Min(h.Edges[i+1], 1), float64(sum) / float64(total)})
	}
	return steps
}

// usedBy gives the share of the budget that this share of tasks stays within.
func usedBy(steps []point, share float64) float64 {
	for _, s := range steps {
		if s.y >= share {
			return s.x
		}
	}
	return steps[len(steps)-1].x
}

func budgetTitle(r *result.Result, steps []point, what string) string {
	half := fmt.Sprintf("half of the tasks use %s of %s or less", number.Share(usedBy(steps, 0.5)), what)
	m := r.Measures["wall_clock.exhausted"]
	switch {
	case m.Value != nil && *m.Value > 0:
		return fmt.Sprintf("%s of tasks run out of time; %s", number.Share(*m.Value), half)
	case m.Value != nil:
		return "No task runs out of time; " + half
	}
	return "H" + half[1:]
}

func budgetTable(steps []point) Table {
	t := Table{Columns: []string{"share of tasks", "budget used, at most"}}
	for _, percent := range []float64{10, 25, 50, 75, 90, 95, 99, 100} {
		t.Rows = append(t.Rows, []string{number.Share(percent / 100), number.Share(usedBy(steps, percent/100))})
	}
	return t
}
