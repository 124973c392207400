package explain

import (
	"math"
	"strconv"
	"strings"
	"time"

	"herdcast/policies/backoff"
	"herdcast/sim/quantity"
)

// span writes a duration as scenarios do; one that was computed keeps three digits.
func span(d time.Duration) string {
	if d == backoff.Forever {
		return "without bound"
	}
	return quantity.FormatDuration(d)
}

// about writes seconds that were computed, to three digits.
func about(seconds float64) string {
	if !(seconds < math.MaxInt64/float64(time.Second)) {
		return "without bound"
	}
	unit := time.Nanosecond
	for nanoseconds := seconds * float64(time.Second); nanoseconds >= 1000; nanoseconds /= 10 {
		unit *= 10
	}
	d := time.Duration(math.Round(seconds * float64(time.Second)))
	if seconds >= 100 {
		unit = time.Second
	}
	return quantity.FormatDuration(d.Round(unit))
}

// number writes a computed number: three digits, or all before the point.
func number(x float64) string {
	if math.IsInf(x, 1) {
		return "unlimited"
	}
	if x >= 100 {
		return grouped(strconv.FormatFloat(x, 'f', 0, 64))
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

func rate(perSecond float64) string {
	if math.IsInf(perSecond, 1) {
		return number(perSecond)
	}
	return number(perSecond) + "/s"
}

func count(n int64) string { return grouped(strconv.FormatInt(n, 10)) }

// limit writes a count that may be unlimited.
func limit(n quantity.Limit) string {
	if n == quantity.Unlimited {
		return "unlimited"
	}
	return count(int64(n))
}

// nouns writes a count with the noun that fits.
func nouns(n int64, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + one + "s"
}

// grouped sets thousands apart.
func grouped(digits string) string {
	var b strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	return b.String()
}
