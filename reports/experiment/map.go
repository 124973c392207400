package experiment

import (
	"fmt"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports"
	"herdcast/reports/figure"
	"herdcast/reports/finding"
	"herdcast/reports/number"
	"herdcast/reports/review"
)

// WriteMap writes the report of a map into a directory.
func WriteMap(directory string, m *result.Map) error {
	return reports.WriteReview(directory, mapReview(m))
}

// mapReview puts the report of a map together.
func mapReview(m *result.Map) *review.Review {
	f := figure.Phases(m)
	f.Title = crossed(m)
	lies := figure.Table{Columns: []string{m.X.Path, "as " + m.Y.Path + " grows, the fleet"}}
	for _, stretch := range finding.Boundary(m) {
		lies.Rows = append(lies.Rows, []string{stretch.X, stretch.Says})
	}
	sure := fmt.Sprintf("%d of %s simulated, %s each: points without a dot lie between points of one phase.", len(m.Points), number.Plural(float64(len(m.X.Values)*len(m.Y.Values)), "point"), number.Plural(float64(m.Replications), "replication"))
	if unsure := finding.Unsure(m); unsure != "" {
		sure += " " + unsure
	}
	return &review.Review{
		Name: m.Name, Question: fmt.Sprintf("Over %s and %s, where does the fleet recover by itself?", m.X.Path, m.Y.Path),
		Verdict: crossed(m) + ".",
		Sections: []review.Section{
			{ID: "map", Title: "The map", Blocks: []review.Block{{Figure: &f}, {Text: sure}}},
			{ID: "boundary", Title: "Where it stops recovering", Blocks: []review.Block{{Table: &lies}}},
			{ID: "points", Title: "Every simulated point", Blocks: []review.Block{{Table: &f.Table}}},
			again(m.Command, m.Herdcast, seeded(m.Seed)),
		},
	}
}

// mostStretches is how many stretches a verdict can name.
const mostStretches = 3

// crossed says where the fleet recovers and where not: by stretches, or how many points
// there are of each phase where these are too many.
func crossed(m *result.Map) string {
	stretches := finding.Boundary(m)
	if len(stretches) > mostStretches {
		counts := map[string]int{}
		for _, row := range m.Phases {
			for _, phase := range row {
				counts[phase]++
			}
		}
		return fmt.Sprintf("Of %s the fleet recovers at %d, degrades at %d and collapses at %d", number.Plural(float64(len(m.X.Values)*len(m.Y.Values)), "point"),
			counts[result.Recovers], counts[result.Degrades], counts[result.Collapses])
	}
	var parts []string
	for _, stretch := range stretches {
		parts = append(parts, fmt.Sprintf("with %s %s %s", ends(m)[0], stretch.X, stretch.Says))
	}
	return fmt.Sprintf("As %s grows, the fleet %s", ends(m)[1], strings.Join(parts, "; "))
}

// ends gives the short names of a map's paths.
func ends(m *result.Map) []string { return short([]string{m.X.Path, m.Y.Path}, nil) }
