package text

import (
	"fmt"
	"io"

	"herdcast/experiments/result"
	"herdcast/reports/number"
	"herdcast/reports/review"
)

// Recommendation writes a wrapper that was sized from a few numbers: each setting with
// its reason and its margin, what the whole comes to, what the numbers say by
// themselves, and the scenario that they make, where no folder holds it.
func Recommendation(w io.Writer, r *result.Recommendation, o Options) error {
	p := newPage(o)
	sign := "?"
	switch {
	case r.Fails():
		sign = "✗"
	case r.Held() == len(r.Objectives):
		sign = "✓"
	}
	p.line(p.painted(sign) + fmt.Sprintf(" together %s; %d of %d settings found", review.Held(r), len(r.Answer), len(r.Settings)))
	p.line("")
	for _, s := range r.Settings {
		sign := "✓"
		if s.Answer == nil {
			sign = "✗"
		}
		for i, line := range wrap(clean(s.What+": "+s.Text), p.width-indent-2) {
			start := "  "
			if i == 0 {
				start = p.painted(sign) + " "
			}
			p.line(spaces(indent) + start + line)
		}
		p.within(clean(Capital(s.Reason) + ", " + s.Day + "."))
		p.within(clean(Capital(s.Why) + "."))
		if s.Binds != nil && s.Margin != nil {
			if *s.Margin < 0 {
				p.within(clean(s.Binds.Objective + " is missed by " + number.Difference(-*s.Margin, s.Unit) + "."))
			} else {
				p.within(clean("Room at this value: " + number.Difference(*s.Margin, s.Unit) + " to " + s.Binds.Objective + "."))
			}
		}
	}
	p.line("")
	word := "Together"
	for _, v := range r.Objectives {
		text := v.Scenario + ": " + v.Text + " " + v.Verdict
		if v.Value != nil {
			text += ", " + number.Interval(*v.Value, *v.Low, *v.High, v.Unit)
		} else {
			text += ": " + v.Why
		}
		p.beside(word, clean(text))
		word = ""
		for _, c := range r.Costs {
			if c.Scenario == v.Scenario && c.Objective == v.Text {
				p.beside("", clean(review.Cause(c)))
			}
		}
	}
	p.beside("Cost", number.Plural(float64(r.Simulations), "simulation"))
	for _, f := range r.Findings {
		p.line("")
		p.beside("Warning", clean(f.Message+" "+f.Advice))
	}
	p.line("")
	word = "Assumed"
	for _, a := range r.Assumptions {
		p.beside(word, clean(a.Path+": "+a.Value))
		word = ""
	}
	if o.Folder == "" {
		p.line("")
		p.line(spaces(indent) + "the scenario, to save and go on with")
		p.WriteString(cleaned(r.Scenario))
	} else {
		p.line("")
		p.beside("Next", clean("herdcast run "+o.Folder+"/sized-fleet.yaml"))
		p.beside("", clean("herdcast size "+o.Folder+"/size-retry-budget.yaml"))
	}
	p.report(o)
	_, err := w.Write(p.Bytes())
	return err
}

// within writes a sentence below a setting.
func (p *page) within(text string) {
	for _, line := range wrap(text, p.width-indent-4) {
		p.line(spaces(indent+4) + line)
	}
}
