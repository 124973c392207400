package scenario

import (
	"cmp"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"herdcast/experiments/objective"
	"herdcast/models/world"
)

// Experiment is a checked experiment file: scenarios, and what is varied, compared
// or sized in them. A scenario's own file is an experiment that varies nothing.
type Experiment struct {
	Version   int              `key:"version" doc:"version of the language: 1" required:"true" min:"1" max:"1"`
	Name      string           `key:"name" doc:"name of the experiment; that of its file if left out"`
	Scenarios Sources          `key:"scenario" doc:"a scenario's file, the name of a shipped one, a scenario written here, or a list of them" required:"true"`
	Vary      Vary             `key:"vary" doc:"paths and the values that each takes: a grid; or a range {between: [a, b]}, which a design samples"`
	Design    *Design          `key:"design" doc:"samples the ranges of vary"`
	Compare   *Compare         `key:"compare" doc:"compares the values of one path"`
	Measures  []string         `key:"measures" doc:"what to report; all measures if left out" min:"1"`
	Precision *world.Precision `key:"precision" doc:"in place of run.precision of each scenario"`
	Size      *Size            `key:"size" doc:"finds the largest or smallest value that keeps bounds"`
	Map       *Map             `key:"map" doc:"tells over two paths where the fleet recovers"`
	Rare      *Rare            `key:"rare" doc:"estimates how likely an event is, however rare"`

	Queries  []objective.Query // Measures, read
	policies bool              // the first axis is of policies, from the command line
	options  Options
	lines    map[string]*yaml.Node // where each path of the experiment was written
	file     string
	verb     string
}

// Design is how ranges are sampled: one of these, with the number of points.
type Design struct {
	LatinHypercube *int `key:"latin_hypercube" doc:"points, one in each of so many equal slices of each range" kind:"design" min:"1" max:"100000"`
	Sobol          *int `key:"sobol" doc:"points of Sobol's sequence" kind:"design" min:"1" max:"100000"`
	Saltelli       *int `key:"saltelli" doc:"points, each simulated again with one path changed at a time: tells Sobol's indices" kind:"design" min:"4" max:"20000"`
	Morris         *int `key:"morris" doc:"walks that change every path once, one at a time: tells elementary effects" kind:"design" min:"4" max:"20000"`
}

// Points gives how many points there are over so many ranges.
func (d *Design) Points(ranges int) int {
	switch {
	case d.Sobol != nil:
		return *d.Sobol
	case d.LatinHypercube != nil:
		return *d.LatinHypercube
	case d.Saltelli != nil:
		return *d.Saltelli * (ranges + 2)
	}
	return *d.Morris * (ranges + 1)
}

// MostSaltelli is how many ranges that design samples: two points are drawn in the
// dimensions that Sobol's sequence has.
const MostSaltelli = 10

// Compare is what is compared, on common random numbers unless Paired is false.
type Compare struct {
	By       string   `key:"by" doc:"the path in vary (or scenario) whose values are compared" required:"true"`
	Baseline *Value   `key:"baseline" doc:"the value that the others are compared with; the first if left out"`
	Paired   bool     `key:"paired" doc:"the same luck for all; false: seeds of their own"`
	Pareto   []string `key:"pareto" doc:"measures by which values are told that no other beats in all; of measures those with a better side, if left out" min:"1"`
}

// SetDefaults fills in what a written comparison leaves out.
func (c *Compare) SetDefaults() { *c = Compare{Paired: true} }

// experimentKeys are those by which a file is told to be an experiment.
var experimentKeys = []string{"scenario", "vary", "design", "compare", "measures", "precision", "size", "map", "rare"}

// experimental gives the first key of an experiment in a file, nil if there is none.
func experimental(root *yaml.Node) *yaml.Node {
	if root.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i < len(root.Content); i += 2 {
		if slices.Contains(experimentKeys, root.Content[i].Value) {
			return root.Content[i]
		}
	}
	return nil
}

// verbOf gives the command that takes an experiment as it is written.
func verbOf(root *yaml.Node) string {
	for _, verb := range []string{"size", "map", "rare", "compare"} {
		if child(root, verb) != nil {
			return verb
		}
	}
	return "sweep"
}

