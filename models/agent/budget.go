package agent

import (
	"math"
	"time"
)

// budget is what a task may spend.
type budget struct {
	wallClock time.Duration // 0: no bound
	tokens    int64         // endless: no bound
	turns     int64         // likewise
}

// endless is more than any task spends.
const endless = math.MaxInt64

var unbounded = budget{tokens: endless, turns: endless}

// within gives the budget bounded by another.
func (b budget) within(other budget) budget {
	if other.wallClock > 0 && (b.wallClock == 0 || other.wallClock < b.wallClock) {
		b.wallClock = other.wallClock
	}
	return budget{b.wallClock, min(b.tokens, other.tokens), min(b.turns, other.turns)}
}

// budget gives that of an agent's task.
func (f *Fleet) budget(id uint32, c *cohort) *budget {
	if c.child {
		return &f.inherited[id]
	}
	return &c.budget
}
