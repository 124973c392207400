package scenario

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"herdcast/models/client"
	"herdcast/models/dependency/fault"
)

// override is one value from outside the file and the path that it goes to.
type override struct {
	path  string
	value *yaml.Node
	from  origin
}

// overridesOf reads what the options say in place of the file.
func overridesOf(options Options) ([]override, Problems) {
	var overrides []override
	var problems Problems
	for _, set := range options.Set {
		label := "--set " + set
		// The path ends at the first = outside of brackets.
		path, value, ok := strings.Cut(set, "=")
		if path = strings.TrimSpace(path); !ok || path == "" {
			problems = append(problems, Problem{File: label, Message: "PATH=VALUE is due, such as run.duration=5m"})
			continue
		}
		o, problem := overrideOf(label, path, value)
		if problem != nil {
			problems = append(problems, *problem)
			continue
		}
		overrides = append(overrides, o)
	}
	number := func(flag, path, value string) {
		overrides = append(overrides, override{path, scalar(value), origin{file: flag + " " + value}})
	}
	if options.Seed != nil {
		number("--seed", "run.seed", strconv.FormatUint(*options.Seed, 10))
	}
	if options.Replications != nil {
		number("--replications", "run.replications", strconv.Itoa(*options.Replications))
	}
	return overrides, problems
}

// overrideOf reads a value that was written as text.
func overrideOf(label, path, value string) (override, *Problem) {
	node, problem := parse(label, []byte(value))
	if problem != nil {
		return override{}, &Problem{File: label, Path: path, Message: "found " + show(value) + ", but a value is due"}
	}
	return override{path, node, origin{file: label}}, nil
}

// presets tells an override that names another preset: it comes before presets
// are expanded, all others after.
func (o override) presets() bool { return strings.HasSuffix(o.path, ".preset") }

// override lays one value over the tree.
func (d *decoder) override(root *yaml.Node, o override) {
	value := clone(o.value)
	d.originate(value, o.from)
	s := setter{value: value, make: func() *yaml.Node {
		node := mappingNode()
		d.origins[node] = o.from
		return node
	}, word: func(word string) *yaml.Node {
		node := text(word)
		d.origins[node] = o.from
		return node
	}}
	if message := s.set(root, o.path, ""); message != "" {
		d.problems = append(d.problems, Problem{File: o.from.file, Line: o.from.line, Column: o.from.column, Path: o.path, Message: message})
	}
}

func (d *decoder) originate(value *yaml.Node, from origin) {
	d.origins[value] = from
	for _, child := range value.Content {
		d.originate(child, from)
	}
}

// clone copies a tree, so that what is laid over the copy leaves it as it was.
func clone(node *yaml.Node) *yaml.Node {
	copied := *node
	copied.Content = make([]*yaml.Node, len(node.Content))
	for i, child := range node.Content {
		copied.Content[i] = clone(child)
	}
	return &copied
}

// setter walks a path down the tree and puts a value at its end.
type setter struct {
	value *yaml.Node
	make  func() *yaml.Node
	word  func(string) *yaml.Node
}

// bareKeys are the keys that a bare value stands for, where a path goes on below it.
var bareKeys = map[string]string{"timeout": "max", "model": "base"}

// bareEntryKeys are those that a bare entry of a list stands for, by the key of the list.
var bareEntryKeys = map[string]string{"at": "time"}

// namedMaps are the maps whose keys are names that the file gives. A path below a name
// that is not there is a slip, unless nothing is named yet; a whole entry may be
// added.
var namedMaps = []string{"tools", "policies"}

// set puts the value at rest below node; at is the path down to node.
func (s setter) set(node *yaml.Node, rest, at string) string {
	if node.Kind == yaml.SequenceNode {
		return s.inList(node, rest, at)
	}
	key, rest := nextKey(node, rest)
	if key == "" {
		return "the path has an empty step after " + at
	}
	i := slices.IndexFunc(node.Content, func(n *yaml.Node) bool { return n.Value == key })
	for i >= 0 && i%2 == 1 { // a value that reads like the key
		next := slices.IndexFunc(node.Content[i+1:], func(n *yaml.Node) bool { return n.Value == key })
		if next < 0 {
			i = -1
			break
		}
		i += 1 + next
	}
	if i < 0 && rest != "" && slices.Contains(namedMaps, at) && len(node.Content) > 0 {
		var names []string
		for k := 0; k < len(node.Content); k += 2 {
			names = append(names, node.Content[k].Value)
		}
		return "nothing in " + at + " is " + show(key) + " (there are: " + strings.Join(names, ", ") + ")"
	}
	if i < 0 {
		node.Content = append(node.Content, s.word(key), s.make())
		i = len(node.Content) - 2
	}
	if rest == "" {
		node.Content[i] = s.word(key)
		node.Content[i+1] = s.value
		return ""
	}
	below := &node.Content[i+1]
	if (*below).Kind == yaml.ScalarNode {
		m := s.make()
		if bare, ok := bareKeys[key]; ok && !empty(*below) {
			m.Content = append(m.Content, s.word(bare), *below)
		}
		*below = m
	}
	return s.set(*below, rest, join(at, key))
}

