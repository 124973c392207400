package dependency

import (
	"math"
	"time"

	"herdcast/models/fact"
	"herdcast/policies"
	"herdcast/sim"
)

// quota admits so many units per span, counted in fixed windows that start at
// 0, in a sliding window, or by a bucket that refills steadily.
type quota struct {
	tokens bool // units are tokens of results, not requests by their weight
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
	credit  credit    // bucket
	at      sim.Time  // bucket: when credit was true
	entries []entered // sliding: units younger than the span, oldest first
	head    int
	line    int64     // place_in_line, fixed: the window that the last in line was told
	told    int64     // fixed: units that are told it; sliding: all units that are told
	ahead   []entered // sliding: the instants told that are to come, in order
	lineEnd sim.Time  // bucket: the instant that the last in line was told
	left    credit    // bucket: what is left then, if all in line come as told
}

type entered struct {
	at    sim.Time
	units int64
}

func newQuota(s *Quota) *quota {
	q := &quota{tokens: s.Of == "tokens", window: s.Window, scope: s.Scope, limit: s.Limit, per: s.Per, burst: s.Limit,
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
		q.states = append(q.states, q.fresh())
	}
	return &q.states[owner]
}

func (q *quota) fresh() quotaState { return quotaState{credit: credit{units: q.burst}} }

// asking is what a request asks of a quota of which a share is left.
type asking struct {
	units int64
	cost  credit // of a bucket
	limit int64  // of a window
}

func (q *quota) asking(units int64, left float64) asking {
	a := asking{units: units, limit: q.limit}
	switch {
	case q.window == "bucket":
		a.cost = q.cost(units, left)
	case left != 1:
		a.limit = int64(math.Ceil(float64(left*float64(q.limit)) - 1e-9))
	}
	return a
}

// ask takes a request's units from what a fault has left of the quota, or refuses
// and tells a wait (0: none).
func (q *quota) ask(now sim.Time, r *Request, units int64, left float64) (admitted bool, told time.Duration) {
	s := q.state(r)
	q.advance(s, now)
	a := q.asking(units, left)
	if q.window == "bucket" {
		admitted = !s.credit.less(a.cost)
	} else {
		admitted = a.limit-s.used >= units
	}
	if admitted || q.counts {
		q.take(s, now, &a, admitted)
	}
	if admitted {
		return true, 0
	}
	switch {
	case q.hint.Fixed != nil:
		return false, *q.hint.Fixed
	case left == 0:
		return false, 0 // nobody knows
	case q.hint.Word == "remaining":
		return false, q.remaining(s, now, &a)
	case q.hint.Word == "place_in_line":
		return false, q.place(s, now, &a)
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
		s.credit = q.filled(s.credit, now.Sub(s.at))
		s.at = now
	}
}

// take takes units; a refused request takes from a bucket what whole units there
// are.
func (q *quota) take(s *quotaState, now sim.Time, a *asking, admitted bool) {
	switch {
	case q.window == "fixed":
		s.used += a.units
	case q.window == "sliding":
		s.used += a.units
		s.entries = append(s.entries, entered{now, a.units})
	case admitted:
		s.credit = q.spent(s.credit, a.cost)
	default:
		s.credit.units -= min(a.units, s.credit.units)
	}
}

// remaining is the time until a request would pass if nobody else came.
func (q *quota) remaining(s *quotaState, now sim.Time, a *asking) time.Duration {
	switch q.window {
	case "fixed":
		return sim.Time((s.window + 1) * int64(q.per)).Sub(now)
	case "sliding":
		leaving := a.limit - s.used
		for _, e := range s.entries[s.head:] {
			if leaving += e.units; leaving >= a.units {
				return e.at.Add(q.per).Sub(now)
			}
		}
		return q.per
	default:
		return q.refill(s.credit, a.cost)
	}
}

// place is the time until the earliest room behind those who were told before.
func (q *quota) place(s *quotaState, now sim.Time, a *asking) time.Duration {
	if q.window == "fixed" {
		if s.line <= s.window {
			s.line, s.told = s.window+1, 0
		}
		if s.told+a.units > a.limit {
			s.line, s.told = s.line+1, 0
		}
		s.told += a.units
		return sim.Time(s.line * int64(q.per)).Sub(now)
	}
	var at sim.Time
	if q.window == "sliding" {
		for len(s.ahead) > 0 && s.ahead[0].at <= now {
			s.told -= s.ahead[0].units
			s.ahead = s.ahead[1:]
		}
		at = q.behind(s, now, a)
		s.told += a.units
		s.ahead = append(s.ahead, entered{at, a.units})
	} else {
		if s.lineEnd <= now {
			s.lineEnd, s.left = now, s.credit
		}
		wait := q.refill(s.left, a.cost)
		at = s.lineEnd.Add(wait)
		s.left = q.filled(s.left, wait)
		if s.left.less(a.cost) {
			s.left = credit{} // it costs more than the bucket holds
		} else {
			s.left = q.spent(s.left, a.cost)
		}
		s.lineEnd = at
	}
	return at.Sub(now)
}

// behind is when enough of the units that are taken or told have left a sliding
// window, and not before the last that was told.
func (q *quota) behind(s *quotaState, now sim.Time, a *asking) sim.Time {
	at := now
	if n := len(s.ahead); n > 0 {
		at = s.ahead[n-1].at
	}
	room := a.limit - s.used - s.told
	for _, line := range [...][]entered{s.entries[s.head:], s.ahead} {
		for _, e := range line {
			if room >= a.units {
				return at
			}
			room += e.units
			at = max(at, e.at.Add(q.per))
		}
	}
	return at
}

// passes asks every quota in order; those that were passed keep their units, though
// a later one refuses.
func (d *Dependency) passes(now sim.Time, id uint32) bool {
	r := &d.requests[id]
	left := 1.0
	if d.faults.CutsQuota() {
		asked := d.asked(r)
		left = d.faults.Quota(&asked)
	}
	for i := range d.quotas {
		q := &d.quotas[i]
		units := d.tools[r.Tool].weight
		if q.tokens {
			units = d.tools[r.Tool].tokens[r.Cohort]
		}
		if admitted, told := q.ask(now, r, units, left); !admitted {
			f := d.recorder.New()
			f.Kind, f.At, f.Cohort, f.Tool = fact.QuotaRefused, now, r.Cohort, r.Tool
			d.refuse(now, id, q.status, told)
			return false
		}
	}
	return true
}

// EndAgent makes the quotas of an agent fresh for the next one in its row.
func (d *Dependency) EndAgent(row uint32) {
	for i := range d.quotas {
		if q := &d.quotas[i]; q.scope == "agent" && int(row) < len(q.states) {
			q.states[row] = q.fresh()
		}
	}
}
