package scenario

import (
	"fmt"
	"reflect"

	"gopkg.in/yaml.v3"

	"herdcast/models/client"
	"herdcast/policies/preset"
)

// PresetPolicy is the policy of a scenario of OfPreset.
const PresetPolicy = "p"

// OfPreset gives a scenario with one agent whose policy is a preset and nothing else.
func OfPreset(name string) (*Scenario, error) {
	const using = "{version: 1, fleet: [{agents: 1, rest: 1s, policy: %s}], policies: {%[1]s: [{preset: %q}]}}"
	return Read("preset "+name, fmt.Appendf(nil, using, PresetPolicy, name), Options{})
}

// Policy gives the layers of a policy and the same as JSON with every default filled
// in; false if the scenario has none of that name.
func (s *Scenario) Policy(name string) (layers []client.Layer, resolved []byte, ok bool) {
	p := s.document.policy(name)
	if p == nil {
		return nil, nil, false
	}
	return p.Layers, jsonOf(encode(reflect.ValueOf(&p.Layers).Elem(), field{})), true
}

// expandPresets puts the layers of each preset in the place of its name. They
// stand where the name stands; `tools` beside it is handed to each of them.
func (d *decoder) expandPresets(root *yaml.Node) {
	policies := child(root, "policies")
	if policies == nil || policies.Kind != yaml.MappingNode {
		return
	}
	for i := 1; i < len(policies.Content); i += 2 {
		list := policies.Content[i]
		if list.Kind != yaml.SequenceNode {
			continue
		}
		var layers []*yaml.Node
		for j, layer := range list.Content {
			if child(layer, "preset") == nil {
				layers = append(layers, layer)
				continue
			}
			layers = append(layers, d.preset(layer, item(join("policies", policies.Content[i-1].Value), j))...)
		}
		list.Content = layers
	}
}

// preset gives the layers of one preset, none if there is something wrong with it.
func (d *decoder) preset(layer *yaml.Node, path string) []*yaml.Node {
	name := child(layer, "preset")
	var tools *yaml.Node
	for _, p := range d.pairs(layer, path) {
		switch p.key.Value {
		case "preset":
		case "tools":
			tools = p.value
		default:
			d.problem(p.key, join(path, p.key.Value), "it cannot stand beside preset (only tools can)")
			return nil
		}
	}
	known, ok := preset.Named(name.Value)
	if name.Kind != yaml.ScalarNode || !ok {
		d.problem(name, join(path, "preset"), "found %s, which is no preset (herdcast policies list)%s", describe(name), suggest(name.Value, presetNames()))
		return nil
	}
	layers, problem := parse("preset "+name.Value, known.Layers)
	if problem != nil {
		d.problem(name, join(path, "preset"), "%v", *problem)
		return nil
	}
	d.moved(layers, name)
	for _, each := range layers.Content {
		if tools != nil {
			add(each, "tools", tools)
		}
	}
	return layers.Content
}

func presetNames() []string {
	var names []string
	for _, p := range preset.All() {
		names = append(names, p.Name)
	}
	return names
}

// moved makes a tree appear where a node is.
func (d *decoder) moved(tree, to *yaml.Node) {
	tree.Line, tree.Column = to.Line, to.Column
	if origin, ok := d.origins[to]; ok {
		d.origins[tree] = origin
	}
	for _, child := range tree.Content {
		d.moved(child, to)
	}
}
