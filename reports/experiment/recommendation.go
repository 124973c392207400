package experiment

import (
	"fmt"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports"
	"herdcast/reports/figure"
	"herdcast/reports/number"
	"herdcast/reports/review"
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
	var why []review.Block
	for _, s := range r.Settings {
		picture := figure.Probes(r.Search(s))
		picture.Name += "-" + s.Name
		why = append(why, review.Block{Text: sentence(s.What) + ": " + s.Reason + ", " + s.Day + ". " + sentence(s.Why) + "."})
		if picture.WhyNot == "" {
			why = append(why, review.Block{Figure: &picture})
		}
	}
	assumed := figure.Table{Columns: []string{"setting", "assumed"}}
	for _, a := range r.Assumptions {
		assumed.Rows = append(assumed.Rows, []string{a.Path, a.Value})
	}
	v.Sections = []review.Section{
		{ID: "settings", Title: "What to set", Blocks: set},
		{ID: "why", Title: "Why these values", Blocks: append([]review.Block{{Text: sentence(r.Why) + "."}}, why...)},
		{ID: "assumptions", Title: "Assumptions", Blocks: []review.Block{{Text: "What the numbers do not say. Lines of the scenario marked as assumed belong to them too: change them where you know better, and size again."}, {Table: &assumed}}},
		{ID: "scenario", Title: "The scenario that the numbers make", Blocks: []review.Block{{Code: strings.TrimSuffix(r.Scenario, "\n")}}},
		again(r.Command, r.Herdcast, number.Plural(float64(r.Simulations), "simulation")+" in all"),
	}
	return v
}

// recommended is the answer in a sentence, and what the whole comes to with it.
func recommended(r *result.Recommendation) string {
	var parts []string
	for _, s := range r.Settings {
		parts = append(parts, fmt.Sprintf("%s %s", s.Name, s.Text))
	}
	held := 0
	for _, o := range r.Objectives {
		if o.Verdict == result.Holds {
			held++
		}
	}
	text := strings.Join(parts, ", ")
	if open := len(r.Settings) - len(r.Answer); open > 0 {
		text += fmt.Sprintf(" (no value holds for %d of them)", open)
	}
	return fmt.Sprintf("%s; together %d of %s hold.", strings.ReplaceAll(text, "-", " "), held, number.Plural(float64(len(r.Objectives)), "objective"))
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

// sentence begins a text with a capital letter.
func sentence(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
