package experiment

import (
	"fmt"
	"math"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/figure"
	"herdcast/reports/number"
)

// differences draws for each measure how each arm differs from the baseline.
func differences(c *result.Comparison) []figure.Figure {
	var all []figure.Figure
	for _, measure := range chosen(c) {
		d := figure.Differences{Name: "difference-" + fileName(measure), Measure: measure, Baseline: c.Baseline, Subtitle: figure.DifferencesSubtitle(replicationsOf(c), c.Paired)}
		for _, each := range c.Comparisons {
			if each.Measure != measure {
				continue
			}
			d.Unit = each.Unit
			row := figure.Difference{Arm: each.Arm, Value: math.NaN(), Note: relative(each), Verdict: each.Verdict}
			if at := place(each.At); at != "" {
				row.Arm += ", " + at
			}
			if each.Difference != nil {
				row.Value, row.Low, row.High = *each.Difference, *each.Difference, *each.Difference
				if each.Low != nil && each.High != nil {
					row.Low, row.High = *each.Low, *each.High
				}
			}
			d.Rows = append(d.Rows, row)
		}
		d.Title = measure + " with " + armsTold(c, measure)
		all = append(all, d.Figure())
	}
	return all
}

// armsTold says what became of each arm in a measure: the difference where there is one
// place, else in how many places it is better or worse.
func armsTold(c *result.Comparison, measure string) string {
	var parts []string
	for _, arm := range c.Arms {
		var of []result.Compared
		counts := map[string]int{}
		for _, each := range c.Comparisons {
			if each.Arm == arm && each.Measure == measure && arm != c.Baseline {
				of = append(of, each)
				counts[wordOf(each)]++
			}
		}
		if len(of) == 0 {
			continue
		}
		text := arm + ": " + wordOf(of[0])
		if d := of[0].Difference; d != nil && *d != 0 {
			text += ", " + number.Change(*d, of[0].Unit)
			if s := span(of[0]); s != "" {
				text += " (" + s + ")"
			}
		}
		if len(of) > 1 {
			text = fmt.Sprintf("%s: better in %d of %d comparisons", arm, counts[told[result.IsBetter]], len(of))
			if n := counts[told[result.IsWorse]]; n > 0 {
				text += fmt.Sprintf(", worse in %d", n)
			}
			if n := counts[told[result.IsDifferent]]; n > 0 {
				text = fmt.Sprintf("%s: different in %d of %d comparisons", arm, n, len(of))
			}
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}
