package rare

import (
	"strings"

	"herdcast/experiments/objective"
	"herdcast/models/fact"
	"herdcast/models/world"
	"herdcast/sim"
)

// What leads towards an event. Any guide gives an unbiased estimate; one that is not
// higher where the event is nearer gives a coarse one.
const (
	waiting            = "waiting"                 // how many wait: requests in the queue, and calls of which no attempt is under way
	waitingAndRepeated = "waiting and duplicates"  // how many wait, and effects that have landed again so far
	waited             = "seconds waited together" // by all who wait, since the first fault began
)

// guideTo chooses by the measure: effects land again where replies are lost, late ones
// too; who does not recover has waited longest since the fault.
func guideTo(o *objective.Objective) string {
	switch {
	case o == nil:
	case strings.HasPrefix(o.Measure, "effects.duplicates"):
		return waitingAndRepeated
	case strings.HasPrefix(o.Measure, "recovery."):
		return waited
	}
	return waiting
}

// told gives a height in the guide's unit.
func (e *estimate) told(height int64) float64 {
	if e.by == waited {
		return sim.Time(height).Duration().Seconds()
	}
	return float64(height)
}

// guide follows a run. It is looked at when time has passed, so what comes and goes
// within an instant does not count; the instant is then a stopping time of the run.
type guide struct {
	by         string
	since      sim.Time // the first fault begins
	spawning   []bool   // by tool: its calls wait for agents, not for the dependency
	at         sim.Time
	queue      int64
	calls      int64   // under way
	sending    int64   // those with an attempt under way
	attempts   []int32 // under way, by the row of their call: hedges send several
	duplicates int64
	waited     int64 // nanoseconds of all who wait
	highest    int64
	climbed    []step
	top        int64
	reached    func() // told once that the top is reached
	reachedAt  sim.Time
}

// step is an instant at which a run was higher than ever before.
type step struct {
	Height int64
	At     sim.Time
}

func newGuide(by string, spec *world.Spec, top int64, reached func()) *guide {
	g := &guide{by: by, since: sim.Never, spawning: make([]bool, len(spec.Tools)), top: top, reached: reached}
	for i := range spec.Tools {
		g.spawning[i] = spec.Tools[i].Spawns != nil
	}
	for i := range spec.Faults {
		for _, w := range spec.Faults[i].Windows(sim.Time(spec.Run.Duration)) {
			g.since = min(g.since, w.Begin)
		}
	}
	return g
}

// fold takes what happened, in its order.
func (g *guide) fold(facts []fact.Fact) {
	for i := range facts {
		f := &facts[i]
		switch f.Kind {
		case fact.QueueChanged, fact.CallStarted, fact.CallEnded, fact.AttemptSent, fact.AttemptEnded, fact.EffectLanded:
		default:
			continue
		}
		if f.At > g.at {
			g.settle()
			if f.At > g.since {
				g.waited += g.waiting() * int64(f.At-max(g.at, g.since))
			}
			g.at = f.At
		}
		switch f.Kind {
		case fact.QueueChanged:
			g.queue = f.N
		case fact.CallStarted:
			g.calls += g.call(f)
		case fact.CallEnded:
			g.calls -= g.call(f)
		case fact.AttemptSent:
			if int(f.Row) >= len(g.attempts) {
				g.attempts = append(g.attempts, make([]int32, int(f.Row)+1-len(g.attempts))...)
			}
			if g.attempts[f.Row]++; g.attempts[f.Row] == 1 {
				g.sending++
			}
		case fact.AttemptEnded:
			if g.attempts[f.Row]--; g.attempts[f.Row] == 0 {
				g.sending--
			}
		case fact.EffectLanded:
			if f.Measured && fact.Cause(f.Code) != fact.CauseNone {
				g.duplicates++
			}
		}
	}
}

// call is 1, or 0 for a call that waits for agents.
func (g *guide) call(f *fact.Fact) int64 {
	if g.spawning[f.Tool] {
		return 0
	}
	return 1
}

func (g *guide) waiting() int64 { return g.queue + max(0, g.calls-g.sending) }

// settle books the height at the end of an instant.
func (g *guide) settle() {
	height := g.waiting()
	switch g.by {
	case waitingAndRepeated:
		height += g.duplicates
	case waited:
		height = g.waited
	}
	if height >= g.top && g.highest < g.top {
		g.reachedAt = g.at
		g.reached()
	} else if height <= g.highest+g.highest/steps {
		return
	}
	g.highest = height
	g.climbed = append(g.climbed, step{height, g.at})
}

// steps is how many there are on the way to twice the height: enough to choose
// heights by, few enough to keep those of many runs.
const steps = 64

// first gives the first step that was at least that high, false if none was.
func first(climbed []step, height int64) (sim.Time, bool) {
	for _, s := range climbed {
		if s.Height >= height {
			return s.At, true
		}
	}
	return 0, false
}
