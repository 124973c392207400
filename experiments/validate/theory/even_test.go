package theory

import "testing"

func TestEvenArrivals(t *testing.T) {
	e := Even{Rate: 80, Service: 0.01}
	near(t, "root", e.Found(), 0.6286297965, 1e-9)
	near(t, "wait", e.MeanWait(), 0.0169273084, 1e-8)
	near(t, "p99 response", e.ResponseQuantile(0.99), 0.124004838, 1e-8)
}

// A batch of one is M/M/1: 50 ms.
func TestBatches(t *testing.T) {
	near(t, "of one", BatchResponse(80, 1, 0.01), 0.050, 1e-12)
	near(t, "of ten", BatchResponse(8, 10, 0.01), 0.275, 1e-12)
	near(t, "of twenty", BatchResponse(4, 20, 0.01), 0.525, 1e-12)
}
