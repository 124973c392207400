package budget

import "herdcast/sim"

// A client's budget after Site Reliability Engineering, chapter Handling Overload:
// a retry is allowed while retries / first tries, both younger than the window,
// are below the share. Retries count from their grant.

// askWindow grants a retry and remembers it.
func (b *Budget) askWindow(r *recent, now sim.Time) bool {
	r.window.Expire(now, b.span)
	retries := int64(r.window.Marked())
	first := int64(r.window.Size()) - retries
	if retries*million >= b.share*first {
		return false
	}
	r.window.Add(now, true)
	return true
}

// A breaker on retries alone (failure_rate): a retry is allowed while the share of
// failures among the attempts that ended in the window is below the rate; none, if
// none ended. A failure is an outcome that the layer retries; what a layer below
// turned away was no attempt.

// ended remembers how a try ended.
func (b *Budget) ended(st *State, now sim.Time, failed bool) {
	st.recent.window.Expire(now, b.span)
	st.recent.window.Add(now, failed)
}

func (b *Budget) askFailures(r *recent, now sim.Time) bool {
	r.window.Expire(now, b.span)
	return int64(r.window.Marked())*million < b.share*int64(r.window.Size())
}
