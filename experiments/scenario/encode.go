package scenario

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"

	"gopkg.in/yaml.v3"

	"herdcast/sim/quantity"
)

func mappingNode() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode} }

func sequence(content ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle, Content: content}
}

// scalar is a quantity, number or switch; text is a word or name, which is quoted
// where YAML would read something else.
func scalar(value string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: value} }

func text(value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value}
}

func add(m *yaml.Node, key string, value *yaml.Node) {
	m.Content = append(m.Content, text(key), value)
}

// encode writes a value so that decode gives it back; nil where nothing needs to
// be written.
func encode(v reflect.Value, f field) *yaml.Node {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		return encode(v.Elem(), f)
	}
	if c, ok := codecOf(v.Type()); ok {
		return c.encode(v, f)
	}
	if v.Type() == reflect.TypeFor[quantity.Limit]() {
		return encodeLimit(quantity.Limit(v.Int()), f)
	}
	if u := unitOf(v.Type()); u != nil {
		return scalar(u.write(v))
	}
	switch v.Kind() {
	case reflect.String:
		if v.Len() == 0 {
			return nil
		}
		return text(v.String())
	case reflect.Slice:
		return encodeList(v, f)
	}
	return encodeStruct(v, f)
}

// encodeLimit writes a count, or the word that is usual for this one without.
func encodeLimit(limit quantity.Limit, f field) *yaml.Node {
	if limit == quantity.Unlimited {
		return text(f.words[0])
	}
	return scalar(limit.String())
}

func encodeList(v reflect.Value, f field) *yaml.Node {
	if v.IsNil() {
		return nil
	}
	inner := field{unit: f.unit}
	if asMap(v.Type().Elem()) {
		m := mappingNode()
		for i := range v.Len() {
			name := nameField(fieldsOf(v.Type().Elem()))
			add(m, v.Index(i).Field(name.index).String(), encode(v.Index(i), inner))
		}
		return flat(m)
	}
	if f.one && v.Len() == 1 {
		return encode(v.Index(0), inner)
	}
	list := &yaml.Node{Kind: yaml.SequenceNode}
	for i := range v.Len() {
		list.Content = append(list.Content, encode(v.Index(i), inner))
	}
	return flat(list)
}

func encodeStruct(v reflect.Value, f field) *yaml.Node {
	fields := fieldsOf(v.Type())
	if word := wordOf(v); word != "" {
		return text(word)
	}
	if bare := bareField(fields); bare != nil && bare.key == "" && !v.Field(bare.index).IsZero() || bare != nil && len(keysOf(fields)) == 0 {
		inner := *bare
		if inner.unit == "" {
			inner.unit = f.unit
		}
		if written := encode(v.Field(bare.index), inner); written != nil {
			return written
		}
		return sequence() // an empty pipeline
	}
	leaveOut := silent(v)
	m := mappingNode()
	for _, f := range fields {
		if f.key == "" || slices.Contains(leaveOut, f.key) {
			continue
		}
		written := encode(v.Field(f.index), f)
		if written != nil && (written.Kind != yaml.MappingNode || len(written.Content) > 0) {
			add(m, f.key, written)
		}
	}
	return flat(m)
}

// wordOf gives the word that a struct stands for, if one says all of it.
func wordOf(v reflect.Value) string {
	if !v.CanAddr() || kindOf(v.Addr().Interface()) != "" {
		return "" // a kind has settings of its own to be shown
	}
	for _, word := range wordsOf(v.Type()) {
		spoken := reflect.New(v.Type())
		setDefaults(spoken.Elem())
		spoken.Interface().(wordedStruct).SetWord(word)
		if reflect.DeepEqual(spoken.Elem().Interface(), v.Interface()) {
			return word
		}
	}
	return ""
}

// flat writes a map or list of bare values in one line.
func flat(node *yaml.Node) *yaml.Node {
	for _, child := range node.Content {
		if child.Kind != yaml.ScalarNode && len(child.Content) > 0 && child.Style&yaml.FlowStyle == 0 {
			return node
		}
		if child.Kind == yaml.MappingNode {
			return node
		}
	}
	node.Style = yaml.FlowStyle
	return node
}

// jsonOf writes the tree as JSON: maps keep their order, quantities are strings
// with their unit, as in the scenario.
func jsonOf(node *yaml.Node) []byte {
	var b bytes.Buffer
	appendJSON(&b, node)
	return b.Bytes()
}

func appendJSON(b *bytes.Buffer, node *yaml.Node) {
	switch node.Kind {
	case yaml.MappingNode:
		b.WriteByte('{')
		for i := 0; i < len(node.Content); i += 2 {
			if i > 0 {
				b.WriteByte(',')
			}
			appendText(b, node.Content[i].Value)
			b.WriteByte(':')
			appendJSON(b, node.Content[i+1])
		}
		b.WriteByte('}')
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, child := range node.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			appendJSON(b, child)
		}
		b.WriteByte(']')
	default:
		bare := node.Value == "true" || node.Value == "false" || decimalText.MatchString(node.Value)
		if node.Tag != "!!str" && bare {
			b.WriteString(node.Value)
			return
		}
		appendText(b, node.Value)
	}
}

func appendText(b *bytes.Buffer, text string) {
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	encoder.Encode(text) // of a string into memory: cannot fail
	b.Truncate(b.Len() - 1)
}
