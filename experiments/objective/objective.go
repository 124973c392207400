// Package objective is what a scenario promises: a bound on a measure, read from
// its text and judged from replications.
package objective

import "strings"

// Query is a measure that somebody asks for, whole or in a part.
type Query struct {
	Measure string // its name, without the part
	Part    Part
}

// Objective is one line of `objectives`.
type Objective struct {
	Query
	Text  string  // as written
	Sign  string  // <=, <, >=, >, ==, in
	Bound float64 // in the measure's unit: seconds, per second, shares of 1; of `in` the lower
	Upper float64 // of `in`
}

// Part narrows a measure; "" and 0 mean "any".
type Part struct {
	Cohort, Tool, Cause, Layer string
	Attempt                    int // 1 for first tries
}

// Written gives the measure with its part as the scenario has it.
func (o Objective) Written() string {
	if end := strings.IndexByte(o.Text, ')'); end >= 0 {
		return o.Text[:end+1]
	}
	return o.Measure
}
