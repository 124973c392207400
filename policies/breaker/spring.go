package breaker

import (
	"time"

	"herdcast/policies"
	"herdcast/sim"
)

// SpringRetry is the circuit breaker of Spring Retry, in its own terms. It counts
// failures, whether in a row or not, from an instant on, and moves only when a
// call comes, whose age since that instant decides:
//
//	max_attempts failed, age > reset_timeout   closed, counting anew from now
//	max_attempts failed, age < open_timeout    rejected; the first one's instant is the new one
//	max_attempts failed, otherwise             rejected
//	fewer failed, age > open_timeout           admitted, counting anew from now
//	fewer failed, otherwise                    admitted
//
// So it opens at max_attempts failures within a window that begins anew with a
// call, and closes without probes.
type SpringRetry struct {
	MaxAttempts  int           `key:"max_attempts" doc:"failures at which it opens" min:"1"`
	OpenTimeout  time.Duration `key:"open_timeout" doc:"within so long of the first call" above:"0"`
	ResetTimeout time.Duration `key:"reset_timeout" doc:"closed by the first call after so long" above:"0"`
}

// SetDefaults fills in the library's defaults.
func (s *SpringRetry) SetDefaults() {
	*s = SpringRetry{MaxAttempts: 3, OpenTimeout: 5 * time.Second, ResetTimeout: 20 * time.Second}
}

// springBegins is so long ago that the first call begins the count.
func (b *Breaker) springBegins() sim.Time { return sim.Time(-b.spring.OpenTimeout - 1) }

// springAdmits keeps the failures in run, the instant in until, and in out whether
// a call has been rejected since it opened.
func (b *Breaker) springAdmits(st *State, now sim.Time) bool {
	s, age := &b.spring, now.Sub(st.until)
	switch {
	case st.phase == Open && age > s.ResetTimeout, st.phase == Closed && age > s.OpenTimeout:
		st.phase, st.run, st.out, st.until = Closed, 0, 0, now
	case st.phase == Open && age < s.OpenTimeout && st.out == 0:
		st.out, st.until = 1, now
	}
	return st.phase == Closed
}

func (b *Breaker) springReports(st *State, now sim.Time, o policies.Outcome) {
	if !b.failures.Has(o) {
		return
	}
	st.run++
	if st.phase == Closed && st.run >= int64(b.spring.MaxAttempts) {
		st.phase = Open
		st.openings++
	}
}
