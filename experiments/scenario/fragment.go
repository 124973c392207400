package scenario

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// Fragment gives the parts of the scenario that hold the given paths, as written,
// without comments and with what was laid over it, as YAML to be pasted: one policy or tool, else
// everything below the first key.
func (s *Scenario) Fragment(paths ...string) []byte {
	written, fragment := s.decoder.written[""], mappingNode()
	for _, path := range paths {
		key, rest := nextKey(written, path)
		value := child(written, key)
		if value == nil {
			continue
		}
		into := child(fragment, key)
		switch named := slices.Contains(namedMaps, key) && value.Kind == yaml.MappingNode && rest != ""; {
		case !named && into == nil:
			add(fragment, key, clone(value))
		case named:
			if into == nil {
				into = mappingNode()
				add(fragment, key, into)
			}
			name, _ := nextKey(value, rest)
			if entry := child(value, name); entry != nil && child(into, name) == nil {
				add(into, name, clone(entry))
			}
		}
	}
	return []byte(strings.TrimPrefix(string(yamlOf(fragment)), "{}\n"))
}
