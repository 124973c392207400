package experiment

import (
	"fmt"

	"herdcast/experiments/result"
	"herdcast/reports"
	"herdcast/reports/figure"
	"herdcast/reports/finding"
	"herdcast/reports/number"
	"herdcast/reports/review"
)

// WriteRare writes the report of how likely something rare is into a directory.
func WriteRare(directory string, r *result.Rare) error {
	return reports.WriteReview(directory, rareReview(r))
}

// rareReview puts the report of a rare event together.
func rareReview(r *result.Rare) *review.Review {
	f := figure.Heights(r)
	sure := []review.Block{{Text: fmt.Sprintf("%s of %d paths each: %s for the heights, %s for the estimate.",
		number.Plural(float64(r.Replications), "splitting"), r.Paths, number.Plural(float64(r.PilotRuns), "run"), number.Plural(float64(r.Runs), "run"))}}
	for _, sentence := range finding.Rare(r)[1:] {
		sure = append(sure, review.Block{Text: sentence})
	}
	return &review.Review{
		Name: r.Name, Question: fmt.Sprintf("How likely is it that within a run %d wait at once: requests in the queue, and calls between their attempts?", r.Level),
		Verdict: finding.Rare(r)[0],
		Sections: []review.Section{
			{ID: "heights", Title: "How likely each height on the way is", Blocks: []review.Block{{Figure: &f}, {Table: &f.Table}}},
			{ID: "sure", Title: "How sure that is", Blocks: sure},
			again(r.Command, r.Herdcast, seeded(r.Seed)),
		},
	}
}
