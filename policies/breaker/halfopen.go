package breaker

import (
	"math"
	"time"

	"herdcast/policies/window"
	"herdcast/sim"
)

// probing is how a half-open breaker chooses its probes and what their answers
// decide.
//
//	probes, close_after    so many probes under way at most; so many successes in a row
//	                       close it, a failure opens it; with probe_again one more when the
//	                       last was admitted so long ago
//	half_open with probes  so many probes in all, not counting those whose answer is not
//	                       counted; the verdict comes with the last counted answer
//	half_open with share   each call draws whether it is one; the verdict comes when the
//	                       time since it became half-open is over
//
// The verdict closes the breaker if the share of failures is below close_below and,
// where slow answers trip it, theirs does not trip; or if nothing was counted.
type probing struct {
	places     int64 // probes under way, or in all; unlimited where they are drawn
	again      time.Duration
	closeAfter int64
	judges     bool // with a verdict, below
	closeBelow float64
	share      float64
	span       time.Duration // 0: the verdict comes with the last answer
}

func (s *Spec) probing() probing {
	h := s.HalfOpen
	switch {
	case h == nil:
		p := probing{places: int64(s.Probes), again: math.MaxInt64, closeAfter: int64(s.CloseAfter)}
		if s.ProbeAgain != nil {
			p.again = *s.ProbeAgain
		}
		return p
	case h.Share != nil:
		return probing{places: math.MaxInt64, again: math.MaxInt64, judges: true, closeBelow: float64(h.CloseBelow), share: float64(*h.Share), span: *h.For}
	}
	return probing{places: int64(*h.Probes), again: math.MaxInt64, judges: true, closeBelow: float64(h.CloseBelow)}
}

// results are the counted answers to a half-open breaker's probes.
type results struct{ answers, failures, slow int64 }

// probe tells whether a breaker that is not closed admits a call.
func (b *Breaker) probe(st *State, now sim.Time) bool {
	p := &b.probing
	if st.phase == Open {
		if now < st.until {
			return false
		}
		st.phase, st.run, st.out, st.results = HalfOpen, 0, 0, results{}
		if p.span > 0 {
			st.due = now.Add(p.span)
		}
	}
	if p.span > 0 {
		st.drawn++
		if st.key.Uniform(sim.PurposeAdmission, st.drawn-1) >= p.share {
			return false
		}
	}
	if st.out >= p.places && now.Sub(st.probed) < p.again {
		return false
	}
	st.out++
	st.probed = now
	return true
}

// probed takes an answer into a half-open breaker's account.
func (b *Breaker) probed(st *State, now sim.Time, mark window.Mark, isStale bool) {
	failed := mark&failure != 0
	switch {
	case isStale && b.stale == staleDecides:
		b.settle(st, now, !failed)
	case b.probing.judges:
		st.results.add(mark)
		if b.probing.span == 0 && st.results.answers == b.probing.places {
			b.settle(st, now, b.passes(&st.results))
		}
	case failed:
		b.opens(st, now)
	default:
		st.run++
		if st.run >= b.probing.closeAfter {
			b.closes(st)
		}
	}
}

func (r *results) add(mark window.Mark) {
	r.answers++
	if mark&failure != 0 {
		r.failures++
	}
	if mark&slowAnswer != 0 {
		r.slow++
	}
}

// passes is the verdict on the answers to the probes.
func (b *Breaker) passes(r *results) bool {
	if r.answers == 0 {
		return true
	}
	share := float64(r.failures) / float64(r.answers)
	return share < b.probing.closeBelow && !b.trip.reaches(int(r.slow), int(r.answers), b.trip.slowRate)
}

// settle ends the half-open phase.
func (b *Breaker) settle(st *State, now sim.Time, closes bool) {
	if closes {
		b.closes(st)
	} else {
		b.opens(st, now)
	}
}
