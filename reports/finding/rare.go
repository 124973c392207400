package finding

import (
	"fmt"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// Rare tells how likely a rare event is, then what that took and how far it is to be
// believed.
func Rare(r *result.Rare) []string {
	p := r.Probability
	all := []string{fmt.Sprintf("%s within a run has the probability %s (95 %%: %s to %s).", r.Asked(), number.Scientific(p.Value), number.Scientific(p.Low), number.Scientific(p.High))}
	switch none := r.NeverSeen; {
	case none != nil:
		all[0] = fmt.Sprintf("None of %s had %s; its probability is at most %s (95 %%: the rule of three, 3 / runs; exactly %.4g, by Clopper and Pearson).",
			number.Plural(float64(none.Runs), "plain run"), r.Asked(), number.Scientific(none.RuleOfThree), none.ClopperPearson)
	case p.Value == 0:
		all[0] = fmt.Sprintf("%s was never reached; its probability is at most %s (95 %%), that of the highest height which was.", r.Asked(), number.Scientific(p.High))
	}
	switch {
	case r.Replaced:
		all = append(all, "The splittings saw none, so as many plain runs took their place. On average over such estimates that is too high, by the probability × the chance that splittings see none.")
	case len(r.Stages) > 0 && r.Event != "":
		all = append(all, fmt.Sprintf("Heights are of the guide, %s, which only leads towards the event: it can come without a height and stay away after one, so it may be likelier or rarer than any of them, even than one never seen.", r.Guide))
	case len(r.Stages) == 0:
		all = append(all, fmt.Sprintf("All runs were plain ones: no height of the guide, %s, led there more often.", r.Guide))
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
