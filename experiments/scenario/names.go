package scenario

import (
	"herdcast/models/agent"
	"herdcast/models/client"
	"herdcast/models/dependency/fault"
	"slices"
	"strings"
)

// known checks a name against those that are defined.
func (d *decoder) known(path, what, name string, defined []string) {
	if name == "" || slices.Contains(defined, name) {
		return
	}
	there := "there is none"
	if len(defined) > 0 {
		there = "there are: " + strings.Join(defined, ", ")
	}
	d.at(path, "no %s is named %s (%s)%s", what, show(name), there, suggest(name, defined))
}

// unique checks the names of a list: fit to be used in paths and measures, and
// each there once.
func (d *decoder) unique(path string, entries []named) {
	for i, entry := range entries {
		first := slices.IndexFunc(entries, func(e named) bool { return e.name == entry.name })
		at := join(item(path, i), "name")
		if fault := badName(entry.name); fault != "" && entry.name != entry.standard && d.wrote(at) {
			d.at(at, "%s", fault)
		} else if first < i {
			d.at(at, "%s is the name of %s already", entry.name, item(path, first))
		}
	}
}

// named is an entry's name and the one it has where none is written.
type named struct{ name, standard string }

// cohortNames, layerNames and faultNames give the entries of their lists.
func cohortNames(fleet []agent.Spec) []named {
	var all []named
	for i, cohort := range fleet {
		all = append(all, named{cohort.Name, defaultCohort(i)})
	}
	return all
}

func layerNames(layers []client.Layer) []named {
	var all []named
	kinds := map[string]int{}
	for i := range layers {
		kind := kindOf(&layers[i])
		kinds[kind]++
		all = append(all, named{layers[i].Name, defaultName(kind, kinds[kind])})
	}
	return all
}

func faultNames(faults []fault.Spec) []named {
	var all []named
	kinds := map[string]int{}
	for i := range faults {
		kind := kindOf(&faults[i])
		kinds[kind]++
		all = append(all, named{faults[i].Name, defaultName(kind, kinds[kind])})
	}
	return all
}

func (f *document) cohorts() []string {
	var names []string
	for _, cohort := range f.Fleet {
		names = append(names, cohort.Name)
	}
	return names
}

func (f *document) tools() []string {
	var names []string
	for _, t := range f.Tools {
		names = append(names, t.Name)
	}
	return names
}

func (f *document) policies() []string {
	var names []string
	for _, p := range f.Policies {
		names = append(names, p.Name)
	}
	return names
}

// layers gives the names of all layers, or of those of one kind, each once.
func (f *document) layers(kind string) []string {
	var names []string
	for _, p := range f.Policies {
		for i := range p.Layers {
			if name := p.Layers[i].Name; (kind == "" || kindOf(&p.Layers[i]) == kind) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