// IsExperiment tells experiment files from scenarios.
func IsExperiment(data []byte) bool {
	root, problem := parse("", data)
	return problem == nil && experimental(root) != nil
}

// ReadExperiment reads an experiment file, or a scenario as an experiment that
// varies nothing. What its scenarios say is checked when they are asked for. The
// error is of type Problems and lists all that is wrong.
func ReadExperiment(name string, data []byte, options Options) (*Experiment, error) {
	root, problem := parse(name, data)
	if problem != nil {
		return nil, Problems{*problem}
	}
	e := &Experiment{Version: 1, Name: nameOf(name), options: options, file: name}
	d := newDecoder(name, files{options.Directory, options.Shipped})
	if experimental(root) == nil {
		source := d.source(root, "", name)
		e.Scenarios, e.Name = Sources{source}, source.Name
	} else {
		e.Scenarios = nil
		d.decode(root, reflect.ValueOf(e).Elem(), field{}, "")
		e.Name = cmp.Or(e.Name, nameOf(name))
		e.file, e.options, e.lines, e.verb = name, options, d.written, verbOf(root)
		d.checkExperiment(e)
	}
	_, problems := overridesOf(options)
	if d.problems = append(d.problems, problems...); len(d.problems) > 0 {
		return nil, d.problems.Sorted(name)
	}
	return e, nil
}

func (d *decoder) checkExperiment(e *Experiment) {
	if fault := badName(e.Name); fault != "" {
		d.at("name", "%s", fault)
	}
	for i, s := range e.Scenarios {
		if first := slices.IndexFunc(e.Scenarios, func(other Source) bool { return other.Name == s.Name }); first < i {
			d.at(item("scenario", i), "two scenarios are named %s; give one another name", show(s.Name))
		}
	}
	e.Queries = d.queries("measures", e.Measures)
	d.checkVary(e)
	if c := e.Compare; c != nil {
		d.queries("compare.pareto", c.Pareto)
		d.checkCompare(e)
	}
	if s := e.Size; s != nil {
		d.checkSize(e, s)
	}
	if m := e.Map; m != nil {
		d.checkMap(e, m)
	}
	if r := e.Rare; r != nil {
		d.checkRare(e, r)
	}
}

// queries reads measures that are asked for.
func (d *decoder) queries(path string, texts []string) []objective.Query {
	var all []objective.Query
	for i, text := range texts {
		if text == "" { // not a text, and said so
			continue
		}
		q, err := objective.ParseQuery(text)
		switch {
		case err != nil:
			d.at(item(path, i), "%v", err)
		case slices.Contains(all, q):
			d.at(item(path, i), "%s is asked for twice", text)
		default:
			all = append(all, q)
		}
	}
	return all
}

func (d *decoder) checkVary(e *Experiment) {
	var ranged string
	ranges := 0
	for _, axis := range e.Vary {
		path := join("vary", axis.Path)
		if axis.Between != nil {
			ranged = path
			ranges++
		}
		for _, set := range e.options.Set {
			if laid, _, _ := strings.Cut(set, "="); strings.TrimSpace(laid) == axis.Path {
				d.at(path, "it cannot be varied and laid down by --set %s", set)
			}
		}
	}
	switch {
	case ranged != "" && e.Design == nil:
		d.at(ranged, "a range needs a design that samples it: design: {latin_hypercube: 64}, {sobol: 64}, or to learn which of them matter {saltelli: 64} or {morris: 20}")
	case ranged == "" && e.Design != nil:
		d.at("design", "there is no range to sample in vary: PATH: {between: [a, b]}")
	case e.Design != nil && e.Design.Saltelli != nil && ranges > MostSaltelli:
		d.at("design.saltelli", "found %d ranges in vary, but it takes at most %d; find those that matter with {morris: 20} first", ranges, MostSaltelli)
	}
}

