package objective

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// The spans that a rate may be given per.
var spans = map[string]float64{"s": 1, "min": 60, "h": 3600}

// bound reads a value in the measure's unit: seconds for durations, per second
// for rates, plain for shares, ratios and counts. 0 needs no unit.
func (m Measure) bound(text string) (float64, error) {
	text = strings.TrimSpace(text)
	if text == "0" {
		return 0, nil
	}
	digits, negative := strings.CutPrefix(text, "-")
	value, ok := m.magnitude(digits)
	if !ok || math.IsInf(value, 0) {
		return 0, fmt.Errorf("found %s, but %s is %s, such as %s", quoted(text), m.Name, m.unit(), m.example(1))
	}
	if negative {
		return -value, nil
	}
	return value, nil
}

func (m Measure) magnitude(text string) (float64, bool) {
	switch m.Unit {
	case "s", "server seconds":
		// ParseDuration would take a sign of its own and a bare point.
		if text == "" || text[0] < '0' || text[0] > '9' {
			return 0, false
		}
		span, err := time.ParseDuration(text)
		return span.Seconds(), err == nil
	case "share":
		number, ok := strings.CutSuffix(text, "%")
		if !ok {
			return 0, false
		}
		// Moving the decimal point in the text, not by a division, rounds once.
		return plain(number, "e-2")
	case "1/s":
		number, span, ok := strings.Cut(text, "/")
		seconds, known := spans[span]
		if !ok || !known {
			return 0, false
		}
		value, ok := plain(number, "")
		return value / seconds, ok
	}
	return plain(text, "")
}

// plain reads digits with at most one point; no exponent, sign or word.
func plain(text, exponent string) (float64, bool) {
	if text == "" || strings.Trim(text, "0123456789.") != "" {
		return 0, false
	}
	value, err := strconv.ParseFloat(text+exponent, 64)
	return value, err == nil
}

func (m Measure) unit() string {
	switch m.Unit {
	case "s":
		return "a duration"
	case "server seconds":
		return "a duration (server seconds)"
	case "share":
		return "a share"
	case "1/s":
		return "a rate"
	case "ratio":
		return "a plain number"
	}
	return "a count"
}

func (m Measure) example(n int) string {
	switch m.Unit {
	case "s", "server seconds":
		return fmt.Sprintf("%ds", 10*n)
	case "share":
		return fmt.Sprintf("%d%%", 10*n)
	case "1/s":
		return fmt.Sprintf("%d/s", 10*n)
	}
	return strconv.Itoa(n)
}
