package scenario

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/models/world"
)

// Options are what comes with a file.
type Options struct {
	Directory    string   // where files that the scenario names are looked for
	Shipped      fs.FS    // where they are looked for if the directory has none; may be nil
	Set          []string // path=value, laid over the file in this order
	Seed         *uint64  // in place of run.seed
	Replications *int     // in place of run.replications
}

// Scenario is a checked scenario with every default filled in.
type Scenario struct {
	Spec        world.Spec
	Objectives  []objective.Objective
	Assumptions []result.Assumption // defaults of the model's behaviour that nobody set
	Warnings    []result.Finding    // what is legal and surely not meant
	document    document
	decoder     *decoder
}

// Line tells where a key is written in the file, or else the nearest key above it;
// 0 where that is said from outside of the file.
func (s *Scenario) Line(path string) int {
	for ; path != ""; path = parent(path) {
		if node, ok := s.decoder.written[path]; ok {
			if _, outside := s.decoder.origins[node]; outside {
				return 0
			}
			return node.Line
		}
	}
	return s.decoder.written[""].Line
}

// Read reads a scenario. The name is that of its file, shown in problems; where
// the scenario has no name of its own, the file's base name is taken. The error is
// of type Problems and lists all that is wrong.
func Read(name string, data []byte, options Options) (*Scenario, error) {
	root, problem := parse(name, data)
	if problem != nil {
		return nil, Problems{*problem}
	}
	overrides, problems := overridesOf(options)
	s, found := readTree(name, root, files{options.Directory, options.Shipped}, overrides)
	if problems = append(problems, found...); len(problems) > 0 {
		return nil, problems.Sorted(name)
	}
	return s, nil
}

// readTree reads a scenario from its tree, which it takes apart.
func readTree(name string, root *yaml.Node, files files, overrides []override) (*Scenario, Problems) {
	d := newDecoder(name, files)
	if root.Kind != yaml.MappingNode {
		d.problem(root, "", "found %s, but a scenario is a map: version, fleet, …", describe(root))
		return nil, d.problems
	}
	if key := experimental(root); key != nil {
		d.problem(key, key.Value, "it belongs to an experiment, which herdcast %s takes; a scenario has no such key", verbOf(root))
		return nil, d.problems
	}
	d.prepare(root, overrides)

	var s Scenario
	d.decode(root, reflect.ValueOf(&s.document).Elem(), field{}, "")
	if s.document.Name == "" {
		s.document.Name = nameOf(name)
	}
	s.Assumptions = s.document.complete(d)
	d.check(&s.document)
	s.Objectives = d.objectives(&s.document)
	if len(d.problems) > 0 {
		return nil, d.problems
	}
	f := &s.document
	s.decoder = d
	s.Spec = world.Spec{Name: f.Name, Run: f.Run, Tools: f.Tools, Fleet: f.Fleet, Policies: f.Policies, Dependency: f.Dependency, Faults: f.Faults}
	s.Warnings = append(d.findings, standstills(f)...)
	return &s, nil
}

func newDecoder(file string, files files) *decoder {
	return &decoder{
		file: file, files: files, origins: map[*yaml.Node]origin{}, written: map[string]*yaml.Node{},
	}
}

// prepare lays over the tree what stands in place of it and expands presets.
func (d *decoder) prepare(root *yaml.Node, overrides []override) {
	for _, early := range []bool{true, false} {
		for _, o := range overrides {
			if o.presets() == early {
				d.override(root, o)
			}
		}
		// Once more at the end: an override may have brought in a preset.
		d.expandPresets(root)
	}
}

// nameOf gives the base name of a file without its ending.
func nameOf(file string) string {
	base := filepath.Base(file)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	if badName(base) != "" || base == "-" || base == "." {
		return "scenario"
	}
	return base
}

// objectives reads the objectives and checks the names in their parts.
func (d *decoder) objectives(f *document) []objective.Objective {
	var all []objective.Objective
	for i, line := range f.Objectives {
		path := item("objectives", i)
		if line == "" { // not a text, and said so
			continue
		}
		o, err := objective.Parse(line)
		if err != nil {
			d.at(path, "%v", err)
			continue
		}
		d.checkQuery(f, path, o.Query)
		all = append(all, o)
	}
	return all
}

// checkQuery checks the names in what is asked for.
func (d *decoder) checkQuery(f *document, path string, q objective.Query) {
	d.known(path, "cohort", q.Part.Cohort, f.cohorts())
	d.known(path, "tool", q.Part.Tool, f.tools())
	d.known(path, "layer", q.Part.Layer, f.layers(""))
	if layer, ok := q.Layer(); ok {
		d.known(path, "retry layer", layer, f.layers("retry"))
	}
}

// tree writes the resolved scenario.
func (s *Scenario) tree() *yaml.Node {
	return encode(reflect.ValueOf(&s.document).Elem(), field{})
}

// ResolvedYAML gives the scenario with every default filled in. Read gives the
// same Spec for it.
func (s *Scenario) ResolvedYAML() []byte { return yamlOf(s.tree()) }

func yamlOf(tree *yaml.Node) []byte {
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	encoder.Encode(tree) // a tree that we built, into memory: cannot fail
	encoder.Close()
	return b.Bytes()
}

// ResolvedJSON gives the same as JSON, quantities as strings with their units.
func (s *Scenario) ResolvedJSON() []byte { return jsonOf(s.tree()) }

// Digest names what is simulated: the SHA-256, in hexadecimal, of the resolved
// scenario and of the numbers read from its files. Seed and replications are left
// out, so that runs of the same scenario can be told and put together.
func (s *Scenario) Digest() string {
	tree := s.tree()
	if run := child(tree, "run"); run != nil {
		var kept []*yaml.Node
		for i := 0; i < len(run.Content); i += 2 {
			if key := run.Content[i].Value; key != "seed" && key != "replications" {
				kept = append(kept, run.Content[i:i+2]...)
			}
		}
		run.Content = kept
	}
	hash := sha256.New()
	hash.Write(jsonOf(tree))
	eachValue(reflect.ValueOf(&s.document).Elem(), func(value string) { hash.Write([]byte("\n" + value)) })
	return hex.EncodeToString(hash.Sum(nil))
}

// eachValue visits what was read from files: the fields that no key fills.
func eachValue(v reflect.Value, visit func(string)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachValue(v.Elem(), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachValue(v.Field(i), visit)
		}
		for _, name := range []string{"Values", "At"} {
			from := v.FieldByName(name)
			if !from.IsValid() || from.Kind() != reflect.Slice {
				continue
			}
			for i := range from.Len() {
				switch x := from.Index(i); x.Kind() {
				case reflect.Float64:
					visit(strconv.FormatFloat(x.Float(), 'g', -1, 64))
				case reflect.Int64:
					visit(strconv.FormatInt(x.Int(), 10))
				}
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachValue(v.Index(i), visit)
		}
	}
}
