package scenario

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"herdcast/experiments/nearest"
	"herdcast/experiments/result"
)

// decoder walks a tree beside the spec types and collects all that is wrong.
type decoder struct {
	file     string
	origins  map[*yaml.Node]origin // nodes that did not come from the file
	files    files
	written  map[string]*yaml.Node // the value at each path that was written
	problems Problems
	findings []result.Finding
}

// origin is where a node comes from that is not the file's: a --set, or a line of
// the experiment that lays it over the scenario.
type origin struct {
	file         string
	line, column int  // 0 where the file says all
	ranged       bool // one of a range, which only a number can be
}

func (d *decoder) problem(node *yaml.Node, path, format string, args ...any) {
	p := Problem{File: d.file, Path: path, Message: fmt.Sprintf(format, args...)}
	if node != nil {
		p.Line, p.Column = node.Line, node.Column
	}
	if origin, ok := d.origins[node]; ok {
		p.File, p.Line, p.Column = origin.file, origin.line, origin.column
	}
	d.problems = append(d.problems, p)
}

// at reports a problem at a path: where it was written, else at the nearest key
// above it that was.
func (d *decoder) at(path, format string, args ...any) {
	for above := path; ; above = parent(above) {
		if node, ok := d.written[above]; ok || above == "" {
			d.problem(node, path, format, args...)
			return
		}
	}
}

// wrote tells whether a path was written in the scenario.
func (d *decoder) wrote(path string) bool { return d.written[path] != nil }

func parent(path string) string { return path[:max(0, strings.LastIndexAny(path, ".["))] }

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func item(path string, i int) string { return path + "[" + strconv.Itoa(i+1) + "]" }

