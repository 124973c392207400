package size

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"herdcast/sim/quantity"
)

// Scale is the values that a search may answer: from Low in steps of Within up to
// High, both ends included. Durations are in nanoseconds, rates per second, shares
// and factors plain.
type Scale struct {
	Low, High, Within float64
	unit              *unit
	per               time.Duration // that rates are written for
}

// unit is a kind of quantity that can be sized.
type unit struct {
	whole, counts bool   // its values are whole numbers; of things, so that the next one is another
	result        string // its name in results
	read          func(text string) (float64, error)
	write         func(value float64, per time.Duration) string
	plain         float64 // how many of it are one in results: seconds, per second, shares of 1
}

var units = []*unit{
	{true, true, "", readCount, func(v float64, _ time.Duration) string { return strconv.FormatFloat(v, 'f', -1, 64) }, 1},
	{true, false, "s", readDuration, func(v float64, _ time.Duration) string { return quantity.FormatDuration(time.Duration(v)) }, 1e9},
	{false, false, "share", readShare, func(v float64, _ time.Duration) string { return quantity.Share(v).String() }, 1},
	{false, false, "ratio", readFactor, func(v float64, _ time.Duration) string { return quantity.Factor(v).String() }, 1},
	{false, false, "1/s", readRate, writeRate, 1},
}

func readCount(text string) (float64, error) {
	limit, err := quantity.ParseLimit(text)
	if err == nil && limit == quantity.Unlimited {
		err = errors.New("without a limit there is nothing to search")
	}
	return float64(limit), err
}

func readDuration(text string) (float64, error) {
	span, err := quantity.ParseDuration(text)
	return float64(span), err
}

func readShare(text string) (float64, error) {
	share, err := quantity.ParseShare(text)
	return float64(share), err
}

func readFactor(text string) (float64, error) {
	factor, err := quantity.ParseFactor(text)
	return float64(factor), err
}

func readRate(text string) (float64, error) {
	rate, err := quantity.ParseRate(text)
	return rate.PerSecond(), err
}

func writeRate(value float64, per time.Duration) string {
	return quantity.Rate{Count: settled(value * per.Seconds()), Per: per}.String()
}

// mostSteps is how fine a scale may be.
const mostSteps = 1_000_000

// NewScale reads the ends of a range and its resolution, each with its unit; a 0
// needs none. Without a resolution it is a hundredth of the range, of counts the
// next whole number from there.
func NewScale(low, high, within string) (Scale, error) {
	kind, err := kindOf(high, low)
	if err != nil {
		return Scale{}, err
	}
	s := Scale{unit: kind, per: time.Second}
	if s.Low, err = kind.read(low); err != nil {
		return s, err
	}
	if s.High, err = kind.read(high); err != nil {
		return s, err
	}
	if rate, err := quantity.ParseRate(high); err == nil && rate.Per != 0 {
		s.per = rate.Per
	}
	if s.High <= s.Low {
		return s, fmt.Errorf("found %s and %s, but the lower end comes first and the range is not empty", low, high)
	}
	if s.Within = (s.High - s.Low) / 100; within != "" {
		if s.Within, err = kind.read(within); err != nil {
			return s, err
		}
		if s.Within <= 0 {
			return s, fmt.Errorf("found a resolution of %s, but it must be more than 0", within)
		}
	} else if kind.whole {
		s.Within = math.Ceil(s.Within)
	}
	if s.Within > s.High-s.Low {
		return s, fmt.Errorf("found a resolution of %s, which is more than the range from %s to %s", within, low, high)
	}
	if (s.High-s.Low)/s.Within > mostSteps {
		return s, fmt.Errorf("found a resolution of %s, but a range has at most %d steps", within, mostSteps)
	}
	return s, nil
}

// kindOf tells what a range is of, by the first end that says so.
func kindOf(ends ...string) (*unit, error) {
	for _, end := range ends {
		if end == "0" {
			continue
		}
		for _, u := range units {
			if _, err := u.read(end); err == nil {
				return u, nil
			}
		}
		return nil, fmt.Errorf("found %q, but a count, a duration, a share, a factor or a rate is due, such as 64, 500ms, 20%%, 1.5x or 50/s", end)
	}
	return nil, fmt.Errorf("found a range from 0 to 0, but the lower end comes first and the range is not empty")
}

// Steps is how many steps there are from the lower end to the upper; the last one
// may be shorter.
func (s Scale) Steps() int {
	return int(math.Ceil(settled((s.High - s.Low) / s.Within)))
}

// value gives the value after so many steps.
func (s Scale) value(step int) float64 {
	if step >= s.Steps() {
		return s.High
	}
	return settled(s.Low + float64(float64(step)*s.Within))
}

// Text writes the value after so many steps as the language has it.
func (s Scale) Text(step int) string { return s.text(s.value(step)) }

func (s Scale) text(value float64) string { return s.unit.write(value, s.per) }

// plain gives the value as results have it: seconds, per second, shares of 1.
func (s Scale) plain(value float64) float64 { return value / s.unit.plain }

// settled takes off what binary fractions add to decimal ones.
func settled(x float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return rounded
}
