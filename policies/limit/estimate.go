package limit

import (
	"time"

	"herdcast/policies"
	"herdcast/sim"
)

// Sample is how a call that had a permit has ended.
type Sample struct {
	Began    sim.Time // when it got its permit
	InFlight int      // permits that were out then, its own included
	Outcome  policies.Outcome
}

// algorithm is a compiled Adaptive: one of them is set.
type algorithm struct {
	aimd      *aimd
	vegas     *vegas
	gradient2 *gradient2
	gradient  *gradient
}

// estimate is what an algorithm has learned. The limit that is enforced is its
// whole part.
type estimate struct {
	limit    float64
	noLoad   noLoad    // vegas
	longTerm average   // gradient2
	measured gradients // gradient
}

func (a *Adaptive) compile() *algorithm {
	switch a.Kind {
	case "aimd":
		return &algorithm{aimd: newAIMD(a)}
	case "vegas":
		return &algorithm{vegas: newVegas(a)}
	case "gradient2":
		return &algorithm{gradient2: newGradient2(a)}
	}
	return &algorithm{gradient: newGradient(a)}
}

func (a *algorithm) fresh(initial int) *estimate {
	e := &estimate{limit: float64(initial)}
	if a.gradient != nil {
		a.gradient.begin(e)
	}
	return e
}

// advance brings an estimate that changes with time alone up to now.
func (a *algorithm) advance(e *estimate, now sim.Time, key sim.Key) {
	if a.gradient != nil {
		a.gradient.advance(e, now, key)
	}
}

// learn takes a sample. A success tells a latency; a drop (throttled, unavailable,
// timeout) is a sign of overload; other failures say nothing, but the gradient
// controller, which looks at no outcome, takes the latency of every answer.
func (a *algorithm) learn(e *estimate, now sim.Time, s *Sample, key sim.Key) {
	dropped := policies.LimitDrops.Has(s.Outcome)
	took := max(1, now.Sub(s.Began))
	switch {
	case a.gradient != nil:
		if s.Outcome != policies.Rejected {
			a.gradient.take(e, now, s.Began, took, key)
		}
	case s.Outcome != policies.OK && !dropped:
		return
	case a.aimd != nil:
		e.limit = float64(a.aimd.next(int(e.limit), took, s.InFlight, dropped))
	case a.vegas != nil:
		a.vegas.take(e, took, s.InFlight, dropped, key)
	default:
		a.gradient2.take(e, took, s.InFlight)
	}
}

// clamp gives the nearest number within bounds.
func clamp(x, least, most float64) float64 { return max(least, min(most, x)) }

// inNanoseconds is a latency as a number.
func inNanoseconds(d time.Duration) float64 { return float64(d) }
