package figure

import (
	_ "embed"
	"strings"

	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// Inter, under the SIL Open Font License beside it. Both weights are whole: a
// subset would drop signs such as ≤ without a word.
var (
	//go:embed font/Inter-Regular.ttf
	regularData []byte
	//go:embed font/Inter-SemiBold.ttf
	boldData []byte

	regular = parsed(regularData)
	bold    = parsed(boldData)
)

// parsed reads a font that is part of the program; tests read both.
func parsed(data []byte) *opentype.Font {
	f, err := opentype.Parse(data)
	if err != nil {
		panic("figure: an embedded font is broken: " + err.Error())
	}
	return f
}

// style is a weight and a size in points.
type style struct {
	weight string
	font   *opentype.Font
	size   float64
}

var (
	titleStyle = style{"b", bold, 15}
	boldStyle  = style{"b", bold, 11}
	textStyle  = style{"r", regular, 11}
	smallStyle = style{"r", regular, 10.5}
)

func (s style) face() font.Face {
	return font.Face{Font: font.Font{Size: vg.Points(s.size)}, Face: s.font}
}

// letter is a glyph and where it stands, in units of the font.
type letter struct {
	glyph sfnt.GlyphIndex
	x     int
}

// set places the glyphs of a text. All is false if the font lacks one.
func set(f *sfnt.Font, text string) (letters []letter, advance int, all bool) {
	var b sfnt.Buffer
	em, all := fixed.Int26_6(f.UnitsPerEm()), true
	for _, r := range text {
		glyph, err := f.GlyphIndex(&b, r)
		if err != nil || glyph == 0 {
			glyph, all = 0, false
		}
		letters = append(letters, letter{glyph, advance})
		if w, err := f.GlyphAdvance(&b, glyph, em, 0); err == nil {
			advance += int(w)
		}
	}
	return letters, advance, all
}

// wide is the width of a text in points.
func (s style) wide(text string) float64 {
	_, advance, _ := set(s.font, text)
	return float64(advance) * s.size / float64(s.font.UnitsPerEm())
}

// broken breaks a text into lines that fit, at spaces.
func broken(text string, s style, room float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && s.wide(longer) > room {
			lines, line = append(lines, line), word
			continue
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// shortened cuts a name that is longer than the room and says so by an ellipsis.
func shortened(text string, s style, room float64) string {
	if s.wide(text) <= room {
		return text
	}
	runes := []rune(text)
	for len(runes) > 1 && s.wide(string(runes)+"…") > room {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}
