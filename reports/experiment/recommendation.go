package experiment

import (
	"fmt"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports"
	"herdcast/reports/figure"
	"herdcast/reports/number"
	"herdcast/reports/review"
	"herdcast/reports/text"
)

// WriteRecommendation writes the report of a wrapper sized from a few numbers into a
// directory.
func WriteRecommendation(directory string, r *result.Recommendation) error {
	return reports.WriteReview(directory, recommendationReview(r))
}

// recommendationReview puts the report of a recommendation together.
func recommendationReview(r *result.Recommendation) *review.Review {
	v := &review.Review{Name: "recommended-wrapper", Question: "How should the wrapper of this fleet be set?", Verdict: recommended(r)}
	for _, o := range r.Objectives {
		row := review.Judged(o.Objective)
		row.Measure += " on " + o.Scenario
		v.Objectives = append(v.Objectives, row)
	}
	chosen := settings(r).table()
	set := []review.Block{{Table: &chosen}}
	for _, f := range r.Findings {
		set = append(set, review.Block{Text: "Warning: " + f.Message + " " + f.Advice})
	}
	for _, c := range r.Costs {
		set = append(set, review.Block{Text: fmt.Sprintf("%s fails on %s: %s.", c.Objective, c.Scenario, review.Cause(c))})
	}
	var why []review.Block
	for _, s := range r.Settings {
		picture := figure.Probes(r.Search(s))
		picture.Name += "-" + s.Name
		why = append(why, review.Block{Text: text.Capital(s.What) + ": " + s.Reason + ", " + s.Day + ". " + text.Capital(s.Why) + "."})
		if picture.WhyNot == "" {
			why = append(why, review.Block{Figure: &picture})
		}
	}
	assumed := review.Assumptions(r.Assumptions)
	assumed.Blocks = append(assumed.Blocks, review.Block{Text: "Those that are not of the model are marked in the scenario: change them where you know better, and size again."})
	v.Sections = []review.Section{
		{ID: "settings", Title: "What to set", Blocks: set},
		{ID: "why", Title: "Why these values", Blocks: append([]review.Block{{Text: text.Capital(r.Why) + "."}}, why...)},
		assumed,
		{ID: "scenario", Title: "The scenario that the numbers make", Blocks: []review.Block{{Code: strings.TrimSuffix(r.Scenario, "\n")}}},
		again(r.Command, r.Herdcast, number.Plural(float64(r.Simulations), "simulation")+" in all"),
	}
	return v
}

// recommended is the answer in a sentence, and what the whole comes to with it.
func recommended(r *result.Recommendation) string {
	var parts []string
	for _, s := range r.Settings {
		parts = append(parts, fmt.Sprintf("%s %s", strings.ReplaceAll(s.Name, "-", " "), s.Text))
	}
	all := strings.Join(parts, ", ")
	if open := len(r.Settings) - len(r.Answer); open > 0 {
		all += fmt.Sprintf(" (no value holds for %d of them)", open)
	}
	return all + "; together " + review.Held(r) + "."
}

// settings has a row for each setting: its value, where its threshold lies, and its
// objective with the room that is left.
func settings(r *result.Recommendation) grid {
	g := grid{columns: []string{"setting", "value", "the threshold lies between", "sized", "by", "room"}, keys: 1}
	for _, s := range r.Settings {
		row := []string{s.Path, s.Text, "no value holds", s.Day, "—", "—"}
		if a := s.Answer; a != nil {
			row[2] = "—"
			if a.Low < a.High {
				row[2] = number.Value(a.Low, a.Unit) + " and " + number.Value(a.High, a.Unit)
			}
		}
		if s.Binds != nil {
			row[4] = s.Binds.Objective
		}
		if s.Margin != nil {
			row[5] = number.Difference(*s.Margin, s.Unit)
			if *s.Margin < 0 {
				row[5] = "missed by " + number.Difference(-*s.Margin, s.Unit)
			}
		}
		g.rows = append(g.rows, row)
	}
	return g
}
