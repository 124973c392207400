// Package export writes the measures of a result as a table for other programs.
package export

import (
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"herdcast/experiments/result"
)

// Measures writes a row for each measure: its name, the part it is of (empty for
// the whole), value, ends of the 95 % interval, unit and denominator. Numbers are
// plain, shares out of 1, times in seconds; an empty field is a value that could
// not be given.
func Measures(w io.Writer, r *result.Result) error {
	c := csv.NewWriter(w)
	c.Write([]string{"name", "part", "value", "low", "high", "unit", "of"}) // errors are kept until the end
	table(c, "", r.Measures)
	for _, name := range slices.Sorted(maps.Keys(r.ByCohort)) {
		table(c, "cohort="+name, r.ByCohort[name])
	}
	for _, name := range slices.Sorted(maps.Keys(r.ByTool)) {
		table(c, "tool="+name, r.ByTool[name])
	}
	for _, written := range slices.Sorted(maps.Keys(r.Parts)) {
		name, part, _ := strings.Cut(strings.TrimSuffix(written, ")"), "(")
		row(c, name, part, r.Parts[written])
	}
	c.Flush()
	return c.Error()
}

func table(c *csv.Writer, part string, measures map[string]result.Measure) {
	for _, name := range slices.Sorted(maps.Keys(measures)) {
		row(c, name, part, measures[name])
	}
}

func row(c *csv.Writer, name, part string, m result.Measure) {
	c.Write([]string{name, part, plain(m.Value), plain(m.Low), plain(m.High), m.Unit, plain(m.Of)})
}

// plain gives the shortest form that reads back as the same number.
func plain(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}
