package recommend

import (
	"strings"

	"herdcast/experiments/result"
)

// assumed gives the lines of a written scenario that are marked as assumed: the path of
// each, what it says, and what that means.
func assumed(scenario []byte) []result.Assumption {
	type level struct {
		indent int
		name   string
	}
	var all []result.Assumption
	var above []level
	for line := range strings.Lines(string(scenario)) {
		text, comment, marked := strings.Cut(strings.TrimRight(line, "\n"), "  # assumed: ")
		key, value, written := strings.Cut(strings.TrimLeft(text, " -"), ":")
		if !written || strings.HasPrefix(text, "#") {
			continue
		}
		indent := len(text) - len(strings.TrimLeft(text, " -"))
		for len(above) > 0 && above[len(above)-1].indent >= indent {
			above = above[:len(above)-1]
		}
		value = strings.TrimSpace(value)
		if key == "name" && len(above) > 0 { // an entry of a list goes by its name
			above = append(above, level{indent - 1, value})
			continue
		}
		above = append(above, level{indent, key})
		if marked {
			var path []string
			for _, l := range above {
				path = append(path, l.name)
			}
			all = append(all, result.Assumption{Path: strings.Join(path, "."), Value: value + ": " + comment})
		}
	}
	return all
}
