package theory

import "testing"

func TestCollapsedStorms(t *testing.T) {
	storm := func(calls float64, attempts, room int) Stormed {
		return Storm{calls, attempts, 0.5, tenServers(room)}.Collapsed()
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

func TestUnstableStorms(t *testing.T) {
	for _, row := range []struct {
		calls            float64
		attempts, room   int
		want, failed, in float64
	}{
		{500, 3, 1000, 1000.9473, 0.618881, 580.1054},
		{800, 5, 515, 1013.4888, 0.210977, 441.4167},
		{800, 5, 530, 1007.4409, 0.206205, 406.5652},
		{700, 4, 560, 1006.0215, 0.310672, 414.5211},
	} {
		s := Storm{row.calls, row.attempts, 0.5, tenServers(row.room)}.Unstable()
		near(t, "attempts", s.Attempts, row.want, 1e-6)
		near(t, "failed", s.Failed, row.failed, 1e-5)
		near(t, "inside", s.Inside, row.in, 1e-5)
	}
	// By hand: 250 calls have come after 0.5 s; who comes then waits 0.75 s and their
	// 0.25 s less the 0.5 s.
	near(t, "edge", Storm{500, 3, 0.5, tenServers(1000)}.Edge(), 0.75, 1e-12)
}