func (d *decoder) checkCompare(e *Experiment) {
	c := e.Compare
	if c.By == "" { // missing, and said so
		return
	}
	paths := []string{}
	var values []Value
	if len(e.Scenarios) > 1 {
		paths = append(paths, "scenario")
		if c.By == "scenario" {
			for _, s := range e.Scenarios {
				values = append(values, Word(s.Name))
			}
		}
	}
	for _, axis := range e.Vary {
		if axis.Between == nil {
			paths = append(paths, axis.Path)
		}
		if axis.Path == c.By {
			values = axis.Values
		}
	}
	if !slices.Contains(paths, c.By) {
		d.known("compare.by", "listed path in vary", c.By, paths)
		return
	}
	if len(values) < 2 {
		d.at("compare.by", "%s takes one value only, so there is nothing to compare", c.By)
	}
	if c.Baseline != nil && !slices.ContainsFunc(values, c.Baseline.Equal) {
		var texts []string
		for _, v := range values {
			texts = append(texts, v.Text())
		}
		d.at("compare.baseline", "found %s, which %s does not take (there are: %s)", show(c.Baseline.Text()), c.By, strings.Join(texts, ", "))
	}
}

// Setting is a value at a path of a scenario.
type Setting struct {
	Path  string
	Value Value
	from  origin
}

// Set gives the setting of an amount, for searches.
func Set(path string, a Amount) Setting {
	return Setting{path, Value{scalar(a.Text())}, origin{file: path + "=" + a.Text(), ranged: true}}
}

// At gives the setting of an axis; value is one of its own, or sampled from its
// range.
func (e *Experiment) At(axis Axis, value Value) Setting {
	from := origin{file: e.file, ranged: axis.Between != nil}
	if at := e.lines[join("vary", axis.Path)]; at != nil {
		from.line, from.column = at.Line, at.Column
	}
	if value.node.Line > 0 {
		from.line, from.column = value.node.Line, value.node.Column
	}
	return Setting{axis.Path, value, from}
}

// Scenario gives the i-th scenario of the experiment with settings laid over it:
// over what --set says, which lies over the file. The error is of type Problems.
func (e *Experiment) Scenario(i int, settings ...Setting) (*Scenario, error) {
	source := e.Scenarios[i]
	overrides, problems := overridesOf(e.options)
	if e.Precision != nil {
		overrides = append(overrides, override{"run.precision", encode(reflect.ValueOf(e.Precision), field{}), e.origin("precision")})
	}
	for _, s := range settings {
		if s.Path == PolicyPath && e.policies {
			laid, err := e.policyOf(i, s.Value.Text())
			if err != nil {
				return nil, err
			}
			overrides = append(overrides, laid...)
			continue
		}
		overrides = append(overrides, override{s.Path, s.Value.node, s.from})
	}
	s, found := readTree(source.file, clone(source.root), files{source.directory, e.options.Shipped}, overrides)
	for i := range found {
		if source.inline && found[i].File == source.file {
			found[i].Path = join("scenario", found[i].Path)
		}
	}
	if problems = append(problems, found...); len(problems) == 0 {
		problems = e.asked(s)
	}
	if len(problems) > 0 {
		return nil, problems.Sorted(source.file)
	}
	return s, nil
}

// Resolved gives the experiment with its defaults filled in, as YAML; scenarios
// that it only names stay names.
func (e *Experiment) Resolved() []byte {
	return yamlOf(encode(reflect.ValueOf(e).Elem(), field{}))
}

// Beside gives measures that are needed, whether they are asked for or not: those
// of the Pareto set.
func (e *Experiment) Beside() []string {
	if e.Compare == nil {
		return nil
	}
	return e.Compare.Pareto
}

// Verb gives the command that takes the experiment as it is written: size, map, compare
// or sweep; "" of a scenario.
func (e *Experiment) Verb() string { return e.verb }

// File gives the name of the experiment's file, as given.
func (e *Experiment) File() string { return e.file }

// origin gives where a key of the experiment was written.
func (e *Experiment) origin(path string) origin {
	from := origin{file: e.file}
	if node := e.lines[path]; node != nil {
		from.line, from.column = node.Line, node.Column
	}
	return from
}

