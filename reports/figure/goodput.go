package figure

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// goodput shows what gets done each second, and what was sent for it.
func goodput(r *result.Result) Figure {
	f := Figure{Name: "goodput", height: 260}
	if f.WhyNot = drawable(r, "goodput"); f.WhyNot != "" {
		return f
	}
	good, sent := r.Series["goodput"], r.Series["offered"]
	largest := ceiling(good)
	names, headings := []string{"goodput"}, []string{"calls ended in success, per second"}
	offered := drawable(r, "offered") == ""
	if offered {
		largest = math.Max(largest, ceiling(sent))
		names, headings = append(names, "offered"), append(headings, "attempts sent, per second")
	}
	f.Title, f.Subtitle = goodputTitle(r, good), "Calls that end in success, and attempts sent for them; "+runs(r, true)
	f.Alt = "Line of calls that end in success per second over simulated time, and a thin line of attempts sent. " + f.Title + "."
	f.Table = seriesTable(r, names, headings)
	f.draw = func(p pen, room box) {
		a := timeline(p, room, r.Facts, largest, "per second")
		var ends []label
		if offered {
			a.line(a.curve(sent.Mean, picked(sent.Mean), sent.Bin), muted, 0.9)
			ends = append(ends, label{text: "attempts sent", tone: muted, y: a.y(sent.Mean[len(sent.Mean)-1])})
		}
		if r.Replications > 1 {
			a.band(good, goodTone)
		}
		a.line(a.curve(good.Mean, picked(good.Mean), good.Bin), goodTone, 1.8)
		a.labels(append(ends, label{text: "goodput", tone: goodTone, y: a.y(good.Mean[len(good.Mean)-1])}))
	}
	return f
}

// goodputTitle compares the worst moment after the first fault begins with the
// mean before it.
func goodputTitle(r *result.Result, good result.Series) string {
	from := int(math.Ceil(r.Facts.Warmup / good.Bin))
	begin := len(good.Mean)
	for _, fault := range r.Facts.Faults {
		begin = min(begin, int(fault.Begin/good.Bin))
	}
	if from >= min(begin, len(good.Mean)) {
		return fmt.Sprintf("Goodput peaks at %s", number.Value(ceilingOfMean(good), "1/s"))
	}
	usual := 0.0
	for _, v := range good.Mean[from:begin] {
		usual += v / float64(begin-from)
	}
	if begin == len(good.Mean) {
		return fmt.Sprintf("%s calls a second end in success", number.Count(usual))
	}
	lowest, at := good.Mean[begin], begin
	for i := begin; i < len(good.Mean); i++ {
		if good.Mean[i] < lowest {
			lowest, at = good.Mean[i], i
		}
	}
	if lowest >= 0.95*usual || usual == 0 {
		return fmt.Sprintf("Goodput holds at %s through the fault", number.Value(usual, "1/s"))
	}
	return fmt.Sprintf("Goodput falls to %s at %s, %s of the usual %s", number.Value(lowest, "1/s"),
		number.Clock(float64(at)*good.Bin), number.Share(lowest/usual), number.Value(usual, "1/s"))
}

func ceilingOfMean(s result.Series) float64 {
	largest, _ := highest(s.Mean)
	return largest
}
