package quantity

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseShare reads a share such as 20% or 0.01%. Shares above 100% are left to
// the reader of what they are shares of.
func ParseShare(text string) (Share, error) {
	if text == "0" {
		return 0, nil
	}
	percent, ok := strings.CutSuffix(text, "%")
	if !ok {
		if x, ok := float(text, 0); ok && x <= 1 {
			return 0, misread(text, "a share", Share(x).String(), text+"%")
		}
		return 0, misread(text, "a share", exampleOf(text, "%", "20%"))
	}
	x, ok := float(percent, -2)
	if !ok {
		return 0, misread(text, "a share", "20%")
	}
	return Share(x), nil
}

// String writes the share in percent.
func (s Share) String() string {
	text, sign := plain(float64(s)), ""
	if text[0] == '-' {
		text, sign = text[1:], "-"
	}
	whole, fraction, _ := strings.Cut(text, ".")
	for len(fraction) < 2 {
		fraction += "0"
	}
	whole, fraction = strings.TrimLeft(whole+fraction[:2], "0"), fraction[2:]
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return sign + whole + "%"
}

// ParseFactor reads a factor such as 4x or 0.5x.
func ParseFactor(text string) (Factor, error) {
	if text == "0" {
		return 0, nil
	}
	digits, ok := strings.CutSuffix(text, "x")
	x, read := float(digits, 0)
	if !ok || !read {
		return 0, misread(text, "a factor", exampleOf(text, "x", "4x"))
	}
	return Factor(x), nil
}

// String writes the factor with its x.
func (f Factor) String() string { return plain(float64(f)) + "x" }

// exampleOf completes a bare number with the unit that it lacks.
func exampleOf(text, unit, other string) string {
	if bare(text) {
		return text + unit
	}
	return other
}

// ParseLimit reads a count from 0 to 2^53, or one of the words for Unlimited:
// unlimited, inf.
func ParseLimit(text string) (Limit, error) {
	if text == "unlimited" || text == "inf" {
		return Unlimited, nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	switch {
	case !bare(text) || strings.Contains(text, "."):
		return 0, fmt.Errorf("found %s, but a whole number or unlimited is due", shown(text))
	case err != nil || n > largest:
		return 0, fmt.Errorf("found %s, but the largest count is %d; write unlimited for no limit", shown(text), largest)
	}
	return Limit(n), nil
}

// largest is what a count may be: whole numbers beyond are not all exact in
// floating point.
const largest = 1 << 53

// String writes the count, or the word unlimited.
func (l Limit) String() string {
	if l == Unlimited {
		return "unlimited"
	}
	return strconv.FormatInt(int64(l), 10)
}
