package scenario

import (
	"os"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// examples are the values that the reference shows, by path.
type examples map[string]string

// readExamples takes the examples from documents that the reader has read and
// checked as a whole; of each key the first.
func readExamples(t *testing.T, file string, check func(name string, data []byte) error) examples {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := examples{}
	for text := range strings.SplitSeq(string(data), "\n---\n") {
		if err := check(file, []byte(text)); err != nil {
			t.Errorf("an example is refused, its lines counted from the document's first:\n%v", err)
		}
		root, problem := parse(file, []byte(text))
		if problem != nil {
			t.Fatal(problem)
		}
		found.collect(t, root, "")
	}
	return found
}

// collect keeps each value below a node by its path, as the reference writes paths.
func (e examples) collect(t *testing.T, node *yaml.Node, path string) {
	switch node.Kind {
	case yaml.MappingNode:
		for i := 0; i < len(node.Content); i += 2 {
			key, value := node.Content[i].Value, node.Content[i+1]
			if path == "tools" || path == "policies" {
				key = "NAME"
			}
			at := join(path, key)
			if _, known := e[at]; !known {
				e[at] = inline(t, value)
			}
			e.collect(t, value, at)
		}
		// A map in place of a list of one.
		if path == "dependency.quota" {
			e.collect(t, node, path+"[n]")
		}
	case yaml.SequenceNode:
		for _, entry := range node.Content {
			e.collect(t, entry, path+"[n]")
		}
	}
}

// inline writes a value on one line.
func inline(t *testing.T, node *yaml.Node) string {
	t.Helper()
	copied := *node
	flow(&copied)
	data, err := yaml.Marshal(&copied)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(data))
}

func flow(node *yaml.Node) {
	node.HeadComment, node.LineComment, node.FootComment = "", "", ""
	if node.Kind != yaml.ScalarNode {
		node.Style = yaml.FlowStyle
	}
	for _, child := range node.Content {
		flow(child)
	}
}
