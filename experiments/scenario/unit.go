package scenario

import (
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
	like    string // how it looks
	number  string // JSON Schema type of a bare number; "" where a unit is due
	pattern string // of its text, for the schema
	// read gives the value and its size in the base unit, by which bounds compare.
	read func(text string) (value any, size float64, ok bool)
	// write gives the shortest text that reads back to the same value.
	write func(v reflect.Value) string
	// bound writes a bound of a tag as people write the value.
	bound func(size float64) string
	// mend says what to write in place of a bare number.
	mend func(number string) string
}

const (
	digits  = `(0|[1-9][0-9]*)`
	decimal = digits + `(\.[0-9]+)?`
	span    = `(` + decimal + `(ns|us|µs|ms|s|m|h))+`
)

var (
	wholeText    = regexp.MustCompile(`^-?` + digits + `$`)
	decimalText  = regexp.MustCompile(`^-?` + decimal + `$`)
	durationText = regexp.MustCompile(`^-?` + span + `$`)
)

// longest is what any duration may last; the rest of the clock's range is for sums.
const longest = 10 * 365 * 24 * time.Hour

// largest is what any count may be: whole numbers beyond are no longer exact.
const largest = 1 << 53

var durations = &unit{
	due: "a duration", like: "250ms or 1h30m", pattern: `^(0|` + span + `)$`,
	read: func(text string) (any, float64, bool) {
		if text == "0" {
			return time.Duration(0), 0, true
		}
		if !durationText.MatchString(text) {
			return nil, 0, false
		}
		d, err := time.ParseDuration(text)
		if err != nil { // beyond the clock's range
			return nil, math.Inf(1), false
		}
		return d, float64(d), true
	},
	write: func(v reflect.Value) string { return writeDuration(time.Duration(v.Int())) },
	bound: func(size float64) string { return writeDuration(time.Duration(size)) },
	mend:  func(number string) string { return number + "s or " + number + "ms" },
}

// writeDuration leaves out the zero minutes and seconds that String adds.
func writeDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = text[:len(text)-2]
	}
	if strings.HasSuffix(text, "h0m") {
		text = text[:len(text)-2]
	}
	return text
}

var shares = &unit{
	due: "a share", like: "20%", pattern: `^(0|` + decimal + `%)$`,
	read: func(text string) (any, float64, bool) {
		number, ok := strings.CutSuffix(text, "%")
		if text == "0" {
			number, ok = "0", true
		}
		if !ok || !decimalText.MatchString(number) {
			return nil, 0, false
		}
		// Moving the decimal point in the text, not by a division, rounds once.
		x, err := strconv.ParseFloat(number+"e-2", 64)
		return quantity.Share(x), x, err == nil
	},
	write: func(v reflect.Value) string { return writeShare(v.Float()) },
	bound: writeShare,
	mend: func(number string) string {
		if x, err := strconv.ParseFloat(number, 64); err == nil && x <= 1 {
			return writeShare(x) + " or " + number + "%"
		}
		return number + "%"
	},
}

// writeShare moves the decimal point of the shortest text by two.
func writeShare(share float64) string { return percent(share) + "%" }

func percent(share float64) string {
	whole, part, _ := strings.Cut(strconv.FormatFloat(share, 'f', -1, 64), ".")
	for len(part) < 2 {
		part += "0"
	}
	text := strings.TrimLeft(whole+part[:2], "0")
	if text == "" {
		text = "0"
	}
	if part[2:] != "" {
		text += "." + part[2:]
	}
	return text
}

var factors = &unit{
	due: "a factor", like: "4x", pattern: `^(0|` + decimal + `x)$`,
	read: func(text string) (any, float64, bool) {
		number, ok := strings.CutSuffix(text, "x")
		if !ok && text != "0" || !decimalText.MatchString(number) {
			return nil, 0, false
		}
		x, err := strconv.ParseFloat(number, 64)
		return quantity.Factor(x), x, err == nil
	},
	write: func(v reflect.Value) string { return writeNumber(v.Float()) + "x" },
	bound: func(size float64) string { return writeNumber(size) + "x" },
	mend:  func(number string) string { return number + "x" },
}

var spans = []struct {
	name string
	span time.Duration
}{{"ms", time.Millisecond}, {"s", time.Second}, {"min", time.Minute}, {"h", time.Hour}}

var rates = &unit{
	due: "a rate", like: "50/s or 600/min", pattern: `^(0|` + decimal + `/(ms|s|min|h))$`,
	read: func(text string) (any, float64, bool) {
		if text == "0" {
			return quantity.Rate{Per: time.Second}, 0, true
		}
		number, per, _ := strings.Cut(text, "/")
		for _, s := range spans {
			if per == s.name && decimalText.MatchString(number) {
				count, err := strconv.ParseFloat(number, 64)
				rate := quantity.Rate{Count: count, Per: s.span}
				return rate, rate.PerSecond(), err == nil
			}
		}
		return nil, 0, false
	},
	write: func(v reflect.Value) string {
		rate := v.Interface().(quantity.Rate)
		for _, s := range spans {
			if s.span == rate.Per {
				return writeNumber(rate.Count) + "/" + s.name
			}
		}
		return ""
	},
	bound: func(size float64) string { return writeNumber(size) + "/s" },
	mend:  func(number string) string { return number + "/s or " + number + "/min" },
}

var counts = &unit{
	due: "a whole number", like: "20", number: "integer",
	read: func(text string) (any, float64, bool) {
		if !wholeText.MatchString(text) {
			return nil, 0, false
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n > largest || n < -largest {
			return nil, math.Inf(1), false
		}
		return n, float64(n), true
	},
	write: func(v reflect.Value) string { return strconv.FormatInt(v.Int(), 10) },
	bound: writeNumber,
}

var seeds = &unit{
	due: "a whole number", like: "1", number: "integer",
	read: func(text string) (any, float64, bool) {
		if !wholeText.MatchString(text) {
			return nil, 0, false
		}
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return nil, math.Inf(1), false
		}
		return n, float64(n), true
	},
	write: func(v reflect.Value) string { return strconv.FormatUint(v.Uint(), 10) },
	bound: writeNumber,
}

var numbers = &unit{
	due: "a number", like: "2 or 0.5", number: "number",
	read: func(text string) (any, float64, bool) {
		if !decimalText.MatchString(text) {
			return nil, 0, false
		}
		x, err := strconv.ParseFloat(text, 64)
		return x, x, err == nil
	},
	write: func(v reflect.Value) string { return writeNumber(v.Float()) },
	bound: writeNumber,
}

func writeNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

var switches = &unit{
	due: "true or false", number: "boolean",
	read: func(text string) (any, float64, bool) {
		return text == "true", 0, text == "true" || text == "false"
	},
	write: func(v reflect.Value) string { return strconv.FormatBool(v.Bool()) },
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

// expect says what is due, after "found …, but".
func (u *unit) expect(text string, words []string) string {
	message := u.due + " is due"
	switch bare := decimalText.MatchString(text); {
	case bare && u.mend != nil:
		message += " with its unit: write " + u.mend(strings.TrimPrefix(text, "-"))
	case regexp.MustCompile(`^-?0[0-9]`).MatchString(text):
		message += " without leading zeros"
	case u.like != "":
		message += ", such as " + u.like
	}
	if len(words) > 0 {
		message += " (or " + strings.Join(words, ", ") + ")"
	}
	return message
}
