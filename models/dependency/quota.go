package dependency

import (
	"math/bits"
	"time"

	"herdcast/policies"
	"herdcast/sim"
)

// quota admits so many units per span, counted in fixed windows that start at
// 0, in a sliding window, or by a bucket that refills steadily.
type quota struct {
	window QuotaWindow
	scope  QuotaScope
	limit  int64
	per    time.Duration
	burst  int64
	counts bool // refused requests take units too
	hint   Hint
	status policies.Outcome
	states []quotaState
}

// quotaState is what one owner of a quota has used.
type quotaState struct {
	window  int64     // fixed: number of the running window
	used    int64     // fixed: units taken in it; sliding: units within the span
	credit  int64     // bucket: units × span, so that a refill is whole
	at      sim.Time  // bucket: when credit was true
	entries []entered // sliding: units younger than the span, oldest first
	head    int
	line    int64     // place_in_line, fixed: the window that the last in line was told
	told    int64     // fixed: units that are told it; sliding: all units that are told
	ahead   []entered // sliding: the instants told that are to come, in order
	lineEnd sim.Time  // bucket: the instant that the last in line was told
	left    int64     // bucket: the credit that is left then, if all in line come as told
}

type entered struct {
	at    sim.Time
	units int64
}

func newQuota(s *Quota) *quota {
	q := &quota{window: s.Window, scope: s.Scope, limit: s.Limit, per: s.Per, burst: s.Limit,
		counts: s.CountsRefused, hint: s.Hint}
	if s.Burst != nil {
		q.burst = *s.Burst
	}
	q.status, _ = policies.OutcomeNamed(string(s.Status))
	return q
}

func (q *quota) state(r *Request) *quotaState {
	var owner int
	switch q.scope {
	case "cohort":
		owner = int(r.Cohort)
	case "process":
		owner = int(r.Process)
	case "agent":
		owner = int(r.Row)
	}
	for len(q.states) <= owner {
		q.states = append(q.states, quotaState{credit: q.burst * int64(q.per)})
	}
	return &q.states[owner]
}

// ask takes a request's units, or refuses and tells a wait (0: none).
func (q *quota) ask(now sim.Time, r *Request, units int64) (admitted bool, told time.Duration) {
	s := q.state(r)
	q.advance(s, now)
	admitted = q.room(s) >= units
	if admitted || q.counts {
		q.take(s, now, units)
	}
	if admitted {
		return true, 0
	}
	switch {
	case q.hint.Fixed != nil:
		return false, *q.hint.Fixed
	case q.hint.Word == "remaining":
		return false, q.remaining(s, now, units)
	case q.hint.Word == "place_in_line":
		return false, q.place(s, now, units)
	}
	return false, 0
}

// advance brings a state up to now.
func (q *quota) advance(s *quotaState, now sim.Time) {
	switch q.window {
	case "fixed":
		if w := int64(now) / int64(q.per); w != s.window {
			s.window, s.used = w, 0
		}
	case "sliding":
		for s.head < len(s.entries) && now.Sub(s.entries[s.head].at) >= q.per {
			s.used -= s.entries[s.head].units
			s.head++
		}
		if s.head > len(s.entries)/2 {
			s.entries = s.entries[:copy(s.entries, s.entries[s.head:])]
			s.head = 0
		}
	default:
		size := q.burst * int64(q.per)
		hi, lo := bits.Mul64(uint64(now.Sub(s.at)), uint64(q.limit))
		if hi != 0 || lo > uint64(size-s.credit) {
			s.credit = size
		} else {
			s.credit += int64(lo)
		}
		s.at = now
	}
}

func (q *quota) room(s *quotaState) int64 {
	if q.window == "bucket" {
		return s.credit / int64(q.per)
	}
	return q.limit - s.used
}

func (q *quota) take(s *quotaState, now sim.Time, units int64) {
	switch q.window {
	case "fixed":
		s.used += units
	case "sliding":
		s.used += units
		s.entries = append(s.entries, entered{now, units})
	default:
		s.credit -= min(units, s.credit/int64(q.per)) * int64(q.per)
	}
}

// remaining is the time until a request would pass if nobody else came.
func (q *quota) remaining(s *quotaState, now sim.Time, units int64) time.Duration {
	switch q.window {
	case "fixed":
		return sim.Time((s.window + 1) * int64(q.per)).Sub(now)
	case "sliding":
		leaving := q.limit - s.used
		for _, e := range s.entries[s.head:] {
			if leaving += e.units; leaving >= units {
				return e.at.Add(q.per).Sub(now)
			}
		}
		return q.per
	default:
		return q.refill(s.credit, units)
	}
}

// refill is the time in which a bucket gets from credit to units, rounded up.
func (q *quota) refill(credit, units int64) time.Duration {
	return time.Duration((max(0, units*int64(q.per)-credit) + q.limit - 1) / q.limit)
}

// place is the time until the earliest room behind those who were told before.
func (q *quota) place(s *quotaState, now sim.Time, units int64) time.Duration {
	if q.window == "fixed" {
		if s.line <= s.window {
			s.line, s.told = s.window+1, 0
		}
		if s.told+units > q.limit {
			s.line, s.told = s.line+1, 0
		}
		s.told += units
		return sim.Time(s.line * int64(q.per)).Sub(now)
	}
	var at sim.Time
	if q.window == "sliding" {
		for len(s.ahead) > 0 && s.ahead[0].at <= now {
			s.told -= s.ahead[0].units
			s.ahead = s.ahead[1:]
		}
		at = q.behind(s, now, units)
		s.told += units
		s.ahead = append(s.ahead, entered{at, units})
	} else {
		if s.lineEnd <= now {
			s.lineEnd, s.left = now, s.credit
		}
		wait := q.refill(s.left, units)
		at = s.lineEnd.Add(wait)
		s.left = min(s.left+int64(wait)*q.limit, q.burst*int64(q.per)) - units*int64(q.per)
		s.lineEnd = at
	}
	return at.Sub(now)
}

// behind is when enough of the units that are taken or told have left a sliding
// window, and not before the last that was told.
func (q *quota) behind(s *quotaState, now sim.Time, units int64) sim.Time {
	at := now
	if n := len(s.ahead); n > 0 {
		at = s.ahead[n-1].at
	}
	room := q.limit - s.used - s.told
	for _, line := range [...][]entered{s.entries[s.head:], s.ahead} {
		for _, e := range line {
			if room >= units {
				return at
			}
			room += e.units
			at = max(at, e.at.Add(q.per))
		}
	}
	return at
}
