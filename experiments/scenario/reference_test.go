package scenario

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"herdcast/models/agent"
	"herdcast/models/tool"
	"herdcast/models/world"
	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/policies/breaker"
	"herdcast/policies/budget"
	"herdcast/policies/hedge"
	"herdcast/sim/dist"
)

const reference = "../../docs/language.md"

const referenceHead = `# The scenario language, key by key

Every key of scenario files, then of experiment files: what may stand there, what holds if it is left out, and what it means.
[scenario.md](scenario.md) is the guided tour, with the reasons and what goes together; this page is for looking up. It is
written by a test from the types that the reader, herdcast schema and check --resolved go by
([CONTRIBUTING.md](../CONTRIBUTING.md)).

In a path, NAME is a name of your choice, and [n] an entry of a list. Units are written with each [quantity](scenario.md#quantities):
a duration is 250ms, a rate 50/s, a share 20%, a factor 4x. Without a default, a key that is left out has no effect, or what
it then means is said. The examples come from scenarios that the test reads and checks; that of a large map is in its own table.
`

// TestReference holds the reference to the types that it describes.
func TestReference(t *testing.T) {
	const folder = "testdata/language"
	files := []struct {
		title    string
		of       reflect.Type
		examples examples
	}{
		{"Scenario file", of[document](), readExamples(t, folder+"/scenarios.yaml", func(name string, data []byte) error {
			s, err := Read(name, data, Options{Directory: folder})
			if err == nil && len(s.Warnings) > 0 {
				t.Errorf("an example does nothing: %v", s.Warnings)
			}
			return err
		})},
		{"Experiment file", of[Experiment](), readExamples(t, folder+"/experiments.yaml", func(name string, data []byte) error {
			_, err := ReadExperiment(name, data, Options{Directory: folder})
			return err
		})},
	}
	var index, b strings.Builder
	for _, file := range files {
		all := tablesOf(file.of, file.title, "", nil)
		fmt.Fprintf(&index, "\n**%s**\n\n", file.title)
		for _, t := range all {
			fmt.Fprintf(&index, "%s- [%s](#%s)\n", strings.Repeat("  ", t.depth()), t.title, anchor(t.title))
		}
		fmt.Fprintf(&b, "\n## Keys of %ss\n", strings.ToLower(file.title))
		for _, table := range all {
			if missing := table.write(&b, file.examples); len(missing) > 0 {
				t.Errorf("there is not (in %s, or in the doc of a field) %s", folder, strings.Join(missing, ", "))
			}
		}
	}
	golden(t, reference, referenceHead+index.String()+b.String())
}

// table is what the reference says of one map.
type table struct {
	title, path string
	of          reflect.Type
	words       []string
}

func (t table) depth() int {
	if t.path == "" {
		return 0
	}
	return 1 + strings.Count(strings.ReplaceAll(t.path, ".NAME", ""), ".")
}

// shown names where the table of a type stands that many keys lead to.
var shown = map[reflect.Type]string{
	of[world.Precision](): "run.precision",
	of[backoff.Jitter]():  "policies.NAME[n].retry.backoff.jitter",
	of[agent.Reaction]():  "fleet[n].model.exhausted",
}

// tablesOf gives the table of a map and those of the maps below it.
func tablesOf(t reflect.Type, title, path string, words []string) []table {
	all := []table{{title, path, t, words}}
	for _, f := range fieldsOf(t) {
		if f.key == "" {
			continue
		}
		inner, at := mapBelow(f.of, join(path, f.key))
		if there, again := shown[inner]; inner != nil && (!again || there == at) {
			all = append(all, tablesOf(inner, at, at, wordsOf(inner))...)
		}
	}
	return all
}

// roomy is how long an example of a map may be whose keys have examples of their own.
const roomy = 48

