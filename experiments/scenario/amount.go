package scenario

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"herdcast/sim/quantity"
)

// Amount is a quantity of a key that is not known where it is read: its own text
// tells its unit. Of one unit with it are those that the same key could take.
type Amount struct {
	Size float64 // in the base unit: ns, per second, shares of 1, plain numbers
	unit *unit
	per  time.Duration // of rates: the span they are written by
}

// amountUnits are tried in this order: a whole number is a count, and any other
// number a plain one.
var amountUnits = []*unit{counts, numbers, durations, shares, rates, factors, prices}

// amountOf reads an amount; nil says that the text is none.
func amountOf(text string) *Amount {
	for _, u := range amountUnits {
		value, size, err := u.read(text)
		if err != nil {
			continue
		}
		a := &Amount{Size: size, unit: u}
		if rate, ok := value.(quantity.Rate); ok {
			a.per = rate.Per
		}
		return a
	}
	return nil
}

// ParseAmount reads an amount such as 20, 2.5, 10s, 20%, 50/s or 4x.
func ParseAmount(text string) (Amount, error) {
	if a := amountOf(text); a != nil {
		return *a, nil
	}
	return Amount{}, fmt.Errorf("found %s, but an amount is due, such as 20, 2.5, 10s, 20%%, 50/s or 4x", show(text))
}

// SizeOf gives the size of an amount as JSON has it, 0 of what is none.
func SizeOf(value json.RawMessage) float64 {
	text := string(value)
	json.Unmarshal(value, &text) // a number stays as it is
	if a := amountOf(text); a != nil {
		return a.Size
	}
	return 0
}

// At gives the amount of this unit with another size, rounded to what the unit can
// tell apart: whole counts and nanoseconds, and no more than six significant digits of
// what is no count.
func (a Amount) At(size float64) Amount {
	if a.unit != counts {
		size, _ = strconv.ParseFloat(strconv.FormatFloat(size, 'g', 6, 64), 64)
	}
	if a.unit == counts || a.unit == durations {
		size = math.Round(size)
	}
	a.Size = size
	return a
}

// Text writes the amount as people do.
func (a Amount) Text() string {
	switch a.unit {
	case counts:
		return strconv.FormatInt(int64(a.Size), 10)
	case durations:
		return quantity.FormatDuration(time.Duration(a.Size))
	case rates:
		return quantity.Rate{Count: settled(a.Size * a.per.Seconds()), Per: a.per}.String()
	case prices:
		return quantity.Price{Amount: a.Size, Per: "million"}.String()
	}
	return a.unit.bound(a.Size)
}

// Whole tells amounts of which there is none between two neighbours: counts.
func (a Amount) Whole() bool { return a.unit == counts }

// Plain gives the amount as results have it, with the name of its unit there:
// seconds, per second, shares of 1.
func (a Amount) Plain() (value float64, unit string) {
	switch a.unit {
	case durations:
		return a.Size / float64(time.Second), "s"
	case shares:
		return a.Size, "share"
	case rates:
		return a.Size, "1/s"
	case factors:
		return a.Size, "ratio"
	}
	return a.Size, ""
}

// settled takes off what a conversion between units leaves in the last digits.
func settled(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return x
}

// sharesUnit tells whether two amounts could be of the same key; 0 is of any.
func sharesUnit(a, b *Amount) bool {
	plain := func(a *Amount) bool { return a.unit == counts || a.unit == numbers }
	return a.unit == b.unit || a.Size == 0 || b.Size == 0 || plain(a) && plain(b)
}

// Range is from one amount to a larger one of the same unit.
type Range struct{ From, To Amount }

// decodeRange reads [LOW, HIGH].
func decodeRange(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	if node.Kind != yaml.SequenceNode || len(node.Content) != 2 {
		d.problem(node, path, "found %s, but both ends are due: [LOW, HIGH]", describe(node))
		return
	}
	var ends [2]Amount
	for i, end := range node.Content {
		if !d.amount(end, &ends[i], item(path, i)) {
			return
		}
	}
	from, to := &ends[0], &ends[1]
	if !sharesUnit(from, to) {
		d.problem(node, path, "found %s and %s, but both ends must have one unit", show(node.Content[0].Value), show(node.Content[1].Value))
		return
	}
	align(from, to)
	if from.Size >= to.Size {
		d.problem(node, path, "found %s and %s, but the lower end comes first, and they differ", show(node.Content[0].Value), show(node.Content[1].Value))
	}
	v.Set(reflect.ValueOf(Range{*from, *to}))
}

// align gives both amounts the unit of the one that has more to tell.
func align(a, b *Amount) {
	switch {
	case a.unit == counts && (a.Size == 0 || b.unit == numbers):
		a.unit, a.per = b.unit, b.per
	case b.unit == counts && (b.Size == 0 || a.unit == numbers):
		b.unit, b.per = a.unit, a.per
	}
}

func encodeRange(v reflect.Value, _ field) *yaml.Node {
	r := v.Interface().(Range)
	return sequence(scalar(r.From.Text()), scalar(r.To.Text()))
}

func schemaOfRange(field) schema {
	return schema{"type": "array", "items": schemaOfAmount(field{}), "minItems": 2, "maxItems": 2}
}

func decodeAmount(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	d.amount(node, v.Addr().Interface().(*Amount), path)
}

func (d *decoder) amount(node *yaml.Node, into *Amount, path string) bool {
	if node.Kind == yaml.ScalarNode {
		if a := amountOf(node.Value); a != nil {
			*into = *a
			return true
		}
	}
	d.problem(node, path, "found %s, but an amount is due, such as 20, 2.5, 10s, 20%%, 50/s or 4x", describe(node))
	return false
}

func encodeAmount(v reflect.Value, _ field) *yaml.Node {
	a := v.Interface().(Amount)
	if a.unit == nil {
		return nil
	}
	return scalar(a.Text())
}

func schemaOfAmount(field) schema {
	var patterns []string
	for _, u := range amountUnits {
		if u.pattern != "" {
			patterns = append(patterns, u.pattern)
		}
	}
	return either(schema{"type": "number", "minimum": 0}, schema{"type": "string", "pattern": strings.Join(patterns, "|")})
}
