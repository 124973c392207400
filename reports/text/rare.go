package text

import (
	"fmt"
	"io"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// Rare says how likely it is that so many wait, and by which heights that was found.
func Rare(w io.Writer, r *result.Rare, o Options) error {
	p := newPage(o)
	e := r.Probability
	if e.Value == 0 {
		p.paragraph(fmt.Sprintf("%s: %d waiting at once was never reached; its probability is at most %s (95 %%)", r.Name, r.Level, scientific(e.High)))
	} else {
		p.paragraph(fmt.Sprintf("%s: %d waiting at once within a run has the probability %s (95 %%: %s to %s)", r.Name, r.Level, scientific(e.Value), scientific(e.Low), scientific(e.High)))
	}
	p.paragraph(fmt.Sprintf("%s of %d paths each, %s for the heights and %s for the estimate", number.Plural(float64(r.Replications), "splitting"), r.Paths,
		number.Plural(float64(r.PilotRuns), "run"), number.Plural(float64(r.Runs), "run")))
	if r.PlainRuns != nil {
		p.paragraph(fmt.Sprintf("relative error %s; plain replications would need %s runs for the same", number.Share(r.RelativeError), scientific(*r.PlainRuns)))
	}
	if r.RelativeError > coarse {
		p.paragraph("so coarse an estimate is mostly too low: take more --paths")
	}
	p.line("")
	p.line("  height  probability")
	for _, s := range r.Stages {
		p.line(fmt.Sprintf("  %6d  %s (%s to %s)", s.Height, scientific(s.Probability.Value), scientific(s.Probability.Low), scientific(s.Probability.High)))
	}
	_, err := w.Write(p.Bytes())
	return err
}

// coarse is the relative error from which estimates are so skewed that most lie below
// the truth and few far above.
const coarse = 0.25

// scientific writes numbers of any size with three digits.
func scientific(x float64) string { return fmt.Sprintf("%.3g", x) }
