package validation

import (
	"fmt"
	"math"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// cell texts of one value: what is compared, the reference, what was simulated,
// the standard errors between, and the verdict.
type row struct {
	what, reference, simulated, z, verdict string
}

func rowOf(c result.ValidationCase) row {
	r := row{what: c.What, reference: number.Precise(c.Reference, c.Unit), simulated: simulated(c), z: "∞", verdict: c.Verdict}
	if c.ReferenceError > 0 {
		r.reference = number.Interval(c.Reference, c.Reference-c.ReferenceError, c.Reference+c.ReferenceError, c.Unit)
	}
	if c.Within > 0 {
		r.reference += " to " + number.Share(c.Within)
	}
	switch {
	case c.Z == nil:
	case c.Error == 0:
		r.z = "exact"
	default:
		r.z = signed(*c.Z)
	}
	return r
}

func simulated(c result.ValidationCase) string {
	if c.Error <= 1e-9*math.Abs(c.Value) {
		return number.Precise(c.Value, c.Unit)
	}
	return number.Interval(c.Value, c.Low, c.High, c.Unit)
}

func signed(z float64) string {
	text := fmt.Sprintf("%+.2f", z)
	return strings.Replace(text, "-", "−", 1)
}

// group is the values of one case.
type group struct {
	name, title string
	rows        []result.ValidationCase
}

// groups are the cases of a family.
func groups(v *result.Validation, family string) []group {
	var all []group
	for _, c := range v.Cases {
		if c.Family != family {
			continue
		}
		if n := len(all); n == 0 || all[n-1].name != c.Name {
			all = append(all, group{name: c.Name, title: c.Title})
		}
		last := &all[len(all)-1]
		last.rows = append(last.rows, c)
	}
	return all
}

// sources are whence the references of a case come, each once.
func (g group) sources() string {
	var all []string
	seen := map[string]bool{}
	for _, c := range g.rows {
		if !seen[c.Source] {
			seen[c.Source] = true
			all = append(all, c.Source)
		}
	}
	return strings.Join(all, "; ")
}

// sum says in sentences how all values lie.
func sum(v *result.Validation) string {
	cases := map[string]bool{}
	for _, c := range v.Cases {
		cases[c.Name] = true
	}
	text := fmt.Sprintf("%s of %s: ", number.Plural(float64(len(v.Cases)), "value"), number.Plural(float64(len(cases)), "case"))
	if off := v.Off(); off > 0 {
		text += fmt.Sprintf("%d off, more than %v standard errors from theory.", off, v.Tolerance)
	} else {
		text += fmt.Sprintf("all agree, within %v standard errors.", v.Tolerance)
	}
	if s := v.Scores; s.Mean != nil {
		due := ""
		if s.DeviationDue != nil {
			due = fmt.Sprintf(" (%.2f is due)", *s.DeviationDue)
		}
		text += fmt.Sprintf(" z over the %d with a standard error and no allowance: mean %s (0 is due), spread %.2f%s, largest %.2f, beyond ±2 %d (%.0f are due).",
			s.Count, signed(*s.Mean), *s.Deviation, due, s.Largest, s.Beyond2, s.Beyond2Due)
	}
	return text + sumOfDirections(v)
}

// told is a direction in words, without its verdict: both values, and the difference
// with its interval.
type told struct {
	value, other, difference string
}

func tellOf(d result.Direction) told {
	return told{
		value:      number.Precise(d.Value, d.Unit),
		other:      number.Precise(d.Other, d.Unit),
		difference: number.Interval(d.Difference, d.Low, d.High, d.Unit),
	}
}

// directions are those of a family.
func directions(v *result.Validation, family string) []result.Direction {
	var all []result.Direction
	for _, d := range v.Directions {
		if d.Family == family {
			all = append(all, d)
		}
	}
	return all
}

// sumOfDirections says in a sentence how many of them agree.
func sumOfDirections(v *result.Validation) string {
	n := len(v.Directions)
	if n == 0 {
		return ""
	}
	text := " " + number.Plural(float64(n), "direction") + ": "
	if contrary := v.Contrary(); contrary > 0 {
		return text + fmt.Sprintf("%d off, the other way round or not to be told.", contrary)
	}
	return text + "all as expected, beyond chance."
}
