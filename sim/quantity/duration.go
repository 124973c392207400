package quantity

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"time"
)

// spans are the units of durations, the largest first.
var spans = []struct {
	name string
	span time.Duration
}{
	{"d", 24 * time.Hour}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second},
	{"ms", time.Millisecond}, {"us", time.Microsecond}, {"µs", time.Microsecond}, {"ns", time.Nanosecond},
}

// ParseDuration reads a duration such as 250ms, 1h30m or 1.5s: one number with
// its unit or several, the largest unit first. It must be a whole number of
// nanoseconds.
func ParseDuration(text string) (time.Duration, error) {
	if text == "0" {
		return 0, nil
	}
	if bare(text) {
		return 0, misread(text, "a duration", text+"ms", text+"s")
	}
	var total uint64
	left := spans
	for rest := text; rest != "" || text == ""; {
		whole, fraction, after, ok := number(rest)
		unit := unitOf(after)
		if !ok || unit == "" {
			return 0, misread(text, "a duration", "250ms", "1h30m")
		}
		rest = after[len(unit):]
		i := 0
		for i < len(left) && left[i].name != unit {
			i++
		}
		if i == len(left) {
			return 0, unitMisplaced(text, unit)
		}
		nanoseconds, fits, exact := times(whole, fraction, uint64(left[i].span))
		if !exact {
			return 0, fmt.Errorf("found %s, but a duration is a whole number of nanoseconds", shown(text))
		}
		total += nanoseconds
		if !fits || total > math.MaxInt64 {
			return 0, fmt.Errorf("found %s, but the longest duration is %s", shown(text), FormatDuration(math.MaxInt64))
		}
		left = left[i+1:]
	}
	return time.Duration(total), nil
}

// unitOf gives the letters at the front of a text.
func unitOf(text string) string {
	n := strings.IndexAny(text, "0123456789.")
	if n < 0 {
		n = len(text)
	}
	return text[:n]
}

func unitMisplaced(text, unit string) error {
	for _, s := range spans {
		if s.name == unit {
			return fmt.Errorf("found %s, but units come once each, the largest first, as 1h30m", shown(text))
		}
	}
	return fmt.Errorf("found %s with the unit %s (allowed: d, h, m, s, ms, us, ns)", shown(text), shown(unit))
}

// times multiplies a decimal number with a whole one. fits is false where the
// product is above the largest duration, exact where it is not whole.
func times(whole, fraction string, by uint64) (product uint64, fits, exact bool) {
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > 15 { // no unit has so many places
		return 0, true, false
	}
	value, err := strconv.ParseUint(whole, 10, 64)
	if err != nil {
		return 0, false, true
	}
	high, low := bits.Mul64(value, by)
	if high != 0 || low > math.MaxInt64 {
		return 0, false, true
	}
	if fraction == "" {
		return low, true, true
	}
	parts, _ := strconv.ParseUint(fraction, 10, 64)
	of := uint64(1)
	for range fraction {
		of *= 10
	}
	high, part := bits.Mul64(parts, by) // below of·by, so the quotient fits
	part, rest := bits.Div64(high, part, of)
	return low + part, true, rest == 0
}

// FormatDuration writes a duration the short way: 1h30m, 1m30s, 1.5s, 250ms.
// Days are written in hours, because not every tool that reads durations knows
// days.
func FormatDuration(d time.Duration) string {
	if d == 0 {
		return "0s"
	}
	sign, left := "", uint64(d)
	if d < 0 {
		sign, left = "-", -left
	}
	for _, small := range spans[4:] {
		if span := uint64(small.span); left >= span && left < 1000*span {
			return sign + inUnit(left, span) + small.name
		}
	}
	text := sign
	for _, large := range spans[1:3] {
		if n := left / uint64(large.span); n > 0 {
			text += strconv.FormatUint(n, 10) + large.name
			left %= uint64(large.span)
		}
	}
	if left > 0 {
		text += inUnit(left, uint64(time.Second)) + "s"
	}
	return text
}

// inUnit writes n parts of a unit of a power of ten in that unit.
func inUnit(n, unit uint64) string {
	text := strconv.FormatUint(n/unit, 10)
	if n %= unit; n == 0 {
		return text
	}
	places := strconv.FormatUint(unit+n, 10)[1:] // with its leading zeros
	return text + "." + strings.TrimRight(places, "0")
}