// asked checks the names in what the experiment asks of a scenario.
func (e *Experiment) asked(s *Scenario) Problems {
	d := newDecoder(e.file, files{})
	d.written = e.lines
	for i, text := range e.Beside() {
		if q, err := objective.ParseQuery(text); err == nil {
			d.checkQuery(&s.document, item("compare.pareto", i), q)
		}
	}
	for i, q := range e.Queries {
		d.checkQuery(&s.document, item("measures", i), q)
	}
	if e.Size != nil {
		for i, o := range e.Size.Objectives {
			d.checkQuery(&s.document, item("size.such_that", i), o.Query)
		}
	}
	return d.problems
}

// Source is one scenario of an experiment.
type Source struct {
	Name      string // tells it from the others
	written   string // how the experiment names it; "" where it is written in place
	file      string
	directory string
	root      *yaml.Node
	inline    bool // written in place, below a key
}

// Sources are the scenarios of an experiment, in the order of the file.
type Sources []Source

// decodeSources reads a name, a map, or a list of both.
func decodeSources(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	entries, at := []*yaml.Node{node}, func(int) string { return path }
	if node.Kind == yaml.SequenceNode {
		entries, at = node.Content, func(i int) string { return item(path, i) }
		if len(entries) == 0 {
			d.problem(node, path, "found an empty list, but it must have at least one entry")
		}
	}
	var all Sources
	for i, entry := range entries {
		d.written[at(i)] = entry
		if entry.Kind == yaml.MappingNode {
			all = append(all, d.source(entry, path, d.file))
			continue
		}
		if entry.Kind != yaml.ScalarNode || entry.Value == "" || empty(entry) {
			d.problem(entry, at(i), "found %s, but a scenario is due: a file, the name of a shipped one, or a map", describe(entry))
			continue
		}
		if source, ok := d.sourceFile(entry, at(i)); ok {
			all = append(all, source)
		}
	}
	v.Set(reflect.ValueOf(all))
}

// source is a scenario that is written in the file itself, at a path or as a whole.
func (d *decoder) source(root *yaml.Node, path, file string) Source {
	s := Source{Name: nameOf(file), file: file, directory: d.files.directory, root: root, inline: path != ""}
	if name := child(root, "name"); name != nil && name.Kind == yaml.ScalarNode {
		s.Name = name.Value
	} else if s.inline {
		s.Name = "scenario"
	}
	return s
}

// sourceFile reads the file that a scenario is in.
func (d *decoder) sourceFile(node *yaml.Node, path string) (Source, bool) {
	name := node.Value
	file := name
	if !filepath.IsAbs(name) {
		file = filepath.Join(d.files.directory, name)
	}
	data, err := d.files.scenario(name)
	if err != nil {
		d.problem(node, path, "%v", err)
		return Source{}, false
	}
	root, problem := parse(file, data)
	if problem != nil {
		d.problems = append(d.problems, *problem)
		return Source{}, false
	}
	if key := experimental(root); key != nil {
		d.problem(node, path, "%s is an experiment itself (it has the key %s), but a scenario is due", show(name), key.Value)
		return Source{}, false
	}
	return Source{Name: nameOf(name), written: name, file: file, directory: filepath.Dir(file), root: root}, true
}

func encodeSources(v reflect.Value, _ field) *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode}
	for _, s := range v.Interface().(Sources) {
		if s.written == "" {
			list.Content = append(list.Content, clone(s.root))
		} else {
			list.Content = append(list.Content, text(s.written))
		}
	}
	if len(list.Content) == 1 {
		return list.Content[0]
	}
	return list
}

func schemaOfSources(field) schema {
	one := either(schema{"type": "string"}, schema{"$ref": "#/$defs/scenario"})
	return either(one, schema{"type": "array", "items": one, "minItems": 1})
}

// scenario gives the text of a scenario: a file beside, else one that ships.
func (f files) scenario(name string) ([]byte, error) {
	path := name
	if !filepath.IsAbs(name) {
		path = filepath.Join(f.directory, name)
	}
	data, err := readFile(path, name)
	if err == nil || f.shipped == nil {
		return data, err
	}
	for _, shipped := range []string{name + ".yaml", "cases/" + name + ".yaml"} {
		if data, missing := fs.ReadFile(f.shipped, shipped); missing == nil {
			return data, nil
		}
	}
	return nil, fmt.Errorf("%v, nor is a shipped scenario of this name (herdcast scenarios list)", err)
}
