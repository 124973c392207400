package breaker

import (
	"time"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

// Opossum is the breaker of opossum, in its own terms. After each failure it looks
// at failures / calls of the rolling window, where every call counts that came,
// rejected ones and those under way included, and opens above the threshold. It
// becomes half-open by a timer, whether anybody calls or not, and lets one call
// pass. While it is half-open any success closes it and any failure opens it,
// whichever call it belongs to. The window is never emptied.
type Opossum struct {
	ErrorThreshold  quantity.Share `key:"error_threshold" doc:"opens above this share of failures" max:"1"`
	VolumeThreshold int            `key:"volume_threshold" doc:"not before so many calls in the window" min:"0"`
	ResetTimeout    time.Duration  `key:"reset_timeout" doc:"half-open so long after it opened" above:"0"`
	RollingWindow   time.Duration  `key:"rolling_window" doc:"the window" above:"0"`
	RollingBuckets  int            `key:"rolling_buckets" doc:"equal parts in which the window rolls on" min:"1"`
}

// SetDefaults fills in the library's defaults.
func (o *Opossum) SetDefaults() {
	*o = Opossum{ErrorThreshold: 0.5, ResetTimeout: 30 * time.Second, RollingWindow: 10 * time.Second, RollingBuckets: 10}
}

func (o *Opossum) compile(b *Breaker) {
	t := Trip{
		Rate: &o.ErrorThreshold, Above: true, MinCalls: o.VolumeThreshold,
		Window: Window{Span: o.RollingWindow}, Slices: &o.RollingBuckets, Of: "started_and_rejected",
	}
	b.rules, b.trip, b.open = opossumRules, t.compile(Judged{Word: "failure"}), Constant(o.ResetTimeout).compile()
}

func (b *Breaker) opossumAdmits(st *State, now sim.Time) bool {
	b.trip.asked(st, now, true)
	if st.phase == HalfOpen && st.out == 0 {
		st.out = 1
		return true
	}
	return st.phase == Closed
}

func (b *Breaker) opossumReports(st *State, now sim.Time, pass Pass, o policies.Outcome) {
	switch {
	case b.failures.Has(o):
		b.trip.add(st, now, failure)
		if st.phase == HalfOpen || st.phase == Closed && b.trip.verdict(st) {
			b.opens(st, now)
			st.due = st.until
		}
	case b.successes.Has(o):
		if st.phase == HalfOpen {
			b.closes(st)
		}
	case st.phase == HalfOpen && pass.Opening == st.openings:
		st.out = 0
	}
}

// opossumTicks ends the open time.
func (b *Breaker) opossumTicks(st *State) { st.phase, st.out = HalfOpen, 0 }
