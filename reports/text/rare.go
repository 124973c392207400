package text

import (
	"fmt"
	"io"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// Rare says how likely it is that so many wait, and by which heights that was found.
func Rare(w io.Writer, r *result.Rare) error {
	var b strings.Builder
	p := r.Probability
	if p.Value == 0 {
		fmt.Fprintf(&b, "%s: %d waiting at once was never reached; its probability is at most %s (95 %%)\n", r.Name, r.Level, scientific(p.High))
	} else {
		fmt.Fprintf(&b, "%s: %d waiting at once within a run has the probability %s (95 %%: %s to %s)\n", r.Name, r.Level, scientific(p.Value), scientific(p.Low), scientific(p.High))
	}
	fmt.Fprintf(&b, "%s of %d paths each, %s for the heights and %s for the estimate\n", number.Plural(float64(r.Replications), "splitting"), r.Paths,
		number.Plural(float64(r.PilotRuns), "run"), number.Plural(float64(r.Runs), "run"))
	if r.PlainRuns != nil {
		fmt.Fprintf(&b, "relative error %s; plain replications would need %s runs for the same\n", number.Share(r.RelativeError), scientific(*r.PlainRuns))
	}
	if r.RelativeError > coarse {
		fmt.Fprintf(&b, "so coarse an estimate is mostly too low: take more --paths\n")
	}
	b.WriteString("\n  height  probability\n")
	for _, s := range r.Stages {
		fmt.Fprintf(&b, "  %6d  %s (%s to %s)\n", s.Height, scientific(s.Probability.Value), scientific(s.Probability.Low), scientific(s.Probability.High))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// coarse is the relative error from which estimates are so skewed that most lie below
// the truth and few far above.
const coarse = 0.25

// scientific writes numbers of any size with three digits.
func scientific(x float64) string { return fmt.Sprintf("%.3g", x) }
