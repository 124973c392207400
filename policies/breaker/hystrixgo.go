package breaker

import (
	"time"

	"herdcast/policies"
	"herdcast/policies/window"
	"herdcast/sim"
)

// HystrixGo is the breaker of hystrix-go, in its own terms. It is judged when a call
// comes, before it passes: with request_volume_threshold requests it opens at a share
// of errors of error_percent_threshold, rounded to whole per cents, and rejects that
// call. Requests are the calls that have ended and the rejected ones, which are errors
// too. While it is open one call passes in each sleep_window, whatever became of the
// one before, and any success closes it, whichever call it belongs to; a failure
// changes nothing. It closes with nothing counted.
//
// Requests and errors are counted by whole seconds, up to the tenth before the running
// one. That tenth goes when another request, or error, is counted: so it may be in one
// of the two sums and not in the other.
type HystrixGo struct {
	ErrorPercentThreshold  int           `key:"error_percent_threshold" doc:"opens at so many per cent of errors" min:"1" max:"100"`
	RequestVolumeThreshold int           `key:"request_volume_threshold" doc:"not before so many requests" min:"0"`
	SleepWindow            time.Duration `key:"sleep_window" doc:"while it is open, one call passes when more than so long has passed since the last, or since it opened" above:"0"`
}

// SetDefaults fills in the library's defaults.
func (h *HystrixGo) SetDefaults() {
	*h = HystrixGo{ErrorPercentThreshold: 50, RequestVolumeThreshold: 20, SleepWindow: 5 * time.Second}
}

// secondSums are the requests and the errors that are counted.
type secondSums struct{ requests, errors window.Window }

func (s *secondSums) count(now sim.Time, failed bool) {
	addSecond(&s.requests, now)
	if failed {
		addSecond(&s.errors, now)
	}
}

func addSecond(w *window.Window, now sim.Time) {
	w.Roll(now, 10*time.Second, time.Second)
	w.Add(now, false)
}

// sums gives the requests and the errors of the last seconds.
func (s *secondSums) sums(now sim.Time) (requests, errors int) {
	s.requests.Roll(now, 11*time.Second, time.Second)
	s.errors.Roll(now, 11*time.Second, time.Second)
	return s.requests.Size(), s.errors.Size()
}

// hystrixGoAdmits keeps in until when the last call passed while it was open, or when
// it opened.
func (b *Breaker) hystrixGoAdmits(st *State, now sim.Time) bool {
	h := &b.hystrixGo
	if st.phase == Closed {
		requests, errors := st.sums.sums(now)
		if requests < h.RequestVolumeThreshold || percent(errors, requests) < h.ErrorPercentThreshold {
			return true
		}
		st.phase, st.until = Open, now
		st.openings++
	}
	if now.Sub(st.until) > h.SleepWindow {
		st.until = now
		return true
	}
	st.sums.count(now, true)
	return false
}

func (b *Breaker) hystrixGoReports(st *State, now sim.Time, o policies.Outcome) {
	failed := b.failures.Has(o)
	if !failed && !b.successes.Has(o) {
		return
	}
	if !failed && st.phase == Open {
		st.phase = Closed
		st.sums.requests.Clear()
		st.sums.errors.Clear()
	}
	st.sums.count(now, failed)
}

// percent rounds a share to whole per cents.
func percent(n, of int) int {
	if of == 0 {
		return 0
	}
	return int(float64(float64(n)/float64(of)*100) + 0.5)
}
