package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/number"
	"herdcast/reports/review"
)

// named is how many measures an answer names of each kind: it is to be read at once.
const named = 3

// outcome is what became of one measure of an arm, over all places.
type outcome struct {
	measure  string
	word     string // of a verdict; mixed, no value
	told, of int    // places with that verdict, and all
	size     float64
}

// mixed is better at one place and worse at another.
const (
	mixed   = "mixed"
	noValue = "no value"
)

func isPart(measure string) bool { return strings.Contains(measure, "(") }

// outcomes gives what became of measures of an arm, the most different first: by the
// largest relative difference, where what was nothing counts as most.
func outcomes(c *result.Comparison, arm string, measures []string) []outcome {
	var all []outcome
	for _, measure := range measures {
		o := outcome{measure: measure}
		words := map[string]int{}
		for _, each := range c.Comparisons {
			if each.Arm != arm || each.Measure != measure {
				continue
			}
			o.of++
			if each.Difference == nil {
				words[noValue]++
				continue
			}
			words[wordOf(each)]++
			switch {
			case each.Relative != nil:
				o.size = max(o.size, math.Abs(*each.Relative))
			case *each.Difference != 0:
				o.size = math.Inf(1)
			}
		}
		better, worse := told[result.IsBetter], told[result.IsWorse]
		for _, word := range []string{better, worse, told[result.IsDifferent], told[result.CannotTell], same, noValue} {
			if words[word] > 0 {
				o.word, o.told = word, words[word]
				break
			}
		}
		if words[better] > 0 && words[worse] > 0 {
			o.word, o.told = mixed, o.of
		}
		all = append(all, o)
	}
	slices.SortStableFunc(all, func(a, b outcome) int { return cmp.Compare(b.size, a.size) })
	return all
}

// answers says of each arm in a sentence what it is better and worse in, of the
// measures that are shown; parts of measures only where nothing else was asked for.
func answers(c *result.Comparison) []string {
	measures := chosen(c)
	if whole := slices.DeleteFunc(slices.Clone(measures), isPart); len(whole) > 0 {
		measures = whole
	}
	var all []string
	for _, arm := range c.Arms {
		if arm != c.Baseline {
			all = append(all, arm+" instead of "+c.Baseline+": "+answer(outcomes(c, arm, measures)))
		}
	}
	return all
}

func answer(all []outcome) string {
	var parts []string
	for _, kind := range []struct{ word, words string }{
		{told[result.IsBetter], "better in %s"}, {told[result.IsWorse], "worse in %s"}, {mixed, "better at some places and worse at others in %s"},
		{told[result.IsDifferent], "different in %s, which has no better side"}, {same, "the same in %s"}, {noValue, "without a value of %s"},
	} {
		if names := namesOf(all, kind.word); names != "" {
			parts = append(parts, fmt.Sprintf(kind.words, names))
		}
	}
	open := 0
	for _, o := range all {
		if o.word == told[result.CannotTell] {
			open++
		}
	}
	switch {
	case open > 0 && parts == nil:
		parts = append(parts, fmt.Sprintf("nothing can be told apart in %s", number.Plural(float64(open), "measure")))
	case open > 0 && open <= named:
		parts = append(parts, namesOf(all, told[result.CannotTell])+" cannot be told apart")
	case open > 0:
		parts = append(parts, fmt.Sprintf("the other %s cannot be told apart", number.Count(float64(open))))
	}
	return strings.Join(parts, "; ")
}

// namesOf names the first few measures of which a word is true, and at how many
// places where it is not true at all.
func namesOf(all []outcome, word string) string {
	var names []string
	more := 0
	for _, o := range all {
		switch {
		case o.word != word:
		case len(names) == named:
			more++
		case o.told < o.of:
			names = append(names, fmt.Sprintf("%s (at %d of %d places)", o.measure, o.told, o.of))
		default:
			names = append(names, o.measure)
		}
	}
	if more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), more)
	}
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}

// judgements says of each arm how many of its objectives hold, and names the others.
func judgements(c *result.Comparison) []string {
	var all []string
	for _, j := range c.Objectives {
		line := j.Arm
		if at := place(j.At); at != "" {
			line += ", " + at
		}
		line += ": " + verdicts(j.Objectives)
		var open []string
		for _, o := range j.Objectives {
			if o.Verdict != result.Holds {
				row := review.Judged(o)
				open = append(open, fmt.Sprintf("%s %s %s against %s", row.Sign, row.Measure, row.Value, row.Bound))
			}
		}
		if open != nil {
			line += ": " + strings.Join(open, "; ")
		}
		all = append(all, line)
	}
	return all
}

// counted says what became of all comparisons, those of parts of measures apart.
func counted(c *result.Comparison) string {
	whole, parts := map[string]int{}, map[string]int{}
	for _, each := range c.Comparisons {
		if isPart(each.Measure) {
			parts[each.Verdict]++
		} else {
			whole[each.Verdict]++
		}
	}
	text := countsOf(whole, "of whole measures")
	if len(parts) > 0 {
		text += "; " + countsOf(parts, "of parts of measures")
	}
	return text
}

func countsOf(counts map[string]int, what string) string {
	better, worse, different, open := counts[result.IsBetter], counts[result.IsWorse], counts[result.IsDifferent], counts[result.CannotTell]
	return fmt.Sprintf("of %s %s: %d better, %d worse, %d different (no better side), %d not told",
		number.Plural(float64(better+worse+different+open), "comparison"), what, better, worse, different, open)
}

// strictness says over how many comparisons the verdicts hold together.
func strictness(c *result.Comparison) string {
	tested := 0
	for _, each := range c.Comparisons {
		if each.PAdjusted != nil {
			tested++
		}
	}
	if tested < 2 {
		return fmt.Sprintf("A difference is told where its p-value is below %v.", c.Level)
	}
	return fmt.Sprintf("%s are judged together (Holm): the smallest p-value must be below %v/%d = %.2g to tell a difference, the next below %v/%d, and so on. The p shown is adjusted for that: below %v it tells.",
		number.Plural(float64(tested), "comparison"), c.Level, tested, c.Level/float64(tested), c.Level, tested-1, c.Level)
}
