package scenario

import (
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"herdcast/experiments/objective"
	"herdcast/sim/quantity"
)

// Size is a search: the largest or smallest amounts at one path or several that
// keep bounds in every scenario.
type Size struct {
	Find       Extreme        `key:"find" doc:"which end of the values that keep the bounds" required:"true"`
	Of         Paths          `key:"of" doc:"the path that is varied, or a list of paths" required:"true"`
	Between    Ranges         `key:"between" doc:"where to look; of several paths a list, [[LOW, HIGH], …]" required:"true"`
	Within     Amounts        `key:"within" doc:"how close the answer must be; of several paths a list; a hundredth of the range, or 1 of counts, if left out"`
	SuchThat   []string       `key:"such_that" doc:"bounds on measures; the objectives of the scenarios if left out" min:"1"`
	Confidence quantity.Share `key:"confidence" doc:"that the answer holds, and that its interval has the threshold" above:"0.5" max:"0.9999"`

	Objectives []objective.Objective // SuchThat, read
}

// SetDefaults fills in what a written size leaves out.
func (s *Size) SetDefaults() { *s = Size{Confidence: 0.95} }

// Extreme is largest or smallest.
type Extreme string

// Words lists both.
func (Extreme) Words() []string { return []string{"largest", "smallest"} }

// Paths, Ranges and Amounts are one of a kind, or a list of them.
type (
	Paths   []string
	Ranges  []Range
	Amounts []Amount
)

// mostSized may be searched together.
const mostSized = 4

// mostSteps is how many values a range has at most.
const mostSteps = 1_000_000

func (d *decoder) checkSize(e *Experiment, s *Size) {
	for _, other := range []struct {
		key     string
		written bool
	}{{"vary", e.Vary != nil}, {"design", e.Design != nil}, {"compare", e.Compare != nil}} {
		if other.written {
			d.at(other.key, "it cannot stand beside size, which varies paths itself")
		}
	}
	for i, path := range s.Of {
		if strings.TrimSpace(path) == "" {
			d.at("size.of", "found an empty path")
		} else if slices.Index(s.Of, path) < i {
			d.at("size.of", "%s is here twice", path)
		}
	}
	if len(s.Of) > mostSized {
		d.at("size.of", "found %d paths, but at most %d can be searched together", len(s.Of), mostSized)
	}
	if len(s.Of) > 0 && len(s.Between) > 0 && len(s.Between) != len(s.Of) {
		d.at("size.between", "found %d ranges for %d paths: one is due for each", len(s.Between), len(s.Of))
	}
	d.resolutions(s)
	for i, line := range s.SuchThat {
		if line == "" {
			continue
		}
		o, err := objective.Parse(line)
		if err != nil {
			d.at(item("size.such_that", i), "%v", err)
			continue
		}
		s.Objectives = append(s.Objectives, o)
	}
}

// resolutions checks how close the answers must be, or fills it in.
func (d *decoder) resolutions(s *Size) {
	if s.Within != nil && len(s.Between) > 0 && len(s.Within) != len(s.Between) {
		d.at("size.within", "found %d amounts for %d ranges: one is due for each", len(s.Within), len(s.Between))
		return
	}
	written := s.Within != nil
	for i, r := range s.Between {
		step := r.From.At((r.To.Size - r.From.Size) / 100)
		if r.From.Whole() {
			step = r.From.At(1) // of counts there is nothing closer
		}
		if !written {
			s.Within = append(s.Within, step)
			if (r.To.Size-r.From.Size)/step.Size > mostSteps {
				d.at("size.between", "found a range of more than %d counts, which needs a within of its own", mostSteps)
			}
			continue
		}
		switch within := &s.Within[i]; {
		case within.unit == nil: // not read, and said so
		case !sharesUnit(within, &r.From):
			d.at("size.within", "found %s, but it must have the unit of between, as in %s", show(within.Text()), r.To.Text())
		case within.Size <= 0:
			d.at("size.within", "found %s, but it must be more than 0", within.Text())
		case within.Size > r.To.Size-r.From.Size:
			d.at("size.within", "found %s, which is more than the whole range", within.Text())
		case (r.To.Size-r.From.Size)/within.Size > mostSteps:
			d.at("size.within", "found %s, but a range has at most %d steps", within.Text(), mostSteps)
		}
	}
}

