package theory

import "testing"

func TestBreakerCycles(t *testing.T) {
	c := Cycle{Rate: 10, Fails: 0.5, Failures: 5, Open: 30}
	closed, opens, length := c.parts()
	near(t, "attempts while closed", closed, 62, 1e-12)
	near(t, "opens", opens, 2, 1e-12)
	near(t, "length", length, 66.4, 1e-12)
	near(t, "rejected", c.Rejected(), 0.903614458, 1e-8)
	near(t, "not closed", c.NotClosed(), 0.903614458+0.00301204819, 1e-8)
	near(t, "attempts", c.Attempts(), 0.963855422, 1e-8)
	c = Cycle{Rate: 1, Fails: 0.5, Failures: 1, Open: 5}
	near(t, "one failure", c.Rejected(), 0.714285714, 1e-8)
	near(t, "wait for the probe", c.NotClosed()-c.Rejected(), 0.142857143, 1e-8)
}
