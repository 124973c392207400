package theory

import (
	"math"
	"testing"
)

// By hand: one server loses a/(1+a); two with load 1 lose (1/2)/(1+1+1/2) = 1/5.
// The others are values of tables of Erlang's formulas.
func TestErlangsFormulas(t *testing.T) {
	near(t, "one server", ErlangB(1, 3), 0.75, 1e-12)
	near(t, "two servers", ErlangB(2, 1), 0.2, 1e-12)
	near(t, "10 servers, load 9", ErlangB(10, 9), 0.1679632263, 1e-9)
	near(t, "20 servers, load 30", ErlangB(20, 30), 0.3800848812, 1e-9)
	near(t, "1000 servers, load 1000", ErlangB(1000, 1000), 0.0248119177, 1e-8)
	near(t, "one server waits with its load", ErlangC(1, 0.8), 0.8, 1e-12)
	near(t, "100 servers, load 95", ErlangC(100, 95), 0.506456854, 1e-8)
	near(t, "50 servers, load 47.5", ErlangC(50, 47.5), 0.629094730, 1e-8)
}

// M/M/1 with load 0.8 and a mean service of 10 ms: the response is exponential
// with mean 1/(100-80) s, so its median is 50 ms · ln 2; four fifths wait.
func TestOneServer(t *testing.T) {
	q := Queue{Rate: 80, Service: 0.01, Servers: 1}
	near(t, "response", q.MeanResponse(), 0.050, 1e-12)
	near(t, "wait", q.MeanWait(), 0.040, 1e-12)
	near(t, "waiting", q.MeanWaiting(), 3.2, 1e-12)
	near(t, "median response", q.ResponseQuantile(0.5), 0.0346574, 1e-5)
	near(t, "p99 response", q.ResponseQuantile(0.99), 0.2302585, 1e-6)
	near(t, "median wait", q.WaitQuantile(0.5), 0.0235002, 1e-5)
	near(t, "p99 wait", q.WaitQuantile(0.99), 0.2191013, 1e-6)
	if got := (Queue{Rate: 10, Service: 0.01, Servers: 1}).WaitQuantile(0.5); got != 0 {
		t.Errorf("nine tenths do not wait, but the median wait is %v", got)
	}
}

func TestManyServers(t *testing.T) {
	q := Queue{Rate: 950, Service: 0.1, Servers: 100}
	near(t, "wait", q.MeanWait(), 0.0101291371, 1e-8)
	near(t, "p90 wait", q.WaitQuantile(0.9), 0.03244538, 1e-6)
	near(t, "p50 response", q.ResponseQuantile(0.5), 0.08079159, 1e-6)
	near(t, "p99 response", q.ResponseQuantile(0.99), 0.4724387, 1e-6)
	// θ = μ, where the formula of two different rates divides by 0:
	// P(R > t) = (1 + Cμt)·exp(-μt), Erlang C of two servers with load 1 being 1/3.
	equal := Queue{Rate: 10, Service: 0.1, Servers: 2}
	x := equal.ResponseQuantile(0.9) / 0.1
	near(t, "equal rates", (1+x/3)/math.Exp(x), 0.1, 1e-9)
}

func TestBoundedQueue(t *testing.T) {
	b := Bounded{Queue{Rate: 50, Service: 0.1, Servers: 4}, 20}
	near(t, "refused", b.Refused(), 0.202842884, 1e-8)
	near(t, "served", b.Served(), 39.8578558, 1e-8)
	near(t, "inside", b.MeanInside(), 16.2705490, 1e-8)
	near(t, "response", b.MeanResponse(), 0.408214358, 1e-8)
	near(t, "wait", b.MeanWait(), 0.308214358, 1e-8)
	b = Bounded{Queue{Rate: 150, Service: 0.01, Servers: 1}, 10}
	near(t, "one server refuses", b.Refused(), 0.337232080, 1e-8)
	near(t, "without room to wait it is Erlang's", Bounded{Queue{Rate: 9, Service: 1, Servers: 10}, 10}.Refused(), ErlangB(10, 9), 1e-12)
}
