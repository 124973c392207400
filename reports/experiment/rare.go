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

// question says what was asked.
func question(r *result.Rare) string {
	if r.Event != "" {
		return fmt.Sprintf("How likely is it that %s within a run?", r.Event)
	}
	return fmt.Sprintf("How likely is it that within a run %d wait at once: requests in the queue, and calls between their attempts?", r.Level)
}

// rareReview puts the report of a rare event together.
func rareReview(r *result.Rare) *review.Review {
	f := figure.Heights(r)
	heights := []review.Block{{Figure: &f}, {Table: &f.Table}}
	if f.WhyNot != "" {
		heights = []review.Block{{Text: "There is none: " + f.WhyNot + "."}}
	}
	sure := []review.Block{{Text: fmt.Sprintf("%s of %d paths each: %s for the heights, %s for the estimate.",
		number.Plural(float64(r.Replications), "splitting"), r.Paths, number.Plural(float64(r.PilotRuns), "run"), number.Plural(float64(r.Runs), "run"))}}
	for _, sentence := range finding.Rare(r)[1:] {
		sure = append(sure, review.Block{Text: sentence})
	}
	return &review.Review{
		Name: r.Name, Question: question(r),
		Verdict: finding.Rare(r)[0],
		Sections: []review.Section{
			{ID: "heights", Title: "How likely each height on the way is", Blocks: heights},
			{ID: "sure", Title: "How sure that is", Blocks: sure},
			again(r.Command, r.Herdcast, seeded(r.Seed)),
		},
	}
}
