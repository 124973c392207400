// Package contrast sets two policies side by side, layer by layer and key by key.
package contrast

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Layer is a layer of the one policy, of the other, or of both.
type Layer struct {
	Kind    string `json:"layer"`
	A       int    `json:"a"` // its place in the policy, from 1; 0: there is none
	B       int    `json:"b"`
	Differs []Key  `json:"differs"` // what the two say differently, all keys where one has no such layer
}

// Key is one key of a layer and what the policies say of it; null: nothing.
type Key struct {
	Key string  `json:"key"`
	A   *string `json:"a"`
	B   *string `json:"b"`
}

// Of compares two lists of layers in their resolved JSON form. Layers of the same
// kind are set beside each other, as many as can be without changing their order.
func Of(a, b []byte) ([]Layer, error) {
	left, err := read(a)
	if err != nil {
		return nil, err
	}
	right, err := read(b)
	if err != nil {
		return nil, err
	}
	all := []Layer{}
	for _, pair := range align(left, right) {
		layer := Layer{A: pair[0], B: pair[1]}
		var one, other []setting
		if layer.A > 0 {
			layer.Kind, one = left[layer.A-1].kind, left[layer.A-1].settings
		}
		if layer.B > 0 {
			layer.Kind, other = right[layer.B-1].kind, right[layer.B-1].settings
		}
		layer.Differs = differences(one, other)
		all = append(all, layer)
	}
	return all, nil
}

// settled is a layer taken apart.
type settled struct {
	kind     string
	settings []setting
}

// setting is one key with its value as it is written.
type setting struct{ key, value string }

func read(layers []byte) ([]settled, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(layers, &list); err != nil {
		return nil, fmt.Errorf("layers: %w", err)
	}
	var all []settled
	for _, text := range list {
		var layer settled
		settings, err := flatten("", text)
		if err != nil {
			return nil, fmt.Errorf("layers: %w", err)
		}
		for _, s := range settings {
			switch first, _, _ := strings.Cut(s.key, "."); first {
			case "name", "shared", "tools":
			default:
				layer.kind = first
			}
		}
		for _, s := range settings {
			if s.key != "name" || s.value != layer.kind { // a name that only repeats the kind
				layer.settings = append(layer.settings, s)
			}
		}
		all = append(all, layer)
	}
	return all, nil
}

// flatten gives the bare values of a JSON value in their order, with the keys that
// lead to each; a list is one value, and so is an empty map.
func flatten(path string, text json.RawMessage) ([]setting, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	if token != json.Delim('{') {
		return []setting{{path, plain(text)}}, nil
	}
	var all []setting
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		at := fmt.Sprint(key)
		if path != "" {
			at = path + "." + at
		}
		inner, err := flatten(at, value)
		if err != nil {
			return nil, err
		}
		all = append(all, inner...)
	}
	if all == nil {
		all = []setting{{path, "{}"}}
	}
	return all, nil
}

// plain writes a value as scenarios do.
func plain(text json.RawMessage) string {
	return strings.NewReplacer(`"`, "", ",", ", ", ":", ": ").Replace(string(text))
}

// align pairs layers of the same kind: the longest list of pairs that keeps both
// orders, and the layers in between alone. Places count from 1; 0 is none.
func align(a, b []settled) (pairs [][2]int) {
	// most[i][j] is how many pairs a[i:] and b[j:] can make.
	most := make([][]int, len(a)+1)
	for i := range most {
		most[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			most[i][j] = max(most[i+1][j], most[i][j+1])
			if a[i].kind == b[j].kind {
				most[i][j] = max(most[i][j], 1+most[i+1][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i].kind == b[j].kind && most[i][j] == 1+most[i+1][j+1]:
			i, j = i+1, j+1
			pairs = append(pairs, [2]int{i, j})
		case i < len(a) && (j == len(b) || most[i+1][j] == most[i][j]):
			i++
			pairs = append(pairs, [2]int{i, 0})
		default:
			j++
			pairs = append(pairs, [2]int{0, j})
		}
	}
	return pairs
}

// differences lists the keys of which two layers say different things, those of the
// first in their order, then those that only the second has. A key that the one
// writes as a map and the other does not is one key.
func differences(a, b []setting) []Key {
	a, b = gathered(a, b), gathered(b, a)
	all := []Key{}
	for _, s := range a {
		other := valueOf(b, s.key)
		if other == nil || *other != s.value {
			all = append(all, Key{s.key, &s.value, other})
		}
	}
	for _, s := range b {
		if valueOf(a, s.key) == nil {
			all = append(all, Key{s.key, nil, &s.value})
		}
	}
	return all
}

// gathered puts the keys of each map together that the other writes as one value.
func gathered(settings, other []setting) []setting {
	var all []setting
	for _, s := range settings {
		at := slices.IndexFunc(other, func(whole setting) bool { return strings.HasPrefix(s.key, whole.key+".") })
		if at < 0 {
			all = append(all, s)
			continue
		}
		whole := other[at].key
		text := s.key[len(whole)+1:] + ": " + s.value
		if last := len(all) - 1; last >= 0 && all[last].key == whole {
			all[last].value = strings.TrimSuffix(all[last].value, "}") + ", " + text + "}"
		} else {
			all = append(all, setting{whole, "{" + text + "}"})
		}
	}
	return all
}

func valueOf(settings []setting, key string) *string {
	at := slices.IndexFunc(settings, func(s setting) bool { return s.key == key })
	if at < 0 {
		return nil
	}
	return &settings[at].value
}
