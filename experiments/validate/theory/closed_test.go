package theory

import "testing"

func TestClosedFleet(t *testing.T) {
	for _, row := range []struct {
		of                       Closed
		rate, response, busy     float64
		median, ninety, lastTail float64
	}{
		{Closed{80, 0.9, 0.1, 8}, 74.97971535, 0.1669552375, 0.937246442, 0.047572, 0.167461, 0.286193},
		{Closed{70, 0.9, 0.1, 8}, 68.07447861, 0.1282855107, 0.850930983, 0.0031106, 0.0899735, 0.1884885},
		{Closed{100, 0.9, 0.1, 8}, 79.88250906, 0.3518384960, 0.998531363, 0.246661, 0.406490, 0.547440},
		{Closed{16, 0.5, 0.2, 4}, 18.92105539, 0.3456187918, 0.94605277, 0.111969, 0.346893, 0.587791},
	} {
		near(t, "rate", row.of.Rate(), row.rate, 1e-8)
		near(t, "response", row.of.MeanResponse(), row.response, 1e-8)
		near(t, "busy", row.of.Utilisation(), row.busy, 1e-8)
		near(t, "median wait", row.of.WaitQuantile(0.5), row.median, 3e-5)
		near(t, "p90 wait", row.of.WaitQuantile(0.9), row.ninety, 1e-5)
		near(t, "p99 wait", row.of.WaitQuantile(0.99), row.lastTail, 1e-5)
	}
}

func TestLimitedFleet(t *testing.T) {
	l := Limited{50, 1, 0.2, 4}
	near(t, "refused", l.Refused(), 0.622897226, 1e-8)
	near(t, "time at the limit", l.states(50)[4], 0.629579005, 1e-8)
	near(t, "served", l.Served(), 17.5328048, 1e-8)
	near(t, "attempts", l.Attempts(), 46.493439, 1e-7)
	l = Limited{200, 2, 0.25, 16}
	near(t, "refused", l.Refused(), 0.369514720, 1e-8)
	near(t, "attempts", l.Attempts(), 92.694672, 1e-7)
}
