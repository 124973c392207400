package agent

import (
	"herdcast/models/fact"
	"herdcast/models/family"
	"herdcast/models/tool"
	"herdcast/sim"
)

// Obey carries out what a call has ordered about its children.
func (f *Fleet) Obey(now sim.Time, o family.Order) {
	switch o.Task {
	case family.Start:
		f.startChildren(now, o.Family)
	case family.CutAll:
		f.cutChildren(now, o.Family)
	case family.GiveUp:
		f.cutChildren(now, o.Family)
		f.families.Release(o.Family)
	}
}

// startChildren starts the children of a call, all at once.
func (f *Fleet) startChildren(now sim.Time, id uint32) {
	parents := f.families.Family(id)
	if parents.Settled() { // the call has been cut meanwhile
		return
	}
	t := &f.tools[parents.Tool]
	c := &f.cohorts[t.spawns]
	count := min(max(1, t.count.Count(parents.Key, sim.PurposeChildren, 0)), tool.MostSpawned)
	parents.Expect(count, t.needs.Of(count), t.needs.Word == "any")
	key := parents.Key
	budget := c.budget.within(f.left(now, parents.Parent))
	for i := range count {
		child := f.bear(t.spawns, key.Child(uint64(i)))
		for int(child) >= len(f.inherited) {
			f.inherited = append(f.inherited, unbounded)
		}
		f.inherited[child] = budget
		f.families.Join(id, child)
		f.Starts(now, child)
	}
}

// left gives what is left of the budget of an agent's task.
func (f *Fleet) left(now sim.Time, id uint32) budget {
	r := &f.rows[id]
	b := *f.budget(id, &f.cohorts[r.cohort])
	if b.wallClock > 0 {
		b.wallClock -= now.Sub(r.started)
	}
	if b.tokens < endless {
		b.tokens = max(0, b.tokens-f.memories[id].spent)
	}
	if b.turns < endless {
		b.turns -= int64(r.turn) + int64(r.extra)
	}
	return b
}

// cutChildren ends the children of a call that live.
func (f *Fleet) cutChildren(now sim.Time, id uint32) {
	for {
		child, some := f.families.Child(id)
		if !some {
			return
		}
		f.stop(now, child)
		f.drop(now, child)
		f.end(now, child, fact.TaskFailed)
	}
}

// leaveFamily lets the call that waits for a child know of its end.
func (f *Fleet) leaveFamily(now sim.Time, child uint32, how fact.TaskEnd) {
	if id, over := f.families.Leave(child, how == fact.TaskSucceeded); over {
		f.wrapper.Settle(now, f.families.Family(id).Caller)
	}
}
