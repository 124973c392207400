package figure

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// vector is a surface that writes SVG. Text becomes outlines, each glyph written
// once, so that the picture looks the same without the font; a text with letters
// that the font lacks is left to the viewer's fonts. Colours are attributes and
// classes, never style attributes, which a strict content security policy
// forbids.
type vector struct {
	figure Figure
	height float64
	body   bytes.Buffer
	glyphs map[glyph]string // outlines by what uses them
	colour tone
	line   vg.Length
	dash   []vg.Length
}

type glyph struct {
	weight string
	index  sfnt.GlyphIndex
}

func newVector(f Figure) *vector {
	return &vector{figure: f, height: f.tall(), glyphs: map[glyph]string{}}
}

func (v *vector) SetLineWidth(width vg.Length)                 { v.line = width }
func (v *vector) SetLineDash(pattern []vg.Length, _ vg.Length) { v.dash = pattern }
func (v *vector) SetColor(c color.Color)                       { v.colour = c.(tone) }

// Stroke draws along a path of straight lines.
func (v *vector) Stroke(p vg.Path) {
	dash := ""
	for i, length := range v.dash {
		if i > 0 {
			dash += " "
		}
		dash += short(float64(length))
	}
	if dash != "" {
		dash = ` stroke-dasharray="` + dash + `"`
	}
	fmt.Fprintf(&v.body, `<path class="s-%s" d="%s" fill="none" stroke="%s"%s stroke-width="%s"%s stroke-linejoin="round"/>`+"\n",
		v.colour.name, v.data(p), v.rgb(), v.opacity("stroke"), short(float64(v.line)), dash)
}

// Fill fills a path of straight lines.
func (v *vector) Fill(p vg.Path) {
	fmt.Fprintf(&v.body, `<path class="f-%s" d="%s" fill="%s"%s/>`+"\n", v.colour.name, v.data(p), v.rgb(), v.opacity("fill"))
}

// FillString writes a text from a point on.
func (v *vector) FillString(face font.Face, at vg.Point, text string) {
	letters, _, all := set(face.Face, text)
	x, y, size := short(float64(at.X)), short(v.height-float64(at.Y)), float64(face.Font.Size)
	if !all {
		fmt.Fprintf(&v.body, `<text class="f-%s" x="%s" y="%s" font-family="Inter, sans-serif" font-size="%s" fill="%s">%s</text>`+"\n",
			v.colour.name, x, y, short(size), v.rgb(), escaped(text))
		return
	}
	weight := "r"
	if face.Face == bold {
		weight = "b"
	}
	scale := strconv.FormatFloat(size/float64(face.Face.UnitsPerEm()), 'g', 4, 64)
	fmt.Fprintf(&v.body, `<g class="f-%s" fill="%s" transform="translate(%s %s) scale(%s)">`, v.colour.name, v.rgb(), x, y, scale)
	for _, l := range letters {
		g := glyph{weight, l.glyph}
		if _, known := v.glyphs[g]; !known {
			v.glyphs[g] = outline(face.Face, l.glyph)
		}
		if v.glyphs[g] != "" {
			fmt.Fprintf(&v.body, `<use href="#%s" x="%d"/>`, v.id(g), l.x)
		}
	}
	v.body.WriteString("</g>\n")
}

// outline gives a glyph's shape in units of the font, empty for a space.
func outline(f *sfnt.Font, index sfnt.GlyphIndex) string {
	var buffer sfnt.Buffer
	segments, err := f.LoadGlyph(&buffer, index, fixed.Int26_6(f.UnitsPerEm()), nil)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, s := range segments {
		count := map[sfnt.SegmentOp]int{sfnt.SegmentOpMoveTo: 1, sfnt.SegmentOpLineTo: 1, sfnt.SegmentOpQuadTo: 2, sfnt.SegmentOpCubeTo: 3}[s.Op]
		b.WriteByte("MLQC"[s.Op])
		for i := range count {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%d %d", int(s.Args[i].X), int(s.Args[i].Y))
		}
	}
	return b.String()
}

// id is unique among the pictures of one page.
func (v *vector) id(g glyph) string { return fmt.Sprintf("%s-%s%d", v.figure.Name, g.weight, g.index) }

func (v *vector) rgb() string {
	return fmt.Sprintf("#%02x%02x%02x", v.colour.shade.R, v.colour.shade.G, v.colour.shade.B)
}

func (v *vector) opacity(of string) string {
	if v.colour.shade.A == 255 {
		return ""
	}
	return fmt.Sprintf(` %s-opacity="%s"`, of, short(float64(v.colour.shade.A)/255))
}

// data writes a path, y turned downwards.
func (v *vector) data(p vg.Path) string {
	var b strings.Builder
	for _, part := range p {
		switch part.Type {
		case vg.CloseComp:
			b.WriteByte('Z')
			continue
		case vg.MoveComp:
			b.WriteByte('M')
		case vg.LineComp:
			b.WriteByte('L')
		}
		b.WriteString(short(float64(part.Pos.X)) + " " + short(v.height-float64(part.Pos.Y)))
	}
	return b.String()
}

// element is the picture without a declaration.
func (v *vector) element() []byte {
	var b bytes.Buffer
	height := short(v.height)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %s" width="%d" height="%s" role="img" aria-labelledby="%s-title %s-alt">`+"\n",
		width, height, width, height, v.figure.Name, v.figure.Name)
	fmt.Fprintf(&b, `<title id="%s-title">%s</title>`+"\n"+`<desc id="%s-alt">%s</desc>`+"\n",
		v.figure.Name, escaped(v.figure.Title), v.figure.Name, escaped(v.figure.Alt))
	used := make([]glyph, 0, len(v.glyphs))
	for g, shape := range v.glyphs {
		if shape != "" {
			used = append(used, g)
		}
	}
	sort.Slice(used, func(i, k int) bool {
		return used[i].weight < used[k].weight || used[i].weight == used[k].weight && used[i].index < used[k].index
	})
	b.WriteString("<defs>\n")
	for _, g := range used {
		fmt.Fprintf(&b, `<path id="%s" d="%s"/>`+"\n", v.id(g), v.glyphs[g])
	}
	b.WriteString("</defs>\n")
	b.Write(v.body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// document is the picture as a file.
func (v *vector) document() []byte {
	return append([]byte(`<?xml version="1.0" encoding="UTF-8"?>`+"\n"), v.element()...)
}

// escaped makes a text part of an XML document; what XML cannot hold is replaced.
func escaped(text string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(text)) // into memory: cannot fail
	return b.String()
}

// short writes a coordinate with at most two places.
func short(v float64) string {
	text := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 2, 64), "0"), ".")
	if text == "-0" || text == "" {
		return "0"
	}
	return text
}
