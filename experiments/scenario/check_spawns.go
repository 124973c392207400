package scenario

import (
	"cmp"
	"slices"
	"strings"

	"herdcast/models/agent"
	"herdcast/models/tool"
	"herdcast/sim/dist"
)

// beginnings are the keys that say when the agents of a cohort begin.
var beginnings = []string{"agents", "arrivals", "profile", "trace", "at"}

// checkBeginning asks each cohort for what makes its agents begin: a key of its own,
// or a tool that spawns them.
func (d *decoder) checkBeginning(f *document, cohort *agent.Spec, path string) {
	for _, key := range beginnings {
		if d.wrote(join(path, key)) {
			return
		}
	}
	if !slices.ContainsFunc(f.Tools, func(t tool.Spec) bool { return t.Spawns != nil && t.Spawns.Cohort == cohort.Name }) {
		d.at(path, "one of these keys is due: %s; or a tool that spawns it", strings.Join(beginnings, ", "))
	}
}

// checkSpawns looks at the cohort that a tool's calls start agents of.
func (d *decoder) checkSpawns(f *document, t *tool.Spec, path string) {
	if n := t.Spawns.Count; n.Kind == dist.Constant && n.A > tool.MostSpawned {
		d.at(join(path, "spawns.count"), "found %s, but at most %d can start at once", writeNumber(n.A), tool.MostSpawned)
	}
	at := join(path, "spawns.cohort")
	d.known(at, "cohort", t.Spawns.Cohort, f.cohorts())
	for i := range f.Fleet {
		if f.Fleet[i].Name != t.Spawns.Cohort {
			continue
		}
		for _, key := range beginnings {
			if from := join(item("fleet", i), key); d.wrote(from) {
				d.at(at, "found %s, whose agents begin by %s; children have none of: %s", show(t.Spawns.Cohort), from, strings.Join(beginnings, ", "))
				return
			}
		}
	}
}

// checkCircles reports cohorts that spawn themselves, each circle once, at the first
// of it in the file.
func (d *decoder) checkCircles(f *document) {
	names := f.cohorts()
	below := make([][]int, len(names))
	for i := range f.Fleet {
		for _, name := range f.spawnedBy(&f.Fleet[i]) {
			below[i] = append(below[i], slices.Index(names, name))
		}
	}
	for i := range names {
		if way := wayBack(below, i, i, make([]bool, len(names))); way != nil {
			text := names[i]
			for _, next := range way {
				text += ", then " + names[next]
			}
			d.at(item("fleet", i)+".task", "the cohorts spawn each other without end: %s", text)
		}
	}
}

// wayBack gives a way down from one cohort to another that leads over none before the
// other in the file; nil: there is none. seen are those from where there is none.
func wayBack(below [][]int, from, to int, seen []bool) []int {
	for _, next := range below[from] {
		if next == to {
			return []int{to}
		}
		if next < to || seen[next] {
			continue
		}
		seen[next] = true
		if way := wayBack(below, next, to, seen); way != nil {
			return append([]int{next}, way...)
		}
	}
	return nil
}

// spawnedBy gives the cohorts that a cohort's calls may start agents of.
func (f *document) spawnedBy(cohort *agent.Spec) []string {
	var names []string
	for _, t := range f.reached(cohort) {
		if t.Spawns != nil {
			names = append(names, t.Spawns.Cohort)
		}
	}
	return names
}

// sends tells whether a cohort's calls may send requests.
func (f *document) sends(cohort *agent.Spec) bool {
	return slices.ContainsFunc(f.reached(cohort), func(t *tool.Spec) bool { return t.Spawns == nil })
}

// reached gives the tools that a cohort's calls may come to: planned ones, those that
// verify them, and those that stand in for them.
func (f *document) reached(cohort *agent.Spec) []*tool.Spec {
	var all []*tool.Spec
	var reach func(name string)
	reach = func(name string) {
		i := slices.IndexFunc(f.Tools, func(t tool.Spec) bool { return t.Name == name })
		if i < 0 || slices.Contains(all, &f.Tools[i]) {
			return
		}
		t := &f.Tools[i]
		all = append(all, t)
		reach(t.VerifyBy)
		if p := f.policy(cmp.Or(t.Policy, cohort.Policy)); p != nil {
			for i := range p.Layers {
				if fallback := p.Layers[i].Fallback; fallback != nil {
					reach(fallback.Tool)
				}
			}
		}
	}
	for i := range f.Tools {
		if calls(cohort, f.Tools[i].Name) {
			reach(f.Tools[i].Name)
		}
	}
	return all
}

// bounded tells whether every task of a cohort has a wall clock, its own or one that
// it inherits. seen are cohorts that are looked at already.
func (f *document) bounded(cohort *agent.Spec, seen map[string]bool) bool {
	if cohort.Task.Budget.WallClock != nil || seen[cohort.Name] {
		return true
	}
	if !cohort.Spawned() {
		return false
	}
	seen[cohort.Name] = true
	for i := range f.Fleet {
		if parent := &f.Fleet[i]; slices.Contains(f.spawnedBy(parent), cohort.Name) && !f.bounded(parent, seen) {
			return false
		}
	}
	return true
}
