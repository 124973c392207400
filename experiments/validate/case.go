package validate

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"herdcast/experiments/validate/theory"
)

//go:embed cases/*.yaml
var files embed.FS

// Case is one world with what theory says of it, and how it stands to others.
type Case struct {
	Name        string // of its scenario
	Family      string // what it belongs to: Single server, Retries, …
	comparisons func() []comparison
	directions  []direction
}

// comparison is one measure of a case with its reference. Per makes it the ratio
// of two measures.
type comparison struct {
	what    string
	measure string
	per     string
	reference
	within float64 // share of the reference that may lie between where theory is a limit or an approximation
}

// reference is what a measure should be, how sure that is, and whence it comes. The
// error is 0 for what is computed.
type reference struct {
	value  float64
	err    float64 // standard error
	source string
}

// family is cases that belong together, with a sentence for readers.
type family struct {
	name  string
	about string
	cases []Case
}

var families = []family{
	single, several, bounded, lost, general, shared, patience, fleets, retrials,
	retries, waits, crowds, budgets, hedges, breakers, effects, storms, contention, strategies, overload, herds, tail, collapse, sustained, spikes, incidents,
}

// All lists the cases in order.
func All() []Case {
	var all []Case
	for _, f := range families {
		for _, c := range f.cases {
			c.Family = f.name
			all = append(all, c)
		}
	}
	return all
}

// Scenario gives the text of a case's scenario.
func Scenario(name string) ([]byte, bool) {
	data, err := files.ReadFile(path.Join("cases", name+".yaml"))
	return data, err == nil
}

// title is the first comment line of the case's scenario.
func (c Case) title() string {
	data, ok := Scenario(c.Name)
	if !ok {
		panic(fmt.Sprintf("validate: no scenario %s", c.Name)) // embedded: it is there
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(strings.TrimPrefix(line, "#"))
}

// values are the comparisons of a case, none where only directions are known.
func (c Case) values() []comparison {
	if c.comparisons == nil {
		return nil
	}
	return c.comparisons()
}

// of compares a measure with a computed value.
func of(what, measure string, value float64) comparison {
	return comparison{what: what, measure: measure, reference: reference{value: value}}
}

// ratio compares the ratio of two measures with a computed value.
func ratio(what, measure, per string, value float64) comparison {
	return comparison{what: what, measure: measure, per: per, reference: reference{value: value}}
}

// from names the source of all references that have none yet.
func from(source string, all ...comparison) []comparison {
	for i := range all {
		if all[i].source == "" {
			all[i].source = source
		}
	}
	return all
}

func estimate(value, standardError float64) theory.Estimate {
	return theory.Estimate{Value: value, Error: standardError}
}

// estimated is a reference that only simulation gives.
func estimated(e theory.Estimate, source string) reference {
	return reference{value: e.Value, err: e.Error, source: source}
}
