package client

import (
	"fmt"
	"math"

	"herdcast/sim"
)

// Guard watches that time passes: an agent that starts more than a thousand
// calls or attempts at one instant, or a world that starts too many, stops.
type Guard struct {
	now    sim.Time // of the last start
	starts int
	recent [perAgent]uint32 // who started, in order, until the count needs a table
	counts map[uint32]int
	ended  int64 // agents whose life ended at the present instant
	Agents int64 // that live
	Stuck  bool
	Row    uint32 // of the agent that started last
}

const (
	perAgent   = 1000
	perWorld   = 10_000
	perLiving  = 1000
	nobody     = math.MaxUint32
	sayingThat = "add a network.delay, task.think, rest or backoff that lets time pass"
)

// Start counts one start and tells through Stuck when it is one too many.
func (g *Guard) Start(now sim.Time, row uint32) {
	if now == g.now {
		g.startAgain(row)
	} else { // as nearly always
		g.now, g.starts, g.recent[0], g.ended = now, 1, row, 0
	}
}

// End takes the end of an agent's life, after which another agent may have its
// row at the same instant: a burst of short lives is no standstill.
func (g *Guard) End(now sim.Time, row uint32) {
	g.Agents--
	if now != g.now {
		return
	}
	g.ended++
	if g.starts > perAgent {
		delete(g.counts, row)
		return
	}
	for i, r := range g.recent[:g.starts] {
		if r == row {
			g.recent[i] = nobody
		}
	}
}

func (g *Guard) startAgain(row uint32) {
	if g.starts < perAgent {
		g.recent[g.starts] = row
		g.starts++
		return
	}
	if g.starts == perAgent {
		if g.counts == nil {
			g.counts = make(map[uint32]int)
		}
		clear(g.counts)
		for _, r := range g.recent {
			g.counts[r]++
		}
	}
	g.starts++
	g.counts[row]++
	if g.counts[row] > perAgent || int64(g.starts) > perWorld+perLiving*(g.Agents+g.ended) {
		g.Stuck, g.Row = true, row
	}
}

// Standstill is the error of a world in which time does not pass.
type Standstill struct {
	At     sim.Time
	Cohort string
	Agent  uint32
	Starts int
}

// Error names the agent, the instant and the keys that would let time pass.
func (e *Standstill) Error() string {
	return fmt.Sprintf("time stands still at %s: agent %d of cohort %q (and others: %d calls and attempts in all) starts call after call at one instant; %s",
		e.At.Duration(), e.Agent, e.Cohort, e.Starts, sayingThat)
}

// Starts tells how many calls and attempts the present instant has seen.
func (g *Guard) Starts() int { return g.starts }
