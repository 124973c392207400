package objective

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"herdcast/sim/quantity"
)

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
		span, err := quantity.ParseDuration(text)
		return span.Seconds(), err == nil
	case "share":
		share, err := quantity.ParseShare(text)
		return float64(share), err == nil
	case "1/s":
		rate, err := quantity.ParseRate(text)
		return rate.PerSecond(), err == nil
	}
	// A number is a factor without its sign.
	factor, err := quantity.ParseFactor(text + "x")
	return float64(factor), err == nil
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
