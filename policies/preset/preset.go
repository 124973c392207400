// Package preset holds the policies of real libraries with the defaults that
// they ship: each is one file in the scenario language beside this one. A file
// begins with one line for each of name, library, version, source and about, as
// in `name: gobreaker`; its layers follow under `layers:`.
package preset

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

// Preset is the policy of one library.
type Preset struct {
	Name    string // what `preset:` in a scenario says
	Library string // whose policy it is
	Version string // the releases that it describes
	Source  string // where its numbers were read
	About   string // what it does, for people who choose
	Layers  []byte // its layers, outermost first: a YAML list in the scenario language
}

//go:embed *.yaml
var files embed.FS

var all = readAll()

// All gives every preset, sorted by name.
func All() []Preset { return append([]Preset(nil), all...) }

// Named finds a preset.
func Named(name string) (Preset, bool) {
	for _, p := range all {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

// readAll reads the embedded files. A broken one is a
// fault of the build, not of its user, and every test of this package meets it.
func readAll() []Preset {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	var presets []Preset
	for _, entry := range entries {
		data, err := files.ReadFile(entry.Name())
		if err != nil {
			panic(err)
		}
		p, err := parse(string(data))
		if err != nil {
			panic(fmt.Sprintf("preset: %s: %v", entry.Name(), err))
		}
		presets = append(presets, p)
	}
	slices.SortFunc(presets, func(a, b Preset) int { return strings.Compare(a.Name, b.Name) })
	return presets
}

// parse takes a file apart. The heading is plain enough to need no YAML.
func parse(text string) (Preset, error) {
	var p Preset
	heading, layers, found := strings.Cut(text, "\nlayers:\n")
	if !found {
		return p, fmt.Errorf("no line says layers: and nothing else")
	}
	fields := []struct {
		key   string
		value *string
	}{{"name", &p.Name}, {"library", &p.Library}, {"version", &p.Version}, {"source", &p.Source}, {"about", &p.About}}
	lines := strings.Split(heading, "\n")
	if len(lines) != len(fields) {
		return p, fmt.Errorf("found %d lines before layers:, but there must be %d", len(lines), len(fields))
	}
	for i, field := range fields {
		value, found := strings.CutPrefix(lines[i], field.key+": ")
		if !found || value == "" {
			return p, fmt.Errorf("line %d: found %q, but it must begin with %q and say something", i+1, lines[i], field.key+": ")
		}
		*field.value = value
	}
	p.Layers = []byte(layers)
	return p, nil
}
