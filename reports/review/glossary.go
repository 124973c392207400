package review

import (
	"maps"
	"slices"

	"herdcast/experiments/result"
	"herdcast/reports/figure"
)

func sorted(measures map[string]result.Measure) []string {
	return slices.Sorted(maps.Keys(measures))
}

// glossary collects the measures that a report shows.
type glossary struct{ names []string }

func (g *glossary) enter(name string) {
	if !slices.Contains(g.names, name) {
		g.names = append(g.names, name)
	}
}

func (g *glossary) section(r *result.Result) Section {
	t := &figure.Table{Columns: []string{"measure", "meaning"}}
	for _, name := range slices.Sorted(slices.Values(g.names)) {
		if text := Meaning(name); text != "" {
			t.Rows = append(t.Rows, []string{name, text})
		}
	}
	return Section{"glossary", "What the measures mean", []Block{
		{Text: "Values are means over runs; intervals cover the mean with 95 % confidence. What belongs to tasks counts tasks that start after the warm-up, with all that they cause; what belongs to the dependency counts everything after the warm-up."},
		{Table: t},
	}}
}
