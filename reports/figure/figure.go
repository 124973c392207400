// Package figure draws the pictures of a report: one file a picture, all with one
// look, as SVG and PNG that need no installed font.
package figure

import (
	"bytes"
	"image/png"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"herdcast/experiments/result"
)

// Figure is one picture of a result.
type Figure struct {
	Name     string // of its files
	Title    string // what it shows, a sentence with a number
	Subtitle string // out of how many runs, and what the band is
	Alt      string // what is seen, for those who do not see it
	WhyNot   string // why the result gives no picture; then there is nothing to draw
	Table    Table  // the numbers behind it
	height   float64
	draw     func(pen, box)
}

// Table is what a picture shows, as numbers.
type Table struct {
	Columns []string
	Rows    [][]string
}

// All gives the pictures of a result in the order of a report.
func All(r *result.Result) []Figure {
	return []Figure{arrivals(r), budget(r), spent(r), effects(r), goodput(r), queue(r)}
}

// SVG gives the picture as a document of its own. The same figure gives the same
// bytes.
func (f Figure) SVG() []byte {
	page := newVector(f)
	f.paint(page, true)
	return page.document()
}

// Inline gives the picture for use inside a page of HTML that brings its own
// background: without XML's declaration, its colours known to style sheets by
// class.
func (f Figure) Inline() []byte {
	page := newVector(f)
	f.paint(page, false)
	return page.element()
}

// PNG gives the picture with two dots for each point.
func (f Figure) PNG() ([]byte, error) {
	page := vgimg.NewWith(vgimg.UseWH(vg.Points(width), vg.Points(f.tall())), vgimg.UseDPI(144))
	f.paint(&raster{Canvas: page}, true)
	var b bytes.Buffer
	err := png.Encode(&b, page.Image())
	return b.Bytes(), err
}

// width of every picture and the space around it, in points.
const (
	width  = 760
	margin = 16
)

// head is what stands above a picture, line by line.
func (f Figure) head() (titles, subtitles []string) {
	return broken(f.Title, titleStyle, width-2*margin), broken(f.Subtitle, smallStyle, width-2*margin)
}

func (f Figure) tall() float64 {
	titles, subtitles := f.head()
	return f.height + 2*margin + 20*float64(len(titles)) + 15*float64(len(subtitles)) + 6
}

// paint puts the head over the drawing.
func (f Figure) paint(s surface, background bool) {
	p, y := pen{s}, f.tall()
	if background {
		p.area([]point{{0, 0}, {width, 0}, {width, y}, {0, y}}, paper)
	}
	y -= margin - 2
	titles, subtitles := f.head()
	for _, line := range titles {
		y -= 20
		p.text(margin, y+4, line, titleStyle, ink)
	}
	for _, line := range subtitles {
		y -= 15
		p.text(margin, y+2, line, smallStyle, muted)
	}
	f.draw(p, box{left: margin, right: width - margin, bottom: margin, top: y - 6})
}
