package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// surface is what pictures need of a canvas.
type surface interface {
	SetLineWidth(vg.Length)
	SetLineDash(pattern []vg.Length, offset vg.Length)
	SetColor(color.Color)
	Stroke(vg.Path)
	Fill(vg.Path)
	FillString(font.Face, vg.Point, string)
}

// point is a place on a surface in points, the origin at the lower left.
type point struct{ x, y float64 }

// box is a rectangle on a surface.
type box struct{ left, right, bottom, top float64 }

// pen draws with the few kinds of marks that pictures are made of.
type pen struct{ surface }

func path(points []point) vg.Path {
	var p vg.Path
	for i, at := range points {
		v := vg.Point{X: vg.Length(at.x), Y: vg.Length(at.y)}
		if i == 0 {
			p.Move(v)
		} else {
			p.Line(v)
		}
	}
	return p
}

func (p pen) line(points []point, t tone, width float64, dash ...vg.Length) {
	p.SetColor(t)
	p.SetLineWidth(vg.Points(width))
	p.SetLineDash(dash, 0)
	p.Stroke(path(points))
}

func (p pen) area(points []point, t tone) {
	outline := path(points)
	outline.Close()
	p.SetColor(t)
	p.Fill(outline)
}

func (p pen) rectangle(b box, t tone) {
	p.area([]point{{b.left, b.bottom}, {b.right, b.bottom}, {b.right, b.top}, {b.left, b.top}}, t)
}

// dot is a disc, as a polygon that looks round at its size.
func (p pen) dot(x, y, radius float64, t tone) {
	const corners = 12
	outline := make([]point, corners)
	for i := range outline {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		outline[i] = point{x + float64(radius*cos), y + float64(radius*sin)}
	}
	p.area(outline, t)
}

// text writes from x on.
func (p pen) text(x, y float64, text string, s style, t tone) {
	p.SetColor(t)
	p.FillString(s.face(), vg.Point{X: vg.Length(x), Y: vg.Length(y)}, text)
}

// before writes up to x.
func (p pen) before(x, y float64, text string, s style, t tone) {
	p.text(x-s.wide(text), y, text, s, t)
}

// middle writes around x.
func (p pen) middle(x, y float64, text string, s style, t tone) {
	p.text(x-s.wide(text)/2, y, text, s, t)
}
