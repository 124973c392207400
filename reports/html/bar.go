package html

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"herdcast/reports/review"
)

// size of the small picture of an interval against its bound, in dots.
const (
	barWidth  = 180
	barHeight = 22
)

// bar draws an objective's interval, its value and its bound on one scale from 0
// to a little beyond the largest of them. It is empty where there is no value.
func bar(o review.Objective) template.HTML {
	g := o.Given
	if g.Value == nil || g.Low == nil || g.High == nil {
		return ""
	}
	lowest, largest := math.Min(0, math.Min(*g.Low, g.Bound)), math.Max(*g.High, g.Bound)
	if g.Upper != nil {
		largest = math.Max(largest, *g.Upper)
	}
	if largest == lowest {
		largest = lowest + 1
	}
	x := func(v float64) string {
		return fmt.Sprintf("%.1f", 4+(barWidth-16)*(v-lowest)/(largest-lowest))
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="bar" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s against %s">`,
		barWidth, barHeight, barWidth, barHeight, template.HTMLEscapeString(o.Value), template.HTMLEscapeString(o.Bound))
	fmt.Fprintf(&b, `<line class="track" x1="4" x2="%d" y1="11" y2="11"/>`, barWidth-4)
	fmt.Fprintf(&b, `<line class="range %s" x1="%s" x2="%s" y1="11" y2="11"/>`, o.Verdict, x(*g.Low), x(*g.High))
	fmt.Fprintf(&b, `<circle class="dot %s" cx="%s" cy="11" r="4"/>`, o.Verdict, x(*g.Value))
	fmt.Fprintf(&b, `<line class="bound" x1="%s" x2="%s" y1="2" y2="20"/>`, x(g.Bound), x(g.Bound))
	if g.Upper != nil {
		fmt.Fprintf(&b, `<line class="bound" x1="%s" x2="%s" y1="2" y2="20"/>`, x(*g.Upper), x(*g.Upper))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}
