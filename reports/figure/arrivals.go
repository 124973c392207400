package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"herdcast/experiments/result"
	"herdcast/reports/finding"
	"herdcast/reports/number"
)

// kinds of arrivals, in the order in which they are stacked.
var kinds = []struct {
	series, words string
	tone          tone
}{
	{"arrivals.first", "first tries", firstTone},
	{"arrivals.retries", "retries", retryTone},
	{"arrivals.hedges", "hedges", hedgeTone},
}

// layers is what arrives: each kind that occurs, and the sums up to it.
type layers struct {
	names, words []string
	tones        []tone
	sums         [][]float64 // sums[0] is the floor
}

// arrivals shows the herd: what arrives at the dependency each second, what it can
// serve, and what the policy's own layers turn away before it gets there.
func arrivals(r *result.Result) Figure {
	f := Figure{Name: "arrivals", height: 300}
	if f.WhyNot = drawable(r, kinds[0].series); f.WhyNot != "" {
		return f
	}
	stack := stacked(r)
	bin := r.Series[kinds[0].series].Bin
	limit, shown := capacitySteps(r.Facts), false
	total := stack.sums[len(stack.sums)-1]
	peak, at := highest(total)
	largest := peak
	for i, name := range stack.names {
		s := r.Series[name]
		for k := range s.High {
			largest = math.Max(largest, stack.sums[i][k]+s.High[k])
		}
	}
	away := r.Series["rejections"]
	refusing := drawable(r, "rejections") == "" && ceilingOfMean(away) > 0
	f.Subtitle = "Requests that arrive at the dependency"
	if refusing {
		f.Subtitle += ", and what the policy turns away"
		largest = math.Max(largest, ceilingOfMean(away))
	}
	f.Subtitle += "; " + runs(r, false)
	if r.Replications > 1 {
		f.Subtitle += ", each band from the 5th to the 95th percentile of its kind"
	}
	capacity := "capacity"
	switch {
	case limit == nil:
	case limit[0].y <= 3*largest:
		shown, largest = true, math.Max(largest, limit[0].y)
	default:
		// What a fault leaves may matter although the whole is far above.
		shown, capacity = lowest(limit) <= largest, "capacity (above)"
		f.Subtitle += "; the capacity of " + number.Value(limit[0].y, "1/s") + " lies above the picture"
	}
	f.Title = arrivalsTitle(r, stack)
	f.Alt = fmt.Sprintf("Stacked areas over simulated time of %s. The sum peaks at %s at %s.", listed(stack.words), number.Value(peak, "1/s"), number.Clock(float64(at)*bin))
	names, words := stack.names, stack.words
	if refusing {
		f.Alt += " A thin line shows what the policy's own layers turn away."
		names, words = append(slices.Clone(names), "rejections"), append(slices.Clone(words), "turned away by the policy")
	}
	f.Table = seriesTable(r, names, perSecond(words))
	f.draw = func(p pen, room box) {
		a := timeline(p, room, r.Facts, largest, "arrivals per second")
		ends := stack.draw(a, r, bin)
		if refusing {
			a.line(a.curve(away.Mean, picked(away.Mean), away.Bin), muted, 0.9)
			ends = append(ends, label{text: "turned away", tone: muted, y: a.y(away.Mean[len(away.Mean)-1])})
		}
		if shown {
			ends = append(ends, a.limit(limit, r.Facts.Duration, capacity))
		}
		a.labels(ends)
	}
	return f
}

// stacked puts the kinds that occur on each other.
func stacked(r *result.Result) layers {
	floor := make([]float64, len(r.Series[kinds[0].series].Mean))
	l := layers{sums: [][]float64{floor}}
	for i, kind := range kinds {
		s := r.Series[kind.series]
		if drawable(r, kind.series) != "" || len(s.Mean) != len(floor) || i > 0 && ceiling(s) == 0 {
			continue
		}
		sum := make([]float64, len(floor))
		for k, below := range l.sums[len(l.sums)-1] {
			sum[k] = below + s.Mean[k]
		}
		l.names, l.words, l.tones, l.sums = append(l.names, kind.series), append(l.words, kind.words), append(l.tones, kind.tone), append(l.sums, sum)
	}
	return l
}

func (l layers) draw(a axes, r *result.Result, bin float64) []label {
	var ends []label
	bins := picked(l.sums[len(l.sums)-1])
	for i, t := range l.tones {
		lower, upper := l.sums[i], l.sums[i+1]
		a.area(between(a.curve(lower, bins, bin), a.curve(upper, bins, bin)), t.at(0.8))
		s := r.Series[l.names[i]]
		low, high := make([]float64, len(lower)), make([]float64, len(lower))
		for k := range lower {
			low[k], high[k] = lower[k]+s.Low[k], lower[k]+s.High[k]
		}
		if r.Replications > 1 {
			a.area(between(a.curve(low, picked(low), bin), a.curve(high, picked(high), bin)), t.at(0.35))
		}
		last := len(lower) - 1
		ends = append(ends, label{text: l.words[i], tone: t, y: a.y((lower[last] + upper[last]) / 2)})
	}
	return ends
}

