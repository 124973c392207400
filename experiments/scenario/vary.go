package scenario

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"gopkg.in/yaml.v3"
)

// Value is what stands at a path: a bare value, a map or a list.
type Value struct{ node *yaml.Node }

// Word is the value of a word or name.
func Word(name string) Value { return Value{text(name)} }

// Text writes the value in one line as YAML.
func (v Value) Text() string {
	if v.node.Kind == yaml.ScalarNode {
		return v.node.Value
	}
	return string(v.JSON())
}

// JSON writes the value as JSON: quantities as text with their unit.
func (v Value) JSON() json.RawMessage { return jsonOf(v.node) }

// Equal tells whether two values say the same.
func (v Value) Equal(other Value) bool { return bytes.Equal(v.JSON(), other.JSON()) }

// Axis is one varied path: the values that it takes, or the range that they are
// sampled from.
type Axis struct {
	Path    string
	Values  []Value
	Between *Range // nil where there are Values
}

// Sample gives the value at a share u in [0, 1] of the range.
func (a Axis) Sample(u float64) Value {
	from, to := a.Between.From, a.Between.To
	if from.Whole() { // each whole number has an equal share
		return Value{scalar(from.At(min(to.Size, float64(int64(from.Size+float64(u*(to.Size-from.Size+1)))))).Text())}
	}
	return Value{scalar(from.At(from.Size + float64(u*(to.Size-from.Size))).Text())}
}

// Vary is the axes in the order of the file, the last one turning fastest.
type Vary []Axis

// mostPaths may be varied: more makes no experiment that a person reads.
const mostPaths = 20

// decodeVary reads {PATH: [VALUES]} and {PATH: {between: [a, b]}}.
func decodeVary(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	if node.Kind != yaml.MappingNode {
		d.problem(node, path, "found %s, but a map is due: {PATH: [VALUES]}", describe(node))
		return
	}
	all := Vary{}
	for _, p := range d.pairs(node, path) {
		at := join(path, p.key.Value)
		d.written[at] = p.value
		axis := Axis{Path: p.key.Value}
		if strings.TrimSpace(axis.Path) == "" {
			d.problem(p.key, path, "found an empty path")
			continue
		}
		switch {
		case p.value.Kind == yaml.SequenceNode && len(p.value.Content) > 0:
			d.values(p.value, &axis, at)
		case p.value.Kind == yaml.MappingNode && len(p.value.Content) == 2 && p.value.Content[0].Value == "between":
			var between Range
			d.decode(p.value.Content[1], reflect.ValueOf(&between).Elem(), field{}, join(at, "between"))
			axis.Between = &between
		default:
			d.problem(p.value, at, "found %s, but a list of values is due, or a range: {between: [a, b]}", describe(p.value))
			continue
		}
		all = append(all, axis)
	}
	if len(all) > mostPaths {
		d.problem(node, path, "found %d paths, but at most %d can be varied", len(all), mostPaths)
	}
	v.Set(reflect.ValueOf(all))
}

func (d *decoder) values(list *yaml.Node, axis *Axis, path string) {
	for i, entry := range list.Content {
		value := Value{entry}
		if empty(entry) {
			d.problem(entry, item(path, i), "nothing is written here")
			continue
		}
		for k, before := range axis.Values {
			if value.Equal(before) {
				d.problem(entry, item(path, i), "found %s, which is here already (value %d)", show(value.Text()), k+1)
			}
		}
		axis.Values = append(axis.Values, value)
	}
}

func encodeVary(v reflect.Value, _ field) *yaml.Node {
	m := mappingNode()
	for _, axis := range v.Interface().(Vary) {
		if axis.Between != nil {
			between := mappingNode()
			add(between, "between", encodeRange(reflect.ValueOf(*axis.Between), field{}))
			between.Style = yaml.FlowStyle
			add(m, axis.Path, between)
			continue
		}
		list := sequence()
		for _, value := range axis.Values {
			list.Content = append(list.Content, clone(value.node))
		}
		add(m, axis.Path, list)
	}
	if len(m.Content) == 0 {
		return nil
	}
	return m
}

func schemaOfVary(field) schema {
	between := schema{"type": "object", "properties": schema{"between": schemaOfRange(field{})}, "required": []string{"between"}, "additionalProperties": false}
	return schema{"type": "object", "minProperties": 1, "additionalProperties": either(schema{"type": "array", "minItems": 1}, between)}
}

func decodeValue(_ *decoder, node *yaml.Node, v reflect.Value, _ field, _ string) {
	v.Set(reflect.ValueOf(Value{node}))
}

func encodeValue(v reflect.Value, _ field) *yaml.Node {
	return clone(v.Interface().(Value).node)
}

func schemaOfValue(field) schema { return schema{} }
