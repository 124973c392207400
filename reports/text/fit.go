package text

import (
	"slices"
	"strings"
	"unicode"
)

// Usual is how many columns a terminal has where nobody says.
const Usual = 80

// columns is how many columns of a terminal a text takes.
func columns(text string) int {
	sum := 0
	for _, r := range text {
		sum += columnsOf(r)
	}
	return sum
}

// doubled are the letters that take two columns: those that the Unicode standard
// (annex 11) calls wide, in ranges.
var doubled = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x1100, Hi: 0x115f, Stride: 1}, {Lo: 0x2e80, Hi: 0x303e, Stride: 1}, {Lo: 0x3041, Hi: 0xa4cf, Stride: 1}, {Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, {Lo: 0xf900, Hi: 0xfaff, Stride: 1}, {Lo: 0xfe30, Hi: 0xfe6f, Stride: 1}, {Lo: 0xff01, Hi: 0xff60, Stride: 1}, {Lo: 0xffe0, Hi: 0xffe6, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, {Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1}, {Lo: 0x20000, Hi: 0x3fffd, Stride: 1}},
}

func columnsOf(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(doubled, r):
		return 2
	}
	return 1
}

// clean replaces what would move the cursor: names come from files.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '?'
		}
		return r
	}, text)
}

func spaces(count int) string { return strings.Repeat(" ", max(count, 0)) }

// pad fills a text up to a column.
func pad(text string, to int) string { return text + spaces(to-columns(text)) }

// Wrapped breaks a text at spaces into lines of at most so many columns, 0 for the
// usual; those after the first begin two columns further in.
func Wrapped(text string, width int) string {
	if width == 0 {
		width = Usual
	}
	inner := strings.TrimLeft(text, " ")
	outer := len(text) - len(inner)
	inner = clean(inner)
	first := wrap(inner, width-outer)[0]
	all := spaces(outer) + first + "\n"
	if rest := strings.TrimLeft(inner[len(first):], " "); rest != "" {
		for _, line := range wrap(rest, width-outer-indent) {
			all += spaces(outer+indent) + line + "\n"
		}
	}
	return all
}

// wrap breaks a text at spaces into lines of at most so many columns; a word that
// is longer than a line is broken, never cut off. Spaces inside a line stay.
func wrap(text string, room int) []string {
	room = max(room, 8)
	var lines []string
	for columns(text) > room {
		at, used, end := -1, 0, 0
		for i, r := range text {
			used += columnsOf(r)
			if r == ' ' && breakable(text, i) {
				at = i
			}
			if used > room {
				break
			}
			end = i + len(string(r))
		}
		if at <= 0 {
			lines, text = append(lines, text[:end]), text[end:]
			continue
		}
		lines, text = append(lines, strings.TrimRight(text[:at], " ")), strings.TrimLeft(text[at:], " ")
	}
	return append(lines, text)
}

// breakable tells whether a line may end at the space at i: not between a number
// and its unit.
func breakable(text string, i int) bool {
	if i == 0 || text[i-1] < '0' || text[i-1] > '9' {
		return true
	}
	next, _, _ := strings.Cut(text[i+1:], " ")
	return !slices.Contains(units, strings.TrimRight(next, ".,;)"))
}

var units = []string{"%", "h", "min", "s", "ms", "µs"}

// split parts a number before its decimal point, or before what follows its
// digits.
func split(value string) (whole, rest string) {
	at := strings.IndexFunc(value, func(r rune) bool { return !unicode.IsDigit(r) && r != ',' && r != '−' })
	if at < 0 {
		return value, ""
	}
	return value[:at], value[at:]
}
