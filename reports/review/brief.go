package review

import (
	"fmt"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/finding"
	"herdcast/reports/number"
)

// Point is one of the things that a reader wants to know first: a word and what
// there is to say of it.
type Point struct {
	Word      string
	Sentences []string
}

// Brief tells in a few sentences how tasks end, how big the herd gets, who pays
// with time, what happens twice, whether the dependency comes back, what a fluid says
// of it, and why. Points
// of which the result says nothing are left out.
func Brief(r *result.Result) []Point {
	var points []Point
	for _, p := range []Point{
		{"Tasks", endings(r)}, {"Herd", peak(r)}, {"Time", spent(r)}, {"Twice", twice(r)}, {"Recovery", comesBack(r)}, {"Quick look", beside(r)}, {"Why", why(r)}, {"Precision", precision(r)},
	} {
		if len(p.Sentences) > 0 {
			points = append(points, p)
		}
	}
	return points
}

// precision tells what became of one that was asked for.
func precision(r *result.Result) []string {
	p := r.Precision
	if p == nil {
		return nil
	}
	known := p.Measure + " cannot be told that well"
	if p.HalfWidth != nil {
		known = fmt.Sprintf("%s is known within %s, at %s confidence over %s", p.Measure, number.Share(*p.HalfWidth), number.Share(p.Confidence), number.Plural(float64(p.Looks), "look"))
	}
	if p.Reached {
		return []string{known}
	}
	return []string{fmt.Sprintf("%s; not within the %s asked for", known, number.Share(p.Within))}
}

// endings tells how many tasks come to each end, those that some come to.
func endings(r *result.Result) []string {
	succeeded, success := r.Measures["tasks.succeeded"], r.Measures["tasks.success"]
	if succeeded.Value == nil || success.Value == nil {
		return nil
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
	return []string{strings.Join(ends, " · ")}
}

func peak(r *result.Result) []string {
	largest := r.Measures["herd.peak"]
	if largest.Value == nil {
		return []string{Missing(largest)}
	}
	text := fmt.Sprintf("peak %s per %s", number.Count(*largest.Value), number.Duration(r.Facts.HerdBin))
	if busiest, found := finding.Busiest(r); finding.Level(r) {
		text += " at no time of its own, as arrivals are level"
	} else if found {
		text += " near " + number.Clock(float64(busiest)*r.Series["arrivals.first"].Bin)
	}
	if relative := r.Measures["herd.peak_to_baseline"]; relative.Value != nil {
		text += ", " + strings.TrimPrefix(number.Factor(*relative.Value), "×") + " × the usual"
	}
	return []string{text}
}

var categories = []struct{ measure, words string }{
	{"time.think", "thinking"}, {"time.service", "service"}, {"time.network", "network"}, {"time.queue", "queueing"},
	{"time.backoff", "backing off"}, {"time.limit", "waiting for the client's limits"}, {"time.failed_attempts", "failed attempts"},
	{"time.wasted_turns", "repeating failed calls"}, {"time.children", "sub-agents"},
}

// least is the share of task time below which a category is not worth a word.
const least = 0.001

// spent tells the largest categories of task time, and who ran out of it.
func spent(r *result.Result) []string {
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
		return []string{Missing(r.Measures["time.think"])}
	}
	var words []string
	for _, a := range all[:min(len(all), 4)] {
		words = append(words, number.Share(a.share)+" "+a.words)
	}
	return append([]string{strings.Join(words, " · ")}, told(r, "tasks-out-of-time")...)
}

// told gives the sentences of rules as phrases, of those that found something.
func told(r *result.Result, names ...string) []string {
	var texts []string
	found := finding.Of(r)
	for _, name := range names {
		for _, f := range found {
			if f.Name == name {
				texts = append(texts, strings.TrimSuffix(f.Message, "."))
			}
		}
	}
	return texts
}

// twice tells of effects, where tasks wanted any.
func twice(r *result.Result) []string {
	var texts []string
	wanted, duplicates := r.Measures["effects.wanted"], r.Measures["effects.duplicates"]
	switch {
	case wanted.Value == nil || *wanted.Value == 0:
		return nil
	case duplicates.Value == nil:
		texts = []string{Missing(duplicates)}
	case *duplicates.Value == 0:
		texts = []string{"no effect landed more often than wanted"}
	}
	return append(texts, told(r, "duplicates-by-repeating", "false-failures", "effects-lost")...)
}

func comesBack(r *result.Result) []string {
	time, ok := r.Measures["recovery.time"]
	switch {
	case !ok:
		return nil
	case time.Value == nil:
		return []string{Missing(time)}
	}
	text := Estimate(time) + " after the last fault ended"
	if share := r.Measures["recovery.recovered"]; share.Value != nil && *share.Value < 1 {
		text += fmt.Sprintf(", counting the whole rest of the run where it never came; %s of the runs recover", number.Share(*share.Value))
	}
	return []string{text}
}

// elsewhere are rules whose sentences belong to another point.
var elsewhere = []string{"tasks-out-of-time", "duplicates-by-repeating", "false-failures", "effects-lost", "never-recovers"}

// reasons is how many sentences are enough of why.
const reasons = 4

// why gives the first sentences that the rules found beside those.
func why(r *result.Result) []string {
	var texts []string
	for _, f := range finding.Of(r) {
		if !slices.Contains(elsewhere, f.Name) && len(texts) < reasons {
			texts = append(texts, f.Message)
		}
	}
	return texts
}
