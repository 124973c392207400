package figure

import (
	"fmt"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// queue shows how many requests wait at the dependency.
func queue(r *result.Result) Figure {
	f := Figure{Name: "queue", height: 220}
	if f.WhyNot = drawable(r, "queue"); f.WhyNot != "" {
		return f
	}
	waiting := r.Series["queue"]
	longest, at := highest(waiting.Mean)
	f.Title = fmt.Sprintf("Up to %s wait at the dependency, at %s", number.Plural(longest, "request"), number.Clock(float64(at)*waiting.Bin))
	if longest == 0 {
		f.Title = "No request ever waits at the dependency (0 in every bin)"
	}
	f.Subtitle = "Requests in the dependency's queue; " + runs(r, true)
	f.Alt = "Line of the number of waiting requests over simulated time. " + f.Title + "."
	f.Table = seriesTable(r, []string{"queue"}, []string{"requests waiting"})
	f.draw = func(p pen, room box) {
		a := timeline(p, room, r.Facts, ceiling(waiting), "requests")
		if r.Replications > 1 {
			a.band(waiting, queueTone)
		}
		a.line(a.curve(waiting.Mean, picked(waiting.Mean), waiting.Bin), queueTone, 1.8)
		a.labels([]label{{text: "waiting", tone: queueTone, y: a.y(waiting.Mean[len(waiting.Mean)-1])}})
	}
	return f
}
