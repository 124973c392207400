package scenario

import (
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"herdcast/policies"
)

// outcomeNames lists the outcomes that layers may be asked about.
func outcomeNames() []string {
	var names []string
	for o := range policies.Outcomes {
		if policies.All.Has(o) {
			names = append(names, o.String())
		}
	}
	return names
}

// decodeOutcomes reads a list of outcomes, or the word all.
func decodeOutcomes(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	names := outcomeNames()
	if node.Kind == yaml.ScalarNode && node.Value == "all" {
		v.SetUint(uint64(policies.All))
		return
	}
	if node.Kind != yaml.SequenceNode {
		d.problem(node, path, "found %s, but a list of outcomes is due, or all (allowed: %s)", describe(node), strings.Join(names, ", "))
		return
	}
	var set policies.Set
	for i, entry := range node.Content {
		outcome, known := policies.OutcomeNamed(entry.Value)
		switch {
		case entry.Kind != yaml.ScalarNode || !known || !policies.All.Has(outcome):
			d.problem(entry, item(path, i), "found %s, which is no outcome (allowed: %s)%s", describe(entry), strings.Join(names, ", "), suggest(entry.Value, names))
		case set.Has(outcome):
			d.problem(entry, item(path, i), "%s is here twice", entry.Value)
		default:
			set |= policies.SetOf(outcome)
		}
	}
	v.SetUint(uint64(set))
}

func encodeOutcomes(v reflect.Value, _ field) *yaml.Node {
	list, set := sequence(), policies.Set(v.Uint())
	for o := range policies.Outcomes {
		if set.Has(o) {
			list.Content = append(list.Content, text(o.String()))
		}
	}
	return list
}

// decodeByOutcome reads one value for all outcomes, or a map of outcomes with
// `other` for the rest; without it they keep their default.
func decodeByOutcome(d *decoder, node *yaml.Node, v reflect.Value, f field, path string) {
	inner := field{of: v.Type().Elem()}
	all := func(from reflect.Value) {
		for o := range v.Len() {
			v.Index(o).Set(from)
		}
	}
	if node.Kind != yaml.MappingNode {
		value := reflect.New(v.Type().Elem()).Elem()
		d.decode(node, value, inner, path)
		all(value)
		return
	}
	pairs, names := d.pairs(node, path), append(outcomeNames(), "other")
	slices.SortStableFunc(pairs, func(a, b pair) int { // other first: the rest is laid over it
		return strings.Compare(order(a.key.Value), order(b.key.Value))
	})
	for _, p := range pairs {
		value := reflect.New(v.Type().Elem()).Elem()
		if !slices.Contains(names, p.key.Value) {
			d.problem(p.key, join(path, p.key.Value), "unknown key (allowed: %s)%s", strings.Join(names, ", "), suggest(p.key.Value, names))
			continue
		}
		d.decode(p.value, value, inner, join(path, p.key.Value))
		if outcome, known := policies.OutcomeNamed(p.key.Value); known {
			v.Index(int(outcome)).Set(value)
		} else {
			all(value)
		}
	}
}

func order(key string) string {
	if key == "other" {
		return "0"
	}
	return "1"
}

func encodeByOutcome(v reflect.Value, _ field) *yaml.Node {
	m, write := mappingNode(), unitOf(v.Type().Elem()).write
	other := v.Index(int(policies.OK)) // never asked for by name: it holds the rest
	for o := range policies.Outcomes {
		if policies.All.Has(o) && !v.Index(int(o)).Equal(other) {
			add(m, o.String(), scalar(write(v.Index(int(o)))))
		}
	}
	if len(m.Content) == 0 {
		return scalar(write(other))
	}
	add(m, "other", scalar(write(other)))
	return flat(m)
}
