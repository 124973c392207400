package figure

import (
	"bytes"
	"testing"
)

func TestTornadoHasABarForEachInput(t *testing.T) {
	tornado := Tornado{Name: "tornado", Measure: "goodput", Unit: "1/s", Title: "rest moves goodput most", Bars: []Bar{{"rest", 40, 10, "total effect 90 %"}, {"timeout", 25, 25, "total effect 0 %"}}}
	f := tornado.Figure()
	if f.WhyNot != "" || len(f.Table.Rows) != 2 || f.Table.Rows[0][1] != "40/s" || f.Table.Rows[0][3] != "total effect 90 %" {
		t.Errorf("got %q, %v", f.WhyNot, f.Table.Rows)
	}
	svg := f.SVG()
	if png, err := f.PNG(); err != nil || len(png) < 1000 {
		t.Errorf("%d bytes, %v", len(png), err)
	}
	tornado.Bars[0].Low, tornado.Bars[0].High = 10, 40
	if bytes.Equal(svg, tornado.Figure().SVG()) {
		t.Error("both directions look the same")
	}
	tornado.Bars[1].Low = -1
	if why := tornado.Figure().WhyNot; why != "goodput has values below 0" {
		t.Errorf("got %q", why)
	}
}
