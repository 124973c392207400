package text

import (
	"math"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/finding"
	"herdcast/reports/review"
)

// paragraphs writes what the run shows, a word and its sentences each, the herd
// with a picture, and after a line that is empty why.
func (p *page) paragraphs(r *result.Result) {
	points := review.Brief(r)
	why := slices.IndexFunc(points, func(point review.Point) bool { return point.Word == "Why" })
	if why < 0 {
		why = len(points)
	}
	for _, point := range points[:why] {
		p.point(point)
		if arrivals := finding.Arrivals(r); point.Word == "Herd" && r.Measures["herd.peak"].Value != nil && len(arrivals) > 1 {
			p.line(spaces(hanging) + p.sparkline(arrivals, r))
		}
	}
	p.line("")
	for _, point := range points[why:] {
		p.point(point)
	}
}

func (p *page) point(point review.Point) {
	word := point.Word
	for _, sentence := range point.Sentences {
		p.beside(word, sentence)
		word = ""
	}
}

func highest(values []float64) int {
	at := 0
	for i, v := range values {
		if v > values[at] {
			at = i
		}
	}
	return at
}

// bars is how many columns a sparkline has at most.
const bars = 32

// sparkline draws arrivals over the run, each column the highest of its stretch,
// those during a fault in colour. The scale goes from 0 to the largest, and at least
// to twice the mean, so that what is level stays at half the height.
func (p *page) sparkline(values []float64, r *result.Result) string {
	levels := []rune("▁▂▃▄▅▆▇█")
	count := min(bars, len(values), p.width-hanging)
	top, mean := values[highest(values)], 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	top = max(top, 2*mean)
	bin := r.Series["arrivals.first"].Bin
	var b strings.Builder
	for k := range count {
		from, to := k*len(values)/count, (k+1)*len(values)/count
		high, level := values[from+highest(values[from:to])], 0
		if top > 0 {
			level = min(int(math.Floor(high/top*float64(len(levels)))), len(levels)-1)
		}
		bar := string(levels[level])
		if during(r.Facts.Faults, float64(from)*bin, float64(to)*bin) {
			bar = p.colored(bar, red)
		}
		b.WriteString(bar)
	}
	return b.String()
}

// during tells whether a fault lasts at some instant of [from, to).
func during(faults []result.Fault, from, to float64) bool {
	return slices.ContainsFunc(faults, func(f result.Fault) bool {
		return f.Begin < to && (f.End == nil || *f.End > from || f.Begin >= from)
	})
}
