package agent

import "herdcast/sim"

// memory is what a task keeps beside its row, where a cohort asks for it.
type memory struct {
	spent  int64     // tokens, for their budget
	latest []sim.Key // by tool: the arguments of its last planned call; 0: there was none
}

// forget makes the memory that of a new task.
func (m *memory) forget(tools int) {
	m.spent = 0
	if m.latest == nil {
		m.latest = make([]sim.Key, tools)
	}
	clear(m.latest)
}

// arguments gives those of a planned call, whose own address is intent: new ones,
// or by the cohort's share again those of the last planned call of the tool.
func (f *Fleet) arguments(id uint32, intent sim.Key, tool uint16) sim.Key {
	own := intent.Child(0)
	share := f.cohorts[f.rows[id].cohort].sameArgs
	if share == 0 {
		return own
	}
	latest := &f.memories[id].latest[tool]
	if *latest == 0 || intent.Uniform(sim.PurposeSameArgs, 0) >= share {
		*latest = own
	}
	return *latest
}