// write gives what it misses: examples and meanings.
func (t table) write(b *strings.Builder, examples examples) (missing []string) {
	v := reflect.New(t.of).Elem()
	setDefaults(v)
	fmt.Fprintf(b, "\n### %s\n\n", t.title)
	if len(t.words) > 0 {
		fmt.Fprintf(b, "A word (%s), or these keys:\n\n", strings.Join(t.words, ", "))
	}
	if bare := bareField(fieldsOf(t.of)); bare != nil && bare.key != "" {
		fmt.Fprintf(b, "A bare value is `%s`.\n\n", bare.key)
	} else if bare != nil {
		fmt.Fprintf(b, "A %s, or these keys:\n\n", valueOf(bare.of, *bare))
	}
	b.WriteString("| key | value | default | meaning | example |\n|---|---|---|---|---|\n")
	for _, f := range fieldsOf(t.of) {
		if f.key == "" {
			continue
		}
		value := valueOf(f.of, f)
		if inner, at := mapBelow(f.of, join(t.path, f.key)); inner != nil {
			if there, again := shown[inner]; again {
				at = there
			}
			value = strings.Replace(value, "map", fmt.Sprintf("[map](#%s)", anchor(at)), 1)
			value = strings.Replace(value, "list", fmt.Sprintf("[list](#%s)", anchor(at)), 1)
		}
		if f.doc == "" {
			missing = append(missing, "a meaning of "+join(t.path, f.key))
		}
		example, found := examples[join(t.path, f.key)]
		inner, _ := mapBelow(f.of, "")
		switch {
		case !found:
			missing = append(missing, "an example of "+join(t.path, f.key))
		case inner != nil && len(example) > roomy:
			example = ""
		default:
			example = "`" + f.key + ": " + example + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", f.key, value+bounds(f), defaultOf(v.Field(f.index), f), f.doc, example)
	}
	return missing
}

// bounds says what a value must keep to.
func bounds(f field) string {
	of := f.of
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	write := writeNumber
	if u := unitOf(of); u != nil {
		write = u.bound
	}
	if f.min != "" && f.min == f.max {
		return "; only " + write(number(f.min))
	}
	var said []string
	for _, bound := range []struct{ word, size string }{{"at least", f.min}, {"above", f.above}, {"at most", f.max}} {
		if bound.size != "" {
			said = append(said, bound.word+" "+write(number(bound.size)))
		}
	}
	if len(said) == 0 {
		return ""
	}
	if of.Kind() == reflect.Slice {
		said = append(said, "entry")
		return "; " + strings.Join(said, " ")
	}
	return "; " + strings.Join(said, ", ")
}

// anchor is how a heading is linked to.
func anchor(heading string) string {
	return strings.NewReplacer(".", "", "[", "", "]", "", " ", "-").Replace(strings.ToLower(heading))
}

// mapBelow gives the map type that a key leads to, nil if it leads to none.
func mapBelow(t reflect.Type, path string) (reflect.Type, string) {
	for {
		switch {
		case t.Kind() == reflect.Pointer:
			t = t.Elem()
		case t == of[breaker.Opening]():
			t = of[breaker.Growth]()
		case valueForm(t, field{}) != "":
			return nil, ""
		case t.Kind() == reflect.Slice:
			if asMap(t.Elem()) {
				path += ".NAME"
			} else {
				path += "[n]"
			}
			t = t.Elem()
		case t.Kind() != reflect.Struct || unitOf(t) != nil:
			return nil, ""
		case len(keysOf(fieldsOf(t))) == 0: // only a bare value: policies
			t = bareField(fieldsOf(t)).of
		default:
			return t, path
		}
	}
}

// valueForm names the form of a type that has no table of its own.
func valueForm(t reflect.Type, f field) string {
	switch t {
	case of[dist.Spec]():
		if f.unit == "count" {
			return "[distribution](scenario.md#distributions) of counts"
		}
		return "[distribution](scenario.md#distributions)"
	case of[policies.Set]():
		return "list of outcomes, or all"
	case of[backoff.First]():
		return "duration, or by outcome"
	case of[budget.Cost]():
		return "count, or by outcome"
	case of[budget.Floor]():
		return "rate, or count of retries"
	case of[breaker.Window]():
		return "duration, or count of calls"
	case of[hedge.After]():
		return "duration, or quantile"
	case of[breaker.Opening]():
		return "[distribution](scenario.md#distributions), or map"
	case of[breaker.Judged]():
		return "each, failure, or duration"
	case of[tool.Lands]():
		return "start, end, or share"
	case of[[2]float64]():
		return "two numbers"
	case of[Sources]():
		return "text, map, or list of them"
	case of[Vary]():
		return "lists or ranges by path"
	case of[Value]():
		return "any value"
	case of[Paths]():
		return "text, or list"
	case of[Ranges]():
		return "two amounts, or list of them"
	case of[Amounts]():
		return "amount, or list"
	case of[Range]():
		return "two amounts"
	case of[Amount]():
		return "amount"
	}
	return ""
}

func valueOf(t reflect.Type, f field) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if form := valueForm(t, f); form != "" {
		return form
	}
	choices := slices.Clone(f.words)
	if w, ok := reflect.New(t).Interface().(worded); ok {
		choices = append(w.Words(), choices...)
	}
	form := ""
	switch u := unitOf(t); {
	case u != nil:
		form = strings.TrimPrefix(strings.TrimPrefix(u.due, "a whole "), "a ")
		if u == counts || u == seeds || u == limits {
			form = "count"
		}
	case t.Kind() == reflect.Slice && asMap(t.Elem()):
		form = "map by name"
	case t.Kind() == reflect.Slice && f.one:
		form = "map, or list of maps"
	case t.Kind() == reflect.Slice:
		form = "list"
	case t.Kind() == reflect.Struct:
		fields := fieldsOf(t)
		if bare := bareField(fields); bare != nil && bare.key == "" {
			choices = append(choices, valueOf(bare.of, *bare))
		}
		if len(keysOf(fields)) > 0 {
			form = "map"
		}
	case len(choices) == 0:
		form = "text"
	}
	if form != "" {
		choices = append(choices, form)
	}
	return strings.Join(choices, ", ")
}

func defaultOf(v reflect.Value, f field) string {
	if f.required {
		return "required"
	}
	written := encode(v, f)
	if written == nil || written.Kind == yaml.MappingNode || written.Kind == yaml.SequenceNode && len(written.Content) == 0 {
		return ""
	}
	return strings.Join(strings.Fields(spell(written)), ", ")
}
