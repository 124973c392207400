package scenario

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"herdcast/sim/quantity"
)

// unit is a kind of bare value: how it is read, written and described.
type unit struct {
	due     string // what is due
	number  string // JSON Schema type of a bare number; "" where a unit is due
	pattern string // of its text, for the schema
	// read gives the value and its size in the base unit, by which bounds compare.
	// Its error says what was found and what is due.
	read func(text string) (value any, size float64, err error)
	// write gives the shortest text that reads back to the same value.
	write func(v reflect.Value) string
	// bound writes a bound of a tag as people write the value.
	bound func(size float64) string
}

const (
	digits  = `(0|[1-9][0-9]*)`
	decimal = digits + `(\.[0-9]+)?`
	span    = `(` + decimal + `(ns|us|µs|ms|s|m|h|d))+`
)

var (
	wholeText   = regexp.MustCompile(`^-?` + digits + `$`)
	decimalText = regexp.MustCompile(`^-?` + decimal + `$`)
	zeros       = regexp.MustCompile(`^-?0[0-9]`)
)

// Longest is what any duration may last; the rest of the clock's range is for sums.
const Longest = 10 * 365 * 24 * time.Hour

// Largest is what any count may be: whole numbers beyond are no longer exact.
const Largest = 1 << 53

var durations = &unit{
	due: "a duration", pattern: `^(0|` + span + `)$`,
	read: func(text string) (any, float64, error) {
		d, err := quantity.ParseDuration(text)
		return d, float64(d), err
	},
	write: func(v reflect.Value) string { return quantity.FormatDuration(time.Duration(v.Int())) },
	bound: func(size float64) string { return quantity.FormatDuration(time.Duration(size)) },
}

var shares = &unit{
	due: "a share", pattern: `^(0|` + decimal + `%)$`,
	read: func(text string) (any, float64, error) {
		share, err := quantity.ParseShare(text)
		return share, float64(share), err
	},
	write: func(v reflect.Value) string { return quantity.Share(v.Float()).String() },
	bound: func(size float64) string { return quantity.Share(size).String() },
}

var factors = &unit{
	due: "a factor", pattern: `^(0|` + decimal + `x)$`,
	read: func(text string) (any, float64, error) {
		factor, err := quantity.ParseFactor(text)
		return factor, float64(factor), err
	},
	write: func(v reflect.Value) string { return quantity.Factor(v.Float()).String() },
	bound: func(size float64) string { return quantity.Factor(size).String() },
}

var rates = &unit{
	due: "a rate", pattern: `^(0|` + decimal + `/(ms|s|min|h))$`,
	read: func(text string) (any, float64, error) {
		rate, err := quantity.ParseRate(text)
		return rate, rate.PerSecond(), err
	},
	write: func(v reflect.Value) string { return v.Interface().(quantity.Rate).String() },
	bound: func(size float64) string { return quantity.Rate{Count: size, Per: time.Second}.String() },
}

var prices = &unit{
	due: "a price", pattern: `^(0|` + decimal + `/(million|thousand))$`,
	read: func(text string) (any, float64, error) {
		price, err := quantity.ParsePrice(text)
		return price, price.PerMillion(), err
	},
	write: func(v reflect.Value) string { return v.Interface().(quantity.Price).String() },
	bound: writeNumber,
}

var counts = &unit{
	due: "a whole number", number: "integer",
	read: func(text string) (any, float64, error) {
		n, err := whole(text)
		if err == nil && (n > Largest || n < -Largest) {
			err = tooLarge(text, Largest)
		}
		return n, float64(n), err
	},
	write: func(v reflect.Value) string { return strconv.FormatInt(v.Int(), 10) },
	bound: writeNumber,
}

// limits are counts that may be unlimited, whose own words say so.
var limits = &unit{
	due: "a whole number or unlimited", number: "integer",
	read: func(text string) (any, float64, error) {
		limit, err := quantity.ParseLimit(text)
		return limit, float64(limit), err
	},
	bound: writeNumber,
}

// whole reads a whole number, cut at the ends of its type.
func whole(text string) (int64, error) {
	if !wholeText.MatchString(text) {
		return 0, misread(text, "a whole number", "20")
	}
	n, _ := strconv.ParseInt(text, 10, 64)
	return n, nil
}

var seeds = &unit{
	due: "a whole number", number: "integer",
	read: func(text string) (any, float64, error) {
		n, err := strconv.ParseUint(text, 10, 64)
		switch {
		case !wholeText.MatchString(text) || strings.HasPrefix(text, "-"):
			err = misread(text, "a whole number", "1")
		case err != nil:
			err = tooLarge(text, math.MaxUint64)
		}
		return n, float64(n), err
	},
	write: func(v reflect.Value) string { return strconv.FormatUint(v.Uint(), 10) },
	bound: writeNumber,
}

var numbers = &unit{
	due: "a number", number: "number",
	read: func(text string) (any, float64, error) {
		if !decimalText.MatchString(text) {
			return nil, 0, misread(text, "a number", "2 or 0.5")
		}
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			err = tooLarge(text, Largest)
		}
		return x, x, err
	},
	write: func(v reflect.Value) string { return writeNumber(v.Float()) },
	bound: writeNumber,
}

func writeNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

var switches = &unit{
	due: "true or false", number: "boolean",
	read: func(text string) (any, float64, error) {
		if text != "true" && text != "false" {
			return nil, 0, fmt.Errorf("found %s, but true or false is due", show(text))
		}
		return text == "true", 0, nil
	},
	write: func(v reflect.Value) string { return strconv.FormatBool(v.Bool()) },
}

func misread(text, due, like string) error {
	if zeros.MatchString(text) {
		return fmt.Errorf("found %s, but %s is due without leading zeros", show(text), due)
	}
	return fmt.Errorf("found %s, but %s is due, such as %s", show(text), due, like)
}

func tooLarge(text string, most uint64) error {
	return fmt.Errorf("found %s, which is too large (at most %d)", show(text), most)
}

// unitOf gives the unit of a type, nil if it is none.
func unitOf(t reflect.Type) *unit {
	switch t {
	case reflect.TypeFor[time.Duration]():
		return durations
	case reflect.TypeFor[quantity.Share]():
		return shares
	case reflect.TypeFor[quantity.Factor]():
		return factors
	case reflect.TypeFor[quantity.Rate]():
		return rates
	case reflect.TypeFor[quantity.Price]():
		return prices
	case reflect.TypeFor[quantity.Limit]():
		return limits
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return counts
	case reflect.Uint64:
		return seeds
	case reflect.Float64:
		return numbers
	case reflect.Bool:
		return switches
	}
	return nil
}
