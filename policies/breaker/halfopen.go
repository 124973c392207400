package breaker

import "herdcast/sim"

// probe tells whether a breaker that is not closed admits a call.
func (b *Breaker) probe(st *State, now sim.Time) bool {
	if st.phase == Open {
		if now < st.until {
			return false
		}
		st.phase, st.run, st.out = HalfOpen, 0, 0
	}
	if st.out >= b.probes {
		return false
	}
	st.out++
	return true
}

// probed takes an answer into a half-open breaker's account.
func (b *Breaker) probed(st *State, now sim.Time, failed, isStale bool) {
	if failed {
		b.opens(st, now)
		return
	}
	st.run++
	if st.run >= b.closeAfter || isStale && b.stale == staleDecides {
		b.closes(st)
	}
}