// arrivalsTitle says the first of these that is so: more arrives than can be
// served, repeats double the load, repeats are much of the peak, all is well.
func arrivalsTitle(r *result.Result, l layers) string {
	first, total := l.sums[1], l.sums[len(l.sums)-1]
	bin := r.Series[kinds[0].series].Bin
	repeated := func(at int) float64 { return (total[at] - first[at]) / total[at] }
	if at, found := finding.Overload(r); found {
		text := fmt.Sprintf("%s arrive at %s", number.Value(total[at], "1/s"), number.Clock(float64(at)*bin))
		if serves, _ := r.Facts.CapacityAt(float64(at) * bin); serves > 0 {
			text += ", " + number.Factor(total[at]/serves) + " what can be served then"
		} else {
			text += " and none can be served then"
		}
		if share := repeated(at); share >= 0.05 {
			text += fmt.Sprintf("; %s of them are %s", number.Share(share), listed(l.words[1:]))
		}
		return text
	}
	at, found := finding.Busiest(r)
	if !found {
		return fmt.Sprintf("Nothing arrives in %s", number.Duration(r.Facts.Duration-r.Facts.Warmup))
	}
	if doubled := doubledFor(first, total); doubled > 0 {
		return fmt.Sprintf("%s double the load or more for %s", repeats(l), number.Duration(float64(doubled)*bin))
	}
	if finding.Level(r) {
		return "Arrivals are level: none of the bins differs by more than chance"
	}
	when := "Arrivals peak at " + number.Value(total[at], "1/s") + " at " + number.Clock(float64(at)*bin)
	if share := repeated(at); share >= 0.05 {
		return fmt.Sprintf("%s, %s of them %s", when, number.Share(share), listed(l.words[1:]))
	}
	if serves, limited := r.Facts.CapacityAt(float64(at) * bin); limited && total[at] <= serves {
		return when + ", within the capacity of " + number.Value(serves, "1/s")
	}
	return when // or above it by chance
}

// doubledFor counts the bins in which repeats are as many as first tries or more.
// Those in which less arrives than on average are left out: where first tries are
// turned away, a few retries are many beside them and no load.
func doubledFor(first, total []float64) int {
	sum, bins := 0.0, 0
	for _, value := range total {
		sum += value
	}
	for i := range total {
		if first[i] > 0 && total[i] >= 2*first[i] && total[i]*float64(len(total)) >= sum {
			bins++
		}
	}
	return bins
}

func repeats(l layers) string {
	words := listed(l.words[1:])
	return string(words[0]-'a'+'A') + words[1:]
}

// listed joins words as a sentence does.
func listed(words []string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	text := words[0]
	for _, word := range words[1 : len(words)-1] {
		text += ", " + word
	}
	return text + " and " + words[len(words)-1]
}

func perSecond(words []string) []string {
	headings := make([]string, len(words))
	for i, word := range words {
		headings[i] = word + ", per second"
	}
	return headings
}

// capacitySteps gives what the dependency can serve from each instant on. None if
// it is not limited.
func capacitySteps(facts result.Facts) []point {
	if _, limited := facts.CapacityAt(0); !limited {
		return nil
	}
	instants := []float64{0}
	for _, f := range facts.Faults {
		instants = append(instants, f.Begin)
		if f.End != nil {
			instants = append(instants, *f.End)
		}
	}
	sort.Float64s(instants)
	var steps []point
	for _, t := range instants {
		value, _ := facts.CapacityAt(t)
		if t < facts.Duration && (len(steps) == 0 || steps[len(steps)-1].y != value) {
			steps = append(steps, point{t, value})
		}
	}
	return steps
}

// lowest gives the smallest value of a step function.
func lowest(steps []point) float64 {
	return slices.MinFunc(steps, func(a, b point) int { return cmp.Compare(a.y, b.y) }).y
}

// limit draws a step function as a dashed line, along the top where it is above the
// picture, and labels its end.
func (a axes) limit(steps []point, end float64, text string) label {
	var points []point
	for i, s := range steps {
		until := end
		if i+1 < len(steps) {
			until = steps[i+1].x
		}
		points = append(points, point{a.x(s.x), a.y(s.y)}, point{a.x(until), a.y(s.y)})
	}
	a.line(points, ink, 1.4, 4, 2)
	return label{text: text, tone: ink, y: points[len(points)-1].y, rule: true}
}
