package client

import (
	"fmt"

	"herdcast/sim"
)

// Guard watches that time passes: a world in which one agent, or all together,
// start more calls and attempts at one instant than any scenario means is stopped.
type Guard struct {
	now    sim.Time // of the last start
	starts int64    // at that instant
	counts map[uint32]int
	Agents int64 // that live
	Stuck  bool
	Row    uint32 // of the agent that started last
}

// Layers of retries multiply, and a turn may call hundreds of tools at once:
// what ends by itself has to stay below these.
const (
	perAgent  = 100_000
	perWorld  = 1_000_000
	perLiving = 1000
)

// Start counts one start and tells through Stuck when it is one too many.
func (g *Guard) Start(now sim.Time, row uint32) {
	if now != g.now { // as nearly always
		g.now, g.starts = now, 0
	}
	if g.starts++; g.starts > perAgent {
		g.watch(row)
	}
}

// watch counts each agent's starts once there are so many that one agent could
// have made too many.
func (g *Guard) watch(row uint32) {
	if g.starts == perAgent+1 {
		g.counts = make(map[uint32]int)
	}
	g.counts[row]++
	if g.counts[row] > perAgent || g.starts > perWorld+perLiving*g.Agents {
		g.Stuck, g.Row = true, row
	}
}

// Standstill is the error of a world in which time does not pass.
type Standstill struct {
	At     sim.Time
	Cohort string
	Agent  uint32
	Starts int64 // calls and attempts of all agents at that instant
}

// Error names the agent, the instant and the keys that would let time pass.
func (e *Standstill) Error() string {
	return fmt.Sprintf("time stands still at %s: %d calls and attempts start at this one instant, the last ones agent %d's of cohort %q; add a network.delay, task.think, rest or backoff that lets time pass",
		e.At.Duration(), e.Starts, e.Agent, e.Cohort)
}

// Starts tells how many calls and attempts the present instant has seen.
func (g *Guard) Starts() int64 { return g.starts }
