package replicate_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
)

// row is a line of the reference of measures; of is "—" where there is no denominator.
type row struct{ unit, of, interval, parts string }

var braces = regexp.MustCompile(`^(.*)\{(.*)\}$`)

// tables reads the rows of tables with so many columns, names first, several of them
// set apart by commas or in braces.
func tables(t *testing.T, columns int) (names []string, cells map[string][]string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/measures.md")
	if err != nil {
		t.Fatal(err)
	}
	cells = map[string][]string{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "| `") || len(fields) != columns {
			continue
		}
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		var all []string
		for _, quoted := range strings.Split(fields[0], ", `") {
			name := strings.Trim(quoted, "`")
			if m := braces.FindStringSubmatch(name); m != nil {
				for _, end := range strings.Split(m[2], ",") {
					all = append(all, m[1]+end)
				}
			} else {
				all = append(all, name)
			}
		}
		for _, name := range all {
			if cells[name] != nil {
				t.Errorf("%s stands twice", name)
			}
			names, cells[name] = append(names, name), fields
		}
	}
	return names, cells
}

// valued is a world in which each measure has a value.
const valued = `
version: 1
run: {duration: 60s, warmup: 10s, replications: 3, seed: 5}
tools: {look: {service: {exponential: 60ms}}, page: {service: {exponential: 80ms}, effect: true, semantic_failures: 5%}}
fleet:
  - {name: scouts, agents: 40, policy: p, rest: 100ms, task: {turns: 3, calls: 2, think: {exponential: 200ms}, tools: {look: 70%, page: 30%}, price: {tokens: 3/million}, budget: {wall_clock: 8s, tokens: 20000}}}
  - {name: medics, agents: 10, policy: p, rest: 100ms, task: {turns: 2, think: 300ms}}
policies:
  p:
    - retry: {attempts: 3, backoff: {first: 100ms, jitter: full}, budget: {tokens: 20, scope: fleet}}
    - limit: {max: 25, wait: 1s, scope: fleet}
    - breaker: {trip: {rate: 50%, window: 2s, min_calls: 20}, open: 1s, scope: fleet}
    - timeout: 500ms
dependency: {servers: 16, queue: {max: 20}, quota: {limit: 200, per: 1s}, network: {delay: 2ms}}
faults: [{at: 20s, for: 5s, capacity: 20%}]`

// The reference of measures lists what objectives may bound, each once, with its
// unit, its parts, its denominator and its interval as a run yields them.
func TestMeasuresAreDocumented(t *testing.T) {
	names, cells := tables(t, 6)
	var known []string
	parts := map[string]string{"layers.NAME": "cohort, tool"}
	for _, m := range objective.Measures {
		known = append(known, m.Name)
		parts[m.Name] = strings.Join(m.Parts, ", ")
	}
	known = append(known, "layers.NAME")
	if got, want := slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(known)); !slices.Equal(got, want) {
		t.Errorf("documented are\n%v\nbut there are\n%v", got, want)
	}
	r := simulate(t, valued)
	yielded := maps.Clone(r.Measures)
	yielded["layers.NAME"] = yielded["layers.retry"]
	delete(yielded, "layers.retry")
	if got, want := slices.Sorted(maps.Keys(yielded)), slices.Sorted(slices.Values(known)); !slices.Equal(got, want) {
		t.Errorf("a run yields\n%v\nbut there are\n%v", got, want)
	}
	for _, name := range names {
		c := row{cells[name][1], cells[name][2], cells[name][3], cells[name][4]}
		m := yielded[name]
		if m.Value == nil {
			t.Errorf("%s has no value to compare with: %s", name, m.Why)
			continue
		}
		of := "—"
		if m.Of != nil {
			of = c.of
		}
		if is := (row{m.Unit, of, m.Interval, parts[name]}); is != c || c.of == "—" && m.Of != nil {
			t.Errorf("%s is documented as %+v, but is %+v (of given: %v)", name, c, is, m.Of != nil)
		}
		real := strings.Replace(name, "NAME", "retry", 1)
		partly(t, c, "cohort", real, r.ByCohort)
		partly(t, c, "tool", real, r.ByTool)
	}
}

// partly wants a measure by cohort or by tool if, and only if, the reference says so.
func partly(t *testing.T, c row, part, name string, measures map[string]map[string]result.Measure) {
	t.Helper()
	documented := slices.Contains(strings.Split(c.parts, ", "), part)
	for of, all := range measures {
		if _, has := all[name]; has != documented {
			t.Errorf("%s by %s is there for %s: %v, documented: %v", name, part, of, has, documented)
		}
	}
}

// The reference lists the series and histograms that a run yields, with their units.
func TestPicturesAreDocumented(t *testing.T) {
	r := simulate(t, valued)
	units := map[string]string{}
	for name, s := range r.Series {
		units[name] = s.Unit
	}
	for name, h := range r.Histograms {
		if _, taken := units[name]; taken {
			t.Errorf("%s is a series and a histogram", name)
		}
		units[name] = h.Unit
	}
	names, cells := tables(t, 3)
	if got, want := slices.Sorted(slices.Values(names)), slices.Sorted(maps.Keys(units)); !slices.Equal(got, want) {
		t.Errorf("documented are\n%v\nbut a run yields\n%v", got, want)
	}
	for _, name := range names {
		if cells[name][1] != units[name] {
			t.Errorf("%s is documented in %q, but is in %q", name, cells[name][1], units[name])
		}
	}
}
