package text

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/finding"
	"herdcast/reports/number"
	"herdcast/reports/review"
)

// paragraphs writes what the run shows, a word and its text each.
func (p *page) paragraphs(r *result.Result) {
	tasks(p, r)
	p.herd(r)
	p.time(r)
	twice(p, r)
	recovery(p, r)
	p.line("")
	why(p, r)
}

// tasks tells how many tasks come to each end, those that some come to.
func tasks(p *page, r *result.Result) {
	succeeded, success := r.Measures["tasks.succeeded"], r.Measures["tasks.success"]
	if succeeded.Value == nil || success.Value == nil {
		return
	}
	ends := []string{fmt.Sprintf("%s succeed, %s of those that end", number.Count(*succeeded.Value), number.Share(*success.Value))}
	for _, end := range []struct{ measure, words string }{
		{"tasks.degraded", "go on without a part"}, {"tasks.failed", "fail"}, {"tasks.out_of_time", "run out of time"},
		{"tasks.out_of_tokens", "run out of tokens"}, {"tasks.out_of_turns", "run out of turns"}, {"tasks.unfinished", "are unfinished"},
	} {
		if m := r.Measures[end.measure]; m.Value != nil && *m.Value > 0 {
			ends = append(ends, number.Count(*m.Value)+" "+end.words)
		}
	}
	p.beside("Tasks", strings.Join(ends, " · "))
}

func (p *page) herd(r *result.Result) {
	peak := r.Measures["herd.peak"]
	if peak.Value == nil {
		p.beside("Herd", review.Missing(peak))
		return
	}
	text := fmt.Sprintf("peak %s per %s", number.Count(*peak.Value), number.Duration(r.Facts.HerdBin))
	arrivals := finding.Arrivals(r)
	if busiest, found := finding.Busiest(r); found {
		text += " near " + number.Clock(float64(busiest)*r.Series["arrivals.first"].Bin)
	}
	if relative := r.Measures["herd.peak_to_baseline"]; relative.Value != nil {
		text += ", " + strings.TrimPrefix(number.Factor(*relative.Value), "×") + " × the usual"
	}
	p.beside("Herd", text)
	if len(arrivals) > 1 {
		p.line(spaces(hanging) + p.sparkline(arrivals, r))
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
// those during a fault in colour.
func (p *page) sparkline(values []float64, r *result.Result) string {
	levels := []rune("▁▂▃▄▅▆▇█")
	count := min(bars, len(values), p.width-hanging)
	largest := values[highest(values)]
	bin := r.Series["arrivals.first"].Bin
	var b strings.Builder
	for k := range count {
		from, to := k*len(values)/count, (k+1)*len(values)/count
		high, level := values[from+highest(values[from:to])], 0
		if largest > 0 {
			level = min(int(math.Floor(high/largest*float64(len(levels)))), len(levels)-1)
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

var categories = []struct{ measure, words string }{
	{"time.think", "thinking"}, {"time.service", "service"}, {"time.network", "network"}, {"time.queue", "queueing"},
	{"time.backoff", "backing off"}, {"time.limit", "waiting for permits"}, {"time.failed_attempts", "failed attempts"},
	{"time.wasted_turns", "repeating failed calls"}, {"time.children", "sub-agents"},
}

// least is the share of task time below which a category is not worth a word.
const least = 0.001

// time tells the largest categories of task time, and who ran out of it.
func (p *page) time(r *result.Result) {
	type part struct {
		share float64
		words string
	}
	var all []part
	for _, c := range categories {
		if m := r.Measures[c.measure]; m.Value != nil && *m.Value >= least {
			all = append(all, part{*m.Value, c.words})
		}
	}
	slices.SortStableFunc(all, func(a, b part) int {
		switch {
		case a.share > b.share:
			return -1
		case a.share < b.share:
			return 1
		}
		return 0
	})
	if len(all) == 0 {
		p.beside("Time", review.Missing(r.Measures["time.think"]))
		return
	}
	var words []string
	for _, a := range all[:min(len(all), 4)] {
		words = append(words, number.Share(a.share)+" "+a.words)
	}
	p.beside("Time", strings.Join(words, " · "))
	if text := told(r, "tasks-out-of-time"); text != "" {
		p.beside("", text)
	}
}

// told gives the sentence of a rule, as a phrase.
func told(r *result.Result, name string) string {
	for _, f := range finding.Of(r) {
		if f.Name == name {
			return strings.TrimSuffix(f.Message, ".")
		}
	}
	return ""
}

// twice tells of effects, where tasks wanted any.
func twice(p *page, r *result.Result) {
	wanted, duplicates := r.Measures["effects.wanted"], r.Measures["effects.duplicates"]
	switch {
	case wanted.Value == nil || *wanted.Value == 0:
		return
	case duplicates.Value == nil:
		p.beside("Twice", review.Missing(duplicates))
	case *duplicates.Value == 0:
		p.beside("Twice", "no effect landed more often than wanted")
	default:
		p.beside("Twice", told(r, "duplicates-by-repeating"))
	}
	for _, name := range []string{"false-failures", "effects-lost"} {
		if text := told(r, name); text != "" {
			p.beside("", text)
		}
	}
}

func recovery(p *page, r *result.Result) {
	time, ok := r.Measures["recovery.time"]
	switch {
	case !ok:
		return
	case time.Value == nil:
		p.beside("Recovery", review.Missing(time))
		return
	}
	text := review.Estimate(time) + " after the last fault ended"
	if share := r.Measures["recovery.recovered"]; share.Value != nil && *share.Value < 1 {
		text += fmt.Sprintf(", counting the whole rest of the run where it never came; %s of the runs recover", number.Share(*share.Value))
	}
	p.beside("Recovery", text)
}

// elsewhere are rules whose sentences stand in a line of their own.
var elsewhere = []string{"tasks-out-of-time", "duplicates-by-repeating", "false-failures", "effects-lost", "never-recovers"}

// why gives the first sentences that the rules found beside those.
func why(p *page, r *result.Result) {
	word, left := "Why", 4
	for _, f := range finding.Of(r) {
		if slices.Contains(elsewhere, f.Name) || left == 0 {
			continue
		}
		p.beside(word, f.Message)
		word, left = "", left-1
	}
}
