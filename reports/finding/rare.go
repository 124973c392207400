package finding

import (
	"fmt"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// Rare tells how likely a rare height is, then what that took and how far it is to be
// believed.
func Rare(r *result.Rare) []string {
	p := r.Probability
	all := []string{fmt.Sprintf("%d waiting at once within a run has the probability %s (95 %%: %s to %s).", r.Level, number.Scientific(p.Value), number.Scientific(p.Low), number.Scientific(p.High))}
	if p.Value == 0 {
		all[0] = fmt.Sprintf("%d waiting at once was never reached; its probability is at most %s (95 %%).", r.Level, number.Scientific(p.High))
	}
	if r.PlainRuns != nil {
		all = append(all, fmt.Sprintf("Its relative error is %s; plain replications would need %s runs for the same.", number.Share(r.RelativeError), number.Scientific(*r.PlainRuns)))
	}
	if r.RelativeError > coarse {
		all = append(all, "So coarse an estimate is mostly too low: take more --paths.")
	}
	return all
}

// coarse is the relative error from which estimates are so skewed that most lie below
// the truth and few far above.
const coarse = 0.25
