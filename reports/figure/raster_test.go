package figure

import (
	"image"
	"image/color"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// jagged goes up and down between two heights, so many times.
func jagged(times int) []point {
	var points []point
	for i := range times {
		x := 20 + float64(i)*0.7
		points = append(points, point{x, 10}, point{x + 0.3, 90})
	}
	return points
}

func dots(draw func(s surface), plain bool) image.Image {
	page := vgimg.NewWith(vgimg.UseWH(vg.Points(width), vg.Points(100)), vgimg.UseDPI(144))
	if plain {
		draw(page)
	} else {
		draw(&raster{Canvas: page})
	}
	return page.Image()
}

// What is drawn piece by piece looks as if it were drawn at once: the darkest dot
// differs by what two layers of a soft edge make, and a fill by rounding alone.
func TestPiecesLookLikeTheWhole(t *testing.T) {
	for _, c := range []struct {
		name   string
		most   int // of 255
		points []point
		draw   func(p pen, points []point)
	}{
		{"fill", 1, append([]point{{20, 0}}, append(jagged(150), point{125, 0})...), func(p pen, points []point) { p.area(points, ink.at(0.5)) }},
		{"band without height", 0, between(jagged(150), jagged(150)), func(p pen, points []point) { p.area(points, ink.at(0.5)) }},
		{"stroke", 40, jagged(150), func(p pen, points []point) { p.line(points, ink, 0.9) }},
		{"dashes", 0, jagged(50), func(p pen, points []point) { p.line(points, ink, 0.9, 4, 2) }},
	} {
		draw := func(s surface) { c.draw(pen{s}, c.points) }
		whole, pieces := dots(draw, true), dots(draw, false)
		largest := 0
		for y := range whole.Bounds().Dy() {
			for x := range whole.Bounds().Dx() {
				largest = max(largest, apart(whole.At(x, y), pieces.At(x, y)))
			}
		}
		if largest > c.most {
			t.Errorf("%s: dots differ by up to %d of 255", c.name, largest)
		}
	}
}

func apart(a, b color.Color) int {
	r, _, _, _ := a.RGBA()
	s, _, _, _ := b.RGBA()
	return max(int(r>>8)-int(s>>8), int(s>>8)-int(r>>8))
}
