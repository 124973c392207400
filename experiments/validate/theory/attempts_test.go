package theory

import "testing"

// By hand: three attempts at p = 1/2 make 1 + 1/2 + 1/4.
func TestAttempts(t *testing.T) {
	near(t, "half", MeanAttempts(0.5, 3), 1.75, 1e-12)
	near(t, "all fail", MeanAttempts(1, 27), 27, 1e-12)
	near(t, "0.3, five", MeanAttempts(0.3, 5), 1.4251, 1e-12)
	o := Outcomes{Again: 0.3, Final: 0.1, Most: 3}
	near(t, "attempts", o.Attempts(), 1.39, 1e-12)
	near(t, "success", o.Succeeds(), 0.834, 1e-12)
	near(t, "a third attempt", o.Needs(3), 0.09, 1e-12)
	o = Outcomes{Again: 0.5, Final: 0.02, Most: 5}
	near(t, "attempts", o.Attempts(), 1.9375, 1e-12)
	near(t, "success", o.Succeeds(), 0.93, 1e-12)
}

func TestLosses(t *testing.T) {
	l := Losses{Reply: 0.3, Most: 5}
	near(t, "landed", l.Landed(), 1.4251, 1e-12)
	near(t, "false failures", l.FalseFailures(), 0.00243, 1e-12)
	l = Losses{Request: 0.3, Reply: 0.1, Most: 4}
	near(t, "attempts", l.Attempts(), 1.557553, 1e-9)
	near(t, "landed", l.Landed(), 1.0902871, 1e-9)
	near(t, "duplicates", l.Duplicates(), 0.0983871, 1e-9)
	near(t, "false failures", l.FalseFailures(), 0.01064161, 1e-9)
}

func TestKeys(t *testing.T) {
	k := Keyed{Service: 0.1, Timeout: 0.1, Pause: 0.05, Most: 3}
	near(t, "attempts", k.Attempts(), 1.5910096, 1e-7)
	near(t, "conflicts", k.Conflicts(), 0.358465443, 1e-8)
	near(t, "false failures", k.FalseFailures(), 0.135335283, 1e-8)
	near(t, "kept for two", Expired(0.3, 1, 1.5, 3), 1.09, 1e-12)
	near(t, "kept for three", Expired(0.3, 1, 2.5, 5), 1.027, 1e-12)
	near(t, "not kept", Expired(0.5, 0.5, 0.4, 4), 1.875, 1e-12)
	near(t, "six", Expired(0.5, 1, 1.5, 6), 1.3125, 1e-12)
}

// A tenth makes one attempt, or three, the others 1 + 0.3 + 0.09.
func TestHopelessCalls(t *testing.T) {
	for _, row := range []struct {
		of                Hopeless
		attempts, succeed float64
	}{
		{Hopeless{0.1, 0.3, 3, false}, 1.351, 0.8757},
		{Hopeless{0.1, 0.3, 3, true}, 1.551, 0.8757},
		{Hopeless{0.02, 0.5, 5, false}, 1.91875, 0.949375},
		{Hopeless{0.02, 0.5, 5, true}, 1.99875, 0.949375},
		{Hopeless{0.3, 0.2, 4, false}, 1.1736, 0.69888},
		{Hopeless{0.3, 0.2, 4, true}, 2.0736, 0.69888},
	} {
		near(t, "attempts", row.of.Attempts(), row.attempts, 1e-12)
		near(t, "success", row.of.Succeeds(), row.succeed, 1e-12)
	}
}
