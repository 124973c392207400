package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// What is more than these is no scenario that a person wrote.
const (
	mostBytes = 8 << 20
	mostDepth = 64
	mostNodes = 1 << 20 // aliases expanded
)

// parse reads one YAML document into a plain tree: aliases and merge keys
// expanded, no foreign tags.
func parse(file string, data []byte) (*yaml.Node, *Problem) {
	trouble := func(line, column int, format string, args ...any) (*yaml.Node, *Problem) {
		return nil, &Problem{File: file, Line: line, Column: column, Message: fmt.Sprintf(format, args...)}
	}
	if len(data) > mostBytes {
		return trouble(0, 0, "the file is larger than 8 MiB")
	}
	if !utf8.Valid(data) {
		good := 0
		for r, size := utf8.DecodeRune(data); r != utf8.RuneError || size != 1; r, size = utf8.DecodeRune(data[good:]) {
			good += size
		}
		return trouble(1+bytes.Count(data[:good], []byte("\n")), 0, "the text is not UTF-8")
	}
	if at := bytes.IndexFunc(data, func(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f }); at >= 0 {
		before := data[:at]
		return trouble(1+bytes.Count(before, []byte("\n")), at-bytes.LastIndexByte(before, '\n'), "found the control character %q", data[at])
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var document, second yaml.Node
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return trouble(0, 0, "the file is empty (the smallest scenario: {version: 1, fleet: [{agents: 1, rest: 1s}]})")
	case err != nil:
		line, message := explain(err, data)
		return trouble(line, 0, "%s", message)
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		return trouble(second.Line, second.Column, "a second document begins here; a file holds one scenario")
	case !errors.Is(err, io.EOF):
		line, message := explain(err, data)
		return trouble(line, 0, "%s", message)
	}
	e := expander{left: mostNodes}
	root, err := e.plain(document.Content[0], 0)
	if err != nil {
		return trouble(err.Line, err.Column, "%s", err.Message)
	}
	return root, nil
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// explain puts the parser's complaint in the form of ours.
func explain(err error, data []byte) (line int, message string) {
	message = strings.ReplaceAll(err.Error(), "\n", " ")
	if m := yamlLine.FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		message = m[2]
	}
	if lines := bytes.Split(data, []byte("\n")); line > 0 && line <= len(lines) {
		// The parser counts from 0 or 1, depending on where it stumbled.
		for _, text := range lines[line-1 : min(line+1, len(lines))] {
			if indent := text[:len(text)-len(bytes.TrimLeft(text, " \t"))]; bytes.ContainsRune(indent, '\t') {
				return line, "not YAML: a tab cannot indent, only spaces can"
			}
		}
	}
	return line, "not YAML: " + message
}

// expander copies a tree without aliases and merge keys.
type expander struct{ left int }

func (e *expander) plain(node *yaml.Node, depth int) (*yaml.Node, *Problem) {
	trouble := func(message string) (*yaml.Node, *Problem) {
		return nil, &Problem{Line: node.Line, Column: node.Column, Message: message}
	}
	if depth > mostDepth {
		return trouble(fmt.Sprintf("nested more than %d deep (or an alias that holds itself)", mostDepth))
	}
	if e.left--; e.left < 0 {
		return trouble("the aliases expand to more than a million values")
	}
	if node.Kind == yaml.AliasNode {
		copied, err := e.plain(node.Alias, depth+1)
		if err != nil {
			return trouble(err.Message)
		}
		return copied, nil
	}
	if tag := node.ShortTag(); strings.HasPrefix(node.Tag, "!") && !knownTags[tag] {
		return trouble("the tag " + tag + " means nothing here")
	}
	copied := &yaml.Node{Kind: node.Kind, Tag: node.ShortTag(), Value: node.Value, Style: node.Style, Line: node.Line, Column: node.Column}
	var merged []*yaml.Node
	for i, child := range node.Content {
		plain, err := e.plain(child, depth+1)
		if err != nil {
			return nil, err
		}
		if node.Kind == yaml.MappingNode && i%2 == 1 && node.Content[i-1].ShortTag() == "!!merge" {
			copied.Content = copied.Content[:len(copied.Content)-1]
			merged = append(merged, plain)
			continue
		}
		copied.Content = append(copied.Content, plain)
	}
	for _, from := range merged {
		if err := merge(copied, from); err != nil {
			return nil, err
		}
	}
	return copied, nil
}

var knownTags = map[string]bool{"!!map": true, "!!seq": true, "!!str": true, "!!int": true, "!!float": true, "!!bool": true, "!!null": true, "!!timestamp": true, "!!merge": true}

// merge adds the keys that into does not have; of a list of maps the first wins.
func merge(into, from *yaml.Node) *Problem {
	switch from.Kind {
	case yaml.SequenceNode:
		for _, each := range from.Content {
			if each.Kind != yaml.MappingNode {
				return &Problem{Line: each.Line, Column: each.Column, Message: "found " + describe(each) + ", but << takes a map"}
			}
			if err := merge(into, each); err != nil {
				return err
			}
		}
	case yaml.MappingNode:
		for i := 0; i < len(from.Content); i += 2 {
			if child(into, from.Content[i].Value) == nil {
				into.Content = append(into.Content, from.Content[i], from.Content[i+1])
			}
		}
	default:
		return &Problem{Line: from.Line, Column: from.Column, Message: "found " + describe(from) + ", but << takes a map"}
	}
	return nil
}

// child gives the value of a key in a map, nil if there is none.
func child(node *yaml.Node, key string) *yaml.Node {
	if node.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i < len(node.Content); i += 2 {
		if node.Content[i].Kind == yaml.ScalarNode && node.Content[i].Value == key {
			return node.Content[i+1]
		}
	}
	return nil
}

// empty tells a key that was written without a value.
func empty(node *yaml.Node) bool { return node.Kind == yaml.ScalarNode && node.Tag == "!!null" }

// describe says what was found, in one short line.
func describe(node *yaml.Node) string {
	switch {
	case empty(node):
		return "nothing"
	case node.Kind == yaml.MappingNode && len(node.Content) == 0:
		return "an empty map"
	case node.Kind == yaml.SequenceNode && len(node.Content) == 0:
		return "an empty list"
	case node.Kind == yaml.MappingNode:
		return "a map"
	case node.Kind == yaml.SequenceNode:
		return "a list"
	}
	return show(node.Value)
}

// show quotes a text unless it is a plain word or quantity, and shortens it.
func show(text string) string {
	if shown := []rune(text); len(shown) > 60 {
		text = string(shown[:60]) + "…"
	}
	for _, r := range text {
		if r <= ' ' || r == '"' || r == 0x7f || !strconv.IsPrint(r) {
			return strconv.Quote(text)
		}
	}
	if text == "" {
		return `""`
	}
	return text
}
