package figure

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// raster is a surface of dots. It has no other font to turn to, so that letters
// which ours lacks become boxes.
//
// The time that the canvas takes for a path grows with the square of its corners:
// for the jagged line of a day, seconds. So long paths are drawn piece by piece.
type raster struct {
	*vgimg.Canvas
	dashed bool
}

const (
	piece = 32 // corners that are drawn at once
	strip = 16 // width of what is filled at once in points, whole dots
)

// SetLineDash sets the lengths of dashes and gaps; none for a whole line.
func (r *raster) SetLineDash(pattern []vg.Length, offset vg.Length) {
	r.dashed = len(pattern) > 0
	r.Canvas.SetLineDash(pattern, offset)
}

// Stroke draws along a path of straight lines. Pieces share a line, so that each
// corner is joined.
func (r *raster) Stroke(p vg.Path) {
	for !r.dashed && len(p) > piece {
		r.Canvas.Stroke(p[:piece])
		p = slices.Clone(p[piece-2:])
		p[0].Type = vg.MoveComp
	}
	r.Canvas.Stroke(p)
}

// Fill fills the inside of a polygon. Strips begin and end between dots, so that
// no seam is seen.
func (r *raster) Fill(p vg.Path) {
	if len(p) <= piece {
		r.Canvas.Fill(p)
		return
	}
	var corners []vg.Point
	for _, c := range p {
		if c.Type != vg.CloseComp {
			corners = append(corners, c.Pos)
		}
	}
	for left := vg.Length(0); left < width; left += strip {
		if inside := cut(cut(corners, left, 1), left+strip, -1); len(inside) > 0 {
			r.Canvas.Fill(polygon(inside))
		}
	}
}

// cut gives what of a polygon lies right of an upright line, with side -1 left of it.
func cut(corners []vg.Point, line, side vg.Length) []vg.Point {
	var kept []vg.Point
	for i, to := range corners {
		from := corners[(i+len(corners)-1)%len(corners)]
		if (from.X-line)*side < 0 != ((to.X-line)*side < 0) {
			rise := vg.Length((to.Y - from.Y) * ((line - from.X) / (to.X - from.X)))
			kept = append(kept, vg.Point{X: line, Y: from.Y + rise})
		}
		if (to.X-line)*side >= 0 {
			kept = append(kept, to)
		}
	}
	return kept
}

func polygon(corners []vg.Point) vg.Path {
	var p vg.Path
	p.Move(corners[0])
	for _, to := range corners[1:] {
		p.Line(to)
	}
	p.Close()
	return p
}

// FillString writes a text from a point on.
func (r *raster) FillString(face font.Face, at vg.Point, text string) {
	if _, _, all := set(face.Face, text); !all {
		text = strings.Map(func(letter rune) rune {
			if _, _, known := set(face.Face, string(letter)); known {
				return letter
			}
			return '□'
		}, text)
	}
	r.Canvas.FillString(face, at, text)
}
