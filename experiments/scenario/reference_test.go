package scenario

import (
	"fmt"
	"os"
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

const reference = "../../docs/scenario.md"

// TestReference holds the tables of the reference to the types that they describe.
func TestReference(t *testing.T) {
	data, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	const mark = "<!-- keys: written by go test -update -->\n"
	before, _, ok := strings.Cut(string(data), mark)
	if !ok {
		t.Fatalf("%s has no mark", reference)
	}
	var b strings.Builder
	b.WriteString(before + mark)
	tables(&b, of[document](), "", nil)
	b.WriteString("\n## Keys of experiment files\n")
	tables(&b, of[Experiment](), "", nil)
	golden(t, reference, b.String())
}

// tables writes the keys of a map, then the tables of the maps below it.
func tables(b *strings.Builder, t reflect.Type, path string, words []string) {
	v := reflect.New(t).Elem()
	setDefaults(v)
	title := "the file"
	if path != "" {
		title = path
	}
	fmt.Fprintf(b, "\n### %s\n\n", title)
	if len(words) > 0 {
		fmt.Fprintf(b, "A word (%s), or these keys:\n\n", strings.Join(words, ", "))
	}
	if bare := bareField(fieldsOf(t)); bare != nil && bare.key != "" {
		fmt.Fprintf(b, "A bare value is `%s`.\n\n", bare.key)
	} else if bare != nil {
		fmt.Fprintf(b, "A %s, or these keys:\n\n", valueOf(bare.of, *bare))
	}
	b.WriteString("| key | value | default | meaning |\n|---|---|---|---|\n")
	type below struct {
		t     reflect.Type
		path  string
		words []string
	}
	var deeper []below
	for _, f := range fieldsOf(t) {
		if f.key == "" {
			continue
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", f.key, valueOf(f.of, f), defaultOf(v.Field(f.index), f), f.doc)
		if inner, at := mapBelow(f.of, join(path, f.key)); inner != nil {
			deeper = append(deeper, below{inner, at, wordsOf(inner)})
		}
	}
	for _, d := range deeper {
		if again := map[reflect.Type]string{of[world.Precision](): "run.precision", of[backoff.Jitter](): "backoff.jitter", of[agent.Reaction](): "exhausted"}[d.t]; !strings.HasSuffix(d.path, again) {
			continue // the same as there
		}
		tables(b, d.t, d.path, d.words)
	}
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
			return "[distribution](#distributions) of counts"
		}
		return "[distribution](#distributions)"
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
		return "[distribution](#distributions), or map"
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
