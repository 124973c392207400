// Package number writes numbers for people: each with its unit, no more digits
// than it can carry, and the same in every output.
package number

import (
	"math"
	"strconv"
	"strings"
)

// Value writes a number in its unit, one of those that results use: "" for
// counts, "s", "1/s", "share", "ratio", "tokens" and "server seconds".
func Value(value float64, unit string) string {
	switch unit {
	case "s":
		return Duration(value)
	case "share":
		return Share(value)
	case "1/s":
		return digits(value) + "/s"
	case "ratio":
		return Ratio(value)
	case "":
		return Count(value)
	}
	return digits(value) + " " + unit
}

// Count writes a count, or a mean of counts: 24,469, 12.5, 0.79.
func Count(value float64) string { return digits(value) }

// Ratio writes a plain quotient: 0.90, 3.1.
func Ratio(value float64) string {
	if size := math.Abs(value); size < 10 && size >= 0.1 {
		return grouped(value, 2)
	}
	return digits(value)
}

// Factor writes a quotient as a factor: ×1.9, ×0.90.
func Factor(value float64) string {
	if size := math.Abs(value); size >= 1 && size < 10 {
		return "×" + grouped(value, 1)
	}
	return "×" + Ratio(value)
}

// Share writes a share of 1 in per cent. One that is not quite all does not look
// as if it were.
func Share(value float64) string {
	percent := value * 100
	switch {
	case percent > 99 && percent < 100:
		places := 1
		for room := (100 - percent) * 10; room < 1 && places < 6; room *= 10 {
			places++
		}
		return trimmed(grouped(percent, places)) + " %"
	case math.Abs(percent) >= 10:
		return grouped(percent, 0) + " %"
	}
	return digits(percent) + " %"
}

// Duration writes seconds in the unit that suits them: 40 ms, 17 s, 10 min.
func Duration(seconds float64) string {
	factor, unit := scale(seconds)
	return digits(seconds*factor) + " " + unit
}

// Exactly writes a number in its unit with every digit that somebody wrote, for bounds
// and settings: 1.005, 99.95 %.
func Exactly(value float64, unit string) string {
	factor, suffix := written(unit, value)
	given, _ := strconv.ParseFloat(strconv.FormatFloat(value*factor, 'g', 12, 64), 64)
	_, fraction, _ := strings.Cut(strconv.FormatFloat(given, 'f', -1, 64), ".")
	return grouped(given, len(fraction)) + suffix
}

// Difference writes how far two values of a unit lie apart: shares differ by points of
// a per cent, others by what they are.
func Difference(size float64, unit string) string {
	if unit == "share" {
		return Count(size*100) + " points"
	}
	return Value(size, unit)
}

// Change writes a difference with its sign.
func Change(value float64, unit string) string {
	switch {
	case value == 0:
		return "0"
	case value < 0:
		return "−" + Difference(-value, unit)
	}
	return "+" + Difference(value, unit)
}

// Scientific writes a number of any size with three digits: 0.011, 1.44e-06.
func Scientific(value float64) string { return strconv.FormatFloat(value, 'g', 3, 64) }

// Clock writes an instant of simulated time as minutes and seconds, 4:00 or
// 4:00.3, from an hour on with hours.
func Clock(seconds float64) string {
	tenths := int64(math.Round(seconds * 10))
	whole, tenth := tenths/10, tenths%10
	text := strconv.FormatInt(whole/60, 10)
	if whole >= 3600 {
		text = strconv.FormatInt(whole/3600, 10) + ":" + padded(whole/60%60)
	}
	text += ":" + padded(whole%60)
	if tenth != 0 {
		text += "." + strconv.FormatInt(tenth, 10)
	}
	return text
}

// Interval writes a value with its interval: 0.90 ± 0.01 where both sides are
// about as wide, 0.79 (0.55 to 1.10) where they are not, the value alone where
// the interval has no width. The half-width has one significant digit, two if the
// first is 1, and the value as many places as it. Long units are written once.
func Interval(value, low, high float64, unit string) string {
	below, above := value-low, high-value
	width := math.Max(below, above)
	if !(width > 1e-9*math.Abs(value)) {
		return Value(value, unit)
	}
	factor, suffix := written(unit, math.Max(math.Abs(value), width))
	places := placesBelow(width * factor)
	write := func(v float64) string { return grouped(v*factor, places) }
	if math.Min(below, above) < 0.7*width {
		return write(value) + suffix + " (" + write(low) + " to " + write(high) + suffix + ")"
	}
	if len(suffix) > len(" min") {
		return write(value) + " ± " + write(width) + suffix
	}
	return write(value) + suffix + " ± " + write(width) + suffix
}

// written gives how a unit is written: by what its numbers are multiplied and what
// follows them. Times are in the unit that suits their size.
func written(unit string, size float64) (factor float64, suffix string) {
	switch unit {
	case "s":
		factor, name := scale(size)
		return factor, " " + name
	case "share":
		return 100, " %"
	case "1/s":
		return 1, "/s"
	case "", "ratio":
		return 1, ""
	}
	return 1, " " + unit
}

// Plural writes a count with its noun: 1 task, 2 tasks.
func Plural(value float64, noun string) string {
	text := Count(value) + " " + noun
	if value == 1 {
		return text
	}
	return text + "s"
}

// scale finds the unit of time for a span, and the factor from seconds.
func scale(seconds float64) (factor float64, unit string) {
	switch size := math.Abs(seconds); {
	case size >= 7200:
		return 1.0 / 3600, "h"
	case size >= 300:
		return 1.0 / 60, "min"
	case size >= 1 || size == 0:
		return 1, "s"
	case size >= 0.001:
		return 1e3, "ms"
	}
	return 1e6, "µs"
}

// digits gives three significant digits below a hundred and whole numbers above,
// without zeros at the end of a fraction.
func digits(value float64) string {
	size := math.Abs(value)
	places := 0
	for bound := 100.0; size < bound && places < 6; bound /= 10 {
		if size == 0 {
			break
		}
		places++
	}
	return trimmed(grouped(value, places))
}

// trimmed drops zeros at the end of a fraction.
func trimmed(text string) string {
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// placesBelow says how many places a half-width deserves.
func placesBelow(width float64) int {
	places := 0
	for width < 2 && places < 6 {
		width *= 10
		places++
	}
	return places
}

// grouped writes so many places, thousands set apart, with a minus sign that is
// one.
func grouped(value float64, places int) string {
	text := strconv.FormatFloat(math.Abs(value), 'f', places, 64)
	whole, fraction, hasFraction := strings.Cut(text, ".")
	var b strings.Builder
	if value < 0 && strings.Trim(text, "0.") != "" {
		b.WriteString("−")
	}
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	if hasFraction {
		b.WriteString("." + fraction)
	}
	return b.String()
}

func padded(n int64) string {
	if n < 10 {
		return "0" + strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10)
}

// Precise writes a number in its unit with five significant digits, for values
// that are compared: 34.657 ms, 16.796 %.
func Precise(value float64, unit string) string {
	factor, suffix := written(unit, value)
	value *= factor
	places := 4
	for size := math.Abs(value); size >= 10 && places > 0; size /= 10 {
		places--
	}
	for size := math.Abs(value); size > 0 && size < 1 && places < 9; size *= 10 {
		places++
	}
	return trimmed(grouped(value, places)) + suffix
}
