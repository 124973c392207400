package experiment

import (
	"fmt"

	"herdcast/experiments/result"
	"herdcast/reports"
	"herdcast/reports/figure"
	"herdcast/reports/number"
	"herdcast/reports/review"
)

// WriteMap writes the report of a map into a directory.
func WriteMap(directory string, m *result.Map) error {
	f := figure.Phases(m)
	counts := map[string]int{}
	for _, row := range m.Phases {
		for _, phase := range row {
			counts[phase]++
		}
	}
	return reports.WriteReview(directory, &review.Review{
		Name: m.Name, Question: fmt.Sprintf("Over %s and %s, where does the fleet recover by itself?", m.X.Path, m.Y.Path),
		Verdict: fmt.Sprintf("Of %s it recovers at %d, degrades at %d and collapses at %d.", number.Plural(float64(len(m.X.Values)*len(m.Y.Values)), "point"),
			counts[result.Recovers], counts[result.Degrades], counts[result.Collapses]),
		Sections: []review.Section{
			{ID: "map", Title: "The map", Blocks: []review.Block{{Figure: &f}, {Text: "Points without a dot were not simulated: they lie between points of one phase."}}},
			{ID: "points", Title: "Every simulated point", Blocks: []review.Block{{Table: &f.Table}}},
			again(m.Command, m.Herdcast, seeded(m.Seed)),
		},
	})
}