// nextKey takes the next step of a path: the longest key of the node that it
// begins with (keys may have dots), else up to the next dot.
func nextKey(node *yaml.Node, path string) (key, rest string) {
	for i := 0; i < len(node.Content); i += 2 {
		if k := node.Content[i].Value; len(k) > len(key) && begins(path, k) {
			key = k
		}
	}
	if key == "" {
		key = path
		if end := strings.IndexAny(path, ".["); end >= 0 {
			key = path[:end]
		}
	}
	return key, strings.TrimPrefix(path[len(key):], ".")
}

// begins tells whether a path begins with a whole step.
func begins(path, step string) bool {
	rest, ok := strings.CutPrefix(path, step)
	return ok && step != "" && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

func (s setter) inList(list *yaml.Node, path, at string) string {
	i, rest, kind := entryOf(list, path)
	if i < 0 {
		return "nothing in " + at + " is " + show(path) + " (there are: " + strings.Join(entriesOf(list), ", ") + ")"
	}
	if rest == "" && kind == "" {
		list.Content[i] = s.value
		return ""
	}
	entry := list.Content[i]
	if entry.Kind == yaml.ScalarNode {
		bare, ok := bareEntryKeys[at[strings.LastIndex(at, ".")+1:]]
		if !ok {
			return "nothing is below " + item(at, i)
		}
		m := s.make()
		m.Content = append(m.Content, s.word(bare), entry)
		list.Content[i], entry = m, m
	}
	if kind == "" && (at == "faults" || strings.HasPrefix(at, "policies.")) {
		kind = writtenKind(entry)
	}
	switch key, _ := nextKey(entry, rest); {
	case rest == "":
		rest = kind
	case kind != "" && !ownKey(key, at) && child(entry, key) == nil:
		if fields := entryFields(at); !hasKeys(kind, fields) {
			return "unknown key (allowed: " + strings.Join(keysOf(fields), ", ") + ")" + suggest(key, keysOf(fields))
		}
		rest = kind + "." + rest
	}
	return s.set(entry, rest, item(at, i))
}

// entryOf finds the entry that a path begins with: by number from 1, by name, by
// kind; kind is set when that was how.
func entryOf(list *yaml.Node, path string) (at int, rest, kind string) {
	number, after := strings.TrimPrefix(path, "["), path
	if end := strings.IndexAny(number, ".]["); end >= 0 {
		number, after = number[:end], number[end:]
	} else {
		after = ""
	}
	if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= len(list.Content) {
		return n - 1, strings.TrimPrefix(strings.TrimPrefix(after, "]"), "."), ""
	}
	at = -1
	longest := 0
	names := namesOf(list)
	for i, name := range names {
		if len(name.text) > longest && begins(path, name.text) {
			at, rest, kind, longest = i/2, strings.TrimPrefix(path[len(name.text):], "."), name.kind, len(name.text)
		}
	}
	return at, rest, kind
}

type entryName struct{ text, kind string }

// namesOf gives two names for each entry: the written one (or that of an unnamed
// cohort), and its kind.
func namesOf(list *yaml.Node) []entryName {
	var names []entryName
	kinds := map[string]int{}
	for i, entry := range list.Content {
		var name, kind entryName
		if written := child(entry, "name"); written != nil {
			name.text = written.Value
		}
		if k := writtenKind(entry); k != "" {
			kinds[k]++
			kind = entryName{defaultName(k, kinds[k]), k}
		} else if name.text == "" {
			name.text = defaultCohort(i)
		}
		names = append(names, name, kind)
	}
	return names
}

func entriesOf(list *yaml.Node) []string {
	var known []string
	for i, name := range namesOf(list) {
		if name.text != "" && (i%2 == 0 || len(known) == 0 || namesOf(list)[i-1].text == "") {
			known = append(known, name.text)
		}
	}
	return known
}

var kindKeys = func() []string {
	var keys []string
	for _, t := range []reflect.Type{of[client.Layer](), of[fault.Spec]()} {
		for _, f := range fieldsOf(t) {
			if f.kind != "" {
				keys = append(keys, f.key)
			}
		}
	}
	return keys
}()

// writtenKind gives the key of a layer's or fault's kind.
func writtenKind(entry *yaml.Node) string {
	if entry.Kind != yaml.MappingNode {
		return ""
	}
	for i := 0; i < len(entry.Content); i += 2 {
		if key := entry.Content[i].Value; slices.Contains(kindKeys, key) {
			return key
		}
	}
	return ""
}

// ownKey tells the keys of a layer or fault that stand beside its kind.
func ownKey(key, list string) bool {
	return find(entryFields(list), func(f field) bool { return f.key == key && f.kind == "" }) != nil
}

// entryFields gives the keys of an entry of faults, or else of a policy's layers.
func entryFields(list string) []field {
	if list == "faults" {
		return fieldsOf(of[fault.Spec]())
	}
	return fieldsOf(of[client.Layer]())
}

// hasKeys tells whether a kind is written with keys of its own, unlike one that is
// a single value.
func hasKeys(kind string, fields []field) bool {
	f := find(fields, func(f field) bool { return f.key == kind })
	t := f.of
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct
}