// decode lays a node over a value that holds its defaults.
func (d *decoder) decode(node *yaml.Node, v reflect.Value, f field, path string) {
	d.written[path] = node
	if empty(node) {
		d.problem(node, path, "nothing is written here; leave the key out, or write its value ({} for a map with all defaults)")
		return
	}
	if v.Kind() == reflect.Pointer {
		if node.Kind == yaml.ScalarNode && slices.Contains(f.words, node.Value) && v.Type().Elem().Kind() != reflect.String {
			v.SetZero() // the word stands for having none
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		d.decode(node, v.Elem(), f, path)
		return
	}
	if c, ok := codecOf(v.Type()); ok {
		c.decode(d, node, v, f, path)
		return
	}
	if u := unitOf(v.Type()); u != nil {
		d.scalar(node, v, f, u, path)
		return
	}
	switch v.Kind() {
	case reflect.String:
		d.text(node, v, f, path)
	case reflect.Slice:
		d.list(node, v, f, path)
	case reflect.Struct:
		d.structure(node, v, f, path)
	}
}

func (d *decoder) scalar(node *yaml.Node, v reflect.Value, f field, u *unit, path string) {
	words := f.words
	if u == limits {
		words = nil // it names them itself
	}
	if node.Kind != yaml.ScalarNode {
		d.problem(node, path, "found %s, but %s is due%s", describe(node), u.due, orWords(words))
		return
	}
	value, size, err := u.read(node.Value)
	if err != nil {
		d.problem(node, path, "%v%s", err, orWords(words))
	} else if d.within(node, size, f, u, path) {
		v.Set(reflect.ValueOf(value).Convert(v.Type()))
	}
}

// orWords lists the words that may stand in place of a value.
func orWords(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return " (or " + strings.Join(words, ", ") + ")"
}

// within checks the bounds of the tags; no quantity of the language is negative.
func (d *decoder) within(node *yaml.Node, size float64, f field, u *unit, path string) bool {
	if u == switches {
		return true
	}
	least, bounded := 0.0, ""
	if f.min != "" {
		least = number(f.min)
	}
	switch {
	case f.above != "" && size <= number(f.above):
		bounded = "more than " + u.bound(number(f.above))
	case size < least:
		bounded = "at least " + u.bound(least)
	case f.max != "" && size > number(f.max):
		bounded = "at most " + u.bound(number(f.max))
	case u == durations && size > float64(Longest):
		bounded = "at most " + u.bound(float64(Longest))
	default:
		return true
	}
	d.problem(node, path, "found %s, but it must be %s", show(node.Value), bounded)
	return false
}

// number reads a bound from a tag.
func number(tag string) float64 {
	x, _ := strconv.ParseFloat(tag, 64)
	return x
}

func (d *decoder) text(node *yaml.Node, v reflect.Value, f field, path string) {
	words := f.words
	if w, ok := v.Interface().(worded); ok {
		words = w.Words()
	}
	switch {
	case d.origins[node].ranged:
		d.problem(node, path, "found %s of a range, but this key takes words, not numbers", show(node.Value))
	case node.Kind != yaml.ScalarNode && len(words) > 0:
		d.problem(node, path, "found %s (allowed: %s)", describe(node), strings.Join(words, ", "))
	case node.Kind != yaml.ScalarNode:
		d.problem(node, path, "found %s, but a text is due", describe(node))
	case len(words) > 0 && !slices.Contains(words, node.Value):
		d.problem(node, path, "found %s (allowed: %s)%s", show(node.Value), strings.Join(words, ", "), suggest(node.Value, words))
	case len(words) == 0 && node.Value == "":
		d.problem(node, path, "found an empty text")
	default:
		v.SetString(node.Value)
	}
}

func suggest(found string, known []string) string {
	if near := nearest.Word(found, known); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

func (d *decoder) list(node *yaml.Node, v reflect.Value, f field, path string) {
	of := v.Type().Elem()
	inner := field{unit: f.unit, of: of}
	if asMap(of) {
		if node.Kind != yaml.MappingNode {
			d.problem(node, path, "found %s, but a map is due: {NAME: …}", describe(node))
			return
		}
		entries := d.pairs(node, path)
		v.Set(reflect.MakeSlice(v.Type(), len(entries), len(entries)))
		for i, entry := range entries {
			d.entry(entry, v.Index(i), inner, path)
		}
		return
	}
	if f.one && node.Kind == yaml.MappingNode {
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		d.decode(node, v.Index(0), inner, path)
		return
	}
	if node.Kind != yaml.SequenceNode {
		hint := ""
		if node.Kind == yaml.ScalarNode {
			hint = ": write [" + show(node.Value) + "]"
		}
		d.problem(node, path, "found %s, but a list is due%s", describe(node), hint)
		return
	}
	if n := len(node.Content); f.min != "" && n < int(number(f.min)) {
		d.problem(node, path, "found an empty list, but it must have at least one entry")
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(node.Content), len(node.Content)))
	for i, child := range node.Content {
		d.decode(child, v.Index(i), inner, item(path, i))
	}
}

// entry decodes one entry of a list that is written as a map.
func (d *decoder) entry(e pair, v reflect.Value, f field, path string) {
	name := nameField(fieldsOf(v.Type()))
	if fault := badName(e.key.Value); fault != "" {
		d.problem(e.key, join(path, e.key.Value), "%s", fault)
	}
	path = join(path, e.key.Value)
	d.decode(e.value, v, f, path)
	v.Field(name.index).SetString(e.key.Value)
}

func (d *decoder) structure(node *yaml.Node, v reflect.Value, f field, path string) {
	fields, words := fieldsOf(v.Type()), wordsOf(v.Type())
	bare := bareField(fields)
	if node.Kind == yaml.ScalarNode && slices.Contains(words, node.Value) {
		v.Addr().Interface().(wordedStruct).SetWord(node.Value)
		return
	}
	if bare != nil && (node.Kind != yaml.MappingNode || len(keysOf(fields)) == 0) {
		setDefaults(v)
		inner := *bare
		inner.words = append(words[:len(words):len(words)], bare.words...)
		if inner.unit == "" {
			inner.unit = f.unit
		}
		if bare.key == "" && len(keysOf(fields)) > 0 && node.Kind == yaml.SequenceNode {
			d.problem(node, path, "found a list, but %s", formOf(fields, words, bare))
			return
		}
		d.decode(node, v.Field(bare.index), inner, path)
		return
	}
	switch {
	case node.Kind == yaml.MappingNode:
		d.mapping(node, v, fields, path)
	default:
		d.problem(node, path, "found %s, but %s%s", describe(node), formOf(fields, words, bare), suggest(node.Value, words))
	}
}

// formOf says how a struct is written.
func formOf(fields []field, words []string, bare *field) string {
	var forms []string
	if len(words) > 0 {
		forms = append(forms, "one of "+strings.Join(words, ", "))
	}
	if bare != nil {
		t := bare.of
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if u := unitOf(t); u != nil {
			forms = append(forms, u.due)
		}
	}
	return strings.Join(append(forms, "a map is due with keys of: "+strings.Join(keysOf(fields), ", ")), ", or ")
}

// pair is one entry of a map.
type pair struct{ key, value *yaml.Node }

// pairs gives the entries of a map, a key that comes twice only once.
func (d *decoder) pairs(node *yaml.Node, path string) []pair {
	var pairs []pair
	first := map[string]*yaml.Node{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		if key.Kind != yaml.ScalarNode {
			d.problem(key, path, "found %s as a key, but a key is a word", describe(key))
			continue
		}
		if before, ok := first[key.Value]; ok {
			d.problem(key, join(path, key.Value), "the key is here twice (first in line %d)", before.Line)
			continue
		}
		first[key.Value] = key
		pairs = append(pairs, pair{key, node.Content[i+1]})
	}
	return pairs
}

func (d *decoder) mapping(node *yaml.Node, v reflect.Value, fields []field, path string) {
	setDefaults(v)
	keys := keysOf(fields)
	given := map[string]bool{}
	complete := true // what is missing can be told
	for _, p := range d.pairs(node, path) {
		key, at := p.key.Value, join(path, p.key.Value)
		f := find(fields, func(f field) bool { return f.key == key && key != "" })
		if f == nil {
			complete = false
			d.problem(p.key, at, "unknown key (allowed: %s)%s", strings.Join(keys, ", "), suggest(key, keys))
			continue
		}
		given[key] = true
		d.decode(p.value, v.Field(f.index), *f, at)
	}
	if complete {
		d.missing(node, fields, given, path)
	}
	d.unused(v, fields, path)
}

// missing checks the keys that must be there, and that of each kind there is one.
func (d *decoder) missing(node *yaml.Node, fields []field, given map[string]bool, path string) {
	kinds := map[string][]string{}
	for _, f := range fields {
		if f.required && !given[f.key] {
			d.problem(node, path, "the key %s is missing (%s)", f.key, f.doc)
		}
		if f.kind != "" && given[f.key] {
			kinds[f.kind] = append(kinds[f.kind], f.key)
		}
	}
	told := map[string]bool{}
	for _, f := range fields {
		if f.kind == "" || told[f.kind] {
			continue
		}
		told[f.kind] = true
		var choices []string
		for _, other := range fields {
			if other.kind == f.kind && other.key != "" {
				choices = append(choices, other.key)
			}
		}
		switch got := kinds[f.kind]; {
		case len(got) == 0:
			d.problem(node, path, "one of these keys is due: %s", strings.Join(choices, ", "))
		case len(got) > 1:
			d.problem(node, path, "found %s together, but only one of them can be", strings.Join(got, " and "))
		}
	}
}

// badName says what is wrong with a name: it must fit in paths, in the parts of
// measures and in one line.
func badName(name string) string {
	switch {
	case name == "":
		return "found an empty name"
	case len(name) > 100:
		return "found a name of more than 100 bytes"
	case strings.TrimSpace(name) != name || strings.ContainsAny(name, "[](),=\"'") || show(strings.ReplaceAll(name, " ", "_")) != strings.ReplaceAll(name, " ", "_"):
		return "found the name " + show(name) + ", but a name has no brackets, commas, quotes or equal signs, and no space around it"
	}
	return ""
}