// Problem is something wrong with a key of the experiment that only its scenarios
// show.
func (e *Experiment) Problem(path, message string) Problems {
	from := e.origin(path)
	return Problems{{File: from.file, Line: from.line, Column: from.column, Path: path, Message: message}}
}

// entries gives the elements of a list, or the node itself as the only one, each
// with its path.
func entries(node *yaml.Node, path string, several bool) (nodes []*yaml.Node, paths []string) {
	if !several {
		return []*yaml.Node{node}, []string{path}
	}
	for i := range node.Content {
		paths = append(paths, item(path, i))
	}
	return node.Content, paths
}

func decodePaths(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	nodes, paths := entries(node, path, node.Kind == yaml.SequenceNode && len(node.Content) > 0)
	all := make(Paths, len(nodes))
	for i := range nodes {
		d.decode(nodes[i], reflect.ValueOf(&all[i]).Elem(), field{}, paths[i])
	}
	v.Set(reflect.ValueOf(all))
}

func decodeRanges(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	several := node.Kind == yaml.SequenceNode && len(node.Content) > 0 && node.Content[0].Kind == yaml.SequenceNode
	nodes, paths := entries(node, path, several)
	var all Ranges
	for i := range nodes {
		var r Range
		if d.decode(nodes[i], reflect.ValueOf(&r).Elem(), field{}, paths[i]); r.From.unit != nil {
			all = append(all, r)
		}
	}
	if len(all) == len(nodes) { // else something is wrong with one, and said so
		v.Set(reflect.ValueOf(all))
	}
}

func decodeAmounts(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	nodes, paths := entries(node, path, node.Kind == yaml.SequenceNode && len(node.Content) > 0)
	all := make(Amounts, len(nodes))
	for i := range nodes {
		d.decode(nodes[i], reflect.ValueOf(&all[i]).Elem(), field{}, paths[i])
	}
	v.Set(reflect.ValueOf(all))
}

// oneOrList writes a single one without its brackets.
func oneOrList(nodes []*yaml.Node) *yaml.Node {
	switch len(nodes) {
	case 0:
		return nil
	case 1:
		return nodes[0]
	}
	return sequence(nodes...)
}

func encodePaths(v reflect.Value, _ field) *yaml.Node {
	var nodes []*yaml.Node
	for _, path := range v.Interface().(Paths) {
		nodes = append(nodes, text(path))
	}
	return oneOrList(nodes)
}

func encodeRanges(v reflect.Value, f field) *yaml.Node {
	var nodes []*yaml.Node
	for _, r := range v.Interface().(Ranges) {
		nodes = append(nodes, encodeRange(reflect.ValueOf(r), f))
	}
	return oneOrList(nodes)
}

func encodeAmounts(v reflect.Value, f field) *yaml.Node {
	var nodes []*yaml.Node
	for _, a := range v.Interface().(Amounts) {
		nodes = append(nodes, encodeAmount(reflect.ValueOf(a), f))
	}
	return oneOrList(nodes)
}

func oneOrListOf(one schema) schema {
	return either(one, schema{"type": "array", "items": one, "minItems": 1, "maxItems": mostSized})
}

func schemaOfPaths(field) schema     { return oneOrListOf(schema{"type": "string"}) }
func schemaOfRanges(f field) schema  { return oneOrListOf(schemaOfRange(f)) }
func schemaOfAmounts(f field) schema { return oneOrListOf(schemaOfAmount(f)) }
