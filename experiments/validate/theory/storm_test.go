package theory

import "testing"

func TestCollapsedStorms(t *testing.T) {
	storm := func(calls float64, attempts, room int) Stormed {
		return Storm{calls, attempts, 0.5, Bounded{Queue{Service: 0.01, Servers: 10}, room}}.Collapsed()
	}
	s := storm(500, 3, 1000)
	near(t, "all in vain", s.Attempts, 1500, 1e-6)
	near(t, "a third refused", s.Refused, 0.333333, 1e-5)
	near(t, "full", s.Inside, 998, 1e-6)
	s = storm(800, 5, 530)
	near(t, "partial: attempts", s.Attempts, 3767.2765, 1e-6)
	near(t, "partial: failed", s.Failed, 0.970024, 1e-5)
	near(t, "partial: inside", s.Inside, 529.6386, 1e-6)
	s = storm(700, 4, 560)
	near(t, "nearly all: attempts", s.Attempts, 2789.6276, 1e-6)
	// A full queue shorter than what is served within the timeout does not hold a collapse.
	near(t, "none", storm(600, 3, 490).Attempts, 600, 1e-5)
}
