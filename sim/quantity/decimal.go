package quantity

import (
	"fmt"
	"strconv"
	"strings"
)

// number splits the decimal number off the front of a text; whole and fraction
// are its digits before and after the point. It answers false if there is none
// or if it has leading zeros or a bare point.
func number(text string) (whole, fraction, rest string, ok bool) {
	whole, rest = digits(text)
	if whole == "" || len(whole) > 1 && whole[0] == '0' {
		return "", "", text, false
	}
	after, pointed := strings.CutPrefix(rest, ".")
	if !pointed {
		return whole, "", rest, true
	}
	fraction, rest = digits(after)
	return whole, fraction, rest, fraction != ""
}

// digits splits the digits off the front of a text.
func digits(text string) (front, rest string) {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return text[:n], text[n:]
}

// bare tells whether a text is a number and nothing else.
func bare(text string) bool {
	_, _, rest, ok := number(text)
	return ok && rest == ""
}

// float reads a text that is a number and nothing else, times 10^exponent. The
// text is scaled, not the value, so that the result is rounded once.
func float(text string, exponent int) (float64, bool) {
	if !bare(text) {
		return 0, false
	}
	x, err := strconv.ParseFloat(text+"e"+strconv.Itoa(exponent), 64)
	return x, err == nil
}

// plain writes a number without exponent.
func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// misread says what was found and what to write in its place.
func misread(text, due string, examples ...string) error {
	if bare(text) {
		return fmt.Errorf("found %s, a bare number; write a unit, as %s", text, strings.Join(examples, " or "))
	}
	return fmt.Errorf("found %s, but %s is due, as %s", shown(text), due, strings.Join(examples, " or "))
}

// shown quotes what was found, cut short where it is long.
func shown(text string) string {
	const enough = 40
	runes := []rune(text)
	if len(runes) > enough {
		return strconv.Quote(string(runes[:enough])) + "…"
	}
	return strconv.Quote(text)
}
