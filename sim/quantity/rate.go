package quantity

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// per are the spans that rates are given for. A minute is min, because m would
// be read as milli by some.
var per = []struct {
	name string
	span time.Duration
}{{"ms", time.Millisecond}, {"s", time.Second}, {"min", time.Minute}, {"h", time.Hour}}

// ParseRate reads a rate such as 50/s, 600/min or 8/h. 0 is 0/s.
func ParseRate(text string) (Rate, error) {
	if text == "0" {
		return Rate{Per: time.Second}, nil
	}
	if bare(text) {
		return Rate{}, misread(text, "a rate", text+"/s", text+"/min")
	}
	digits, span, _ := strings.Cut(text, "/")
	for _, p := range per {
		if count, ok := float(digits, 0); ok && span == p.name {
			return Rate{Count: count, Per: p.span}, nil
		}
	}
	return Rate{}, misread(text, "a rate per ms, s, min or h", "50/s", "600/min")
}

// Fraction gives the rate as so many per so many nanoseconds, both whole: exact,
// unless it has more decimals than fit, of which the last are cut off.
func (r Rate) Fraction() (count int64, span time.Duration) {
	whole, decimals, _ := strings.Cut(plain(r.Count), ".")
	span = r.Per
	for ; decimals != "" && len(whole) < 18 && span <= math.MaxInt64/10; decimals = decimals[1:] {
		whole += decimals[:1]
		span *= 10
	}
	count, _ = strconv.ParseInt(whole, 10, 64) // cut at the largest number
	return count, span
}

// String writes the rate per its own span.
func (r Rate) String() string {
	for _, p := range per {
		if p.span == r.Per {
			return plain(r.Count) + "/" + p.name
		}
	}
	return plain(r.PerSecond()) + "/s"
}
