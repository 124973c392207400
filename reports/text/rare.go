package text

import (
	"fmt"
	"io"

	"herdcast/experiments/result"
	"herdcast/reports/finding"
	"herdcast/reports/number"
)

// Rare says how likely an event is, and by which heights that was found.
func Rare(w io.Writer, r *result.Rare, o Options) error {
	p := newPage(o)
	told := finding.Rare(r)
	p.paragraph(r.Name + ": " + told[0])
	p.line("")
	for i, sentence := range told[1:] {
		p.beside([]string{"Sure", ""}[min(i, 1)], sentence)
	}
	p.beside("Cost", fmt.Sprintf("%s of %d paths each, %s for the heights and %s for the estimate", number.Plural(float64(r.Replications), "splitting"), r.Paths,
		number.Plural(float64(r.PilotRuns), "run"), number.Plural(float64(r.Runs), "run")))
	if len(r.Stages) > 0 {
		p.line("")
		p.paragraph("How likely each height on the way is (" + r.Guide + "):")
		p.line("  height  probability (95 % interval)")
	}
	for _, s := range r.Stages {
		e := s.Probability
		text := fmt.Sprintf("%s (%s to %s)", number.Scientific(e.Value), number.Scientific(e.Low), number.Scientific(e.High))
		if e.Value == 0 {
			text = "never seen, at most " + number.Scientific(e.High)
		}
		p.line(fmt.Sprintf("  %6s  %s", number.Count(s.Height), text))
	}
	p.report(o)
	_, err := w.Write(p.Bytes())
	return err
}
