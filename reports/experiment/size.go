package experiment

import (
	"fmt"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports"
	"herdcast/reports/figure"
	"herdcast/reports/number"
	"herdcast/reports/review"
	"herdcast/reports/text"
)

// WriteSize writes the report of a search for a size into a directory.
func WriteSize(directory string, s *result.Size) error {
	return reports.WriteReview(directory, sizeReview(s))
}

// sizeReview puts the report of a search together.
func sizeReview(s *result.Size) *review.Review {
	picture := figure.Probes(s)
	found := []review.Block{{Figure: &picture}}
	if picture.WhyNot != "" {
		found = []review.Block{{Text: "No picture: " + picture.WhyNot + "."}}
	}
	found = append([]review.Block{{Text: text.Capital(s.Why) + "."}}, found...)
	reasons := limits(s).table()
	if len(reasons.Rows) > 0 {
		found = append(found, review.Block{Table: &reasons})
	}
	setting := []review.Block{{Text: "No value holds, so there is nothing to paste."}}
	if s.Indifferent {
		setting = []review.Block{{Text: "Every value holds alike, so there is nothing to paste."}}
	}
	if s.Fragment != "" {
		setting = []review.Block{{Text: "Ready to paste into the scenario; fragment.yaml holds the same."}, {Code: strings.TrimSuffix(s.Fragment, "\n")}}
	}
	tried := tries(s).table()
	monotone := "They agree that it only gets worse that way."
	if !s.Monotone {
		monotone = "They do not agree that it only gets worse that way: look at the table before you trust the answer."
	}
	return &review.Review{
		Name: s.Name, Verdict: sizeVerdict(s), Objectives: held(s),
		Question: fmt.Sprintf("What is the %s %s with which every objective holds in %s, %s sure?", s.Find, strings.Join(s.Paths(), " and "), strings.Join(s.Scenarios, " and "), number.Share(s.Confidence)) + overridden(s.Command),
		Sections: []review.Section{
			{ID: "answer", Title: "What keeps it from going further", Blocks: found},
			{ID: "setting", Title: "What to set", Blocks: setting},
			{ID: "tried", Title: "Every value that was tried", Blocks: []review.Block{{Text: fmt.Sprintf("%s. Simulations are those of all scenarios together, all with the same luck. %s", review.Cost(s), monotone)}, {Table: &tried}}},
			again(s.Command, s.Herdcast, seeded(s.Seed)),
		},
	}
}

func seeded(seed uint64) string { return fmt.Sprintf("the seed is %d", seed) }

// sizeVerdict is the answer.
func sizeVerdict(s *result.Size) string {
	var parts []string
	if s.Indifferent {
		return "Nothing here depends on " + strings.Join(s.Paths(), ", ") + " over the range."
	}
	for _, path := range s.Paths() {
		if a, ok := s.Answer[path]; ok {
			text := path + " = " + a.Text
			if a.Low < a.High {
				text += fmt.Sprintf(" (the threshold lies between %s and %s)", number.Value(a.Low, a.Unit), number.Value(a.High, a.Unit))
			}
			parts = append(parts, text)
		}
	}
	if parts == nil {
		return "No value holds."
	}
	return strings.Join(parts, ", ") + "."
}

// held is what every objective comes to at the answer, nothing where there is none.
func held(s *result.Size) []review.Objective {
	var rows []review.Objective
	for _, probe := range s.Probes {
		if !s.Answers(probe) {
			continue
		}
		for _, o := range probe.Objectives {
			row := review.Judged(o.Objective)
			if len(s.Scenarios) > 1 {
				row.Measure += " in " + o.Scenario
			}
			rows = append(rows, row)
		}
		break
	}
	return rows
}

// limits says what binds, how much room it has, and what one step more does to it.
func limits(s *result.Size) grid {
	g := grid{columns: []string{"", ""}, keys: 1}
	if s.Binds == nil {
		return g
	}
	g.rows = append(g.rows, []string{"the objective that binds", s.Binds.Objective + " in " + s.Binds.Scenario})
	if s.Margin != nil {
		unit := ""
		for _, probe := range s.Probes {
			if o, ok := s.Binding(probe); ok {
				unit = s.UnitOf(o.Measure)
			}
		}
		name := "its room at the answer"
		margin := *s.Margin
		if margin < 0 {
			name, margin = "it is missed by", -margin
		}
		g.rows = append(g.rows, []string{name, number.Difference(margin, unit)})
	}
	for _, around := range s.Sensitivity {
		step := number.Value(around.Step, s.Answer[around.Path].Unit)
		g.rows = append(g.rows, []string{fmt.Sprintf("%s more of %s", step, around.Path), fmt.Sprintf("changes %s by %s", around.Measure, number.Change(around.Change, s.UnitOf(around.Measure)))})
	}
	return g
}

// tries has a row for each value and a column for each objective of each scenario.
func tries(s *result.Size) grid {
	paths := s.Paths()
	g := grid{columns: append(slices.Clone(paths), "all objectives", "replications"), keys: len(paths)}
	column := map[string]int{}
	name := func(o result.ProbeObjective) string {
		if len(s.Scenarios) > 1 {
			return o.Text + " in " + o.Scenario
		}
		return o.Text
	}
	all := s.Ordered()
	for _, probe := range all {
		for _, o := range probe.Objectives {
			if _, known := column[name(o)]; !known {
				column[name(o)] = len(g.columns)
				g.columns = append(g.columns, name(o))
			}
		}
	}
	for _, probe := range all {
		row := make([]string, len(g.columns))
		for i, path := range paths {
			row[i] = probe.Texts[path]
		}
		row[len(paths)], row[len(paths)+1] = probe.Verdict, number.Count(float64(probe.Replications))
		for _, o := range probe.Objectives {
			text := "—"
			if o.Value != nil {
				text = number.Interval(*o.Value, *o.Low, *o.High, o.Unit)
			}
			row[column[name(o)]] = text + ", " + o.Verdict
		}
		g.rows = append(g.rows, row)
	}
	return g
}
