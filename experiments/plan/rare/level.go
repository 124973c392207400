package rare

import (
	"herdcast/models/fact"
	"herdcast/sim"
)

// level follows how many wait: requests in the queue, and calls under way of which no
// attempt is. It is looked at when time has passed, so what comes and goes within an
// instant does not count; the instant is then a stopping time of the run.
type level struct {
	spawning []bool // by tool: its calls wait for agents, not for the dependency
	at       sim.Time
	queue    int64
	calls    int64   // under way
	sending  int64   // those with an attempt under way
	attempts []int32 // under way, by the row of their call: hedges send several
	highest  int64
	climbed  []step
	top      int64
	reached  func() // told once that the top is reached
}

// step is the first instant at which the level was as high as that.
type step struct {
	Height int64
	At     sim.Time
}

// fold takes what happened, in its order.
func (l *level) fold(facts []fact.Fact) {
	for i := range facts {
		f := &facts[i]
		switch f.Kind {
		case fact.QueueChanged, fact.CallStarted, fact.CallEnded, fact.AttemptSent, fact.AttemptEnded:
		default:
			continue
		}
		if f.At > l.at {
			l.settle()
			l.at = f.At
		}
		switch f.Kind {
		case fact.QueueChanged:
			l.queue = f.N
		case fact.CallStarted:
			l.calls += l.call(f)
		case fact.CallEnded:
			l.calls -= l.call(f)
		case fact.AttemptSent:
			if int(f.Row) >= len(l.attempts) {
				l.attempts = append(l.attempts, make([]int32, int(f.Row)+1-len(l.attempts))...)
			}
			if l.attempts[f.Row]++; l.attempts[f.Row] == 1 {
				l.sending++
			}
		case fact.AttemptEnded:
			if l.attempts[f.Row]--; l.attempts[f.Row] == 0 {
				l.sending--
			}
		}
	}
}

// call is 1, or 0 for a call that waits for agents.
func (l *level) call(f *fact.Fact) int64 {
	if l.spawning[f.Tool] {
		return 0
	}
	return 1
}

// settle books the level at the end of an instant.
func (l *level) settle() {
	height := l.queue + max(0, l.calls-l.sending)
	if height <= l.highest {
		return
	}
	if l.highest < l.top && height >= l.top {
		l.reached()
	}
	l.highest = height
	l.climbed = append(l.climbed, step{height, l.at})
}

// first gives the first instant at which the level was at least that high, false if it
// never was.
func first(climbed []step, height int64) (sim.Time, bool) {
	for _, s := range climbed {
		if s.Height >= height {
			return s.At, true
		}
	}
	return 0, false
}
